package invite

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
)

func contest(lang string) *Contest {
	return &Contest{
		Title: "Autumn", Lang: lang, Address: "contest.example.org:9000", Rounds: 2, Begin: time.Date(2026, 12, 1, 9, 0, 0, 0, time.FixedZone("", 9*3600)), End: time.Date(2026, 12, 5, 18, 0, 0, 0, time.FixedZone("", 9*3600)),
		Divisions: []Division{{Name: "five", Players: 5}, {Name: "anytime", Players: 5, Anytime: true}},
		Teams: []Team{
			{Name: "aruru", Contact: "=cmd|' /C calc'!A0"}, {Name: "b'akko"}, {Name: "e_gao"}, {Name: strings.Repeat("長", 60)}, {Name: `den"ki`}, {Name: "e/gao"}, {Name: "狼たち"},
			{Name: "lycan", Divisions: []string{"five"}},
		},
		TokensTo: time.Now().Add(time.Hour),
	}
}

// The folder holds a contest as the server reads it, and for each team a sheet with what opens the server for that team and no other.
func TestWrite(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		dir := filepath.Join(t.TempDir(), "new")
		names, err := contest(lang).Write(dir)
		if err != nil || len(names) != 11 {
			t.Fatalf("%v, %v", names, err)
		}
		cfg, err := config.Load(filepath.Join(dir, Configuration))
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
		for i, want := range []struct {
			name, path     string
			teams, games   int
			self, anytimes bool
		}{
			{"rehearsal-five", "/rehearsal/five", 8, 0, true, false}, {"five", "/five", 8, 8, false, false},
			{"rehearsal-anytime", "/rehearsal/anytime", 7, 0, true, true}, {"anytime", "/anytime", 7, 7, false, true},
		} {
			c := &cfg.Tracks[i]
			if c.Name != want.name || c.Path != want.path || len(c.Teams) != want.teams || c.Matching.SelfMatch != want.self || c.Matching.GameCount != want.games ||
				(c.Rules.Talk.Duration > 0) != want.anytimes || !want.self && (c.Matching.Rounds != 2 || !c.Matching.Begin.Equal(at)) {
				t.Errorf("track %d: %+v", i, c)
			}
		}
		env, err := os.ReadFile(filepath.Join(dir, Environment))
		if err != nil {
			t.Fatal(err)
		}
		_, key, _ := strings.Cut(strings.TrimSpace(string(env)), "SECRET_KEY=")
		tokens := access.NewTokens([]byte(key))
		files := fileNames{}
		for _, team := range contest(lang).Teams {
			text, err := os.ReadFile(filepath.Join(dir, Sheets, files.of(team.Name)+".md"))
			if err != nil {
				t.Fatal(err)
			}
			i := strings.Index(string(text), "ey")
			token, _, _ := strings.Cut(string(text)[i:], "\n")
			r := httptest.NewRequest(http.MethodGet, "/five?token="+token, nil)
			if claims, err := tokens.Player(r); err != nil || claims.Team != team.Name || claims.Role != access.PlayerToken {
				t.Errorf("%s: its token is for %+v, %v", team.Name, claims, err)
			}
			if !strings.Contains(string(text), "2026-12-01 09:00 +09:00") || !strings.Contains(string(text), "wolfden check --players 5 --") ||
				strings.Contains(string(text), "check --players 5 --anytime") != (team.Name != "lycan") {
				t.Errorf("%s: %s", team.Name, text)
			}
			if has := strings.Contains(string(text), "/rehearsal/anytime"); has != (team.Name != "lycan") || !strings.Contains(string(text), "ws://contest.example.org:9000/five") {
				t.Errorf("%s: %s", team.Name, text)
			}
		}
		if roster, err := os.ReadFile(filepath.Join(dir, Roster)); err != nil || strings.Contains(string(roster), ",=cmd") || !strings.Contains(string(roster), "'=cmd") {
			t.Errorf("the roster runs formulas: %s", roster)
		}
		for _, name := range []string{Environment, Roster, filepath.Join(Sheets, "team-aruru.md")} {
			if info, err := os.Stat(filepath.Join(dir, name)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
				t.Errorf("%s is open to others: %v %v", name, info.Mode(), err)
			}
		}
		if _, err := contest(lang).Write(dir); err == nil || !strings.Contains(err.Error(), "there is a contest in") {
			t.Errorf("it is written twice: %v", err)
		}
	}
}

// Nothing is written of what makes no contest.
func TestWhatMakesNoContest(t *testing.T) {
	for want, change := range map[string]func(*Contest){
		"which is no division":           func(c *Contest) { c.Teams[0].Divisions = []string{"seven"} },
		"and a game of it":               func(c *Contest) { c.Divisions[1].Players = 13 },
		"digits at the end":              func(c *Contest) { c.Teams[1].Name = "team7" },
		"is there twice":                 func(c *Contest) { c.Teams[1].Name = "aruru" },
		"looks like":                     func(c *Contest) { c.Teams[1].Name = "ARURU" },
		"write a later time":             func(c *Contest) { c.End = c.Begin },
		"these settings make no contest": func(c *Contest) { c.Divisions[1].Name = "a b" },
	} {
		c, dir := contest("en"), filepath.Join(t.TempDir(), "new")
		change(c)
		if _, err := c.Write(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%q: something is written", want)
		}
	}
}

// Rosters are tables as spreadsheets write them.
func TestRead(t *testing.T) {
	want := []Team{{"aruru", "a@example.org", []string{"five", "nine"}}, {"byakko", "", nil}}
	for name, text := range map[string]string{
		"commas":     "team,contact,divisions\naruru,a@example.org,five nine\nbyakko,,\n",
		"semicolons": "\ufeffTeam;Contact;Divisions;Notes\r\naruru;a@example.org;five/nine;x\r\nbyakko\r\n;;;\r\n",
		"order":      "divisions, team ,contact\n five + nine, aruru, a@example.org\n,byakko,\n\n",
	} {
		if got, err := Read(strings.NewReader(text)); err != nil || !sameTeams(got, want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if got, err := Read(strings.NewReader("team\n\x82\xa2\x82\xca\n")); err != nil || !sameTeams(got, []Team{{"いぬ", "", nil}}) {
		t.Errorf("Shift_JIS: %+v, %v", got, err)
	}
	for text, why := range map[string]string{
		"team\n\x8c\xa2\n": "save it as UTF-8",
		"":                 "is empty", "name,contact\na,b\n": "no column team", "team\n\"": "parse error", strings.Repeat("x", maxRoster+1): "longer than",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

func sameTeams(a, b []Team) bool {
	return slices.EqualFunc(a, b, func(x, y Team) bool {
		return x.Name == y.Name && x.Contact == y.Contact && slices.Equal(x.Divisions, y.Divisions)
	})
}
