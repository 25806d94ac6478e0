package chronicle

import (
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// lineOf is an answer of seat 1 to a request, with notes, and what it said.
func lineOf(kind werewolf.RequestKind, said string, notes ...gamelog.Note) []gamelog.Entry {
	event := werewolf.Event{Kind: werewolf.Talked, Day: 1, Seat: 1, Text: said, Skip: said == werewolf.SkipText, Over: said == werewolf.OverText}
	if kind == werewolf.Whisper {
		event.Kind = werewolf.Whispered
	}
	return []gamelog.Entry{
		{Input: &gamelog.Input{Action: werewolf.Action{Seat: 1, Request: kind, Text: said}, Notes: notes}}, {Event: &event},
	}
}

// TestWhoseWords: a line is the model's where a model answered the last call that was made for it, however its words had to be
// repaired; Over and Skip are no lines.
func TestWhoseWords(t *testing.T) {
	model, ruled := noteOf(`"task":"word","answers":"talk","by":"model","answer":"x"`), noteOf(`"task":"word","answers":"talk","by":"rule","why":"no time"`)
	for _, test := range []struct {
		name    string
		entries []gamelog.Entry
		want    string // lines by model of lines
	}{
		{"a model's", lineOf(werewolf.Talk, "hello", model), "1 of 1 (100.0%)"},
		{"repaired", lineOf(werewolf.Talk, "hello", noteOf(`"task":"word","answers":"talk","by":"model","answer":"x","repaired":"shortened"`)), "1 of 1 (100.0%)"},
		{"the draft as it was", lineOf(werewolf.Talk, "hello", noteOf(`"task":"word","answers":"talk","by":"model","answer":"x","as_drafted":true`)), "0 of 1 (0.0%)"},
		{"a rule's", lineOf(werewolf.Talk, "hello", ruled), "0 of 1 (0.0%)"},
		{"nobody was asked for it", lineOf(werewolf.Talk, "hello", noteOf(`"task":"analyse","by":"model","answer":"x"`)), "0 of 1 (0.0%)"},
		{"silence, then a rule", lineOf(werewolf.Talk, "hello", model, ruled), "0 of 1 (0.0%)"},
		{"silence, then a model", lineOf(werewolf.Talk, "hello", ruled, model, noteOf(`"task":"analyse","by":"rule","why":"no time"`)), "1 of 1 (100.0%)"},
		{"a choice", lineOf(werewolf.Talk, "hello", noteOf(`"task":"choose-target","answers":"vote","by":"model"`)), "0 of 1 (0.0%)"},
		{"over", lineOf(werewolf.Talk, werewolf.OverText, model), "-"},
		{"skip", lineOf(werewolf.Talk, werewolf.SkipText, model), "-"},
		{"a whisper", lineOf(werewolf.Whisper, "hello", noteOf(`"task":"word","answers":"whisper","by":"model"`)), "1 of 1 (100.0%)"},
		{"other words were used", lineOf(werewolf.Talk, "hello", gamelog.Note{Topic: "meaning", Text: "other"}, model), "0 of 1 (0.0%)"},
		{"a record from before", lineOf(werewolf.Talk, "hello", noteOf(`"task":"word-mention","by":"model"`)), "1 of 1 (100.0%)"},
		{"the same of the organisers' agent", lineOf(werewolf.Whisper, "hello", noteOf(`"task":"baseline-whisper","by":"model"`)), "1 of 1 (100.0%)"},
		{"the same of another request", lineOf(werewolf.Whisper, "hello", noteOf(`"task":"baseline-talk","by":"model"`)), "0 of 1 (0.0%)"},
		{
			"several", append(append(lineOf(werewolf.Talk, "hello", model), lineOf(werewolf.Talk, "good day")...), lineOf(werewolf.Talk, "no", model, ruled)...),
			"1 of 3 (33.3%)",
		},
		{
			"answers of one time", []gamelog.Entry{
				lineOf(werewolf.Talk, "hello", model)[0], {Input: &gamelog.Input{Action: werewolf.Action{Seat: 2, Request: werewolf.Talk}}},
				{Event: &werewolf.Event{Kind: werewolf.Talked, Day: 1, Seat: 2, Text: "good day"}}, lineOf(werewolf.Talk, "hello")[1],
			}, "1 of 1 (100.0%)",
		},
	} {
		rec := recordOf(nil, nil)
		rec.Entries = test.entries
		s := Summarize(rec)
		if got := s.Players[0].Calls.Cells()[2]; got != test.want {
			t.Errorf("%s: %s, not %s", test.name, got, test.want)
		}
		if s.Players[1].Calls != nil {
			t.Errorf("%s: seat 2 asked nothing", test.name)
		}
	}
	if column := CallColumns()[2]; !strings.Contains(column, "lines") {
		t.Errorf("the lines stand under %q", column)
	}
}
