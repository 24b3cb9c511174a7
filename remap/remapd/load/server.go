package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// A server is a process that listens on loopback.
type server struct {
	cmd     *exec.Cmd
	address string
	ended   chan error
}

// buildRemapd builds the proxy, which lies in the directory above this one.
func buildRemapd(dir string) (program string, err error) {
	program = filepath.Join(dir, "remapd")
	cmd := exec.Command("go", "build", "-o", program, "github.com/arenaregexp/regexp/remap/remapd")
	cmd.Stderr = os.Stderr
	return program, cmd.Run()
}

func startOrigin(dir, nginx string) (*server, error) {
	return startNginxWith(filepath.Join(dir, "origin"), nginx, originConfig)
}

func startNginx(dir, nginx, origin string, rules int) (*server, error) {
	return startNginxWith(filepath.Join(dir, fmt.Sprint("nginx", rules)), nginx, func(dir, address string) string {
		return nginxConfig(dir, address, origin, rules)
	})
}

func startNginxWith(dir, nginx string, config func(dir, address string) string) (*server, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	if err := writeFiles(dir, map[string]string{"nginx.conf": config(dir, address)}); err != nil {
		return nil, err
	}
	return start(address, nginx, "-e", "stderr", "-p", dir, "-c", filepath.Join(dir, "nginx.conf"))
}

func startRemapd(dir, program, origin string, rules int) (*server, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, fmt.Sprint("remapd", rules))
	config, file := remapConfig(origin, rules)
	if err := writeFiles(dir, map[string]string{"remap.config": config, "rules.reg": file}); err != nil {
		return nil, err
	}
	return start(address, program, "-config", filepath.Join(dir, "remap.config"), "-listen", address, "-log-level", "WARN")
}

func writeFiles(dir string, files map[string]string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// freeAddress returns an address on loopback that nothing listens at.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// start starts a server and waits until it listens.
func start(address, program string, args ...string) (*server, error) {
	s := &server{cmd: exec.Command(program, args...), address: address, ended: make(chan error, 1)}
	s.cmd.Stderr = os.Stderr
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { s.ended <- s.cmd.Wait() }()
	for {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			return s, conn.Close()
		}
		select {
		case err := <-s.ended:
			return nil, fmt.Errorf("%s ended: %v", program, err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (s *server) stop() {
	s.cmd.Process.Signal(syscall.SIGTERM)
	<-s.ended
}

// verify compares a proxy's answers for some rules with what the rules say.
func verify(address string, rules int) error {
	client := http.Client{Timeout: 10 * time.Second}
	for _, i := range []int{0, rules / 3, rules / 2, rules - 1} {
		request, err := http.NewRequest(http.MethodGet, "http://"+address+requestPath(i), nil)
		if err != nil {
			return err
		}
		request.Host = host
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if want := originPath(i); err != nil || response.StatusCode != http.StatusOK || string(body) != want {
			return fmt.Errorf("rule %d: %s, the origin was asked for %q, want %q: %v", i, response.Status, body, want, err)
		}
	}
	return nil
}
