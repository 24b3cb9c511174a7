package regexp_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/arenaregexp/regexp"
)

func TestTheFirstMatchesAreReplaced(t *testing.T) {
	for _, c := range []struct{ expr, src, repl string }{
		{`a`, "banana", "o"},
		{`(\w)(\d)?`, "a1 b2 c", "<$2$1>"},
		{`x*`, "axb", "-"},
		{`z`, "banana", "o"},
		{`\b`, "a b", "|"},
		{`(?P<k>\w+)=`, "k=v, l=w", "${k}: "},
		{`a`, "", "o"},
		{`a`, "aaa", ""},
		{`é|\xff`, "\xffé\xff", "$"},
	} {
		re := regexp.MustCompile(c.expr)
		all := re.FindAllStringSubmatchIndex(c.src, -1)
		for n := -1; n <= len(all)+1; n++ {
			want, copied := "", 0
			for i, m := range all {
				if n >= 0 && i >= n {
					break
				}
				want += c.src[copied:m[0]] + string(re.ExpandString(nil, c.repl, c.src, m))
				copied = m[1]
			}
			want += c.src[copied:]
			assert.Equal(t, want, re.ReplaceString(c.src, c.repl, n), "%s on %q, %d", c.expr, c.src, n)
			assert.Equal(t, want, string(re.Replace([]byte(c.src), []byte(c.repl), n)), "%s on %q, %d", c.expr, c.src, n)
			assert.Equal(t, "pre"+want, string(re.AppendReplaceString([]byte("pre"), c.src, c.repl, n)))
			assert.Equal(t, "pre"+want, string(re.AppendReplace([]byte("pre"), []byte(c.src), []byte(c.repl), n)))
		}
		assert.Equal(t, re.ReplaceAllString(c.src, c.repl), re.ReplaceString(c.src, c.repl, -1))
		assert.Equal(t, re.ReplaceAll([]byte(c.src), []byte(c.repl)), re.Replace([]byte(c.src), []byte(c.repl), -1))
	}
}

func TestACopyIsReturnedWhereNothingIsReplaced(t *testing.T) {
	re := regexp.MustCompile(`a`)
	src := []byte("banana")
	out := re.Replace(src, []byte("o"), 0)
	out[0] = 'x'
	assert.Equal(t, "banana", string(src))
	assert.Nil(t, re.Replace(nil, []byte("o"), 0))
}

func TestReplacingSomeDoesNotAllocateIntoRoom(t *testing.T) {
	re := regexp.MustCompile(`(\w)=(\w)`)
	src := strings.Repeat("a=b ", 30)
	dst := make([]byte, 0, 256)
	assert.Zero(t, testing.AllocsPerRun(100, func() { dst = re.AppendReplaceString(dst[:0], src, "$2=$1", 3) }))
	assert.Equal(t, "b=a b=a b=a a=b ", string(dst[:16]))
}

func TestNamedGroupsGoIntoAMap(t *testing.T) {
	re := regexp.MustCompile(`(?P<key>\w+)(?:=(?P<value>\w*))?( )?`)
	var m regexp.Matches
	groups := map[string]string{"other": "stays"}
	m.NamedInto(groups)
	assert.Equal(t, map[string]string{"other": "stays"}, groups, "before the first match")
	assert.True(t, re.Exec("k=v", &m))
	m.NamedInto(groups)
	assert.Equal(t, map[string]string{"other": "stays", "key": "k", "value": "v"}, groups)
	assert.True(t, re.Exec("l", &m))
	m.NamedInto(groups)
	assert.Equal(t, map[string]string{"other": "stays", "key": "l"}, groups, "a group that took no part has no entry")
	assert.True(t, re.ExecBytes([]byte("k="), &m))
	m.NamedInto(groups)
	assert.Equal(t, map[string]string{"other": "stays", "key": "k", "value": ""}, groups)

	assert.True(t, re.Exec("k=v", &m))
	assert.Zero(t, testing.AllocsPerRun(100, func() { m.NamedInto(groups) }))
}
