package talker

import (
	"slices"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// pledge is the vote that the player has announced in other words than the rules'. Who announced it knew what the rules hold
// against it, so that only what is heard afterwards can change it. The zero pledge is none.
type pledge struct {
	ledger.Plan
	lead float32 // by how much the rules suspected somebody else more then
	// Lead is of then. Who comes back to a game takes it from its next answer.
	measured bool
	// Where the player has also claimed or told something: its own word is no news, so lead grows by what that changes.
	reveals bool
	without float32 // lead by talk alone, before that
}

// trust is a player that this one has spoken for in other words than the rules'.
type trust struct {
	at       int     // the place of the talk
	score    float32 // how suspicious it was to the rules then
	measured bool
}

// spare keeps for whom an utterance speaks, until another speaks against it.
func (p *Player) spare(u *werewolf.Utterance, rows speech.Rows) {
	if p.spared == nil || p.sparedDay != u.Day {
		p.spared, p.sparedDay = map[werewolf.SeatID]trust{}, u.Day
	}
	for id := range rows.Trusted().All() {
		p.spared[id] = trust{at: p.ledger.Heard(), score: p.felt(id), measured: p.weighed}
	}
	for id := range rows.Suspected().With(rows.Announced(speech.Vote)).All() {
		delete(p.spared, id)
	}
}

// measure takes what the rules think of a word that was not measured when it was given.
func (p *Player) measure() {
	if !p.weighed {
		return
	}
	if !p.pledge.measured {
		p.pledge.lead, p.pledge.measured = p.leadOver(p.pledge.Target), true
	}
	for id, t := range p.spared {
		if !t.measured {
			p.spared[id] = trust{at: t.at, score: p.felt(id), measured: true}
		}
	}
}

// countOwnWord takes what the player has revealed with its vote into the lead, before anything else is heard.
func (p *Player) countOwnWord() {
	if p.pledge.reveals {
		p.pledge.reveals = false
		p.pledge.lead += p.leadByTalk(p.pledge.Target) - p.pledge.without
	}
}

// leadByTalk is leadOver by all that was heard until now, without what the decider adds before an answer.
func (p *Player) leadByTalk(target werewolf.SeatID) float32 {
	then := *p
	then.opinion = opinion{}
	then.keepWord()
	then.Correct(then.decider.Weigh(&then.Self))
	return then.leadOver(target)
}

// felt is how suspicious a player is to the rules, also where their score was lowered to spare it.
func (p *Self) felt(id werewolf.SeatID) float32 {
	if score, lowered := p.opinion.lowered[id]; lowered {
		return score
	}
	return p.opinion.Score[id]
}

// leadOver returns by how much the rules suspect somebody else more than a player, 0 if nobody.
func (p *Self) leadOver(target werewolf.SeatID) (lead float32) {
	for id := range p.Suspects().Without(target).All() {
		if !p.Spares(id) {
			lead = max(lead, p.felt(id)-p.felt(target))
		}
	}
	return lead
}

// Spares reports whether the player has spoken for somebody today in other words than the rules', or has said so that it will
// not vote for it. The rules keep to that until what is heard after it makes that player more suspicious by as much as
// changes an announced vote.
func (p *Self) Spares(id werewolf.SeatID) bool {
	t, spared := p.spared[id]
	return spared && p.sparedDay == p.o.Day && (!t.measured || p.felt(id) <= t.score+changeMargin)
}

// sparing is a suspicion so low that nobody is accused of it.
const sparing = -8

// keepFaith takes the suspicion from those that the player spares.
func (p *Player) keepFaith() {
	for id := range p.spared {
		if score := p.opinion.Score[id]; p.Spares(id) && score > sparing {
			if p.opinion.lowered == nil {
				p.opinion.lowered = map[werewolf.SeatID]float32{}
			}
			p.opinion.lowered[id], p.opinion.Score[id] = score, sparing
		}
	}
}

// Bound returns whom the player has announced for today's vote in other words than the rules', 0 if nobody. The rules keep to
// that until the player's own results speak for another vote, or what is heard after it makes somebody else more suspicious
// by so much more than before as changes an announced vote.
func (p *Self) Bound() werewolf.SeatID {
	target := p.Plan()
	if target == 0 || target != p.pledge.Target || p.pledge.Day != p.o.Day {
		return 0
	}
	if p.pledge.measured && p.leadOver(target) > p.pledge.lead+changeMargin {
		return 0
	}
	for _, f := range p.Results() {
		if (f.Species == werewolf.Wolf) != (f.Target == target) && (f.Target == target || p.o.Living.Has(f.Target)) {
			return 0
		}
	}
	return target
}

// bound returns whom the player must choose for what it has said itself in other words than the rules': 0 where nothing binds it.
func (p *Player) bound(kind werewolf.RequestKind) werewolf.SeatID {
	switch kind {
	case werewolf.Vote:
		return p.Bound()
	case werewolf.Attack:
		return p.whispered.held
	default:
		return 0
	}
}

// mayJoin reports whether the player may give up its vote for that of others: where it is bound, for a player whom another has
// named since.
func (p *Player) mayJoin(target werewolf.SeatID) bool {
	if target == 0 || p.Bound() == 0 {
		return target != 0
	}
	return slices.ContainsFunc(p.ledger.Plans(), func(v ledger.Plan) bool {
		return v.Seat != p.o.Seat && v.Target == target && v.At > p.pledge.At
	})
}
