package main

import (
	"testing"

	"wolfden/internal/experiment"
	"wolfden/internal/league"
)

// A player of a comparison asks the model also where the other, who is named first, is a program.
func TestPlayerBesideAProgramAsksItsModel(t *testing.T) {
	t.Parallel()
	c := compareCmd{
		First: "mine", Second: "kanolab", Players: 5, Games: 2, Lang: "en", Seating: "mixed",
		programFlags: programFlags{Exec: commands{"mine": "cat"}}, modelFlags: modelFlags{Model: "openai:gpt-4o"},
	}
	s, err := c.spec()
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.rehearse(func(used *models, _ *experiment.Folder) (did, all int, err error) {
		players, err := sameModel(s, used, false)
		for i, want := range []*models{nil, used} {
			if got := players.models[modelKey(s.Entries[i])]; got != want {
				t.Errorf("%s asks %v, want %v", s.Entries[i].Name, got, want)
			}
		}
		return 1, 1, err
	})
	if err != nil {
		t.Error(err)
	}
}

// What is found in a folder is not played again.
func TestLeagueGoesOnWithItsFolder(t *testing.T) {
	t.Parallel()
	c := labRoundsCmd{Proposed: "plain", Baseline: "random", Games: 6, Lang: "en", Seed: 1, Parallel: 1}
	s, err := c.spec()
	if err != nil {
		t.Fatal(err)
	}
	all, err := sameModel(s, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for before := range 2 {
		r := &leagueRun{Runner: all.runner("lab", s, league.Plan(s), 1), out: dir, listen: &listening{}}
		played := 0
		r.show = func(found int) func() {
			if want := 6 * before; found != want {
				t.Errorf("%d games found, want %d", found, want)
			}
			r.Report = func(int) { played++ }
			return func() {}
		}
		if err := r.play(&env{ctx: t.Context(), stdout: t.Output(), stderr: t.Output()}); err != nil || r.Left() != 0 || played != 6-6*before {
			t.Errorf("%v; %d left, %d played", err, r.Left(), played)
		}
	}
}

// A program that breaks down costs its own side a player, and does not end the game of the others.
func TestProgramsThatLeaveEndNoGame(t *testing.T) {
	for bots, want := range map[string]float64{"plain": 0.2, "exec:true": 1} {
		table, err := newTableSetup(5, "", "en", []string{bots, "plain"}, &programFlags{})
		if err != nil || table.rules.MaxFailedRatio != want {
			t.Errorf("with %s a game ends when %v have failed, want %v (%v)", bots, table.rules.MaxFailedRatio, want, err)
		}
	}
}
