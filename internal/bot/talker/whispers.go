package talker

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// whispered is what the werewolves have whispered.
type whispered struct {
	read      int
	day       int
	proposals []wish                                 // whom to attack tonight, the latest of each
	held      werewolf.SeatID                        // whom the player itself has named last, in other words than the rules' and after all others
	casts     [werewolf.MaxRoles + 1]werewolf.SeatID // by role, who will claim it: the first who said so or was asked to
	pushes    []wish                                 // whom to have blamed on the day after the night, the latest of each
	forsaken  werewolf.SeatSet                       // those of the pack whom it gives up
}

// wish is what a werewolf wants to happen to a player.
type wish struct {
	by, target werewolf.SeatID
	day        int // on which it said so
}

// readNew takes the whispers that are new.
func (w *whispered) readNew(p *Player) {
	o := p.o
	w.begin(o)
	for ; w.read < len(o.Whispers); w.read++ {
		u := &o.Whispers[w.read]
		if u.Skip || u.Over {
			continue
		}
		rows := p.amend(u, p.listener.Understand(u, true))
		p.listener.File(u, true, rows)
		if prey := rows.Announced(speech.Attack); prey != 0 && u.Day == o.Day && prey != u.Seat {
			w.proposals = wished(w.proposals, wish{u.Seat, prey, u.Day})
			w.held = 0
			if _, known := p.composer.Meant(u.Text); u.Seat == o.Seat && !known {
				w.held = prey
			}
		}
		w.plan(p, u, rows)
	}
	p.takePart()
}

// plan takes what a whisper says of the days to come: who claims what, whom to blame, whom of the pack to give up.
func (w *whispered) plan(p *Player, u *werewolf.Utterance, rows speech.Rows) {
	for a := range rows.Casts() {
		if a.Target != 0 && w.casts[a.Role] == 0 {
			w.casts[a.Role] = a.Target
		}
	}
	pack := p.o.Allies().With(p.o.Seat)
	for id := range (rows.Suspected() &^ pack).All() {
		w.pushes = wished(w.pushes, wish{u.Seat, id, u.Day})
	}
	w.forsaken |= werewolf.SetOf(rows.Announced(speech.Vote), rows.Urged()).Without(0) & pack
}

// takePart takes the part that the pack has given to the player: a role that it is asked to claim, none that another claims.
func (p *Player) takePart() {
	if !p.o.Spec().IsWolf() || p.IsOpen() {
		return
	}
	shown, casts := p.pretence.Role, &p.whispered.casts
	for _, power := range [...]werewolf.Power{werewolf.Divines, werewolf.Identifies} {
		if role := p.o.Rules.RoleWith(power); p.o.Rules.Count(power) > 0 && casts[role] == p.o.Seat {
			shown = role
		}
	}
	if other := casts[shown]; other != 0 && other != p.o.Seat && !p.ledger.Spec(shown).Ordinary() {
		shown = p.o.Rules.Ordinary()
	}
	if shown != p.pretence.Role {
		p.pretence = Pretence{Role: shown, Late: p.pretence.Late}
	}
}

func (w *whispered) begin(o *werewolf.Observation) {
	if w.day == o.Day {
		return
	}
	w.day, w.proposals, w.held = o.Day, w.proposals[:0], 0
	w.pushes = slices.DeleteFunc(w.pushes, func(p wish) bool { return p.day < o.Day-1 || !o.Living.Has(p.target) })
}

// wished adds a wish in the place of what the same werewolf wanted before.
func wished(list []wish, w wish) []wish {
	list = slices.DeleteFunc(list, func(old wish) bool { return old.by == w.by })
	return append(list, w)
}

// of is whom a werewolf wants, 0 for nobody.
func of(list []wish, by werewolf.SeatID) werewolf.SeatID {
	for _, w := range list {
		if w.by == by {
			return w.target
		}
	}
	return 0
}

// Scapegoat returns whom the player is to have blamed today: whom it has whispered itself, else whom another of the pack has first; 0
// for nobody.
func (p *Self) Scapegoat() werewolf.SeatID {
	list := slices.DeleteFunc(slices.Clone(p.whispered.pushes), func(w wish) bool { return w.day == p.o.Day }) // for tomorrow
	if mine := of(list, p.o.Seat); mine != 0 || len(list) == 0 {
		return mine
	}
	return list[0].target
}

// Forsaken returns those of the pack whom it has given up: its votes may fall on them. Where the execution of anybody else leaves as many
// werewolves as others by morning it gives up nobody.
func (p *Self) Forsaken() werewolf.SeatSet {
	if p.o.Living.Len() <= 2*(p.o.Allies()&p.o.Living).With(p.o.Seat).Len()+2 {
		return 0
	}
	return p.whispered.forsaken & p.o.Living
}

// wants reports whether a werewolf wants to attack a player tonight.
func (w *whispered) wants(id werewolf.SeatID) bool {
	return slices.ContainsFunc(w.proposals, func(s wish) bool { return s.target == id })
}

// favourite returns the legal target that most werewolves want tonight; among equals the one named first, 0 if there is
// none.
func (w *whispered) favourite(legal werewolf.SeatSet) (best werewolf.SeatID) {
	most := 0
	for _, s := range w.proposals {
		n := 0
		for _, other := range w.proposals {
			if other.target == s.target {
				n++
			}
		}
		if legal.Has(s.target) && n > most {
			best, most = s.target, n
		}
	}
	return best
}
