package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Where there is no terminal a line is printed after two seconds, then every ten; what is done sooner, and quiet, print nothing.
func TestProgressIsTold(t *testing.T) {
	t.Parallel()
	for _, way := range []struct {
		seconds, total int
		quiet          bool
		want           string
	}{
		{seconds: 2, total: 2},
		{seconds: 25, total: 30, want: "3 of 30 games\n14 of 30 games: half\n25 of 30 games: half\n"},
		{seconds: 5, want: "3 games\n"},
		{seconds: 25, total: 30, quiet: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			p := newProgress(&out, "game", way.total, way.quiet)
			for n := range way.seconds {
				time.Sleep(time.Second)
				if n < 10 {
					p.add(1)
				} else {
					p.move(n+1, func() string { return "half" })
				}
			}
			if p.finish(); out.String() != way.want {
				t.Errorf("%d seconds: %q, want %q", way.seconds, &out, way.want)
			}
		})
	}
}

// Where the first one takes long, it is said that there is none yet, until it is there or nobody waits.
func TestNothingYetIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		p, q := newProgress(&out, "game", 30, false), newProgress(&out, "file", 3, false)
		time.Sleep(time.Second)
		q.finish()
		time.Sleep(20 * time.Second)
		p.add(1)
		time.Sleep(20 * time.Second)
		if p.finish(); out.String() != "0 of 30 games\n0 of 30 games\n" {
			t.Errorf("%q", &out)
		}
	})
}

// What was taken away from a terminal stays away, also where nobody knew how many there are.
func TestBarIsTakenAway(t *testing.T) {
	t.Parallel()
	for _, total := range []int{0, 10} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			p := &progress{of: "game", bar: newBar(&out, "game", total)}
			time.Sleep(time.Second)
			p.add(3)
			p.finish()
			shown := out.String()
			time.Sleep(time.Second)
			if !strings.Contains(shown, "3/") || out.String() != shown {
				t.Errorf("of %d: %q, and then %q", total, shown, out.String()[len(shown):])
			}
		})
	}
}
