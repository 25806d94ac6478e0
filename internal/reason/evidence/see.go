package evidence

import (
	"slices"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// See adds what is new in the observation. The ledger must have heard its talk. Observations of one game come in order,
// but some may be left out.
func (l *List) See(o *werewolf.Observation, heard *ledger.Ledger) {
	l.ledger = heard
	if l.seats == 0 {
		l.counts, l.roles = o.Rules.Roles, o.Rules.Table
		l.seats = werewolf.SeatsUpTo(min(o.Rules.Players(), werewolf.MaxSeats))
		l.living = l.seats
	}
	for ; l.day <= o.Day; l.day++ {
		l.addTalk(o)
		if l.day == o.Day && !o.Night {
			return
		}
		l.endTalk()
		l.addDeaths(o, werewolf.ByExecution)
		if l.day == o.Day {
			return
		}
		l.endNight(o)
	}
}

// addTalk adds the evidence in the day's utterances.
func (l *List) addTalk(o *werewolf.Observation) {
	for ; l.talks < len(o.Talks) && o.Talks[l.talks].Day <= l.day; l.talks++ {
		u := &o.Talks[l.talks]
		l.taken = l.talks + 1
		if rows := l.ledger.Rows(l.talks); l.seats.Has(u.Seat) && rows.Worded() {
			l.addRows(u.Seat, rows)
		}
	}
}

// addRows adds the evidence in one utterance.
func (l *List) addRows(by werewolf.SeatID, rows speech.Rows) {
	l.addClaims(by, rows.Retracts(by))
	for r := range rows.Results(by) {
		l.addResult(by, r)
	}
	accused := rows.Suspected()
	for target := range ((rows.Trusted() | l.fellows(by, rows)) &^ accused).All() {
		l.addOpinion(Support, by, target)
	}
	for target := range accused.All() {
		l.addOpinion(Accuse, by, target)
	}
	for _, target := range [...]werewolf.SeatID{rows.Requested(speech.Vote), rows.Announced(speech.Vote)} {
		if l.living.Has(target) {
			l.addOpinion(Declare, by, target)
			l.wants[by] = target
		}
	}
}

func (l *List) addItem(f Item) {
	f.Day = l.day
	l.revision++
	l.items = append(l.items, f)
}

// addSaid adds an item that the current utterance says.
func (l *List) addSaid(f Item) {
	f.At = l.talks
	l.addItem(f)
}

// addUnsaid adds an item that nobody said.
func (l *List) addUnsaid(f Item) {
	f.At = -1
	l.addItem(f)
}

// addOnce adds what somebody said of its role, but only the first time: a player gains nothing by going back and forth.
func (l *List) addOnce(f Item) {
	again := slices.ContainsFunc(l.items, func(old Item) bool {
		return old.Kind == f.Kind && old.Actor == f.Actor && old.Role == f.Role
	})
	if !again {
		l.addSaid(f)
	}
}

// fellows are the players whom the speaker says to share its role.
func (l *List) fellows(by werewolf.SeatID, rows speech.Rows) (s werewolf.SeatSet) {
	for frame, a := range rows.Said() {
		if frame.Verb == speech.NoVerb && a.Verb == speech.ComingOut && a.Subject == by && a.Target > 0 && a.Target != by {
			s = s.With(a.Target)
		}
	}
	return s
}

// addClaims adds how the utterance changes the speaker's claim. A claim to be a villager says little, so a player who
// claims something else later takes nothing back.
func (l *List) addClaims(by werewolf.SeatID, retracts bool) {
	for _, c := range l.ledger.Claims() {
		if c.Seat != by || l.counts[c.Role] == 0 {
			continue
		}
		if c.Until == l.talks && (retracts || !l.roles.Spec(c.Role).Ordinary()) {
			l.addOnce(Item{Kind: Retract, Actor: by, Role: c.Role})
		}
		if c.At != l.talks {
			continue
		}
		l.spoken = l.spoken.With(by)
		before := l.ledger.ClaimantsAt(c.Role, l.talks-1).Without(by)
		l.addOnce(Item{Kind: Claim, Actor: by, Role: c.Role, Counter: before.Len() >= l.counts[c.Role]})
	}
}

// addResult adds a told result, but not twice.
func (l *List) addResult(by werewolf.SeatID, told speech.Act) {
	role := l.toldAs(by, told.Verb.Power())
	if told.Species == werewolf.NoSpecies || !l.seats.Has(told.Target) || l.counts[role] == 0 || l.repeats(by, role, told) {
		return
	}
	if l.slips(by, role, told.Target) {
		l.addSaid(Item{Kind: Slip, Actor: by, Target: told.Target, Role: role})
		return
	}
	l.addSaid(Item{Kind: Told, Actor: by, Target: told.Target, Role: role, Species: told.Species})
	if told.Species == werewolf.Wolf {
		l.blamed = l.blamed.With(told.Target)
	} else {
		l.clear = l.clear.With(told.Target)
	}
}

// toldAs returns the role in which a player tells results of the power: its claimed role, if that has the power.
func (l *List) toldAs(by werewolf.SeatID, p werewolf.Power) werewolf.Role {
	if claim := l.ledger.ClaimAt(by, l.talks); claim != werewolf.NoRole && l.roles.Power(claim) == p {
		return claim
	}
	return l.roles.First(l.counts, p.OfVillage)
}

// repeats reports whether the player told the same before.
func (l *List) repeats(by werewolf.SeatID, as werewolf.Role, t speech.Act) bool {
	for i := len(l.items) - 1; i >= 0; i-- {
		f := &l.items[i]
		if f.Actor == by && f.Target == t.Target && f.Role == as && (f.Kind == Told || f.Kind == Slip) {
			return f.Kind == Slip || f.Species == t.Species
		}
	}
	return false
}

// slips reports whether an honest claimant could not have the result: it is about the claimant itself, contradicts an
// earlier one, comes after more results than there were nights, or is a medium's about somebody who was not executed.
func (l *List) slips(by werewolf.SeatID, as werewolf.Role, target werewolf.SeatID) bool {
	if target == by {
		return true
	}
	told, executed := 0, false
	for i := range l.items {
		f := &l.items[i]
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
	return told >= l.day || l.roles.Power(as) == werewolf.Identifies && !executed
}

// addOpinion adds what somebody thinks of a living player: once a day, in its firmest form.
func (l *List) addOpinion(kind Kind, by, target werewolf.SeatID) {
	if by == target || !l.living.Has(target) {
		return
	}
	for i := len(l.items) - 1; i >= 0 && l.items[i].Day == l.day; i-- {
		f := &l.items[i]
		if f.Actor == by && f.Target == target && sameSide(f.Kind, kind) {
			if kind > f.Kind {
				f.Kind = kind
				l.revision++
			}
			return
		}
	}
	f := Item{Kind: kind, Actor: by, Target: target, Standing: l.StandingOf(target)}
	for id := range l.living.Without(by).All() {
		if l.StandingOf(id) == f.Standing {
			f.Choices = f.Choices.With(id)
		}
	}
	if kind == Cast {
		l.addUnsaid(f)
		return
	}
	l.addSaid(f)
}

// sameSide reports whether two kinds are both against or both for somebody.
func sameSide(a, b Kind) bool { return against(a) && against(b) || a == Support && b == Support }

func against(k Kind) bool { return k == Accuse || k == Declare || k == Cast }

// endTalk adds what nobody said today.
func (l *List) endTalk() {
	if l.talkOver {
		return
	}
	l.talkOver = true
	total := 0
	for id := range l.living.All() {
		total += l.ledger.Words(id, l.day)
	}
	for id := range l.living.All() {
		kind := Spoke
		if 2*l.ledger.Words(id, l.day)*l.living.Len() < total {
			kind = Quiet
		}
		if total > 0 {
			l.addUnsaid(Item{Kind: kind, Actor: id})
		}
		if l.day > 0 && !l.spoken.Has(id) { // before the first night nobody is expected to
			l.addUnsaid(Item{Kind: Unclaimed, Actor: id})
		}
	}
}

// addDeaths adds the day's deaths by one cause and reports whether there were any.
func (l *List) addDeaths(o *werewolf.Observation, by werewolf.Cause) (some bool) {
	for ; l.deaths < len(o.Deaths) && o.Deaths[l.deaths].Day <= l.day && o.Deaths[l.deaths].Cause == by; l.deaths++ {
		id := o.Deaths[l.deaths].Seat
		if !l.living.Has(id) {
			continue
		}
		if by == werewolf.ByExecution {
			l.addUnsaid(Item{Kind: Executed, Actor: id})
		} else {
			l.addUnsaid(Item{Kind: Attacked, Actor: id, Role: l.claimOf(id), Standing: l.StandingOf(id)})
		}
		l.living = l.living.Without(id)
		some = true
	}
	return some
}

// endNight adds what the morning shows: votes, victims, and who was spared.
func (l *List) endNight(o *werewolf.Observation) {
	for ; l.votes < len(o.Votes) && o.Votes[l.votes].Day <= l.day; l.votes++ {
		l.addVote(o.Votes[l.votes])
	}
	if l.addDeaths(o, werewolf.ByAttack) {
		for id := range l.living.All() {
			l.addUnsaid(Item{Kind: Spared, Actor: id, Role: l.claimOf(id), Standing: l.StandingOf(id)})
		}
	}
	for l.addDeaths(o, werewolf.ByExecution) || l.addDeaths(o, werewolf.ByAttack) {
		continue // an order of phases in which they alternate
	}
	l.talkOver = false
	l.wants = [werewolf.MaxSeats + 1]werewolf.SeatID{}
}

// addVote adds a vote that was shown. Its target may be dead by now; the item says how things were when the votes were
// cast.
func (l *List) addVote(vote werewolf.Choice) {
	if !l.seats.Has(vote.Seat) || !l.seats.Has(vote.Target) {
		return
	}
	now := l.living
	for i := len(l.items) - 1; i >= 0 && l.items[i].Day == l.day; i-- {
		if l.items[i].Kind == Executed {
			l.living = l.living.With(l.items[i].Actor)
		}
	}
	l.addOpinion(Cast, vote.Seat, vote.Target)
	l.living = now
	switch plan := l.wants[vote.Seat]; plan {
	case 0:
	case vote.Target:
		l.addUnsaid(Item{Kind: Kept, Actor: vote.Seat, Target: vote.Target})
	default:
		l.addUnsaid(Item{Kind: Broke, Actor: vote.Seat, Target: vote.Target})
	}
}
