package talker

import (
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/utterance"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Turn is one utterance in the making.
type Turn struct {
	*utterance.Draft
	asking bool            // it holds a question already
	named  werewolf.SeatID // whom the last sentence accused or voted for: the next may leave out the name
}

// beginTurn begins the answer to a request for talk or whisper.
func (p *Player) beginTurn() *Turn { return &Turn{Draft: p.composer.Begin(p.o)} }

// usualUtterances is how often the player speaks a day where no rule says so.
const usualUtterances = 4

// slots names the players and the role of a sentence.
func (p *Player) slots(t, o, x werewolf.SeatID, role werewolf.Role) wording.Slots {
	return p.composer.Slots(p.o, t, o, x, role)
}

// addSentence adds a sentence to the turn, with what it means to those who hear it. It reports false, and leaves the turn as
// it was, when no wording is left or none fits the limits.
func (p *Player) addSentence(t *Turn, in wording.Intent, s wording.Slots, means ...speech.Rows) bool {
	if !t.AddSentence(in, s, means...) {
		return false
	}
	t.named = accused(speech.Join(means...))
	return true
}

// accused is the player the rows speak against, none when they do not.
func accused(rows speech.Rows) werewolf.SeatID {
	for frame, a := range rows.Said() {
		if frame.Verb == speech.NoVerb && (a.Suspects() || a.Verb == speech.Vote) {
			return a.Target
		}
	}
	return 0
}

// addOnce says what is said only once about these players on the day (ever, with day 0).
func (p *Player) addOnce(t *Turn, about topic, s wording.Slots, means ...speech.Rows) bool {
	if p.done[about] || !p.addSentence(t, about.in, s, means...) {
		return false
	}
	p.done[about] = true
	return true
}

// addReason words one reason, once a day.
func (p *Player) addReason(t *Turn, r doubt.Reason) bool {
	in, s, ok := t.WordReason(r, p.isOpen())
	if !ok {
		return false
	}
	named := t.named
	if named != r.Seat {
		t.MustContain(s.T)
	}
	defer t.MustContain("")
	if !p.addOnce(t, topic{in: in, a: r.Seat, b: r.Other, day: p.o.Day + 1}, s) {
		return false
	}
	t.named = named
	return true
}

// claims is the claim of a role.
func (p *Player) claims(r werewolf.Role) speech.Rows { return speech.Claim(p.o.Seat, r) }
