package spectate

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap grow: games leave much behind and keep little. They also wait more than they work, for feeds that are written
// ten times a second and lists that are once.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
