package nameless

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/gamelogtest"
)

// games are records of some games between three teams, with all that tells who played.
func games(t *testing.T) (all []*gamelog.Record) {
	t.Helper()
	for seed := range uint64(6) {
		h := gamelogtest.Header(t, 5, seed)
		h.Provenance = &gamelog.Provenance{Program: "0.2", Command: "serve", Source: "logs/team0.log", Plan: "five", Match: "1-0001"}
		for i := range h.Seats {
			team := []string{"kanolab", "犬と狼組", "x"}[(i+int(seed))%3]
			h.Seats[i].Team, h.Seats[i].Client = team, fmt.Sprintf("%s%d", team, i)
			h.Provenance.Players = append(h.Provenance.Players, gamelog.Entrant{
				Player: "lycaon", Option: "bold", Off: []string{"logic"}, Parameters: map[string]float64{"claim": .7}, Lang: "ja", Remote: i == 1, Model: "openai:gpt",
				Models: map[string]string{"vote": "ollama:qwen"}, Window: 99, Tasks: map[string]gamelog.Generation{"talk": {Prompt: "abc"}},
			})
			if seed == 5 { // as a league has it
				h.Provenance.Players[i].Entry, h.Seats[i].Team = team, fmt.Sprintf("%s-%d", team, i)
			}
		}
		rec, err := gamelog.Parse(gamelogtest.Record(t, h, 50))
		if err != nil {
			t.Fatal(err)
		}
		for i := range rec.Entries {
			if in := rec.Entries[i].Input; in != nil {
				in.Notes = []gamelog.Note{{Topic: "belief", Text: "A is a wolf"}, {Topic: "model", Text: `{"task":"talk","by":"model","model":"gpt-secret"}`}}
			}
		}
		all = append(all, rec)
	}
	return all
}

func summaries(all []*gamelog.Record) (of []*chronicle.Summary) {
	for _, rec := range all {
		of = append(of, chronicle.Summarize(rec))
	}
	return of
}

// Nothing in a record tells who played, a team has one letter throughout, and the record is one that the rules confirm.
func TestHide(t *testing.T) {
	t.Parallel()
	all := games(t)
	n := New(summaries(all), func(k int, swap func(i, j int)) { swap(0, k-1) })
	letters := map[string]string{}
	for _, rec := range all {
		var before, after, again bytes.Buffer
		if err := gamelog.Write(&before, rec); err != nil {
			t.Fatal(err)
		}
		hidden := n.Hide(rec)
		if err := gamelog.Write(&after, hidden); err != nil {
			t.Fatal(err)
		}
		if _, err := gamelog.Verify(after.Bytes()); err != nil {
			t.Error(err)
		}
		if err := gamelog.Write(&again, rec); err != nil || !bytes.Equal(before.Bytes(), again.Bytes()) {
			t.Error("the record itself was changed")
		}
		for _, secret := range []string{"kanolab", "犬と狼組", "lycaon", "bold", "logic", "claim\":0.7", "gpt", "qwen", "team0", "window", `"x"`} {
			if strings.Contains(after.String(), secret) {
				t.Errorf("%s stands in what was to tell nothing", secret)
			}
		}
		for _, kept := range []string{`"topic":"belief"`, `"match":"1-0001"`, `"plan":"five"`, `"remote":true`} {
			if !strings.Contains(after.String(), kept) {
				t.Errorf("%s was lost", kept)
			}
		}
		for i, p := range chronicle.Summarize(hidden).Players {
			was := strings.TrimRight(rec.Header.Seats[i].Client, "0123456789")
			if letters[was] == "" {
				letters[was] = p.Team
			}
			if p.Team != letters[was] || len(p.Team) != 1 || p.Client != fmt.Sprint(p.Team, i) {
				t.Errorf("%s is %s as %s, and was %s before", was, p.Team, p.Client, letters[was])
			}
		}
	}
	if len(letters) != 3 || n.Len() != 3 || letters["kanolab"] == letters["x"] || letters["kanolab"] != "C" {
		t.Errorf("letters: %v", letters)
	}
}

// What players say of teams is counted and stays.
func TestTold(t *testing.T) {
	t.Parallel()
	all := games(t)[:1]
	n := New(summaries(all), func(int, func(i, j int)) {})
	if n.Told(all[0]) != 0 {
		t.Error("a short name was found in other words")
	}
	said := 0
	for _, e := range all[0].Entries {
		if e.Event != nil && e.Event.Text != "" && e.Event.Kind.String() == "talk" && said < 2 {
			said++
			e.Event.Text = "I play for KanoLab!"
		}
	}
	if got := n.Told(all[0]); got != said || said != 2 {
		t.Errorf("%d of %d were found", got, said)
	}
	if text := fmt.Sprint(letters(0), letters(25), letters(26), letters(27), letters(26+26*26)); text != "AZAAABAAA" && text != "A Z AA AB AAA" {
		t.Error(text)
	}
}
