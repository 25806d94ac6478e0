// Package waittest lets a test wait for what it needs, not for a time.
//
// The law of the package: how often it looks decides nothing. A test that passes on an idle machine passes on a busy one, only later.
package waittest

import (
	"testing"
	"time"
)

// Longest is how long a test waits for anything before it gives up. It is no measure of the code: it only ends a test that hangs before
// the whole package is ended, which would not say which of them it was.
const Longest = 5 * time.Minute

// Until waits for something to become true, at most for the longest time, and then fails the test; what says what did not come about.
// It must be called from the test's own goroutine.
func Until(tb testing.TB, what string, ok func() bool) {
	tb.Helper()
	for deadline := time.Now().Add(Longest); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			tb.Fatalf("still not: %s", what)
		}
	}
}
