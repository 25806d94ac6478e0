package spectate

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap grow: games leave much behind and keep little.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
