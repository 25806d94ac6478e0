package facts

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Reader tells what an utterance says. It is called once for each utterance, in order.
type Reader func(*werewolf.Utterance) speech.Reading

// See takes what is new in the observation. Observations of one game come in order; none need be seen between two.
func (l *Ledger) See(o *werewolf.Observation, read Reader) {
	if l.seats == 0 {
		l.counts = o.Rules.Roles
		l.seats = werewolf.SeatsUpTo(min(o.Rules.Players(), werewolf.MaxSeats))
		l.living = l.seats
	}
	for ; l.day <= o.Day; l.day++ {
		l.hear(o, read)
		if l.day == o.Day && !o.Night {
			return
		}
		l.endTalk()
		l.die(o, werewolf.ByExecution)
		if l.day == o.Day {
			return
		}
		l.endNight(o)
	}
}

// hear takes the utterances of the day.
func (l *Ledger) hear(o *werewolf.Observation, read Reader) {
	for ; l.talks < len(o.Talks) && o.Talks[l.talks].Day <= l.day; l.talks++ {
		u := &o.Talks[l.talks]
		if r := read(u); l.seats.Has(u.Seat) && r.Phase == speech.TalkPhase {
			l.words[u.Seat]++
			l.take(u.Seat, &r)
		}
	}
}

// take files what one utterance says.
func (l *Ledger) take(by werewolf.SeatID, r *speech.Reading) {
	if r.Retract {
		l.retract(by)
	}
	l.takeClaim(by, r.Claim)
	for _, t := range r.Results {
		l.takeResult(by, t)
	}
	for target := range r.Support.All() {
		if !r.Accuse.Has(target) {
			l.opine(Support, by, target)
		}
	}
	for target := range r.Accuse.All() {
		l.opine(Accuse, by, target)
	}
	for _, target := range [...]werewolf.SeatID{r.RequestVote, r.Vote} {
		if l.living.Has(target) {
			l.opine(Declare, by, target)
			l.plan[by] = target
		}
	}
}

func (l *Ledger) add(f Fact) {
	f.Day = l.day
	l.list = append(l.list, f)
}

// said adds a fact of the utterance that is being heard.
func (l *Ledger) said(f Fact) {
	f.At = l.talks
	l.add(f)
}

// happened adds a fact that nobody said.
func (l *Ledger) happened(f Fact) {
	f.At = -1
	l.add(f)
}

func (l *Ledger) retract(by werewolf.SeatID) {
	if r := l.claim[by]; r != werewolf.NoRole {
		l.once(Fact{Kind: Retract, Actor: by, Role: r})
		l.claim[by] = werewolf.NoRole
	}
}

// once files what somebody said of its role, but not again when it goes back and forth: nobody gains by repetition.
func (l *Ledger) once(f Fact) {
	again := slices.ContainsFunc(l.list, func(old Fact) bool {
		return old.Kind == f.Kind && old.Actor == f.Actor && old.Role == f.Role
	})
	if !again {
		l.said(f)
	}
}

// takeClaim files a claim once. A villager who says that it is one has said little: such a word neither replaces a claim
// nor is taken back by another.
func (l *Ledger) takeClaim(by werewolf.SeatID, r werewolf.Role) {
	old := l.claim[by]
	if r == werewolf.NoRole || r == old || l.counts[r] == 0 || r == werewolf.Villager && old != werewolf.NoRole {
		return
	}
	if old != werewolf.NoRole && old != werewolf.Villager {
		l.once(Fact{Kind: Retract, Actor: by, Role: old})
	}
	counter := l.Claimants(r).Len() >= l.counts[r]
	l.claim[by] = r
	l.spoken = l.spoken.With(by)
	if powers(r) {
		l.ever = l.ever.With(by)
	}
	l.once(Fact{Kind: Claim, Actor: by, Role: r, Counter: counter})
}

// takeResult files a result once, and the claim it implies.
func (l *Ledger) takeResult(by werewolf.SeatID, t speech.Result) {
	role := roleOf(t.Verb)
	if role == werewolf.NoRole || l.counts[role] == 0 {
		return
	}
	l.takeClaim(by, role)
	if t.Species == werewolf.NoSpecies || !l.seats.Has(t.Target) || role == werewolf.Bodyguard || l.repeats(by, role, t) {
		return
	}
	if l.slips(by, role, t.Target) {
		l.said(Fact{Kind: Slip, Actor: by, Target: t.Target, Role: role})
		return
	}
	l.said(Fact{Kind: Told, Actor: by, Target: t.Target, Role: role, Species: t.Species})
	if t.Species == werewolf.Wolf {
		l.blamed = l.blamed.With(t.Target)
	} else {
		l.clear = l.clear.With(t.Target)
	}
}

// roleOf is the role whose ability a result is of.
func roleOf(v speech.Verb) werewolf.Role {
	switch v {
	case speech.Divined:
		return werewolf.Seer
	case speech.Identified:
		return werewolf.Medium
	case speech.Guarded:
		return werewolf.Bodyguard
	default:
		return werewolf.NoRole
	}
}

