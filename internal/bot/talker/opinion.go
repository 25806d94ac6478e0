package talker

import (
	"cmp"
	"slices"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// opine names a suspect with the reason, agrees with somebody about one, or speaks for somebody.
func (p *Player) opine(t *turn) bool {
	if p.Chance(0.25) && p.vouch(t) {
		return true
	}
	return p.agree(t) || p.suspect(t) || p.Chance(0.4) && p.vouch(t)
}

// suspect names the most suspicious player with the heaviest reason, once a day for each. After the vote is announced
// only reasons are left to say.
func (p *Player) suspect(t *turn) bool {
	for _, who := range [...]werewolf.SeatID{t.Means.Announced(speech.Vote), p.Plan()} {
		if who != 0 {
			return p.ground(t, who)
		}
	}
	who := p.suspectOfTheDay()
	return who != 0 && !p.done[topic{kind: wording.SuspectLead, a: who, day: p.o.Day}] && p.nameSuspect(t, who)
}

// suspectOfTheDay is whom the player has named as its suspect today, until another is more so by far; then, or where it has named nobody,
// whom it goes for.
func (p *Player) suspectOfTheDay() werewolf.SeatID {
	who := p.Target()
	return cmp.Or(p.o.Others().Without(who).Where(func(id werewolf.SeatID) bool {
		return p.hasAccused(id) && p.opinion.Score[who] < p.opinion.Score[id]+changeMargin
	}).First(), who)
}

// nameSuspect says "I suspect her. She ..." or "She ... I suspect her." A mere feeling comes after the name. Whom it has named before and
// suspects no longer it takes back.
func (p *Player) nameSuspect(t *turn, who werewolf.SeatID) bool {
	for id := range p.o.Others().Without(who).All() {
		if p.hasAccused(id) && p.isClearedUp(id) {
			p.takeBack(t, id)
		}
	}
	reasoned := p.Chance(0.5) && p.ground(t, who)
	said := p.addSentence(t, wording.SuspectLead, wording.Slots{T: who, O: p.companion(t, who)}) || reasoned
	if said {
		p.justify(t, who, reasoned)
	}
	if said {
		p.done[topic{kind: wording.SuspectLead, a: who, day: p.o.Day}] = true
	}
	return said
}

// A reason is not worth saying beside one that weighs so many times as much.
const overshadowed = 3.5

// justify says beside the name of whom the player is against why that is so, unless a reason was said. Who has spoken for that player on
// the day says that it has changed its mind, and who could not tell, that it can by now.
func (p *Player) justify(t *turn, who werewolf.SeatID, reasoned bool) {
	turned := p.recant(t, who)
	switch unsure := p.vouched.day == p.o.Day && p.vouched.unsure.Has(who); {
	case reasoned, p.ground(t, who):
	case unsure && !turned && p.addSentence(t, wording.Decided, wording.Slots{T: who}):
	default:
		p.reason(t, who)
	}
	p.vouched.unsure = p.vouched.unsure.Without(who)
}

// ground says the heaviest reason against a player that rests on something said or done and has not been said today.
func (p *Player) ground(t *turn, who werewolf.SeatID) bool {
	most := float32(0)
	for _, r := range p.opinion.ReasonsAgainst(who) {
		if r.Thin() {
			continue
		}
		// That others vote for somebody is the poorest of reasons.
		if most = max(most, r.Weight); r.Weight*overshadowed < most || r.Why == doubt.Crowd && !p.Chance(0.3) {
			continue
		}
		if p.addReason(t, r) {
			return true
		}
	}
	return false
}

// feels is how often a player says that it goes by a feeling, which it says once in a game.
const feels = 0.5

// reason is the same, or where nothing said or done speaks against the player a thin one beside what the turn says: once a day, since
// who has no more to say of anybody had better say nothing.
func (p *Player) reason(t *turn, who werewolf.SeatID) bool {
	if p.ground(t, who) {
		return true
	}
	list, once := p.opinion.ReasonsAgainst(who), topic{kind: wording.WhyGut, day: p.o.Day + 1}
	if p.done[once] || slices.ContainsFunc(list, func(r doubt.Reason) bool { return !r.Thin() }) {
		return false
	}
	for _, r := range list {
		feeling := topic{kind: wording.WhyGut}
		if r.Why == doubt.Gut && (p.done[feeling] || !p.Chance(feels)) {
			continue
		}
		if p.addReason(t, r) {
			p.done[once], p.done[feeling] = true, p.done[feeling] || r.Why == doubt.Gut
			return true
		}
	}
	return false
}

// agree joins somebody who has spoken against the player's own suspect since it last spoke.
func (p *Player) agree(t *turn) bool {
	o := p.o
	who := p.Target()
	if who == 0 || p.hasAccused(who) {
		return false // who said so first agrees with nobody
	}
	since := p.ledger.LastSpoke(o.Seat)
	for i := len(p.ledger.Lines()) - 1; i >= 0 && p.ledger.Lines()[i].At > since && p.ledger.Lines()[i].Day == o.Day; i-- {
		l := &p.ledger.Lines()[i]
		against := l.Suspects() || l.Is(speech.Vote)
		if !against || l.Target != who || p.opinion.Score[l.Seat] > p.opinion.Score[who]-0.5 || !o.Living.Has(l.Seat) {
			continue
		}
		about := topic{kind: wording.Agree, a: who, day: o.Day + 1}
		if p.Chance(0.5) && p.addOnce(t, about, wording.Slots{T: who, O: l.Seat}) {
			if p.ledger.Told(l.Seat, who) != werewolf.Wolf { // which is the reason
				p.ground(t, who)
			}
			return true
		}
		return false
	}
	return false
}

// How far from zero a score must be to be an opinion.
const (
	trusted   = -0.8
	unsure    = 0.5
	suspected = 0.9
)

// vouch speaks for the most trusted player, once a day: with the reason, or because others go for it.
func (p *Player) vouch(t *turn) bool {
	o := p.o
	who := p.opinion.Least(o.Others())
	if who == 0 || p.opinion.Score[who] > trusted || p.done[topic{kind: wording.Defend, a: who, day: o.Day}] || p.hasAccused(who) {
		return false
	}
	said := false
	if p.ledger.Backing(who, o.Day).Without(o.Seat).Len() > 0 {
		said = p.addSentence(t, wording.Defend, wording.Slots{T: who})
	}
	if p.addReason(t, p.opinion.For(who)) {
		said = true
	}
	if said {
		p.done[topic{kind: wording.Defend, a: who, day: o.Day}] = true
	}
	return said
}

// hasAccused reports whether the player has spoken against somebody today.
func (p *Player) hasAccused(id werewolf.SeatID) bool {
	return id == p.Plan() || p.done[topic{kind: wording.SuspectLead, a: id, day: p.o.Day}]
}

// view says what the player thinks of somebody.
func (p *Player) view(t *turn, who werewolf.SeatID) bool {
	s := wording.Slots{T: who}
	switch score := p.opinion.Score[who]; {
	case t.tells(p.o.Seat, who):
		return true // the result is the answer
	case p.ledger.Told(p.o.Seat, who) == werewolf.Human:
		return p.addSentence(t, wording.TrustMine, s)
	case who == p.Plan():
		return p.ground(t, who) || p.declare(t)
	case p.refutes(who):
		return p.ground(t, who) || p.reasonAgain(t, who)
	case p.friends().Has(who) && score > 0:
		return p.addSentence(t, wording.ViewNeutral, s)
	case score < trusted && !p.hasAccused(who):
		return p.addReason(t, p.opinion.For(who)) || p.addSentence(t, wording.TrustLean, s)
	case (score > suspected || p.hasAccused(who)) && who != p.Target(): // it is not whom the player goes for
		return p.ground(t, who) || p.reasonAgain(t, who) || p.addSentence(t, wording.ViewNeutral, s)
	case score > suspected, p.hasAccused(who):
		return p.nameSuspect(t, who)
	case score < 0.2 && who != p.Target() && p.addSentence(t, wording.TrustLean, s):
		return true
	}
	return p.addSentence(t, wording.ViewNeutral, s)
}
