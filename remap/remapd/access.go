package main

import (
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
)

// An accessLog writes a line for each request once it is answered. A nil *accessLog writes none.
type accessLog struct {
	name string // of the file; "-" for standard output
	mu   sync.Mutex
	w    io.WriteCloser
}

// openAccessLog opens a file to append to.
func openAccessLog(name string) (*accessLog, error) {
	l := &accessLog{name: name}
	return l, l.reopen()
}

// reopen opens the file again by its name, after a program that rotates logs has renamed it.
func (l *accessLog) reopen() error {
	if l == nil {
		return nil
	}
	w := io.WriteCloser(os.Stdout)
	if l.name != "-" {
		file, err := os.OpenFile(l.name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o640)
		if err != nil {
			return err
		}
		w = file
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if old := l.w; old != nil && old != os.Stdout {
		old.Close()
	}
	l.w = w
	return nil
}

// write writes the line of one request.
func (l *accessLog) write(r *http.Request, start time.Time, answer *recorder, d *decision) {
	line := make([]byte, 0, 512)
	line = appendTime(append(line, "time="...), start)
	line = appendValue(append(line, " client="...), r.RemoteAddr)
	line = appendValue(append(line, " method="...), r.Method)
	line = appendValue(append(line, " host="...), r.Host)
	line = appendValue(append(line, " url="...), r.RequestURI)
	line = strconv.AppendInt(append(line, " status="...), int64(answer.Status()), 10)
	line = strconv.AppendInt(append(line, " bytes="...), answer.bytes, 10)
	line = append(append(line, " duration="...), time.Since(start).Round(time.Microsecond).String()...)
	if d.file != "" {
		line = appendValue(append(line, " rule="...), d.file+":"+strconv.Itoa(d.line))
	}
	if d.to != "" {
		line = appendValue(append(line, " to="...), d.to)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.w.Write(append(line, '\n'))
}

// A recorder notes the status and the length of an answer. [http.ResponseController] reaches the writer behind it, to flush it or to
// make a WebSocket of the connection, whose bytes are not counted.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// Unwrap is for [http.ResponseController].
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// WriteHeader is part of [http.ResponseWriter]. Statuses below 200 announce another, except for 101.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && (status >= 200 || status == http.StatusSwitchingProtocols) {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write is part of [http.ResponseWriter].
func (r *recorder) Write(p []byte) (int, error) {
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

// Status returns the status of the answer, which is 200 where nothing has set one.
func (r *recorder) Status() int {
	if r.status == 0 {
		return http.StatusOK
	}
	return r.status
}
