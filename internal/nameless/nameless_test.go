package nameless

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/gamelogtest"
	"wolfden/werewolf"
)

// games are records of some games between three teams, with all that tells who played.
func games(t *testing.T) (all []*gamelog.Record) {
	t.Helper()
	for seed := range uint64(6) {
		h := gamelogtest.Header(t, 5, seed)
		h.Provenance = &gamelog.Provenance{Program: "0.2", Command: "serve", Source: "logs/team0.log", Plan: "five", Match: "1-0001"}
		for i := range h.Seats {
			team := []string{"kanolab", "犬と狼組", "x"}[(i+int(seed))%3]
			h.Seats[i].Avatar = "https://kanolab.example/face.png"
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
		hidden, _, err := n.Hide(rec)
		if err != nil {
			t.Fatal(err)
		}
		if err := gamelog.Write(&after, hidden); err != nil {
			t.Fatal(err)
		}
		for i, e := range hidden.Entries {
			if e.At != rec.Entries[i].At/1000*1000 {
				t.Fatalf("what happened at %d is said to have happened at %d", rec.Entries[i].At, e.At)
			}
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

// say has the first players who speak say something, and note it.
func say(t *testing.T, rec *gamelog.Record, texts ...string) {
	t.Helper()
	for _, e := range rec.Entries {
		if e.Input != nil && e.Input.Action.Request == werewolf.Talk && len(e.Input.Raw) > len(werewolf.OverText) && len(texts) > 0 {
			e.Input.Raw, e.Input.Action.Text = texts[0], texts[0]
			e.Input.Notes = append(e.Input.Notes, gamelog.Note{Topic: "plan", Text: texts[0]})
			texts = texts[1:]
		}
	}
	if err := follow(rec); err != nil || len(texts) > 0 {
		t.Fatal(err, texts)
	}
}

// What players say and note has letters in place of the names of teams, wherever one stands that is no other word, and the rules confirm it.
func TestTold(t *testing.T) {
	t.Parallel()
	all := games(t)[:1]
	n := New(summaries(all), func(int, func(i, j int)) {})
	if _, told, err := n.Hide(all[0]); told != 0 || err != nil {
		t.Error("a short name was found in other words", err)
	}
	say(t, all[0], "I play for KanoLab!", "kanolab3 and KANOLABs, kanolab's; https://kanolab.example/KanolabAgent", "私は犬と狼組です。犬と狼組5", "x axis, kanolaboratory and Xkanolab")
	hidden, got, err := n.Hide(all[0])
	if got != 3 || err != nil {
		t.Errorf("%d of 3 were found: %v", got, err)
	}
	var text bytes.Buffer
	if err := gamelog.Write(&text, hidden); err != nil {
		t.Fatal(err)
	}
	if _, err := gamelog.Verify(text.Bytes()); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"I play for [A]!", "[A]3 and [A]s, [A]'s; https://[A].example/[A]Agent", "私は[C]です。[C]5", "x axis, kanolaboratory and Xkanolab"} {
		if strings.Count(text.String(), want) != 3 { // answered, noted, and heard by all
			t.Errorf("%q is not there three times:\n%s", want, text.String())
		}
	}
	for name, left := range map[string]bool{"Wolf": true, "seers": true, "人狼": true, "Over": true, "x": true, "kanolab": false} {
		rec := games(t)[0]
		for i := range rec.Header.Seats {
			rec.Header.Seats[i].Team, rec.Header.Seats[i].Client = name, name+"1"
		}
		if n := New(summaries([]*gamelog.Record{rec}), func(int, func(i, j int)) {}); (len(n.Left) == 1) != left {
			t.Errorf("%s: not looked for are %q", name, n.Left)
		}
	}
	seat := []werewolf.Seat{{Name: "Kanolab"}}
	if got := n.In("kanolab", seat); got != "kanolab" {
		t.Errorf("somebody at the table is called so: %s", got)
	}
	if text := fmt.Sprint(letters(0), letters(25), letters(26), letters(27), letters(26+26*26)); text != "AZAAABAAA" && text != "A Z AA AB AAA" {
		t.Error(text)
	}
}
