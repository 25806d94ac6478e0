package task

import (
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
)

// Addressed is an utterance in two parts: what is for everybody, and what is for one player by name, if anything. As the check leaves
// it, Utterance is the whole and the rest is empty. Over is as in Wording.
type Addressed struct {
	Utterance      string `json:"utterance" jsonschema:"your message for all players, on one line; empty if over"`
	Over           bool   `json:"over" jsonschema:"true if you have nothing more to say today"`
	MentionTarget  string `json:"mention_target" jsonschema:"name of the one player you address besides, as in the game; empty for nobody"`
	MentionContent string `json:"mention_content" jsonschema:"what you say to that player: a question, a comment, agreement or small talk about the game; empty for nobody"`
}

// Wording is the same as an answer to the task word.
func (a *Addressed) Wording() Wording { return Wording{Utterance: a.Utterance, Over: a.Over} }

func address() (*Task[WordIn, Addressed], map[string][]string) {
	return &Task[WordIn, Addressed]{
		about: About{
			Name: "word-mention", Summary: "say something to everybody and something to one player by name, or nothing", Tokens: 250, Heat: 0.9,
			Source: "kanolab-nw 2025: base rule, talk instruction and structure of the talk (appendix A.4)",
		},
		rule:  func(in *WordIn) Addressed { return Addressed{Utterance: in.Draft, Over: in.Draft == ""} },
		check: checkAddressed,
	}, nil
}

// livingOthers are the players who can be spoken to.
func livingOthers(s *scene.Scene) (names []string) {
	for _, p := range s.Players {
		if p.Alive && p.Name != s.Me {
			names = append(names, p.Name)
		}
	}
	return names
}

// checkAddressed puts the two parts together and checks them as one utterance. It addresses one player at most.
func checkAddressed(in *WordIn, out *Addressed) error {
	s, whole := &in.Scene, Wording{Utterance: out.Utterance, Over: out.Over}
	to, message := strings.TrimPrefix(llm.Clean(out.MentionTarget), "@"), sayable(out.MentionContent, s.Commas)
	out.MentionTarget, out.MentionContent = "", ""
	if to = strings.TrimSpace(to); to != "" && message != "" && !silent(s, &whole) {
		if !slices.Contains(livingOthers(s), to) {
			return breaks(breachStranger, "address-wrong", "name", said(to), "allowed", list(livingOthers(s)))
		}
		if strings.Contains(whole.Utterance+message, "@") {
			return breaks(breachStranger, "addresses-many")
		}
		whole.Utterance = strings.TrimSpace(sayable(whole.Utterance, s.Commas) + " @" + to + " " + message)
	}
	if err := checkWording(in, &whole); err != nil {
		return err
	}
	out.Utterance, out.Over = whole.Utterance, whole.Over
	return nil
}
