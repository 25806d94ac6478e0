package provider

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Who shares limits with others sends its part a minute and has its part under way, and all of it again when the others are gone. What is under
// way already stays so.
func TestLimitsAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := New(Options{Limits: Limits{Concurrent: 6, Requests: 60}})
		const there, here = "https://example.org", "http://127.0.0.1:8000"
		begun := make(chan func(), 100)
		enter := func(address string) {
			go func() {
				leave, err := o.gate(address).enter(t.Context(), 1)
				if err != nil {
					t.Error(err)
					return
				}
				begun <- leave
			}()
		}
		underWay := func(want int, what string) {
			t.Helper()
			synctest.Wait()
			if len(begun) != want {
				t.Errorf("%s: %d under way, want %d", what, len(begun), want)
			}
		}
		for range 6 {
			enter(there)
		}
		underWay(6, "alone")
		o.Share(3, 1)
		enter(there)
		for range 4 {
			(<-begun)()
		}
		underWay(2, "with two others, who has a place keeps it")
		(<-begun)()
		underWay(2, "a place comes free")
		for range 6 {
			enter(here)
		}
		underWay(8, "at an address of this machine, where nobody else is")
		o.Share(1, 1)
		for range 4 {
			enter(there)
		}
		underWay(12, "alone again")

		o.Share(3, 1)
		var sent atomic.Int32
		var all sync.WaitGroup
		since := time.Now()
		for range 60 {
			all.Go(func() {
				leave, err := o.gate("https://other.example").enter(t.Context(), 1)
				if err != nil {
					t.Error(err)
					return
				}
				sent.Add(1)
				leave()
			})
		}
		all.Wait()
		if took := time.Since(since); sent.Load() != 60 || took < 119*time.Second || took > 121*time.Second { // the first 20 at once
			t.Errorf("%d requests, 20 a minute, took %v", sent.Load(), took)
		}
	})
}
