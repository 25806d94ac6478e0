package program

import (
	"fmt"
	"time"
)

const (
	// mostFailed is how many processes of a program may end in a row without having connected.
	mostFailed = 3
	// settled is how long a program's first process has, once it has connected, to show that it opens several connections.
	settled = 150 * time.Millisecond
	// returning is how long a process whose connection has ended has to come back before another is started.
	returning = time.Second
	// silent is how long a process may live without a connection while games wait for it.
	silent = 2 * time.Minute
)

// troupe is the processes of one program.
type troupe struct {
	Program
	label     string // in addresses and names of files
	processes map[string]*process
	started   int // so far
	failed    int // that ended without having connected, since one has
	missing   int // connections that games wait for
	each      int // connections that a process opens, 0 while that is not known
	lines     int // that ended processes have printed
	last      string
}

// process is a running program.
type process struct {
	*Running
	troupe *troupe
	out    output
	here   int       // connections now, but those whose game is over
	most   int       // connections at a time, so far
	since  time.Time // it was started, or its connections changed
}

// wanted is how many processes are to be started now. The first one is alone until it has shown how many connections it
// opens; processes that may still come, or come back, are waited for.
func (t *troupe) wanted(now time.Time) int {
	if t.missing == 0 || t.failed >= mostFailed {
		return 0
	}
	coming := 0
	for _, p := range t.processes {
		switch {
		case p.most == 0, p.here == 0 && now.Sub(p.since) < returning:
			coming++
		case t.each == 0 && now.Sub(p.since) < settled:
			return 0
		case t.each == 0:
			t.each = p.most
		}
	}
	if t.each == 0 {
		if coming > 0 {
			return 0
		}
		return 1
	}
	return max(0, (t.missing+t.each-1)/t.each-coming)
}

// stuck says that a process has not connected for too long.
func (t *troupe) stuck(now time.Time) error {
	if t.missing == 0 {
		return nil
	}
	for _, p := range t.processes {
		if p.most == 0 && now.Sub(p.since) > silent {
			return fmt.Errorf("program: %s has not connected within %s%s", t.Team, silent, saying(&p.out))
		}
	}
	return nil
}
