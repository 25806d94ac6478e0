package critic

import (
	"wolfden/werewolf"
)

// claimants are those who claim a role, or one with a power where none is named, after this turn's own claim.
func (r *reader) claimants(t *turn, role werewolf.Role) (s werewolf.SeatSet) {
	if role != werewolf.NoRole {
		s = r.ledger.Claimants(role)
	} else {
		s = r.ledger.ClaimantsWhere(func(x werewolf.RoleSpec) bool { return !x.Ordinary() && !x.IsWolf() && !x.Traitor() })
	}
	if own := t.says.Claimed(t.Seat); own != werewolf.NoRole && (own == role || role == werewolf.NoRole && r.powerful(own)) {
		s = s.With(t.Seat)
	}
	return s
}

// ever are those who have ever claimed a role.
func (r *reader) ever(t *turn, role werewolf.Role) (s werewolf.SeatSet) {
	s = r.claimants(t, role)
	for _, c := range r.ledger.Claims() {
		if c.Role == role {
			s = s.With(c.Seat)
		}
	}
	return s
}

// murky reports whether somebody who is not known to claim anything has spoken in a way in which claims are made.
func (r *reader) murky() bool {
	var known werewolf.SeatSet
	for _, c := range r.ledger.Claims() {
		known = known.With(c.Seat)
	}
	for _, u := range r.turns {
		for i := range u.sentences {
			if s := &u.sentences[i]; !known.Has(u.Seat) && !s.asks && r.book.has(s, "claims softly") {
				return true
			}
		}
	}
	return false
}

func noneClaimed(r *reader, t *turn, _ *sentence, f taken) string {
	for id := range (r.claimants(t, f.role).Without(t.Seat) & r.living).All() {
		return r.name(id) + " has claimed"
	}
	return ""
}

func soleClaim(r *reader, t *turn, _ *sentence, f taken) string {
	role := f.role
	if role == werewolf.NoRole {
		role = r.ledger.ClaimOf(f.t)
	}
	all := r.claimants(t, role)
	switch {
	case f.t == 0 || role == werewolf.NoRole:
		return ""
	case !all.Has(f.t) && !r.ever(t, role).Has(f.t):
		return r.name(f.t) + " has not claimed to be the " + r.role(role)
	case (all & r.living).Without(f.t).Len() > 0:
		return r.name((all & r.living).Without(f.t).First()) + " claims it as well"
	}
	return ""
}

func twoClaim(r *reader, t *turn, _ *sentence, f taken) string {
	role := f.role
	if role == werewolf.NoRole {
		role = r.ledger.ClaimOf(f.t)
	}
	if f.t == 0 || f.o == 0 {
		if n := r.ever(t, role).Len(); role != werewolf.NoRole && !r.murky() && n != 2 && r.claimants(t, role).Len() != 2 && (r.claimants(t, role)&r.living).Len() != 2 {
			return "not two claim to be the " + r.role(role)
		}
		return ""
	}
	for _, id := range [...]werewolf.SeatID{f.t, f.o} {
		if role == werewolf.NoRole || !r.ever(t, role).Has(id) {
			return r.name(id) + " has not claimed that"
		}
	}
	return ""
}

func manyClaim(r *reader, t *turn, _ *sentence, f taken) string {
	role := f.role
	if role == werewolf.NoRole || f.n < 0 || r.game.Setup[role] > 1 || r.murky() {
		return ""
	}
	now := r.claimants(t, role)
	if n := now.Len(); n != f.n && r.ever(t, role).Len() != f.n && (now&r.living).Len() != f.n && now.Without(t.Seat).Len() != f.n {
		return "not so many claim to be the " + r.role(role)
	}
	return ""
}

func someRivals(r *reader, t *turn, _ *sentence, _ taken) string {
	for role := werewolf.Villager; role <= werewolf.Werewolf; role++ {
		if spec := r.game.Roles().Spec(role); !spec.Ordinary() && (r.ever(t, role).Len() > 1 || r.murky()) {
			return ""
		}
	}
	return "no two claim the same role"
}
