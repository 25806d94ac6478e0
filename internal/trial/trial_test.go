package trial_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/league"
	"wolfden/internal/match"
	"wolfden/internal/speech/understand"
	"wolfden/internal/trial"
	"wolfden/werewolf"
)

// table is a trial of a built-in player.
func table(t *testing.T, tried string, players, games int) *league.Spec {
	t.Helper()
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	of := trial.Table{Program: league.Entry{Name: "mine", Bot: tried}, Rules: rules, Games: games, Seed: 5, Lang: "en"}
	for _, name := range []string{"plain", "random", "mille"} {
		of.Pool = append(of.Pool, league.Entry{Name: name, Bot: name})
	}
	for i := range 13 {
		of.Cast = append(of.Cast, league.Character{Name: fmt.Sprint("Name", i)})
	}
	s, err := of.Spec()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// play plays a run into a folder, and returns its games and their rules.
func play(t *testing.T, dir, tried string, games int) ([]trial.Game, *werewolf.Rules) {
	t.Helper()
	return playAs(t, dir, tried, 5, games, func(p match.Player) match.Player { return p })
}

// playAs is play with the program made into something else.
func playAs(t *testing.T, dir, tried string, players, games int, as func(match.Player) match.Player) ([]trial.Game, *werewolf.Rules) {
	t.Helper()
	s := table(t, tried, players, games)
	folder, err := league.OpenFolder(dir, s)
	if err != nil {
		t.Fatal(err)
	}
	plan, shared := league.Plan(s), understand.NewShared()
	r := league.Runner{
		Spec: s, Games: plan, Results: make([]league.Result, len(plan)), Parallel: 2, Keep: folder.Keep,
		Make: func(e league.Entry, lang string, seed uint64) (match.Player, error) {
			p, err := bot.New(e.Bot, bot.Config{Seed: seed, Lang: lang, Shared: shared})
			if e.Name == "mine" {
				p = as(p)
			}
			return p, err
		},
	}
	if err := r.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
	all, err := trial.ReadGames(dir, "mine", nil)
	if err != nil || len(all) != games {
		t.Fatalf("%d games of %d, %v", len(all), games, err)
	}
	return all, &s.Setups[0].Rules
}

// TestFigures: what is counted of a run is what its records say, counted here another way.
func TestFigures(t *testing.T) {
	games, rules := play(t, t.TempDir(), "random", 20)
	f := trial.FiguresOf(games, rules)
	won, sum := 0, 0
	byRole := map[werewolf.Role][2]int{}
	against := map[string][2]int{}
	for k, g := range games {
		if g.Number != k {
			t.Errorf("game %d of the plan comes at %d", g.Number, k)
		}
		rec, err := gamelog.ReadFile(g.File)
		if err != nil {
			t.Fatal(err)
		}
		side := rules.Table.Team(rec.Header.Seats[g.Seat-1].Role)
		wins := 0
		if rec.Result().Winner == side {
			wins = 1
		}
		won += wins
		byRole[g.Role] = [2]int{byRole[g.Role][0] + wins, byRole[g.Role][1] + 1}
		for i, seat := range rec.Header.Seats {
			if i+1 != int(g.Seat) && rules.Table.Team(seat.Role) != side {
				name := rec.Header.Provenance.Players[i].Entry
				against[name] = [2]int{against[name][0] + wins, against[name][1] + 1}
			}
		}
	}
	if f.Won.Successes != won || f.Won.Trials != 20 {
		t.Errorf("won %d of %d, want %d of 20", f.Won.Successes, f.Won.Trials, won)
	}
	for _, r := range f.Roles {
		sum += r.Own.Trials
		if got := [2]int{r.Own.Successes, r.Own.Trials}; got != byRole[r.Role] || r.Own.Trials != 4*rules.Roles[r.Role] {
			t.Errorf("%v: %v, want %v of %d", r.Role, got, byRole[r.Role], 4*rules.Roles[r.Role])
		}
		if r.Own.Trials+r.Others.Trials != 20*rules.Roles[r.Role] || r.Others.Clusters > 20 {
			t.Errorf("%v: %d seats of others", r.Role, r.Others.Trials)
		}
	}
	for i, w := range f.With {
		if got := [2]int{w.Against.Successes, w.Against.Trials}; got != against[w.Name] {
			t.Errorf("against %s: %v, want %v", w.Name, got, against[w.Name])
		}
		if i > 0 && w.Against.Share() < f.With[i-1].Against.Share() {
			t.Errorf("%s stands behind %s", w.Name, f.With[i-1].Name)
		}
	}
	if sum != 20 || len(f.With) != 3 || f.Ahead.N != 4 {
		t.Errorf("%d games by role, %d others, %d decks", sum, len(f.With), f.Ahead.N)
	}
}

// madeUp are games of five in which the program wins so many decks whole and loses the others, where the others win half.
func madeUp(rules *werewolf.Rules, decks, won int) (games []trial.Game) {
	var cards []werewolf.Role
	for _, role := range rules.Roles.InPlay().Slice() {
		for range rules.Roles[role] {
			cards = append(cards, role)
		}
	}
	for n := range decks * len(cards) {
		g := trial.Game{Number: n, Role: cards[n%len(cards)], Won: n/len(cards) < won}
		for i, role := range cards {
			if i != n%len(cards) {
				g.Others = append(g.Others, trial.Other{Name: "other", Role: role, Won: (n+i)%2 == 0})
			}
		}
		games = append(games, g)
	}
	return games
}

// TestAhead: the difference to the others is that of decks; what is not a whole deck is left out, and a plain difference needs no
// more games.
func TestAhead(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	games := madeUp(&rules, 10, 10)
	f := trial.FiguresOf(games, &rules)
	if f.Ahead.N != 10 || math.Abs(f.Ahead.Value-0.5) > 0.1 || f.Ahead.Low <= 0 || f.Decided != 0 {
		t.Errorf("ahead %v of %d decks, decided at %d", f.Ahead, f.Ahead.N, f.Decided)
	}
	if f := trial.FiguresOf(games[:48], &rules); f.Ahead.N != 9 {
		t.Errorf("48 games are %d decks", f.Ahead.N)
	}
	f = trial.FiguresOf(madeUp(&rules, 10, 6), &rules)
	if f.Ahead.Low > 0 || f.Ahead.High < 0 || f.Decided <= 50 || f.Decided%5 != 0 {
		t.Errorf("ahead %v, decided at %d", f.Ahead, f.Decided)
	}
	if f := trial.FiguresOf(nil, &rules); f.Won.Trials != 0 || f.Ahead.N != 0 || f.Decided != 0 {
		t.Errorf("no games: %+v", f)
	}
}

// TestBeside: runs are compared by the deals that they share, whoever is tried; other tables share none.
func TestBeside(t *testing.T) {
	first, _ := play(t, t.TempDir(), "random", 10)
	again, _ := play(t, t.TempDir(), "random", 15)
	other, _ := play(t, t.TempDir(), "plain", 10)
	b := trial.BesideOf(again, first)
	if b.Deals != 10 || b.OnlyThis+b.OnlyOther != 0 || b.Difference.Value != 0 || b.Decided != 0 {
		t.Errorf("the same program: %+v", b)
	}
	b = trial.BesideOf(other, first)
	more, fewer := 0, 0
	for i := range first {
		switch {
		case other[i].Won && !first[i].Won:
			more++
		case first[i].Won && !other[i].Won:
			fewer++
		}
		if other[i].Role != first[i].Role || other[i].Seat != first[i].Seat {
			t.Errorf("game %d has another deal", i)
		}
	}
	if b.Deals != 10 || b.OnlyThis != more || b.OnlyOther != fewer || math.Abs(b.Difference.Value-float64(more-fewer)/10) > 1e-9 {
		t.Errorf("another program: %+v, want %d and %d", b, more, fewer)
	}
	strange := slices.Clone(first)
	rec, err := gamelog.ReadFile(first[0].File)
	if err != nil {
		t.Fatal(err)
	}
	rec.Header.Provenance.Players[first[0].Seat%5].Player = "another"
	if strange[0], err = trial.Of(rec, "", "mine"); err != nil {
		t.Fatal(err)
	}
	if b := trial.BesideOf(again, strange); b.Deals != 9 {
		t.Errorf("with another opponent %d deals are the same, want 9", b.Deals)
	}
}

// TestRuns: runs have numbers of their own, are found by number and label, and the last one with the same deals is the one before.
func TestRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	if runs, err := trial.Runs(dir); err != nil || len(runs) != 0 {
		t.Fatalf("%v, %v", runs, err)
	}
	var begun []trial.Run
	for _, label := range []string{"first", "", "first"} {
		r, err := trial.Begin(dir, trial.Run{Label: label, Program: "mine"})
		if err != nil {
			t.Fatal(err)
		}
		begun = append(begun, r)
	}
	if err := os.Mkdir(filepath.Join(dir, "notes"), 0o755); err != nil {
		t.Fatal(err)
	}
	runs, err := trial.Runs(dir)
	if err != nil || len(runs) != 3 || runs[2].Number != 3 || runs[2].Dir() != begun[2].Dir() {
		t.Fatalf("%+v, %v", runs, err)
	}
	for called, want := range map[string]int{"first": 3, "2": 2, "1": 1} {
		if r := trial.Find(runs, called); r == nil || r.Number != want {
			t.Errorf("%q is %+v, want run %d", called, r, want)
		}
	}
	if r := trial.Find(runs, "second"); r != nil {
		t.Errorf("there is no run called second: %+v", r)
	}
	played, _ := play(t, runs[0].Dir(), "random", 5)
	if r, games, err := trial.Before(runs, played); err != nil || r == nil || r.Number != 1 || len(games) != 5 {
		t.Errorf("the run before is %+v with %d games, %v", r, len(games), err)
	}
	if r, _, err := trial.Before(runs[1:], played); err != nil || r != nil {
		t.Errorf("runs without games: %+v, %v", r, err)
	}
}

