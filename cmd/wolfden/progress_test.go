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
