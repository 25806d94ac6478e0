package contest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"wolfden/internal/contest/contesttest"
	"wolfden/internal/contestlog"
	"wolfden/wire"
)

const everyLog = `
server: {data_dir: DIR, protocol: PROTOCOL}
game: {agent_count: 5}
matching: {self_match: true}
game_logger: {enable: true, output_dir: DIR/game, filename: "{game_id}"}
json_logger: {enable: true, output_dir: DIR/json, filename: "{game_id}"}
`

// What a server of either protocol says and writes of a game of turns.
func TestProtocolOfAServer(t *testing.T) {
	for _, test := range []struct {
		protocol   string
		counts     string // of a player's talks on a day
		timed      bool   // log and talks
		resolution time.Duration
	}{
		{"newest", "4 3 2 1", true, time.Second},
		{"february", "3 2 1 0", false, time.Millisecond},
	} {
		t.Run(test.protocol, func(t *testing.T) {
			s := start(t, t.TempDir(), strings.ReplaceAll(everyLog, "PROTOCOL", test.protocol))
			s.Play(t, 5, 1)
			rec := s.Records(t, 1)[0]
			began := time.UnixMilli(rec.Header.Started)
			contest := contesttest.Read(t, filepath.Join(s.Dir, "game", rec.Header.ID+".log"), contestlog.Read)
			if contest.Timed != test.timed || contest.Millis {
				t.Errorf("the contest log has times: %t, in milliseconds: %t", contest.Timed, contest.Millis)
			}
			raw, err := os.ReadFile(filepath.Join(s.Dir, "json", rec.Header.ID+".json"))
			if err != nil {
				t.Fatal(err)
			}
			stamp := regexp.MustCompile(`"request_timestamp":(\d+)`).FindSubmatch(raw)[1]
			if digits := map[time.Duration]int{time.Second: 10, time.Millisecond: 13}[test.resolution]; len(stamp) != digits {
				t.Errorf("a time of the communication log is %s", stamp)
			}
			c := contesttest.Read(t, filepath.Join(s.Dir, "json", rec.Header.ID+".json"), contestlog.ReadCommunication)
			if at := time.UnixMilli(c.Entries[0].RequestTimestamp); !at.Equal(began.Truncate(test.resolution)) {
				t.Errorf("the communication log begins at %v, the game at %v", at, began)
			}
			if got := talkCounts(t, c, c.Entries[0].Agent, test.timed); got != test.counts {
				t.Errorf("counts %s, want %s", got, test.counts)
			}
		})
	}
}

// talkCounts are what the packets of the first day told a player of its count,
// and checks whether talks have their time.
func talkCounts(t *testing.T, c *contestlog.Communication, agent string, timed bool) string {
	t.Helper()
	var counts []string
	for _, e := range c.Entries {
		p, err := wire.Decode([]byte(e.Request))
		if err != nil || len(p.Unknown) > 0 {
			t.Fatal(err, p.Unknown)
		}
		for _, talk := range p.TalkHistory {
			if (talk.Time != 0) != timed {
				t.Fatalf("a talk has the time %d", talk.Time)
			}
		}
		if e.Agent == agent && p.Request == wire.RequestTalk && p.Info.Day == 0 {
			counts = append(counts, string(rune('0'+*p.Info.RemainCount)))
		}
	}
	return strings.Join(counts, " ")
}
