package contest

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/werewolf"
)

const plannedFive = `
server: {data_dir: DIR}
matching: {self_match: false, is_optimize: true, team_count: 5, game_count: 2, output_path: DIR/journal.jsonl}
`

// A roster says who may play, and where there is none the organiser hears what
// that means.
func TestARosterSaysWhoMayPlay(t *testing.T) {
	roster := "teams: [ann, bob, 'チーム', dan, eve]\n"
	for what, yaml := range map[string]string{
		"self":    fiveSelf + roster,
		"planned": strings.Replace(plannedFive, "team_count: 5, ", "", 1) + roster,
		"track":   "server: {data_dir: DIR}\ntracks: [{name: one, path: /ws, teams: [ann, bob, 'チーム', dan, eve]}]\n",
	} {
		t.Run(what, func(t *testing.T) {
			s := start(t, t.TempDir(), yaml)
			for _, name := range []string{"fay1", "an1", strings.Repeat("長", 60) + "1"} {
				got := s.join(t, name).closed()
				if !strings.Contains(got, "the teams are ann, bob, チーム, dan, eve") || len(got) > 123 {
					t.Errorf("%s: the reason is %q", name, got)
				}
			}
			s.join(t, "チーム2")
			s.waiting(t, "チーム2")
		})
	}
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(&said, nil))
	for yaml, warned := range map[string]bool{plannedFive: true, plannedFive + roster: false, defaults: false} {
		cfg, err := config.Parse("test.yml", []byte(strings.ReplaceAll(yaml, "DIR", t.TempDir())))
		if err != nil {
			t.Fatal(err)
		}
		c, err := New(Options{Config: cfg, Characters: contesttest.Cast(20), Log: log})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Release(); err != nil {
			t.Error(err)
		}
		if got := strings.Contains(said.String(), "name the teams under teams"); got != warned {
			t.Errorf("%s warned: %t", yaml, got)
		}
		said.Reset()
	}
	if got := enumerated(strings.Split(strings.Repeat("a-long-name ", 50), " ")[:50]); len(got) > 80 || !strings.HasSuffix(got, " more") {
		t.Errorf("a long list is %q", got)
	}
}

// With a roster the places of a schedule are the teams', whoever comes first.
func TestARosterKeepsThePlacesOfASchedule(t *testing.T) {
	s := start(t, t.TempDir(), strings.Replace(plannedFive, "team_count: 5, game_count: 2", "game_count: 1", 1)+"teams: [ann, bob, cat, dan, eve]\n")
	for _, name := range []string{"an1", "bobb1", "zoe1"} {
		if got := s.join(t, name).closed(); got == "" {
			t.Errorf("%s plays", name)
		}
	}
	s.Clients(t, []string{"ann1", "bob1", "cat1", "dan1", "eve1"}, 1)()
	s.Records(t, 1)
}

// A name that looks like that of a team which is here is refused, and so is one
// with something invisible in it.
func TestLookAlikesAreRefused(t *testing.T) {
	known := start(t, t.TempDir(), plannedFive)
	known.join(t, "cats1")
	_ = known.waiting(t, "cats1").ws.CloseNow() // it keeps its place
	here := start(t, t.TempDir(), fiveSelf)
	here.join(t, "cats1")
	here.waiting(t, "cats1")
	for _, s := range []*testServer{known, here, start(t, t.TempDir(), fiveSelf+"teams: [cats, dogs]\n")} {
		for _, name := range []string{"Cats1", "ｃａｔｓ1", "сats1", "cats\u200b1", "\ufeffcats1", "ca\u2060ts1"} {
			if got := s.join(t, name).closed(); !strings.Contains(got, "looks like that of team cats") && !strings.Contains(got, "cannot be seen, U+") &&
				!strings.Contains(got, "the teams are cats, dogs") {
				t.Errorf("%q: the reason is %q", name, got)
			}
		}
		s.join(t, "cats2")
		s.waiting(t, "cats2")
	}
	g := newTeamRegister(werewolf.NoLimit)
	if err := g.enter("cats"); err != nil {
		t.Error(err)
	}
	g.leave("cats")
	if err := g.enter("Cats"); err != nil {
		t.Errorf("nobody else is there any more: %v", err)
	}
	g.leave("Cats")
	g.know("cats", "Cats") // of a contest that began before looks were compared
	for _, name := range []string{"cats", "Cats", "cats"} {
		if err := g.enter(name); err != nil {
			t.Errorf("a team with a place is refused: %v", err)
		}
	}
	if g.enter("CATS") == nil {
		t.Error("one without a place is let in")
	}
}
