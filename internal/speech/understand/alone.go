package understand

import (
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Alone returns what an utterance of the observer says to somebody who knows who is dead and has heard nothing before.
func Alone(o *werewolf.Observation, text string) speech.Rows {
	l := New(Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	for _, d := range o.Deaths {
		l.Died(d.Seat)
	}
	return l.Hear(werewolf.Utterance{Day: o.Day, Seat: o.Seat, Text: text}, o.Request.Kind == werewolf.Whisper)
}
