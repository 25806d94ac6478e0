package contest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"wolfden/wire"
)

// from is what a browser says of the page that connects.
func from(origin string) *websocket.DialOptions {
	return &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}}
}

func TestPagesOfOtherServersConnectPlayers(t *testing.T) {
	anybody := start(t, t.TempDir(), "server:\n  data_dir: DIR\n"+fiveGames)
	named := start(t, t.TempDir(), "server:\n  data_dir: DIR\n  origins: [viewer.example.org]\n"+fiveGames)
	for _, test := range []struct {
		s      *testServer
		origin string
		in     bool
	}{
		{anybody, "https://aiwolf.example.com", true},
		{anybody, "null", true}, // a page that was opened from a file
		{named, "https://viewer.example.org", true},
		{named, named.web.URL, true},
		{named, "https://aiwolf.example.com", false},
		{named, "", true}, // no browser
	} {
		o := from(test.origin)
		if test.origin == "" {
			o = nil
		}
		c, err := test.s.dial(t, o)
		if (err == nil) != test.in {
			t.Errorf("origin %q, of %q: %v", test.origin, test.s.config.Server.Origins, err)
			continue
		}
		if err == nil {
			c.want(wire.RequestName)
		} else if !strings.HasPrefix(err.Error(), "403") {
			t.Errorf("origin %q: %v", test.origin, err)
		}
	}
}
