package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"wolfden/internal/chronicle"
	"wolfden/internal/llm/llmtest"
)

// verily begins whatever the model of these tests says, and nothing that rules say.
const verily = "Verily"

// wavering is a model that says some things well, some in a form with Over beside them, some not at all, and sometimes that it is silent. What
// it is to word it words.
func wavering() llmtest.Behaviour {
	var asked atomic.Int64
	draft := regexp.MustCompile(`<draft>\n([^\n]+)\n`)
	return func(p llmtest.Prompt) llmtest.Answer {
		if p.Schema != nil && p.Task != "word-mention" {
			return llmtest.Echo(p)
		}
		n := asked.Add(1)
		words := fmt.Sprintf("%s I say this as number %d.", verily, n)
		if given := draft.FindStringSubmatch(p.Text()); given != nil {
			words = verily + " " + given[1]
		}
		forms := []string{
			words, "", "Over", `{"utterance": "` + words + `", "over": true}`, words + "\nOver", "", words + "\nNobody: Nonsense.", "Over\n" + words,
		}
		if p.Schema != nil {
			whole := `{"utterance": "%s", "mention_target": "", "mention_content": "%s"}`
			forms = []string{fmt.Sprintf(whole, words, ""), "", fmt.Sprintf(whole, "Over", ""), fmt.Sprintf(whole, "Over", words), fmt.Sprintf(whole, words+" Over", "")}
		}
		if text := forms[n%int64(len(forms))]; text != "" {
			return llmtest.Answer{Text: text}
		}
		return llmtest.Refusing(p)
	}
}

// TestLinesByModel: of what players say at the table and in whispers, that is the model's which has its words, and no line more or less, in
// the record, in its summary and in the table that a run prints.
func TestLinesByModel(t *testing.T) {
	if testing.Short() {
		t.Skip("games of one goroutine")
	}
	t.Parallel()
	for _, test := range []struct{ players, bots string }{
		{"5", "gptaku,baseline"}, {"13", "kanolab-nw,baseline,sUper_IL,lycaon,UEC-IL"},
	} {
		s := llmtest.During(t, wavering())
		dir := t.TempDir()
		var said bytes.Buffer
		args := []string{"play", "--players", test.players, "--bots", test.bots, "--seed", "3", "--parallel", "1", "-q", "--model", s.Name("openai"), "--out", dir}
		if got := run(t.Context(), args, &said, &said); got != exitOK {
			t.Fatalf("status %d\n%s", got, &said)
		}
		told := askedByBot{}
		for name := range folder(t, dir) {
			g, err := chronicle.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			told.add(&g.Summary)
			countsAsSaid(t, g)
		}
		for name, calls := range told {
			if calls.LinesByModel == 0 || calls.LinesByModel == calls.Lines {
				t.Errorf("%s: %d of %d lines are the model's: that tries nothing", name, calls.LinesByModel, calls.Lines)
			}
			if row := strings.Join(calls.Cells()[1:3], " "); !strings.Contains(strings.Join(strings.Fields(said.String()), " "), row) {
				t.Errorf("%s: %s is not in\n%s", name, row, &said)
			}
		}
	}
}

// countsAsSaid compares what the chronicle tells of whose words lines have with the words.
func countsAsSaid(t *testing.T, g *chronicle.Game) {
	t.Helper()
	lines, byModel := map[int]int{}, map[int]int{}
	for i := range g.Lines {
		l := &g.Lines[i]
		if !l.Worded() {
			continue
		}
		is := strings.Contains(l.Text, verily)
		if is != l.ByModel {
			t.Errorf("seat %d, day %d, turn %d: %q is the model's: %v", l.Seat, l.Day, l.Turn, l.Text, l.ByModel)
		}
		if lines[int(l.Seat)]++; is {
			byModel[int(l.Seat)]++
		}
	}
	for i := range g.Players {
		p := &g.Players[i]
		if seat := int(p.Seat); p.Calls == nil || p.Calls.Lines != lines[seat] || p.Calls.LinesByModel != byModel[seat] {
			t.Errorf("%s: %+v; it said %d lines, %d of them the model's", p.Team, p.Calls, lines[seat], byModel[seat])
		}
	}
}
