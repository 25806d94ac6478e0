package contest

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap grow: contests leave many short games behind and keep little.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
