package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEachRequestIsLoggedWithItsRuleWhereThatIsAskedFor(t *testing.T) {
	files := map[string]string{"remap.config": "map http://a.example/ http://ORIGIN_A/x/\nredirect http://b.example/ http://c.example/\n"}
	for _, level := range []string{"DEBUG", "INFO"} {
		p := start(t, files, "-log-level", level)
		for _, host := range []string{"a.example", "b.example", "nobody.example", "no_host!"} {
			_, err := p.get(host, "/p")
			require.NoError(t, err)
		}
		log := p.log.String()
		if level == "INFO" {
			require.Empty(t, log)
			continue
		}
		file := " file=" + filepath.Join(p.dir, "remap.config")
		for _, want := range []string{
			"method=GET host=a.example url=/p" + file + " line=1 to=" + p.origins.Replace("http://ORIGIN_A/x/p\n"),
			"method=GET host=b.example url=/p" + file + " line=2 status=301 to=http://c.example/p\n",
			"method=GET host=nobody.example url=/p status=404\n",
			`method=GET host=no_host! url=/p status=400 err="remap: bad request: host`,
		} {
			require.Contains(t, log, want)
		}
	}
}
