package contestlog

import "wolfden/werewolf"

// findHabits derives what the server did that is not in the rules.
func (p *logPlan) findHabits() {
	h := &p.rules.Habits
	p.late = p.lateNight()
	h.EndAtDawn = p.late != nil
	silent := h.EndAtDawn
	for id := range p.lost {
		silent = silent || p.role(id) == werewolf.Werewolf
	}
	h.NeedsVoters = silent && p.nightWithoutAttack()
	for i := range p.Lines {
		l := &p.Lines[i]
		h.VoidVotes = h.VoidVotes || l.Kind == AttackVoteLine && !p.counts(l)
	}
}

// lateNight is the first line of the night in which the game was over already. Old servers, those that wrote no names,
// looked for a winner only in the morning.
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
		humans, wolves := sides(living, p.roles)
		if l.Kind == ExecuteLine && i+1 < p.last && p.Lines[i+1].Kind != StatusLine && won([2]int{humans, wolves}) != werewolf.NoTeam {
			return &p.Lines[i+1]
		}
	}
	return nil
}

// nightWithoutAttack reports whether there was a night, after an execution, without a word of an attack. Where the
// execution ended the game there was no night.
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
