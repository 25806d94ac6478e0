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
	was, is := read(o, draft), read(o, text)
	if was.Claim != is.Claim || was.Retract != is.Retract || was.Vote != is.Vote || was.RequestVote != is.RequestVote ||
		was.Attack != is.Attack || !slices.Equal(was.Results, is.Results) {
		return errMeaning
	}
	return nil
}

// read is what an utterance of the observer would be understood as.
func read(o *werewolf.Observation, text string) speech.Reading {
	l := understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles})
	for _, d := range o.Deaths {
		l.Died(d.Seat)
	}
	return l.Hear(werewolf.Utterance{Day: o.Day, Seat: o.Seat, Text: text}, o.Request.Kind == werewolf.Whisper)
}
