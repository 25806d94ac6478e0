package agent

import (
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// What a model says of its vote binds the rules that answer next, also for whom it will not vote or whom it trusts.
// Emil has called Ada a werewolf, so the rules want Emil.
func TestRulesVoteAsTheModelSaid(t *testing.T) {
	news := werewolf.Utterance{Day: 2, Seat: 2, Text: "I divined Ada, and Ada is a werewolf. I vote for Ada."}
	for _, tt := range []struct {
		says []string
		more bool // something happens before the rules answer
		want werewolf.SeatID
	}{
		{[]string{"Good morning."}, false, 5},
		{[]string{"I vote for Bela."}, false, 2},
		{[]string{"I will not vote for Emil."}, false, 2},
		{[]string{"I vote for Emil.", "I will not vote for Emil."}, false, 2},
		{[]string{"I will not vote for Emil.", "Now I vote for Emil."}, false, 5},
		{[]string{"I trust Emil."}, false, 2},
		{[]string{"I vote for Emil."}, true, 5},
	} {
		said := 0
		a := newAgent(t, Config{Seed: 3, Model: llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			if p.Task != "word" || said == len(tt.says) {
				return bottest.Mute(p)
			}
			said++
			return llmtest.Answer{Text: tt.says[said-1]}
		})}, "")
		o := table(t, werewolf.Talk)
		o.Request.Left.Count = 3
		add := func(u werewolf.Utterance) {
			u.Idx = len(o.Talks)
			o.Talks = append(o.Talks, u)
		}
		add(werewolf.Utterance{Day: 2, Seat: 5, Text: "I am the seer. I divined Ada, and Ada is a werewolf."})
		for range tt.says {
			add(werewolf.Utterance{Day: 2, Seat: 1, Text: answer(t, a, o)})
		}
		if tt.more {
			add(news)
		}
		for o.Request.Left.Count = range 2 {
			text := answer(t, a, o)
			add(werewolf.Utterance{Day: 2, Seat: 1, Text: text})
			says, _ := a.Table().Self.Meant(text)
			if target := says.Announced(speech.Vote); target != 0 && target != tt.want {
				t.Errorf("after %q the rules say %q", tt.says, text)
			}
		}
		o.Request.Kind, o.Request.Targets = werewolf.Vote, werewolf.SetOf(2, 5)
		if got := answer(t, a, o); got != o.Name(tt.want) {
			t.Errorf("after %q the rules vote for %s", tt.says, got)
		}
	}
}
