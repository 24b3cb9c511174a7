package remap_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestTheProxyOfTheManualRuns takes the program from docs/remap.md, builds it, and is its client and its origin.
func TestTheProxyOfTheManualRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	page, err := os.ReadFile("../docs/remap.md")
	require.NoError(t, err)
	program := regexp.MustCompile("(?s)```go\n(package main.*?)```").FindSubmatch(page)
	require.NotNil(t, program, "the manual has a program")
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	binary := filepath.Join(dir, "proxy")
	out, err := exec.Command("go", "build", "-o", binary, write("main.go", string(program[1]))).CombinedOutput()
	require.NoError(t, err, "%s", out)

	origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s", r.Host, r.RequestURI)
	}))
	defer origin.Close()
	address := strings.TrimPrefix(origin.URL, "http://")
	config := write("remap.config", fmt.Sprintf(`
map  http://localhost:8080/shop/  http://%[1]s/s/
map  http://127.0.0.1:1/          http://never.invalid/
map  /                            http://%[1]s/all  @plugin=regex_remap.so @pparam=rules
`, address))
	write("rules", "^/all/old/(.*)$ http://there.invalid/$1 @status=302\n^/(?!all/public)[^?]*\\.bak @status=404\n")

	proxy := exec.Command(binary, "-config", config, "-listen", "127.0.0.1:0")
	stderr, err := proxy.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, proxy.Start())
	defer func() {
		proxy.Process.Kill()
		proxy.Wait()
	}()
	lines := make(chan string, 16)
	go func() {
		for s := bufio.NewScanner(stderr); s.Scan(); {
			lines <- s.Text()
		}
		close(lines)
	}()
	logged := func(want string) string {
		for {
			select {
			case line, ok := <-lines:
				require.True(t, ok, "the proxy ended")
				if strings.Contains(line, want) {
					return line
				}
			case <-time.After(20 * time.Second):
				require.FailNow(t, "not logged: "+want)
			}
		}
	}
	_, at, _ := strings.Cut(logged("listening on "), "listening on ")
	// A request is written as it is: net/http's client would encode a path anew.
	ask := func(host, path string) (status int, location, body string) {
		connection, err := net.DialTimeout("tcp", at, 20*time.Second)
		require.NoError(t, err)
		defer connection.Close()
		require.NoError(t, connection.SetDeadline(time.Now().Add(20*time.Second)))
		_, err = fmt.Fprintf(connection, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", path, host)
		require.NoError(t, err)
		response, err := http.ReadResponse(bufio.NewReader(connection), nil)
		require.NoError(t, err)
		defer response.Body.Close()
		b, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return response.StatusCode, response.Header.Get("Location"), string(b)
	}
	check := func(host, path string, status int, location, body string) {
		t.Helper()
		s, l, b := ask(host, path)
		require.Equal(t, []any{status, location}, []any{s, l}, path)
		if body != "" {
			require.Equal(t, body, b)
		}
	}
	check("localhost:8080", "/shop/cart?id=1", 200, "", address+" /s/cart?id=1")
	check("other.example", "/a%20b", 200, "", address+" /all/a%20b")
	check("other.example", "/a%2Fb|c", 200, "", address+" /all/a%2Fb|c")
	check("other.example", "//x", 200, "", address+" /all/x")
	check("other.example", "/old/page", 302, "http://there.invalid/page", "")
	check("other.example", "/x.bak", 404, "", "")
	check("other.example", "/public/x.bak", 200, "", address+" /all/public/x.bak")

	write("rules", "( http://broken/\n")
	require.NoError(t, proxy.Process.Signal(syscall.SIGHUP))
	logged("the old rules stay in force")
	require.Contains(t, logged("rules:1:1"), "jitstack")
	check("other.example", "/x.bak", 404, "", "")

	write("rules", "^/all/x http://"+address+"/new\n")
	require.NoError(t, proxy.Process.Signal(syscall.SIGHUP))
	logged("4 rules")
	check("other.example", "/x.bak", 200, "", address+" /new")
}
