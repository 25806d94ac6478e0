package program

import (
	"fmt"
	"time"
)

const (
	// mostFailed is how many processes of a program may end in a row without having connected, or connect and not come into a game.
	mostFailed = 3
	// settled is how long a program's first process has, once it has connected, to show that it opens several connections.
	settled = 150 * time.Millisecond
	// returning is how long a process whose connection has ended has to come back before another is started.
	returning = time.Second
	// slowly is how long a process may live without having connected before that is told, and silent how long it may at all.
	slowly = 5 * time.Second
	silent = 2 * time.Minute
)

// troupe is the processes of one program.
type troupe struct {
	Program
	label     string // in addresses and names of files
	processes map[string]*process
	started   int // so far
	failed    int // that did not come as far as waiting for a game, since one has
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
	told   bool      // that it is slow
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

// look tells of processes that have not connected for a while; of one that takes too long it returns an error. Those that have been
// away since their last game for that long are ended: they hang, and others have been started for them.
func (t *troupe) look(now time.Time, slow func(team, last string)) error {
	for _, p := range t.processes {
		switch idle := now.Sub(p.since); {
		case p.most > 0:
			if p.here == 0 && idle > silent {
				p.End()
			}
		case t.missing == 0:
		case idle > silent:
			p.End()
			return fmt.Errorf("%s has not connected within %s%s; it has to connect to the address that stands for {url} in its command and in WOLFDEN_URL",
				t.Team, silent, saying(&p.out))
		case idle > slowly && !p.told && slow != nil:
			p.told = true
			slow(t.Team, p.out.lastLine())
		}
	}
	return nil
}
