package lycaon_test

import (
	"context"
	"strings"
	"testing"

	"wolfden/internal/bot/lycaon"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// accuser takes every utterance it is asked about for an accusation of Cleo.
type accuser struct{ asked int }

func (a *accuser) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	if r.Label.Task != "message-type" {
		return llm.Response{}, llm.ErrUnavailable
	}
	if r.Messages[len(r.Messages)-2].Role == llm.System { // and not asked again
		a.asked++
	}
	return llm.Response{Text: `{"content":"a coat of fur","type":"negative","from":"Bela","to":"Cleo"}`}, nil
}

// What the model reads counts as what rules understand does; without the model it is words.
func TestTheModelReadsWhatRulesDoNot(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	o := werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dora", "Ezra"}, Living: werewolf.SeatsUpTo(5),
		Roles: []werewolf.Role{0, werewolf.Villager, 0, 0, 0, 0}, Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk},
	}
	for i, text := range []string{
		"Cleo and a coat of fur in summer.", "It is early in the year for Cleo and a coat of fur.", "Warm, such a coat of fur, and quiet on the feet of Cleo.",
	} {
		o.Talks = append(o.Talks, werewolf.Utterance{Day: 1, Idx: i, Seat: werewolf.SeatID(2 + i%2*2), Text: text})
	}
	play := func(m llm.Model) (notes string) {
		p, err := lycaon.NewWithModel(1, "en", m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Answer(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		for topic, text := range p.Notes() {
			notes += topic + ": " + text + "\n"
		}
		return notes
	}
	m := &accuser{}
	with, without := play(m), play(nil)
	if m.asked != 2 {
		t.Errorf("asked %d times, want 2: an answer waits for no more", m.asked)
	}
	if !strings.Contains(with, "reading: Bela #0: negative") || strings.Contains(without, "reading:") {
		t.Errorf("notes with a model:\n%s\nwithout:\n%s", with, without)
	}
	belief := func(notes string) string {
		_, after, _ := strings.Cut(notes, "belief: ")
		return after
	}
	if belief(with) == belief(without) || belief(with) == "" {
		t.Errorf("what was read changes no belief:\n%s", belief(with))
	}
}
