package understand

import (
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// claimantMeant returns whom "the seer" means: the only claimant; else the claimant whom the speaker has not just
// doubted; else the one who lives. A speaker who claims the role means nobody else by it.
func (l *Listener) claimantMeant(r werewolf.Role, speaker werewolf.SeatID, doubted werewolf.SeatSet) werewolf.SeatSet {
	all := l.ledger.Claimants(r)
	if all.Has(speaker) {
		return 0
	}
	if all.Len() > 1 && all&^doubted != 0 {
		all &^= doubted
	}
	if all.Len() > 1 {
		all &^= l.ledger.Dead()
	}
	if all.Len() != 1 {
		return 0
	}
	return all
}

// hasFound reports whether the player has told this result before.
func (l *Listener) hasFound(id, target werewolf.SeatID, s werewolf.Species) bool {
	return l.reporters(target, s).Has(id)
}

// finders returns the players other than the speaker who have told the result.
func (l *Listener) finders(speaker, target werewolf.SeatID, s werewolf.Species) werewolf.SeatSet {
	return l.reporters(target, s).Without(speaker)
}

func (l *Listener) reporters(target werewolf.SeatID, s werewolf.Species) (all werewolf.SeatSet) {
	for _, r := range l.ledger.Results() {
		if r.Target == target && r.Species == s {
			all = all.With(r.By)
		}
	}
	return all
}

// latest returns the target of the player's last result of the species, or of any species for NoSpecies; it is empty if
// there is none.
func (l *Listener) latest(id werewolf.SeatID, s werewolf.Species) werewolf.SeatSet {
	results := l.ledger.Results()
	for i := len(results) - 1; i >= 0; i-- {
		if r := &results[i]; r.By == id && r.Verb != speech.Guarded && (s == werewolf.NoSpecies || r.Species == s) {
			return werewolf.SetOf(r.Target)
		}
	}
	return 0
}

// living returns the players who have not died, as far as is known.
func (l *Listener) living() werewolf.SeatSet {
	return werewolf.SeatsUpTo(len(l.table.Names)) &^ l.ledger.Dead()
}

// tellers returns the players who have told results.
func (l *Listener) tellers() (all werewolf.SeatSet) {
	for _, r := range l.ledger.Results() {
		all = all.With(r.By)
	}
	return all
}