// TestDefeats: the votes that are called astray are those of the records, for somebody less suspect; what the jury finds are votes and
// claims of the program's own.
func TestDefeats(t *testing.T) {
	games, _ := play(t, t.TempDir(), "random", 20)
	lost := 0
	for i := range games {
		if !games[i].Won {
			lost++
		}
	}
	defeats, whole := trial.Defeats(t.Context(), games)
	if len(defeats) != lost || lost == 0 || !whole {
		t.Fatalf("%d defeats, want %d; whole: %v", len(defeats), lost, whole)
	}
	astray := 0
	for i := range defeats {
		d := &defeats[i]
		if d.Stood <= 0 || d.Stood > 1 || d.At == "" {
			t.Errorf("%s stood at %v, %q", d.ID, d.Stood, d.At)
		}
		a := d.Astray
		if a == nil {
			continue
		}
		astray++
		rec, err := gamelog.ReadFile(d.File)
		if err != nil {
			t.Fatal(err)
		}
		voted := false
		for _, entry := range rec.Entries {
			if in := entry.Input; in != nil && in.Action.Request == werewolf.Vote && in.Action.Seat == d.Seat {
				voted = voted || in.Action.Target == a.Target
			}
		}
		if !voted || a.Target == a.Rather || a.Instead <= a.Chance || d.Side != werewolf.VillagerTeam || a.Rather == d.Seat {
			t.Errorf("%s: %+v", d.ID, a)
		}
	}
	if astray == 0 || defeats[0].Astray == nil {
		t.Errorf("%d votes astray; the first defeat has %v", astray, defeats[0].Astray)
	}
	jury := plainJury()
	for i := range defeats[:2] {
		d := &defeats[i]
		if err := jury.Judge(t.Context(), d); err != nil || !d.Judged {
			t.Fatalf("%v, judged: %v", err, d.Judged)
		}
		for _, m := range d.Mistakes {
			if m.Seat != d.Seat || !m.Mistake() {
				t.Errorf("%s: %+v is no mistake of seat %d", d.ID, m, d.Seat)
			}
		}
	}
	told := trial.Instructive(defeats, 3)
	for i := range told[1:] {
		if told[i].Lost() < told[i+1].Lost() {
			t.Errorf("lost %v before %v", told[i].Lost(), told[i+1].Lost())
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if all, whole := trial.Defeats(ctx, games); whole || len(all) != lost {
		t.Errorf("stopped: %d defeats, whole: %v", len(all), whole)
	}
}
