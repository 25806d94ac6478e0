package talker

import (
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/utterance"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// turn is an utterance that is being composed.
type turn struct {
	*utterance.Draft
	stance stance
	asking bool // it holds a question already
	// The next answer is for whom the player votes, so that this one cannot be that it does not know.
	owesVote bool
	named    werewolf.SeatID // whom the last sentence accused or voted for; the next may leave out the name
	idling   []Intention     // what is said if there is nothing else
}

// beginTurn begins the answer to a request for talk or whisper.
func (p *Player) beginTurn() *turn { return &turn{Draft: p.composer.Begin(p.o)} }

// usualUtterances is how often the player speaks a day where no rule says so.
const usualUtterances = 4

// addSentence adds a sentence of the kind to the turn. It reports false, and leaves the turn as it was, when no wording is left, none
// fits the limits, or it makes no sense there.
func (p *Player) addSentence(t *turn, k wording.SentenceKind, s wording.Slots) bool {
	if other := p.blamedBeside(t, k, s.T); other != 0 && p.compare(t, s.T, other) {
		return true
	}
	if !p.makesSense(t, k, s) || !t.AddSentence(k, s) {
		return false
	}
	now := p.stanceOf(t.Last, k, s)
	t.stance.add(now)
	p.backed = p.backed&^now.blamed | now.praised
	p.vouched.add(p.o.Day, now, k == wording.NoLonger)
	if k == wording.Agree {
		p.done[topic{kind: wording.SuspectLead, a: s.T, day: p.o.Day}] = true
	}
	if k == wording.TrustSole { // which has welcomed it
		p.done[topic{kind: wording.HeardClaim, a: s.T}] = true
	}
	if k == wording.VoteJoin { // which has said how many there are
		p.done[topic{kind: wording.WhyCrowd, a: s.T, day: p.o.Day + 1}] = true
	}
	if k == wording.ViewNeutral {
		p.vouched.unsure = p.vouched.unsure.With(s.T)
	}
	t.named = accused(t.Last)
	return true
}

// addWords adds words of the decider's own, where they go with the turn before them.
func (p *Player) addWords(t *turn, in *Intention) bool {
	now := p.stanceOf(p.composer.Means(in.kind, in.slots), in.kind, in.slots)
	if t.stance.clashes(now) || !t.AddText(in.texts, in.kind, in.slots) {
		return false
	}
	t.stance.add(now)
	for id := range (now.blamed & p.vouched.seats).All() {
		p.recant(t, id)
	}
	p.vouched.add(p.o.Day, now, false)
	return true
}

// vouched is whom the player has spoken for on a day, until it says that it has changed its mind, and of whom it has said that it cannot
// tell, until it is against them.
type vouched struct {
	day           int
	seats, unsure werewolf.SeatSet
}

// add takes in the stance of a sentence; taken tells whether it takes back what was said for those whom it is against.
func (v *vouched) add(day int, now stance, taken bool) {
	if v.day != day {
		*v = vouched{day: day}
	}
	if v.seats |= now.praised; taken {
		v.seats &^= now.blamed
	}
	v.unsure &^= now.praised
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
func (p *Player) addOnce(t *turn, about topic, s wording.Slots) bool {
	if p.done[about] || !p.addSentence(t, about.kind, s) {
		return false
	}
	p.done[about] = true
	return true
}

// addReason words one reason, once a day.
func (p *Player) addReason(t *turn, r doubt.Reason) bool {
	kind, s, ok := t.WordReason(r, p.IsOpen())
	if !ok {
		return false
	}
	named := t.named
	if named != r.Seat {
		t.MustContain(p.o.Name(s.T))
	}
	defer t.MustContain("")
	if !p.addOnce(t, topic{kind: kind, a: r.Seat, b: r.Other, day: p.o.Day + 1}, s) {
		return false
	}
	t.named = named
	return true
}
