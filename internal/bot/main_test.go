package bot_test

import (
	"os"
	"runtime/debug"
	"testing"
	"wolfden/internal/speech/understand"
)

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

// TestMain lets the heap grow: games leave much behind and keep little, and a sixth of the time went into collecting it.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
