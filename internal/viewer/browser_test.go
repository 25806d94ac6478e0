package viewer

import (
	"flag"
	"os"
	"testing"

	"wolfden/internal/browsertest"
)

// browser is a page of the viewer.
type browser struct{ *browsertest.Page }

func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil { // pages and streams wait more than they work
		panic(err)
	}
	os.Exit(browsertest.Main(m))
}

// openBrowser opens a page at which nobody looks.
func openBrowser(t *testing.T) *browser {
	t.Helper()
	return &browser{browsertest.Open(t, true)}
}

// openWindow opens a page that is shown.
func openWindow(t *testing.T) *browser {
	t.Helper()
	return &browser{browsertest.Open(t, false)}
}
