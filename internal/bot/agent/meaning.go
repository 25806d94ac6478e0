package agent

import (
	"cmp"
	"embed"
	"slices"
	"strings"

	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech"
	"wolfden/internal/speech/roletext"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

//go:embed commitments
var commitmentFiles embed.FS

// commitmentWords are the words for what somebody commits itself to, by language.
var commitmentWords = phrase.Shelf(commitmentFiles, "commitments")

// sameMeaning checks that a rewording says what the draft says, as far as it commits its speaker: its claim, results,
// votes and attacks. What it thinks of others may change its tone.
func sameMeaning(o *werewolf.Observation, draft, text string) error {
	said, says := commitments(understand.Alone(o, draft)), commitments(understand.Alone(o, text))
	if slices.Equal(said, says) {
		return nil
	}
	return task.CommitsOtherwise(phrased(o, said), phrased(o, says))
}

// phrased puts commitments into words for a model.
func phrased(o *werewolf.Observation, list []speech.Act) task.Worded {
	return func(lang string) string {
		book, roles := commitmentWords(lang), roletext.In(lang)
		var all []string
		for i := 0; i+1 < len(list); i += 2 {
			words := ""
			for _, a := range list[i : i+2] {
				gaps := []string{"t", "", "r", roles.Name(o.Rules.Table, a.Role), "s", ""}
				if a.Target > 0 {
					gaps[1] = o.Name(a.Target)
				}
				if a.Species != werewolf.NoSpecies {
					gaps[5] = roles.Species(a.Species)
				}
				words += " " + book.Say(strings.ToLower(a.Verb.String()), gaps...)
			}
			all = append(all, strings.Join(strings.Fields(words), " "))
		}
		return cmp.Or(strings.Join(all, "; "), book.Say("nothing"))
	}
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