// repeats reports whether the same was told before.
func (l *Ledger) repeats(by werewolf.SeatID, as werewolf.Role, t speech.Result) bool {
	for i := len(l.list) - 1; i >= 0; i-- {
		f := &l.list[i]
		if f.Actor == by && f.Target == t.Target && f.Role == as && (f.Kind == Told || f.Kind == Slip) {
			return f.Kind == Slip || f.Species == t.Species
		}
	}
	return false
}

// slips reports whether an honest claimant could not have the result: it is about itself, contradicts what it told
// before, is one more than there were nights, or is a medium's about somebody who was not executed.
func (l *Ledger) slips(by werewolf.SeatID, as werewolf.Role, target werewolf.SeatID) bool {
	if target == by {
		return true
	}
	told, executed := 0, false
	for i := range l.list {
		f := &l.list[i]
		switch {
		case f.Kind == Executed && f.Actor == target:
			executed = true
		case f.Kind != Told || f.Actor != by || f.Role != as:
		case f.Target == target:
			return true // with the other species, or it would repeat
		default:
			told++
		}
	}
	return told >= l.day || as == werewolf.Medium && !executed
}

// opine files what somebody thinks of a living player: once a day, and as the firmest thing it was.
func (l *Ledger) opine(k Kind, by, target werewolf.SeatID) {
	if by == target || !l.living.Has(target) {
		return
	}
	for i := len(l.list) - 1; i >= 0 && l.list[i].Day == l.day; i-- {
		f := &l.list[i]
		if f.Actor == by && f.Target == target && sameSide(f.Kind, k) {
			f.Kind = max(f.Kind, k)
			return
		}
	}
	f := Fact{Kind: k, Actor: by, Target: target, Standing: l.StandingOf(target)}
	for id := range l.living.Without(by).All() {
		if l.StandingOf(id) == f.Standing {
			f.Choices = f.Choices.With(id)
		}
	}
	if k == Cast {
		l.happened(f)
		return
	}
	l.said(f)
}

// sameSide reports whether two kinds are both against or both for somebody.
func sameSide(a, b Kind) bool { return against(a) && against(b) || a == Support && b == Support }

func against(k Kind) bool { return k == Accuse || k == Declare || k == Cast }

// endTalk notes what nobody said today.
func (l *Ledger) endTalk() {
	if l.dusk {
		return
	}
	l.dusk = true
	total := 0
	for id := range l.living.All() {
		total += l.words[id]
	}
	for id := range l.living.All() {
		kind := Spoke
		if 2*l.words[id]*l.living.Len() < total {
			kind = Quiet
		}
		if total > 0 {
			l.happened(Fact{Kind: kind, Actor: id})
		}
		if l.day > 0 && !l.spoken.Has(id) { // before the first night nobody is expected to
			l.happened(Fact{Kind: Unclaimed, Actor: id})
		}
	}
}

// die takes the deaths of the day by one cause and reports whether there were any.
func (l *Ledger) die(o *werewolf.Observation, by werewolf.Cause) (some bool) {
	for ; l.deaths < len(o.Deaths) && o.Deaths[l.deaths].Day <= l.day && o.Deaths[l.deaths].Cause == by; l.deaths++ {
		id := o.Deaths[l.deaths].Seat
		if !l.living.Has(id) {
			continue
		}
		if by == werewolf.ByExecution {
			l.happened(Fact{Kind: Executed, Actor: id})
		} else {
			l.happened(Fact{Kind: Attacked, Actor: id, Role: l.claim[id], Standing: l.StandingOf(id)})
		}
		l.living = l.living.Without(id)
		some = true
	}
	return some
}

// endNight takes what dawn told: votes, then the victims, and who was spared.
func (l *Ledger) endNight(o *werewolf.Observation) {
	for ; l.votes < len(o.Votes) && o.Votes[l.votes].Day <= l.day; l.votes++ {
		l.vote(o.Votes[l.votes])
	}
	if l.die(o, werewolf.ByAttack) {
		for id := range l.living.All() {
			l.happened(Fact{Kind: Spared, Actor: id, Role: l.claim[id], Standing: l.StandingOf(id)})
		}
	}
	for l.die(o, werewolf.ByExecution) || l.die(o, werewolf.ByAttack) {
		continue // an order of phases in which they alternate
	}
	l.dusk = false
	l.words = [werewolf.MaxSeats + 1]int{}
	l.plan = [werewolf.MaxSeats + 1]werewolf.SeatID{}
}

// vote files a vote that was shown. The voted may be dead by now; what is filed is as it was when the votes were cast.
func (l *Ledger) vote(v werewolf.Choice) {
	if !l.seats.Has(v.Seat) || !l.seats.Has(v.Target) {
		return
	}
	now := l.living
	for i := len(l.list) - 1; i >= 0 && l.list[i].Day == l.day; i-- {
		if l.list[i].Kind == Executed {
			l.living = l.living.With(l.list[i].Actor)
		}
	}
	l.opine(Cast, v.Seat, v.Target)
	l.living = now
	switch plan := l.plan[v.Seat]; plan {
	case 0:
	case v.Target:
		l.happened(Fact{Kind: Kept, Actor: v.Seat, Target: v.Target})
	default:
		l.happened(Fact{Kind: Broke, Actor: v.Seat, Target: v.Target})
	}
}
