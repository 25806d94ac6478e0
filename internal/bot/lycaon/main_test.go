package lycaon

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// Long plays all games that a test has, not a part of them.
var Long = flag.Bool("long", false, "play all games that a test has; else those that measure play a third")

// TestMain lets the heap grow: games leave much behind and keep little.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
