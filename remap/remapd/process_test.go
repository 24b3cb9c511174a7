package main

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMain runs the program itself, in a process of its own, where a test asks for that.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_REMAPD") != "" {
		main()
	}
	os.Exit(m.Run())
}

// A process is a remapd with a log that can be waited for.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	log  *bufio.Scanner
	seen strings.Builder
}

func startProcess(t *testing.T, args ...string) *process {
	p := &process{t: t, cmd: exec.Command(os.Args[0], args...)}
	p.cmd.Env = append(os.Environ(), "RUN_REMAPD=1")
	stderr, err := p.cmd.StderrPipe()
	require.NoError(t, err)
	p.log = bufio.NewScanner(stderr)
	require.NoError(t, p.cmd.Start())
	t.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait() })
	return p
}

// await reads the log up to a message, and returns its line.
func (p *process) await(message string) string {
	p.t.Helper()
	for p.log.Scan() {
		p.seen.WriteString(p.log.Text() + "\n")
		if strings.Contains(p.log.Text(), message) {
			return p.log.Text()
		}
	}
	p.t.Fatalf("the log ended without %q:\n%s", message, &p.seen)
	return ""
}

// address returns the address that a line of the log names.
func address(t *testing.T, line string) string {
	m := regexp.MustCompile(`address=(\S+)`).FindStringSubmatch(line)
	require.NotNil(t, m, line)
	return m[1]
}

// TestAProcessReloadsAndEndsBySignals has a request under way while the process reloads, and another while it is told to
// end.
func TestAProcessReloadsAndEndsBySignals(t *testing.T) {
	arrived, leave := make(chan string), make(chan bool)
	origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arrived <- r.RequestURI
		<-leave
		io.WriteString(w, r.RequestURI)
	}))
	defer origin.Close()
	config := filepath.Join(t.TempDir(), "remap.config")
	configure := func(text string) { require.NoError(t, os.WriteFile(config, []byte(text), 0o666)) }

	configure("map / " + origin.URL + "/1/\n")
	p := startProcess(t, "-config", config, "-listen", "127.0.0.1:0", "-metrics", "127.0.0.1:0", "-watch", "0")
	metrics := address(t, p.await("msg=metrics"))
	at := address(t, p.await("msg=serving"))
	answers := make(chan string, 1)
	get := func() {
		response, err := http.Get("http://" + at + "/p")
		if err != nil {
			answers <- err.Error()
			return
		}
		text, _ := answer(response)
		answers <- text
	}

	go get()
	require.Equal(t, "/1/p", <-arrived)
	configure("map / " + origin.URL + "/2/\n")
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGHUP))
	p.await("msg=reloaded")
	leave <- true
	require.Equal(t, "200 /1/p", <-answers, "a request keeps the rules that it began with")

	configure("map / nonsense\n")
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGHUP))
	require.Contains(t, p.await("level=ERROR"), "line=1 column=7 ")
	p.await("the old rules stay in force")
	response, err := http.Get("http://" + metrics + "/metrics")
	require.NoError(t, err)
	text, err := answer(response)
	require.NoError(t, err)
	require.Contains(t, text, `remapd_reloads_total{result="error"} 1`)
	require.Contains(t, text, `remapd_reloads_total{result="ok"} 2`)

	go get()
	require.Equal(t, "/2/p", <-arrived)
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGTERM))
	p.await("shutting down")
	leave <- true
	require.Equal(t, "200 /2/p", <-answers, "a request under way is answered")
	p.await("all requests answered")
	require.NoError(t, p.cmd.Wait())
}

func TestAProcessReloadsByItself(t *testing.T) {
	config := filepath.Join(t.TempDir(), "remap.config")
	require.NoError(t, os.WriteFile(config, []byte("map / http://origin.example/\n"), 0o666))
	p := startProcess(t, "-config", config, "-listen", "127.0.0.1:0", "-watch", "1ms")
	p.await("msg=serving")
	require.NoError(t, os.WriteFile(config+".new", []byte("redirect http://a.example/ http://b.example/\n"), 0o666))
	require.NoError(t, os.Rename(config+".new", config))
	require.Contains(t, p.await("msg=reloaded"), `why="files changed" rules=1`)
	require.NoError(t, p.cmd.Process.Signal(os.Interrupt))
	p.await("all requests answered")
	require.NoError(t, p.cmd.Wait())
}

func TestRequestsThatOutliveTheShutdownAreCutOff(t *testing.T) {
	arrived := make(chan bool)
	origin := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		arrived <- true
		<-r.Context().Done()
	}))
	defer origin.Close()
	config := filepath.Join(t.TempDir(), "remap.config")
	require.NoError(t, os.WriteFile(config, []byte("map / "+origin.URL+"/\n"), 0o666))
	p := startProcess(t, "-config", config, "-listen", "127.0.0.1:0", "-shutdown-timeout", "1ms")
	at := address(t, p.await("msg=serving"))
	failed := make(chan error)
	go func() {
		_, err := http.Get("http://" + at + "/")
		failed <- err
	}()
	<-arrived
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGTERM))
	require.Error(t, <-failed)
	p.await("requests were cut off")
	require.Error(t, p.cmd.Wait(), "the exit status says so")
}
