package position

import (
	"slices"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// tries are made to find votes that come out as they did.
const tries = 200

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
	tied  bool            // nobody, since several had most votes
	again bool            // nobody yet: another round follows
	drawn bool            // chance may have decided among several
}

// fits reports whether the votes come to it.
func (o *outcome) fits(ballots map[werewolf.SeatID]werewolf.SeatID) bool {
	most := top(ballots)
	switch {
	case o.again, o.tied:
		return most.Len() > 1
	case o.out == 0:
		return most == 0
	}
	return most.Has(o.out) && (o.drawn || most.Len() == 1)
}

// round makes up the votes of one round: those that were shown, where it was the last; else some that come out as they did.
func (im *imagining) round(asked []werewolf.Request) map[werewolf.SeatID]werewolf.SeatID {
	q, rules := asked[0], im.game.Rules()
	plan, at := im.game.Plan()
	last := !slices.ContainsFunc(plan[at+1:], func(s werewolf.Step) bool { return s.Kind == q.Kind })
	o, shown := im.execution(q.Turn), werewolf.VotesShown
	o.drawn = q.Turn+1 >= rules.Vote.MaxCount
	if q.Kind == werewolf.Attack {
		o, shown = im.attack(q.Turn), werewolf.AttackVotesShown
		o.drawn = q.Turn+1 >= rules.AttackVote.MaxCount
	}
	ballots := map[werewolf.SeatID]werewolf.SeatID{}
	if e := im.later(shown, im.game.Day()+1); e != nil && last && !o.again {
		for _, a := range asked {
			if a.Kind == q.Kind {
				ballots[a.Seat] = 0
			}
		}
		for _, b := range e.Votes {
			if _, votes := ballots[b.Seat]; !votes {
				return nil // it is dead already: the day does not come out as it did
			}
			ballots[b.Seat] = b.Target
			im.given[b.Seat] = 1 + slices.IndexFunc(im.seen, func(entry gamelog.Entry) bool { return entry.Event == e })
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
	case o.again, o.tied:
		return im.choice(q, 0)
	case o.out == 0 || q.Kind == werewolf.Attack || q.Targets.Has(o.out) && im.rng.Float64() < likely:
		return o.out
	}
	return im.choice(q, 0)
}

// execution is what a round of the vote came to.
func (im *imagining) execution(round int) outcome {
	o := outcome{again: im.repeated(werewolf.VoteCast, round)}
	if e := im.later(werewolf.Executed, im.game.Day()); e != nil && im.today(e) {
		o.out = e.Seat
	}
	return o
}

// attack is what a round of the werewolves' vote came to.
func (im *imagining) attack(round int) outcome {
	_, at := im.game.Plan()
	o := outcome{out: im.prey(), again: im.repeated(werewolf.AttackCast, round)}
	o.tied = o.out == 0 && im.ownAttack(at) != 0
	return o
}

// repeated reports whether another round followed: the seat has voted again, or has seen nothing since but its own vote. Where it may have
// missed its vote, that is tried as well.
func (im *imagining) repeated(cast werewolf.EventKind, round int) bool {
	for _, entry := range im.seen[im.matched:] {
		switch e := entry.Event; {
		case e.Kind != cast || !im.today(e):
			return im.try > 0 && im.rng.IntN(4) == 0
		case e.Turn > round:
			return true
		}
	}
	_, at := im.game.Plan()
	return at == im.stage.place
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
