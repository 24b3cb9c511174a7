package main

import (
	"net"
	"sync"
)

// A boundListener has so many connections open at most. Others wait in the kernel's queue until one is closed: the time-outs of
// clients bound how long that takes.
type boundListener struct {
	net.Listener
	free   chan struct{} // a token for each connection that may be opened
	closed chan struct{}
	once   sync.Once
}

// bound returns a listener with at most n connections; 0 stands for no bound.
func bound(l net.Listener, n int) net.Listener {
	if n == 0 {
		return l
	}
	b := &boundListener{Listener: l, free: make(chan struct{}, n), closed: make(chan struct{})}
	for range n {
		b.free <- struct{}{}
	}
	return b
}

// Accept is part of [net.Listener].
func (b *boundListener) Accept() (net.Conn, error) {
	select {
	case <-b.free:
	case <-b.closed:
		return nil, net.ErrClosed
	}
	conn, err := b.Listener.Accept()
	if err != nil {
		b.free <- struct{}{}
		return nil, err
	}
	return &boundConn{Conn: conn, free: b.free}, nil
}

// Close is part of [net.Listener].
func (b *boundListener) Close() error {
	b.once.Do(func() { close(b.closed) })
	return b.Listener.Close()
}

// A boundConn gives its token back when it is closed.
type boundConn struct {
	net.Conn
	free chan struct{}
	once sync.Once
}

// Close is part of [net.Conn].
func (c *boundConn) Close() error {
	c.once.Do(func() { c.free <- struct{}{} })
	return c.Conn.Close()
}

// CloseWrite lets net/http end its side of a connection before it closes it, so that the client reads the answer.
func (c *boundConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
