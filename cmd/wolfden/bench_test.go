package main

import (
	"bytes"
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bench"
	"wolfden/internal/bot"
	"wolfden/werewolf"
)

// The players of the suite are there, and can play its games.
func TestPlayersOfTheSuite(t *testing.T) {
	t.Parallel()
	s, err := bench.Load()
	if err != nil {
		t.Fatal(err)
	}
	if can, err := bot.Asks(s.System); err != nil || !can {
		t.Errorf("%s plays for models: %v, %v", s.System, can, err)
	}
	for _, name := range append([]string{s.System}, s.Games.Opponents...) {
		for _, table := range s.Games.Tables {
			if _, err := bot.New(name, bot.Config{Lang: table.Lang}); err != nil {
				t.Error(err)
			}
			if err := bot.Fits(name, table.Players); err != nil {
				t.Error(err)
			}
		}
	}
}

// benched runs bench, and returns its only card.
func benched(t *testing.T, args ...string) *bench.Card {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(t.Context(), append([]string{"bench", "--json", "-q"}, args...), &out, &errs); status != exitOK {
		t.Fatalf("status %d: %s", status, &errs)
	}
	cards, err := bench.ReadJSON(out.Bytes())
	if err != nil || len(cards) != 1 {
		t.Fatalf("%v\n%s", err, &out)
	}
	return cards[0]
}

// The figures of a card are those that its records tell whoever goes through them line by line.
func TestCardIsWhatTheRecordsTell(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	card := benched(t, "plain", "--parts", "games", "--out", dir)
	files, err := filepath.Glob(filepath.Join(dir, "plain", "games", "*", "games", "*"+gamelog.Extension))
	if err != nil || len(files) != card.Games.Done || card.Games.Done != 39 {
		t.Fatalf("%d files, %d games, %v", len(files), card.Games.Done, err)
	}
	won, of := map[string]int{}, map[string]int{}
	hits, chance, ballots := 0.0, 0.0, 0
	for _, file := range files {
		rec, err := gamelog.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		h, own, winner := &rec.Header, werewolf.SeatID(0), werewolf.Team(0)
		for i, p := range h.Provenance.Players {
			if p.Entry == bench.Entry {
				own = werewolf.SeatID(i + 1)
			}
		}
		alive := map[werewolf.SeatID]bool{}
		for i := range h.Seats {
			alive[werewolf.SeatID(i+1)] = true
		}
		wolf := func(id werewolf.SeatID) bool { return h.Seats[id-1].Role == werewolf.Werewolf }
		role := h.Seats[own-1].Role
		for i := range rec.Entries {
			e := rec.Entries[i].Event
			if e == nil {
				continue
			}
			switch e.Kind {
			case werewolf.Executed, werewolf.FoundDead:
				delete(alive, e.Seat)
			case werewolf.GameOver:
				winner = e.Winner
			case werewolf.VoteCast:
				if e.Seat == own && role != werewolf.Werewolf && role != werewolf.Possessed {
					others := 0.0
					for id := range alive {
						if id != own && wolf(id) {
							others++
						}
					}
					ballots++
					chance += others / float64(len(alive)-1)
					if wolf(e.Target) {
						hits++
					}
				}
			default:
			}
		}
		side := werewolf.StandardRoles().Team(role)
		for _, name := range []string{"", role.String(), "side " + side.String()} {
			if of[strings.ToLower(name)]++; side == winner {
				won[strings.ToLower(name)]++
			}
		}
	}
	is := func(what string, f bench.Figure, want float64) {
		t.Helper()
		if f.Value == nil || math.Abs(*f.Value-want) > 1e-9 {
			text, _ := json.Marshal(f)
			t.Errorf("%s: %s, not %v", what, text, want)
		}
	}
	share := func(name string) float64 { return float64(won[name]) / float64(of[name]) }
	is("won", card.Games.Won, share(""))
	for _, r := range card.Games.Roles {
		is(r.Name, r.Figure, share(r.Name))
		if r.N != of[r.Name] {
			t.Errorf("%s: %d games, not %d", r.Name, r.N, of[r.Name])
		}
	}
	for _, s := range card.Games.Sides {
		is(s.Name, s.Figure, share("side "+s.Name))
	}
	if len(card.Games.Roles) != 6 || len(card.Games.Sides) != 2 {
		t.Errorf("%d roles, %d sides", len(card.Games.Roles), len(card.Games.Sides))
	}
	is("detection", card.Games.Detection, (hits-chance)/float64(ballots))
	ones := 0
	for _, table := range card.Games.Tables {
		ones += strings.Count(table.Results, "1")
	}
	if ones != won[""] {
		t.Errorf("%d results of a win, not %d", ones, won[""])
	}

	// What is there is not played again, and comes to the same.
	again := benched(t, "plain", "--parts", "games", "--out", dir)
	if a, b := *again.Games.Won.Value, *card.Games.Won.Value; a != b {
		t.Errorf("won %v, then %v", b, a)
	}
}

// While a forecast is rehearsed, it is told how far that is.
func TestForecastIsTold(t *testing.T) {
	t.Parallel()
	suite, err := bench.Load()
	if err != nil {
		t.Fatal(err)
	}
	c := &benchCmd{Model: []string{"openai:gpt-4o-mini"}, Size: bench.Quick, Parts: []string{benchSituations}, Out: t.TempDir(), Forecast: true}
	var out, told bytes.Buffer
	r := &benchRun{benchCmd: c, env: &env{ctx: t.Context(), stdout: &out, stderr: &told}, suite: suite}
	if r.measured, err = c.contestants(suite); err == nil {
		err = r.stamp()
	}
	if err == nil {
		err = r.foretell(&progress{of: "rehearsal", total: 3, lines: &told})
	}
	if err != nil || told.String() != "1 of 3 rehearsals\n2 of 3 rehearsals\n3 of 3 rehearsals\n" || !strings.HasPrefix(out.String(), "forecast: openai:gpt-4o-mini: ") {
		t.Errorf("%v; it tells %q and %q", err, &told, &out)
	}
}
