package contest

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap grow: contests leave many short games behind and keep little. Players and servers also wait for each other more
// than they work.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
