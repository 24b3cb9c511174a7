package play_test

import (
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/cmd/rx/play"
)

// mostCompressed is how large the engine may be as it is sent, in bytes.
const mostCompressed = 3_000_000

// The page in a real browser: Debian's chromium, where it is installed.
func TestThePageAnswersWhatIsTyped(t *testing.T) {
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("chromium is not here")
	}
	folder := t.TempDir()
	require.NoError(t, play.Build("..", folder))
	size, err := play.Compressed(filepath.Join(folder, "rx.wasm"))
	require.NoError(t, err)
	require.Less(t, size, int64(mostCompressed))
	server := httptest.NewServer(play.Handler(folder))
	defer server.Close()

	allocator, cancel := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browser), chromedp.NoSandbox, chromedp.Flag("disable-quic", true), chromedp.WindowSize(1100, 1300))...)
	defer cancel()
	ctx, cancel := chromedp.NewContext(allocator)
	defer cancel()
	var faults []string // of the console
	require.NoError(t, chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			faults = append(faults, e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			if e.Type == "error" {
				faults = append(faults, "console.error")
			}
		}
	}))
	run := func(actions ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		require.NoError(t, chromedp.Do(ctx, actions...))
	}
	text := func(selector string) string {
		t.Helper()
		shown, err := chromedp.Run(ctx, chromedp.Evaluate[string]("document.querySelector('"+selector+"').textContent"))
		require.NoError(t, err)
		return shown
	}
	// until waits for a condition of the page. It asks again after an error: while the browser goes to a page, the context of the one before is
	// gone for a moment.
	until := func(condition string) {
		t.Helper()
		var last error
		for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(20 * time.Millisecond) {
			holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool](condition))
			if last = err; err == nil && holds {
				return
			}
		}
		require.Fail(t, "the page never shows it", "%s (%v)", condition, last)
	}
	status := func(begin string) {
		t.Helper()
		until("document.querySelector('#status').textContent.startsWith('" + begin + "')")
	}
	set := func(id, value string) chromedp.Action[chromedp.Void] {
		return chromedp.Evaluate[chromedp.Void]("(() => { const f = document.getElementById('" + id + "'); f.value = " + value + "; f.dispatchEvent(new Event('input')) })()")
	}

	run(chromedp.Navigate(server.URL))
	status("2 matches")
	assert.Contains(t, text("#groups"), "ann+lists")
	assert.Equal(t, "joe@example.com", text("#marks mark"))
	assert.Contains(t, text("#diagram"), "group 1 user")
	assert.Contains(t, text("#explain"), "plan:")
	screenshot(t, ctx, "play.png")

	run(set("pattern", "''"), chromedp.SendKeys("#pattern", `(\w+)\.org`), set("replace", "'$1.net'"))
	status("1 match")
	assert.Contains(t, text("#replaced"), "ann+lists@mail.example.net")

	link, err := chromedp.Run(ctx, chromedp.Location())
	require.NoError(t, err)
	run(chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	status("1 match")
	assert.Contains(t, text("#groups"), "example.org")

	run(set("pattern", "'a(b'"))
	until("!document.querySelector('#error').hidden")
	assert.Equal(t, "a(b\n   ^\nerror parsing regexp: missing closing ): `a(b`", text("#error"))

	run(set("replace", "''"), set("pattern", "'(x+x+)+y'"), set("text", "'x'.repeat(100000)"))
	status("0 matches")

	run(set("kind", "'perl'"), set("pattern", "'(a+)+\\\\1[b-z]'"), set("text", "'a'.repeat(20000)"))
	until("!document.querySelector('#error').hidden || document.querySelector('#status').textContent.startsWith('No answer')")

	run(set("kind", "'go'"), set("pattern", "'[0-9]+'"), set("text", "'lorem ipsum 42 '.repeat(70000)")) // 1 MB
	status("70000 matches")

	run(set("text", "'a.example.com'"), set("kind", "'set'"), set("pattern", "'^a\\nb$\\n[.]com$'"))
	status("2 matches")
	assert.Equal(t, "0: ^a2: [.]com$", text("#groups"))

	assert.Empty(t, faults, "the console")
}

// screenshot writes what the browser shows, where RX_SCREENSHOTS names a folder: the pictures of the docs come from here.
func screenshot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	folder := os.Getenv("RX_SCREENSHOTS")
	if folder == "" {
		return
	}
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), png, 0o666))
}

func TestThePageNamesNoOtherSite(t *testing.T) {
	pages, err := filepath.Glob("static/*")
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	for _, page := range pages {
		body, err := os.ReadFile(page)
		require.NoError(t, err)
		assert.False(t, strings.Contains(string(body), "http:") || strings.Contains(string(body), "https:"), page)
	}
}
