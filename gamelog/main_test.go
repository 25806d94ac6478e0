package gamelog_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap grow: records are read again and again and little of them is kept.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
