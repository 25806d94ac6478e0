package main

import (
	"fmt"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

// whyPrinter prints what one player noted for itself, and what it asked of a language model in full.
type whyPrinter struct {
	p      *transcript.Printer
	header *gamelog.Header
	seat   werewolf.SeatID
	noted  bool
	at     bool // only one answer is looked at
	calls  int
	shown  map[string]shownMessage // the last of each role in each place
}

// shownMessage is a message that was printed.
type shownMessage struct {
	lines []string
	call  int
}

// notes prints the notes that came with an answer.
func (w *whyPrinter) notes(in *gamelog.Input) {
	for i, c := range chronicle.CallsOf(in.Notes) {
		w.noted = true
		if c != nil {
			w.call(c)
		} else {
			w.p.Note(in.Notes[i].Topic, in.Notes[i].Text)
		}
	}
}

// end says so where nothing was noted.
func (w *whyPrinter) end() {
	name := w.header.Seats[w.seat-1].Name
	switch {
	case w.noted:
	case w.at:
		w.p.Remark("%s noted nothing with it", name)
	case w.header.Foreign:
		w.p.Remark("what %s thought is not in the file: contest logs hold no notes", name)
	default:
		w.p.Remark("%s noted nothing: the program that played there says nothing of its reasons", name)
	}
}

// call prints a call: what the model was told, what it thought, what it answered and whether that held.
func (w *whyPrinter) call(c *chronicle.Call) {
	w.calls++
	w.p.Note("call "+fmt.Sprint(w.calls), w.heading(c))
	if len(c.Messages) == 0 && c.Attempts > 0 {
		w.p.Note("  prompt", "(not recorded: the notes of this answer were too long)")
	}
	for i, m := range c.Messages {
		w.p.Note("  "+m.Role, w.fresh(fmt.Sprint(m.Role, " ", i), m.Text))
	}
	if c.Thought != "" {
		w.p.Note("  thought", c.Thought)
	}
	if c.Answer != "" {
		w.p.Note("  answer", c.Answer)
	}
	w.p.Note("  check", verdictOn(c))
}

// heading is what the call was for and what it took.
func (w *whyPrinter) heading(c *chronicle.Call) string {
	text := c.Task
	if c.Prompt != "" {
		text += ", prompt " + c.Prompt
	}
	if c.Model != "" {
		text += ", " + c.Model
	}
	if c.Cached {
		return text + ", out of the cache"
	}
	if c.Attempts == 0 {
		return text + ", nothing was sent"
	}
	text += fmt.Sprintf(", %s, %.2f s: %d tokens in", english.Count(c.Attempts, "request"), float64(c.Latency)/1000, c.In)
	if c.CachedIn > 0 {
		text += fmt.Sprintf(" (%d cached)", c.CachedIn)
	}
	text += fmt.Sprintf(", %d out", c.Out)
	if c.ThoughtOut > 0 {
		text += fmt.Sprintf(" (%d thought)", c.ThoughtOut)
	}
	if c.USD > 0 {
		text += fmt.Sprintf(", %.4f USD", c.USD)
	}
	return text
}

// verdictOn says whether the answer held.
func verdictOn(c *chronicle.Call) string {
	text := "the model's answer holds"
	if c.By == chronicle.ByRule {
		text = "a rule answered: " + c.Why
	}
	if c.AsDrafted {
		text += ", and is the draft as it was"
	}
	if c.Repaired != "" {
		text += "\nas it came it had slips: " + c.Repaired
	}
	if c.Again != "" && c.Again != c.Why {
		text += "\nasked again: " + c.Again
	} else if c.Again != "" {
		text += "\nasked again for the same reason"
	}
	if c.Refused != "" {
		text += "\nits first answer, which it was not shown again: " + c.Refused
	}
	return text
}

// fewLines is how many lines are printed again rather than pointed at.
const fewLines = 3

// fresh is a message without the lines at its beginning that the message in the same place had in the call before: most of a
// prompt is what the last one said already.
func (w *whyPrinter) fresh(place, text string) string {
	lines, before := strings.Split(strings.TrimRight(text, "\n"), "\n"), w.shown[place]
	same := 0
	for same < len(lines) && same < len(before.lines) && lines[same] == before.lines[same] {
		same++
	}
	w.shown[place] = shownMessage{lines, w.calls}
	if same <= fewLines {
		return strings.Join(lines, "\n")
	}
	return strings.Join(append([]string{fmt.Sprintf("(%s as in call %d)", english.Count(same, "line"), before.call)}, lines[same:]...), "\n")
}
