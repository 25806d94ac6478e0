// Package tongue composes the utterances of one player out of sentences, within the limits of the game.
//
// The law of the package: it decides neither what is said nor how a sentence is worded; it knows how much may still be
// said, keeps what each sentence means beside its text, and lets nothing out that a limit would cut or that its speaker
// has said before.
package tongue

import (
	"math/rand/v2"
	"strings"

	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Tongue speaks for one player through one game. It is not safe for concurrent use.
type Tongue struct {
	speaker *wording.Speaker
	others  []string // the names of the others, for the limits
	text    string   // what was said last
	means   speech.Rows
}

// New speaks from a book in the voice of the observation's profile; rng stays in use.
func New(b *wording.Book, o *werewolf.Observation, rng *rand.Rand) *Tongue {
	t := &Tongue{speaker: wording.NewSpeaker(b, o.Profile, rng)}
	t.speaker.Roles = o.Rules.Table
	for i, name := range o.Names {
		if werewolf.SeatID(i+1) != o.Seat {
			t.others = append(t.others, name)
		}
	}
	return t
}

// Voice is how the player speaks.
func (t *Tongue) Voice() wording.Voice { return t.speaker.Voice() }

// Meant is what an own utterance meant, if it is the last one that was composed here. The slice must not be changed.
func (t *Tongue) Meant(text string) (speech.Rows, bool) {
	return t.means, text == t.text && text != ""
}

// Remember notes what was said at the table, so that nothing is said twice; own tells whether the player said it.
func (t *Tongue) Remember(text string, own bool) { t.speaker.Remember(text, own) }

// A second sentence is added only while the whole stays shorter than this, in the unit of the rules; it reads as a
// remark, not as a speech.
const comfortable = 120

// usualWords is how often a player speaks a day where no rule says so.
const usualWords = 4

// Turn is one utterance in the making.
type Turn struct {
	Rest  int         // about how many utterances are left today after this one
	Means speech.Rows // what it says so far

	tongue *Tongue
	o      *werewolf.Observation
	rules  *werewolf.TalkRules
	text   string
	beats  int
	lead   werewolf.SeatID
	naming string
}

// Begin begins the answer to a request for talk or whisper.
func (t *Tongue) Begin(o *werewolf.Observation) *Turn {
	rules, said := &o.Rules.Talk, o.Talks
	if o.Request.Kind == werewolf.Whisper {
		rules, said = &o.Rules.Whisper, o.Whispers
	}
	u := &Turn{tongue: t, o: o, rules: rules, Rest: o.Request.Left.Count}
	mine, all := 0, 0
	for i := len(said) - 1; i >= 0 && said[i].Day == o.Day; i-- {
		all++
		if said[i].Seat == o.Seat {
			mine++
		}
	}
	if usual := max(0, usualWords-mine-1); u.Rest == werewolf.NoLimit || o.Request.Open && u.Rest > usual {
		u.Rest = usual
	}
	if limit := rules.MaxCount.PerDay; limit != werewolf.NoLimit && !o.Request.Open {
		speakers := o.Living.Len()
		if o.Request.Kind == werewolf.Whisper {
			speakers = (o.Allies() & o.Living).Len() + 1
		}
		u.Rest = min(u.Rest, max(0, limit-all-1)/speakers)
	}
	return u
}

// Beats is how many sentences the utterance has.
func (u *Turn) Beats() int { return u.beats }

// Lead lets the first sentence answer a player by name where it does not name that player anyway; 0 is nobody.
func (u *Turn) Lead(id werewolf.SeatID) { u.lead = id }

// Naming lets only sentences pass that hold the text, "" every one.
func (u *Turn) Naming(text string) { u.naming = text }

// Slots names players of the observation and a role for a sentence.
func (t *Tongue) Slots(obs *werewolf.Observation, a, o, x werewolf.SeatID, role werewolf.Role) wording.Slots {
	s := wording.Slots{T: obs.Name(a), O: obs.Name(o), X: obs.Name(x)}
	if role == werewolf.NoRole {
		return s
	}
	s.Role = t.speaker.RoleWord(role)
	return s
}

// Slots names players and a role for a sentence of the turn.
func (u *Turn) Slots(t, o, x werewolf.SeatID, role werewolf.Role) wording.Slots {
	return u.tongue.Slots(u.o, t, o, x, role)
}

// Say adds a sentence, with what it means to those who hear it. It reports false, and leaves the turn as it was, when no
// wording is left or none fits the limits.
func (u *Turn) Say(in wording.Intent, s wording.Slots, means ...speech.Rows) bool {
	speaker := u.tongue.speaker
	ways := []func(string) string{func(sentence string) string { return speaker.Join(u.text, sentence) }}
	if lead := u.o.Name(u.lead); lead != "" && u.beats == 0 && lead != s.T && lead != s.O {
		ways = append(ways, func(sentence string) string { return speaker.Address(lead, sentence) })
	}
	for i := len(ways) - 1; i >= 0; i-- {
		sentence, ok := speaker.Say(in, s, func(sentence string) bool {
			return strings.Contains(sentence, u.naming) && u.fits(ways[i](sentence))
		})
		if !ok {
			continue
		}
		speaker.Remember(sentence, true)
		u.text = ways[i](sentence)
		u.Means = speech.Join(append([]speech.Rows{u.Means}, means...)...)
		u.beats++
		return true
	}
	return false
}

// Utter adds a text of the caller's own making, as it stands, with what it means to those who hear it. It reports false,
// and leaves the turn as it was, when the speaker has said a sentence of it before or when it does not fit the limits.
func (u *Turn) Utter(text string, means ...speech.Rows) bool {
	speaker := u.tongue.speaker
	if text == "" || !speaker.Fresh(text) || !u.Fits(text) {
		return false
	}
	speaker.Remember(text, true)
	u.text = speaker.Join(u.text, text)
	u.Means = speech.Join(append([]speech.Rows{u.Means}, means...)...)
	u.beats++
	return true
}

// Fits reports whether the rules leave the utterance as it is with the text at its end.
func (u *Turn) Fits(text string) bool { return u.fits(u.tongue.speaker.Join(u.text, text)) }

// fits reports whether the rules leave the text as it is, at a fair share of what is left of the day's length.
func (u *Turn) fits(text string) bool {
	l := &u.rules.MaxLength
	budget := u.o.Request.Left.Length
	kept, cost := l.Fit(text, u.tongue.others, budget)
	if kept != text || u.beats > 0 && l.Measure(text) > comfortable {
		return false
	}
	return cost == 0 || cost <= 2*budget/(u.Rest+2)
}

// Finish ends the turn: the utterance, or the word for having none, Skip where there may be something to say later.
func (u *Turn) Finish(hopeful bool) string {
	if u.text != "" {
		u.tongue.text, u.tongue.means = u.text, u.Means
		return u.text
	}
	left := u.o.Request.Left
	switch {
	case u.o.Request.Open:
		return ""
	case hopeful && left.Skip != 0 && left.Count != 0:
		return werewolf.SkipText
	}
	return werewolf.OverText
}
