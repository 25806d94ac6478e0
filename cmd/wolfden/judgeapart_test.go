package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/judge"
	"wolfden/werewolf"
)

// judgedBy are the entries that judging one game leaves: its key, and a ranking of its players.
func judgedBy(t *testing.T, game, lang, model string) []judge.Entry {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	h := gamelog.Header{Version: gamelog.Version, ID: game, Lang: lang, Rules: rules, Provenance: &gamelog.Provenance{Program: "1.0", Command: "play"}}
	key := judge.Key{Game: game, Lang: lang}
	answer := judge.Answer{Question: judge.Question{Game: game, Criterion: "A", Kind: judge.ByRules, Rater: "rules", Scale: judge.Ranked}}
	for i, role := range []werewolf.Role{werewolf.Werewolf, werewolf.Possessed, werewolf.Seer, werewolf.Villager, werewolf.Villager} {
		name := fmt.Sprint("player ", i)
		h.Seats = append(h.Seats, werewolf.Seat{Name: name, Team: "kanolab", Role: role})
		h.Provenance.Players = append(h.Provenance.Players, gamelog.Entrant{Player: "kanolab", Model: model})
		key.Players = append(key.Players, judge.Player{Name: name, Team: "kanolab", Role: role.String()})
		answer.Ranking = append(answer.Ranking, name)
	}
	if key.Record, err = json.Marshal(&h); err != nil {
		t.Fatal(err)
	}
	return []judge.Entry{{Key: &key}, {Answer: &answer}}
}

// Games that were judged in several runs are told apart by what played them, as everywhere, and so are those in two languages.
func TestJudgedApart(t *testing.T) {
	for _, c := range []struct {
		merge []string
		want  []string
		made  string
	}{
		{nil, []string{"kanolab · liar (5 players, en)", "kanolab · liar (5 players, ja)", "kanolab · seer (5 players, en)"}, "kanolab · seer = kanolab, model x:seer"},
		{[]string{"model"}, []string{"kanolab (5 players, en)", "kanolab (5 players, ja)"}, "different models are counted together as one: kanolab"},
		{[]string{"model", "language"}, []string{"kanolab"}, "different models are counted together as one: kanolab"},
	} {
		tally := &judge.Tally{}
		for _, entries := range [][]judge.Entry{judgedBy(t, "one", "en", "x:liar"), judgedBy(t, "two", "en", "x:seer"), judgedBy(t, "three", "ja", "x:liar")} {
			tally.Add(entries)
		}
		ballots, err := tally.Ballots(0)
		if err != nil {
			t.Fatal(err)
		}
		var notes bytes.Buffer
		e := &env{stdout: io.Discard, stderr: &notes}
		noteOrigin(e, (&mergeFlags{Merge: c.merge}).apart(e, ballots))
		var teams []string
		for _, row := range ballots.Table(nil, false).Rows {
			teams = append(teams, row.Team)
		}
		if !slices.Equal(teams, c.want) || !strings.Contains(notes.String(), c.made) {
			t.Errorf("merge %v: %q\n%s", c.merge, teams, notes.String())
		}
	}
}
