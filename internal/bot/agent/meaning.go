package agent

import (
	"errors"
	"slices"

	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// errMeaning: a rewording says something else.
var errMeaning = errors.New("the rewording claims, reports or votes otherwise than what was to be said")

// sameMeaning checks that a rewording says what the draft says, as far as it commits its speaker: its claim, results,
// votes and attacks. What it thinks of others may change its tone.
func sameMeaning(o *werewolf.Observation, draft, text string) error {
	if !slices.Equal(commitments(understandOwn(o, draft)), commitments(understandOwn(o, text))) {
		return errMeaning
	}
	return nil
}

// commitments is what rows commit their speaker to: all but opinions, questions and what others have found.
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

// understandOwn is what an utterance of the observer would be understood as.
func understandOwn(o *werewolf.Observation, text string) speech.Rows {
	l := understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	for _, d := range o.Deaths {
		l.Died(d.Seat)
	}
	return l.Hear(werewolf.Utterance{Day: o.Day, Seat: o.Seat, Text: text}, o.Request.Kind == werewolf.Whisper)
}
