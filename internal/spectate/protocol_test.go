package spectate

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wolfden/internal/contest/contesttest"
	"wolfden/internal/contestlog"
	"wolfden/internal/waittest"
)

const timedFeed = `
server: {data_dir: DIR/data, protocol: PROTOCOL}
game: {agent_count: 5}
matching: {self_match: true}
realtime_broadcaster: {enable: true, output_dir: DIR/feed, filename: "{game_id}"}
`

// The feed of a server has times in the newest protocol alone.
func TestProtocolOfAFeed(t *testing.T) {
	t.Parallel()
	for protocol, timed := range map[string]bool{"newest": true, "february": false} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			s := openTheatre(t, t.TempDir(), strings.ReplaceAll(timedFeed, "PROTOCOL", protocol))
			s.join(t, 5, "team", contesttest.PauseOn(-1))()
			rec, _ := s.record(t)
			feed := s.completeFeed(t, rec.Header.ID)
			lines := bytes.Count(feed, []byte("\n")) + 1
			if n := len(regexp.MustCompile(`,"timestamp":\d{10}\}`).FindAll(feed, -1)); n != lines && timed || n != 0 && !timed {
				t.Errorf("%d times in a feed of %d lines", n, lines)
			}
		})
	}
}

// completeFeed waits for the end of a game's feed.
func (s *theatre) completeFeed(t *testing.T, game string) []byte {
	t.Helper()
	var data []byte
	waittest.Until(t, "the feed ends", func() bool {
		var err error
		data, err = os.ReadFile(filepath.Join(s.Dir, "feed", game+".jsonl"))
		return err == nil && bytes.Contains(data, []byte(contestlog.RealtimeEnd)) && bytes.HasSuffix(data, []byte("}"))
	})
	return data
}
