package task

import (
	"cmp"
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// Addressed is an utterance in two parts: what is for everybody, and what is for one player by name, if anything. As the check leaves
// it, Utterance is the whole and the rest is empty.
type Addressed struct {
	Utterance      string `json:"utterance" jsonschema:"your message for all players, on one line; Over if you have nothing more to say today"`
	MentionTarget  string `json:"mention_target" jsonschema:"name of the one player you address besides, as in the game; empty for nobody"`
	MentionContent string `json:"mention_content" jsonschema:"what you say to that player: a question, a comment, agreement or small talk about the game; empty for nobody"`
}

func (a *Addressed) words() []*string { return []*string{&a.Utterance} }

// Wording is the same as an answer to the task word.
func (a *Addressed) Wording() Wording {
	if a.Utterance == werewolf.OverText {
		return Wording{Over: true}
	}
	return Wording{Utterance: a.Utterance}
}

// Address asks for an utterance in two parts, to all and to one player.
var Address = New(embedded, Definition[WordIn, Addressed]{
	About: About{
		Name: "word-mention", Summary: "say something to everybody and something to one player by name, or nothing", Tokens: 250, Heat: 0.9,
		Source: "kanolab-nw 2025: base rule, talk instruction and structure of the talk (appendix A.4)",
	},
	Shorten: func(in *WordIn, tokens int) bool { return Without(&in.Scene, tokens, &in.Summary) },
	Rule:    func(in *WordIn) Addressed { return Addressed{Utterance: cmp.Or(in.Draft, werewolf.OverText)} },
	Lists: func(in *WordIn) map[string][]string {
		return map[string][]string{"mention_target": OrNobody(livingOthers(&in.Scene))}
	},
	Mends: mendAddressed,
	Check: checkAddressed,
	yields: func(in *WordIn, _, _ *Addressed, cause string) (Addressed, string) {
		out, slip := silentAtLast(in, nil, nil, cause)
		return Addressed{Utterance: out.said()}, slip
	},
})

// OrNobody are names and the empty one.
func OrNobody(names []string) []string { return append(slices.Clone(names), "") }

// livingOthers are the players who can be spoken to; in a whisper those who hear it.
func livingOthers(s *scene.Scene) (names []string) {
	for _, p := range s.Players {
		if p.Alive && p.Name != s.Me && (s.Action != werewolf.Whisper.String() || slices.Contains(s.Allies, p.Name)) {
			names = append(names, p.Name)
		}
	}
	return names
}

// mendAddressed puts the two parts together as one utterance. They stay apart where the second is for nobody who can be spoken to, or the
// utterance would address more than one player.
func mendAddressed(in *WordIn, out *Addressed) (repaired string) {
	s := &in.Scene
	to := strings.TrimSpace(strings.TrimPrefix(llm.Clean(out.MentionTarget), "@"))
	whole, repaired := spoken(in, out.Utterance)
	content, slip := spoken(in, out.MentionContent)
	message := sayable(content.Utterance, s.Commas)
	repaired = cmp.Or(repaired, slip)
	for _, part := range []*string{&whole.Utterance, &message} {
		bare := addressing(s, *part)
		if message != "" { // the name is put before the message
			bare = strings.TrimSpace(strings.TrimPrefix(bare, "@"+to))
		}
		if bare != *part {
			*part, repaired = bare, cmp.Or(repaired, repairedAddress)
		}
	}
	if quiet(message) {
		message = ""
	}
	if words := whole; message != "" && silenced(s, &words) { // words beside silence are words, whomever they are for
		whole.Utterance, repaired = "", cmp.Or(repaired, repairedSilence)
	}
	switch {
	case to == "" || message == "":
		whole.Utterance = cmp.Or(whole.Utterance, message)
	case !slices.Contains(livingOthers(s), to) || strings.Contains(whole.Utterance+message, "@"):
		out.MentionTarget = to
		return repaired
	default:
		whole.Utterance = strings.TrimSpace(sayable(whole.Utterance, s.Commas) + " @" + to + " " + message)
	}
	slip = mendWording(in, &whole)
	*out = Addressed{Utterance: whole.said()}
	return cmp.Or(slip, repaired)
}

// checkAddressed checks the whole as one utterance.
func checkAddressed(in *WordIn, out *Addressed) error {
	switch s := &in.Scene; {
	case out.MentionTarget == "":
		whole := out.Wording()
		return checkWording(in, &whole)
	case !slices.Contains(livingOthers(s), out.MentionTarget):
		return Breaks(BreachStranger, "address-wrong", "name", Said(out.MentionTarget), "allowed", Listed(livingOthers(s)))
	default:
		return Breaks(BreachStranger, "addresses-many")
	}
}
