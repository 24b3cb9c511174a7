package main

import "sync"

const bufferSize = 32 << 10

// A bufferPool keeps buffers for answers to be copied through, and for URLs to be made in.
type bufferPool struct{ pool sync.Pool }

var copyBuffers = &bufferPool{sync.Pool{New: func() any { return new([bufferSize]byte) }}}

// Get returns a buffer of bufferSize bytes.
func (p *bufferPool) Get() []byte { return p.pool.Get().(*[bufferSize]byte)[:] }

// Put takes back what Get returned.
func (p *bufferPool) Put(b []byte) { p.pool.Put((*[bufferSize]byte)(b)) }
