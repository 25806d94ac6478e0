package contest

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/teamname"
	"wolfden/werewolf"
)

// FuzzName checks that no name which a client may have leaves its folder, breaks
// a line, or passes for a team it is not of.
func FuzzName(f *testing.F) {
	for _, name := range []string{"kanolab1", "x/../../y1", "a\nb", "", "1", "..", "a\x00", "\xff", "名前1", "a\u202eb1", `c:\x1`} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name := strings.TrimSpace(text)
		if teamname.CheckClient(name) != nil {
			return
		}
		team := teamname.Of(name)
		if team == "" || !utf8.ValidString(name) || strings.ContainsAny(name, "\n\r\x00\x1b") {
			t.Fatalf("%q may be used", name)
		}
		h := &gamelog.Header{ID: "01ARZ3NDEKTSV4RRFFQ69G5FAV", Started: time.Now().UnixMilli()}
		for range 5 {
			h.Seats = append(h.Seats, werewolf.Seat{Team: team, Client: name})
		}
		file := contestlog.FileName(h, "{timestamp}_{teams}")
		if path := filepath.Join("logs", file); filepath.Dir(path) != "logs" || strings.ContainsAny(file, "/\\\x00") || len(file) > 240 {
			t.Fatalf("%q leads to %q", name, path)
		}
	})
}
