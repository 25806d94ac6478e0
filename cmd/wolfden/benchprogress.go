package main

import (
	"fmt"
	"sync"
)

// benchProgress tells how far a part is. It is safe for concurrent use.
type benchProgress struct {
	e     *env
	quiet bool
	text  string
	total int

	mu   sync.Mutex
	done int
}

func (b *benchProgress) show(done int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done = done
	b.tell()
}

func (b *benchProgress) add() { b.addMany(1) }

func (b *benchProgress) addMany(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done += n
	b.tell()
}

func (b *benchProgress) tell() {
	if !b.quiet && colour(b.e.stderr) {
		fmt.Fprintf(b.e.stderr, "\r\x1b[K%s, %d of %d", b.text, b.done, b.total)
	}
}

// finish leaves a line of what was done.
func (b *benchProgress) finish() {
	if b.quiet {
		return
	}
	if colour(b.e.stderr) {
		fmt.Fprint(b.e.stderr, "\r\x1b[K")
	}
	fmt.Fprintf(b.e.stderr, "%s: %d of %d\n", b.text, b.done, b.total)
}
