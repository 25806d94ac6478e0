package agent

import (
	"slices"
	"strings"

	"wolfden/internal/bot/task"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// sameMeaning checks that a rewording says what the draft says, as far as it commits its speaker: its claim, results,
// votes and attacks. What it thinks of others may change its tone.
func sameMeaning(o *werewolf.Observation, draft, text string) error {
	said, says := commitments(understand.Alone(o, draft)), commitments(understand.Alone(o, text))
	if slices.Equal(said, says) {
		return nil
	}
	return task.OtherMeaning("only one of draft and utterance commits its speaker so: the draft to %q, the utterance to %q", phrased(o, said), phrased(o, says))
}

// phrased puts commitments into words for a model.
func phrased(o *werewolf.Observation, list []speech.Act) string {
	var all []string
	for i := 0; i+1 < len(list); i += 2 {
		words := []string{}
		for _, a := range list[i : i+2] {
			if a.Verb != speech.NoVerb {
				words = append(words, strings.ToLower(a.Verb.String()))
			}
			if a.Target > 0 {
				words = append(words, o.Name(a.Target))
			}
			if a.Role != werewolf.NoRole {
				words = append(words, strings.ToLower(o.Rules.Table.Name(a.Role)))
			}
			if a.Species != werewolf.NoSpecies {
				words = append(words, strings.ToLower(a.Species.String()))
			}
		}
		all = append(all, strings.Join(words, " "))
	}
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, "; ")
}

// commitments is what rows commit their speaker to: all but opinions, questions and what others have found. Each is the frame
// it stands in, and then itself.
func commitments(rows speech.Rows) (list []speech.Act) {
	for frame, a := range rows.Said() {
		if frame.Verb != speech.Inquire && a.Verb != speech.Estimate && a.Subject == 0 {
			list = append(list, speech.Act{Verb: frame.Verb}, a)
		}
	}
	for i := range list {
		list[i].In = 0
	}
	return list
}
