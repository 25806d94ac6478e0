package position

import (
	"wolfden/werewolf"
)

// tries are made to find votes that come out as they did.
const tries = 200

// killed is who is found dead in the morning after the day; no seat for nobody.
func (im *imagining) killed(day int) werewolf.SeatID {
	if e := im.later(werewolf.FoundDead, day+1); e != nil {
		return e.Seat
	}
	return 0
}

// preyOf is whom the werewolves attack in the night after the day. Where nobody dies and somebody can have guarded the
// prey, that was so.
func (im *imagining) preyOf(day int) werewolf.SeatID {
	if target, known := im.prey[day]; known {
		return target
	}
	target := im.killed(day)
	if target == 0 {
		target = im.spared(day)
	}
	im.prey[day] = target
	return target
}

// spared is whom the werewolves have attacked in vain.
func (im *imagining) spared(day int) werewolf.SeatID {
	if e := im.later(werewolf.AttackVotesShown, day+1); e != nil {
		shown := map[werewolf.SeatID]werewolf.SeatID{}
		for _, b := range e.Votes {
			shown[b.Seat] = b.Target
		}
		return top(shown).First()
	}
	for _, kind := range []werewolf.EventKind{werewolf.AttackCast, werewolf.GuardChosen} {
		if e := im.later(kind, day); e != nil {
			return e.Target
		}
	}
	var guards, wolves werewolf.SeatSet
	table := im.game.Rules().Table
	for id := range im.game.Living().All() {
		switch table.Power(im.game.Role(id)) {
		case werewolf.Guards:
			guards = guards.With(id)
		case werewolf.Attacks:
			wolves = wolves.With(id)
		default: // neither guards nor attacks
		}
	}
	among := im.game.Living() &^ guards &^ wolves
	if guards == 0 || guards.Has(im.seat) || among == 0 {
		return 0
	}
	return among.Nth(im.rng.IntN(among.Len()))
}

// ballot is the first of the votes that are asked for. All of a round are made up together.
func (im *imagining) ballot(asked []werewolf.Request) werewolf.SeatID {
	q := asked[0]
	if len(im.ballots) == 0 {
		im.ballots = im.round(asked)
	}
	target := im.ballots[q.Seat]
	delete(im.ballots, q.Seat)
	return target
}

// outcome is what a round of votes has come to.
type outcome struct {
	out   werewolf.SeatID // who was chosen; no seat for nobody
	again bool            // nobody yet: another round follows
	drawn bool            // chance may have decided among several
}

// fits reports whether the votes come to it.
func (o *outcome) fits(ballots map[werewolf.SeatID]werewolf.SeatID) bool {
	most := top(ballots)
	switch {
	case o.again:
		return most.Len() > 1
	case o.out == 0:
		return most == 0
	}
	return most.Has(o.out) && (o.drawn || most.Len() == 1)
}

// round makes up the votes of one round: those that were shown, where it was the last; else some that come out as they did.
func (im *imagining) round(asked []werewolf.Request) map[werewolf.SeatID]werewolf.SeatID {
	q, rules := asked[0], im.game.Rules()
	o, shown := im.execution(q.Turn), werewolf.VotesShown
	o.drawn = q.Turn+1 >= rules.Vote.MaxCount
	if q.Kind == werewolf.Attack {
		o, shown = im.attack(q.Turn), werewolf.AttackVotesShown
		o.drawn = q.Turn+1 >= rules.AttackVote.MaxCount
	}
	ballots := map[werewolf.SeatID]werewolf.SeatID{}
	if e := im.later(shown, im.game.Day()+1); e != nil && !o.again {
		for _, a := range asked {
			ballots[a.Seat] = 0
		}
		for _, b := range e.Votes {
			ballots[b.Seat] = b.Target
		}
		return ballots
	}
	for try := range tries {
		for _, a := range asked {
			if a.Kind == q.Kind {
				ballots[a.Seat] = im.vote(a, &o, float64(try)/tries)
			}
		}
		if o.fits(ballots) {
			break
		}
	}
	return ballots
}

// vote is one that the seat has cast, or a made-up one: as likely as said for who was chosen.
func (im *imagining) vote(q werewolf.Request, o *outcome, likely float64) werewolf.SeatID {
	switch {
	case q.Seat == im.seat:
		return im.own(q)
	case o.again:
		return im.choice(q, 0)
	case o.out == 0 || q.Kind == werewolf.Attack || q.Targets.Has(o.out) && im.rng.Float64() < likely:
		return o.out
	}
	return im.choice(q, 0)
}

// execution is what a round of the vote came to.
func (im *imagining) execution(round int) outcome {
	o := outcome{again: im.repeated(werewolf.VoteCast, round)}
	if e := im.later(werewolf.Executed, im.game.Day()); e != nil {
		o.out = e.Seat
	}
	return o
}

// attack is what a round of the werewolves' vote came to.
func (im *imagining) attack(round int) outcome {
	return outcome{out: im.preyOf(im.game.Day()), again: im.repeated(werewolf.AttackCast, round)}
}

// repeated reports whether another round followed: the seat has voted again, or has seen nothing since but its own vote.
func (im *imagining) repeated(cast werewolf.EventKind, round int) bool {
	for _, entry := range im.seen[im.matched:] {
		switch e := entry.Event; {
		case e.Kind != cast || e.Day != im.game.Day():
			return false
		case e.Turn > round:
			return true
		}
	}
	return true
}

// top is who has the most votes.
func top(ballots map[werewolf.SeatID]werewolf.SeatID) (most werewolf.SeatSet) {
	count, highest := map[werewolf.SeatID]int{}, 0
	for _, target := range ballots {
		if target != 0 {
			count[target]++
			highest = max(highest, count[target])
		}
	}
	for target, n := range count {
		if n == highest {
			most = most.With(target)
		}
	}
	return most
}
