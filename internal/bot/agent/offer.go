package agent

import "wolfden/werewolf"

// Offered are those of the players among whom a choice of the kind is offered: whom the rules of the game and the player's own certain
// knowledge leave. Nobody is offered itself; a seer not whom it has divined, nor for a vote whom it has found human; nobody its own side,
// but for a guard, and a werewolf for a vote, which may be of use. A reason that would leave nobody is passed over.
func Offered(o *werewolf.Observation, kind werewolf.RequestKind, among werewolf.SeatSet) werewolf.SeatSet {
	for _, out := range []werewolf.SeatSet{werewolf.SetOf(o.Seat), excluded(o, kind)} {
		if left := among &^ out; left != 0 {
			among = left
		}
	}
	return among
}

// excluded are those whom the player's own certain knowledge keeps out of a choice.
func excluded(o *werewolf.Observation, kind werewolf.RequestKind) (out werewolf.SeatSet) {
	village := o.Team() == werewolf.VillagerTeam
	if kind == werewolf.Guard || kind == werewolf.Vote && !village {
		return out
	}
	out = o.Allies()
	for _, f := range o.Divined {
		if kind == werewolf.Divine || kind == werewolf.Vote && f.Species == werewolf.Human {
			out = out.With(f.Target)
		}
	}
	for _, c := range o.Chosen {
		if kind == werewolf.Divine && c.Kind == werewolf.Divine {
			out = out.With(c.Target)
		}
	}
	return out
}
