package contestlog

import "wolfden/werewolf"

// findHabits finds out where the server did not follow the rules.
func (p *logPlan) findHabits() {
	h := &p.rules.Habits
	p.late = p.lateNight()
	h.EndAtDawn = p.late != nil
	silent := h.EndAtDawn
	for id := range p.lost {
		silent = silent || p.rules.Table.Power(p.role(id)) == werewolf.Attacks
	}
	h.NeedsVoters = silent && p.nightWithoutAttack()
	for i := range p.Lines {
		l := &p.Lines[i]
		h.VoidVotes = h.VoidVotes || l.Kind == AttackVoteLine && !p.counts(l)
	}
	if !p.named {
		p.findVoid()
	}
}

// findVoid finds what servers that wrote no names let happen in a night: a seer chose itself, a bodyguard somebody dead, and a victim
// was drawn among all humans where no werewolf's vote counted.
func (p *logPlan) findVoid() {
	h := &p.rules.Habits
	var votes []*Line
	var dead werewolf.SeatSet
	for i := range p.Lines {
		switch l := &p.Lines[i]; l.Kind {
		case StatusLine:
			votes = nil
		case DivineLine:
			h.VoidChoices = h.VoidChoices || l.Target == l.Seat
		case GuardLine:
			h.VoidChoices = h.VoidChoices || l.Target != l.Seat && dead.Has(l.Target)
		case ExecuteLine:
			dead = dead.With(l.Target)
		case AttackVoteLine:
			votes = append(votes, l)
		case AttackLine:
			if l.Target != 0 && p.counts(l) {
				p.findDrawn(splitRounds(votes, p.counts, l.Target).rounds, l.Target)
			}
			if l.Unguarded {
				dead = dead.With(l.Target)
			}
		default:
		}
	}
}

// findDrawn finds out whether a victim came of no vote: nobody had a valid one, or all had none after a tie among others.
func (p *logPlan) findDrawn(rounds [][]*Line, victim werewolf.SeatID) {
	n := len(rounds)
	if n == 0 || leaders(rounds[n-1], p.counts) == 0 {
		p.rules.Habits.DrawsVictim = true
	} else if decisive(rounds, p.counts, 0) && !leaders(rounds[n-1], p.counts).Has(victim) {
		p.rules.Habits.DrawsVictim = true
		p.rules.AttackVote.MaxCount = max(p.rules.AttackVote.MaxCount, n+1)
	}
}

// lateNight returns the first line of a night that was played when the game was over already. Old servers,
// those that wrote no names, looked for a winner only in the morning.
func (p *logPlan) lateNight() *Line {
	if p.named || p.result == nil {
		return nil
	}
	living := werewolf.SeatsUpTo(len(p.seats))
	for i := range p.last {
		l := &p.Lines[i]
		if l.Kind == AttackLine && !l.Unguarded || l.Kind != ExecuteLine && l.Kind != AttackLine || p.role(l.Target) == werewolf.NoRole {
			continue
		}
		living = living.Without(l.Target)
		humans, wolves := sides(p.rules.Table, living, p.roles)
		if l.Kind == ExecuteLine && i+1 < p.last && p.Lines[i+1].Kind != StatusLine && won([2]int{humans, wolves}) != werewolf.NoTeam {
			return &p.Lines[i+1]
		}
	}
	return nil
}

// nightWithoutAttack reports whether there was a night after an execution without any line about an attack. If
// the execution ended the game, there was no night.
func (p *logPlan) nightWithoutAttack() bool {
	executed := false
	for i := range p.Lines {
		switch l := &p.Lines[i]; l.Kind {
		case ExecuteLine:
			executed = true
		case AttackLine:
			executed = false
		case StatusLine:
			if executed && (i < p.last || p.late != nil) {
				return true
			}
		default:
		}
	}
	return false
}
