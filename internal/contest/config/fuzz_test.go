package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"wolfden/internal/settings"
	"wolfden/werewolf"
)

// Whatever is in a file: it is refused with faults that say where, or what comes of it can be played.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"organisers.yml", "faults.txt"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		for _, c := range faultCases("=== \n" + string(text)) {
			f.Add([]byte(c.file))
		}
	}
	f.Add([]byte(contest))
	f.Add([]byte("x: &a {b: [1, 'c', \"d\"]}\ngame: {<<: *a}\n"))
	f.Add([]byte("game: |\n  x\n --- \n..."))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse("f", data)
		var e *settings.Error
		switch {
		case err == nil:
			playable(t, c)
		case !errors.As(err, &e) || c != nil || len(e.Faults) == 0:
			t.Fatalf("%v, %v", c, err)
		default:
			lines := strings.Count(strings.ReplaceAll(string(data), "\r", "\n"), "\n") + 1
			for _, fault := range e.Faults {
				if text := fault.String(); fault.Line < 0 || fault.Line > lines || fault.Text == "" || !utf8.ValidString(text) {
					t.Errorf("%q", text)
				}
				if strings.Contains(fault.Text, "gave up") {
					t.Error(fault)
				}
			}
		}
	})
}

func playable(t *testing.T, c *Config) {
	if len(c.Tracks) == 0 {
		t.Fatal("no tracks")
	}
	for _, track := range c.Tracks {
		rules := track.Rules
		seats := make([]werewolf.Seat, rules.Players())
		for i := range seats {
			seats[i].Name = string(rune('A' + i))
			if i < len(track.Characters.Profiles) {
				seats[i].Name = track.Characters.Profiles[i].Name
			}
		}
		if profiles := len(track.Characters.Profiles); profiles > 0 && profiles < len(seats) {
			t.Errorf("%d profiles for %d players", profiles, len(seats))
		}
		if _, err := werewolf.New(rules, seats, 1); err != nil {
			t.Error(err)
		}
		if track.Name == "" || track.Path == "" || track.Port == 0 || track.timeout.action <= 0 {
			t.Errorf("%+v", track)
		}
	}
}
