package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestWhoIsAwaited: who keeps games waiting is named after a while and then now and then; who comes back at once is not.
func TestWhoIsAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		a := &awaited{w: &out}
		said := func() string {
			synctest.Wait()
			a.mu.Lock() // who says it holds that
			defer a.mu.Unlock()
			text := out.String()
			out.Reset()
			return text
		}
		for range 100 {
			a.missing(map[string]int{"far": 2})
			time.Sleep(time.Second)
			a.missing(map[string]int{"far": 0})
		}
		if got := said(); got != "" {
			t.Errorf("of programs between two games it says %q", got)
		}
		a.missing(map[string]int{"far": 2, "near": 0, "beyond": 1})
		time.Sleep(firstAwaited - 1)
		if got := said(); got != "" {
			t.Errorf("too early: %q", got)
		}
		a.missing(map[string]int{"far": 1})
		time.Sleep(time.Nanosecond)
		if got := said(); got != "games wait for 1 of far\n" {
			t.Errorf("after a while: %q", got)
		}
		time.Sleep(3 * stillAwaited)
		if got := said(); strings.Count(got, "games wait for 1 of far\n") != 3 {
			t.Errorf("later: %q", got)
		}
		a.missing(nil)
		time.Sleep(3 * stillAwaited)
		if got := said(); got != "" {
			t.Errorf("when all are there: %q", got)
		}
	})
}
