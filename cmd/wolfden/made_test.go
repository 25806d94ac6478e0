package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/characters"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/judge"
	"wolfden/internal/score"
	"wolfden/internal/transcript"
	"wolfden/internal/viewer"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// madeRoles is a table with a role of the village that guards, a second sort of werewolf and a human who wins with them.
func madeRoles(t *testing.T) *werewolf.RoleTable {
	t.Helper()
	table, err := werewolf.NewRoleTable(
		werewolf.RoleSpec{Name: "SHERIFF", Letter: "X", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Guards},
		werewolf.RoleSpec{
			Name: "ALPHA", Letter: "Y", Team: werewolf.WerewolfTeam, Species: werewolf.Wolf, Power: werewolf.Attacks, Knows: true, Whispers: true,
		},
		werewolf.RoleSpec{Name: "MOLE", Letter: "Z", Team: werewolf.WerewolfTeam, Species: werewolf.Human})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

const sheriff, alpha, mole = werewolf.FirstAdded, werewolf.FirstAdded + 1, werewolf.FirstAdded + 2

// Roles that nobody has thought of are played by every player, recorded, told and counted like any other.
func TestEveryPlayerPlaysMadeUpRoles(t *testing.T) {
	if testing.Short() {
		t.Skip("games of one goroutine")
	}
	t.Parallel()
	roles := madeRoles(t)
	nine := werewolf.RoleCounts{
		werewolf.Werewolf: 1, alpha: 1, mole: 1, werewolf.Seer: 1, sheriff: 1, werewolf.Freemason: 2, werewolf.Villager: 2,
	}
	five := werewolf.RoleCounts{alpha: 1, werewolf.Seer: 1, sheriff: 1, werewolf.Villager: 2}
	people, err := characters.In("en")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var games []*chronicle.Summary
	for i, k := range bot.Kinds() {
		counts := nine
		if k.Players == five.Total() || i%2 == 0 && !*long {
			counts = five
		}
		if k.Name == "scripted" || k.Name == "chaos" { // they need a script, and minutes
			continue
		}
		seed := uint64(i)
		tab := &tableSetup{rules: roles.Rules(counts), lang: "en", people: people}
		if tab.bots, err = fill([]string{k.Name}, counts.Total()); err != nil {
			t.Fatal(err)
		}
		s := &series{command: "play", table: tab, out: dir, total: 1, seed: &seed}
		o, err := s.play(context.Background(), 0, nil)
		if err != nil || o.Faults != 0 {
			t.Fatalf("%s: %v, faults %d", k.Name, err, o.Faults)
		}
		games = append(games, told(t, o.Record))
		if line, err := json.Marshal(o); err != nil || !strings.Contains(string(line), `"role":"SHERIFF"`) {
			t.Errorf("%s: the outcome is %s, %v", k.Name, line, err)
		}
	}
	counted(t, score.Count(games, false, 1))
}

// told verifies the record and tells its game in every form.
func told(t *testing.T, path string) *chronicle.Summary {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := gamelog.Verify(data)
	if err != nil {
		t.Fatal(err)
	}
	g, err := chronicle.OfRecord(rec)
	if err != nil {
		t.Fatal(err)
	}
	var text, log, page bytes.Buffer
	p := transcript.New(&text, &rec.Header, false)
	for _, e := range rec.Entries {
		if e.Event != nil {
			p.Event(e.Event)
		}
	}
	if err := contestlog.Write(&log, rec, contestlog.February); err != nil {
		t.Fatal(err)
	}
	if err := viewer.WriteFile(&page, rec, archive.Kept{}, story.Perspective{All: true}, "en"); err != nil {
		t.Fatal(err)
	}
	judged, err := judge.NewGame(g)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := judged.Log(judged.Order(1, "", 0))
	if err != nil {
		t.Fatal(err)
	}
	key, err := json.Marshal(judged.Key(path))
	if err != nil {
		t.Fatal(err)
	}
	said, err := readSaid(path)
	if err != nil {
		t.Fatal(err)
	}
	acts, err := said.lines()
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []struct{ what, text, want string }{
		{"log for raters", seen, `"SHERIFF"`}, {"key", string(key), `"role":"SHERIFF"`}, {"acts", string(acts), `"acts":`},
		{"record", string(data), `"role":"SHERIFF"`}, {"transcript", text.String(), "sheriff"}, {"log", log.String(), ",SHERIFF,"}, {"page", page.String(), ">Sheriff<"},
	} {
		if !strings.Contains(form.text, form.want) || strings.Contains(form.text, "?8") {
			at := max(0, strings.Index(form.text, "?8")-80)
			t.Errorf("%s: the %s does not name the sheriff: %q", path, form.what, form.text[at:min(len(form.text), at+200)])
		}
	}
	return &g.Summary
}

// counted looks for the roles in the tables.
func counted(t *testing.T, r *score.Report) {
	t.Helper()
	var csv, json, latex, text bytes.Buffer
	for _, err := range []error{r.WriteCSV(&csv), r.WriteJSON(&json), r.WriteLaTeX(&latex), r.WriteText(&text)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(r.Tables) != 2 || len(r.Tables[0].Warnings) == 0 {
		t.Errorf("%d tables", len(r.Tables))
	}
	for _, name := range []string{"SHERIFF", "ALPHA", "MOLE"} {
		for what, out := range map[string]string{"csv": csv.String(), "json": json.String(), "text": text.String()} {
			if !strings.Contains(out, name) {
				t.Errorf("%s is not in the %s", name, what)
			}
		}
	}
	if want := "9 players (V=2,S=1,W=1,F=2,X=1,Y=1,Z=1)"; !strings.Contains(text.String(), want) {
		t.Errorf("no table of %s:\n%s", want, text.String())
	}
}
