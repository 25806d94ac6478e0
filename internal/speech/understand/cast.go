package understand

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// casts notes who is asked to claim a role: whoever has it, among werewolves the players named and the speaker itself.
func (u *utterance) casts(m *match) {
	target := m.target
	if pack := u.l.ledger.Whispered() &^ u.l.ledger.Dead(); u.whisper && target == 0 && !m.self { // who is spoken to, or the only one left
		if target = u.addressee; target == 0 && pack.Without(u.speaker).Len() == 1 {
			target = pack
		}
	}
	if target == 0 && !m.self {
		u.addCast(0, 0, m.role)
	}
	if !u.whisper {
		return
	}
	if m.self {
		u.addCast(0, u.speaker, m.role)
	}
	for id := range target.Without(u.speaker).All() {
		u.addCast(id, id, m.role)
	}
}

// addCast adds that somebody is asked that a player claims a role, once.
func (u *utterance) addCast(to, claimant werewolf.SeatID, r werewolf.Role) {
	said := func(a speech.Act) bool { return a.Verb == speech.ComingOut && a.Target == claimant && a.Role == r }
	if r != werewolf.NoRole && !slices.ContainsFunc(u.cast, said) {
		u.cast = speech.Join(u.cast, speech.Cast(to, claimant, r))
	}
}
