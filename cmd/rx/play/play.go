// Package play is the page that runs the engine in a browser: its files, and the command's way to build and serve them.
package play

import (
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed static
var files embed.FS

// Build writes the page into a folder: static files and the engine, which it compiles with the Go that is installed. Any server of
// static files can serve the folder; nothing else is needed. source is a folder of the module cmd/rx, or of one that requires it.
func Build(source, to string) error {
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	static, err := fs.Sub(files, "static")
	if err != nil {
		return err
	}
	entries, err := fs.ReadDir(static, ".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		text, err := fs.ReadFile(static, entry.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, entry.Name()), text, 0o666); err != nil {
			return err
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("the page is built by go: %w", err)
	}
	support, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(to, "wasm_exec.js"), support, 0o666); err != nil {
		return err
	}
	absolute, err := filepath.Abs(filepath.Join(to, "rx.wasm"))
	if err != nil {
		return err
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", absolute, "github.com/arenaregexp/regexp/cmd/rx/play/wasm")
	build.Dir = source
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// Compressed returns how many bytes a file takes as gzip sends it.
func Compressed(path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var n counter
	z := gzip.NewWriter(&n)
	if _, err := io.Copy(z, f); err != nil {
		return 0, err
	}
	return int64(n), z.Close()
}

type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

// Handler serves a folder that Build has written.
func Handler(folder string) http.Handler {
	server := http.FileServer(http.Dir(folder))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		server.ServeHTTP(w, r)
	})
}
