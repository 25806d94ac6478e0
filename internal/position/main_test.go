package position_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap grow: positions are made anew by playing up to them, and a third of the time went into collecting the games left behind.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
