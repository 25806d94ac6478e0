package lycaon

import (
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// Pose shows an honest role as it is; a liar shows a villager, a seer or a medium.
func (h *head) Pose(p *talker.Player) {
	o := p.Observation()
	p.Mask.Role = o.Role()
	if o.Team() != werewolf.WerewolfTeam {
		if o.Role() == werewolf.NoRole {
			p.Mask.Role = p.Observation().Rules.Ordinary()
		}
		return
	}
	w := h.ways.of(o)
	p.Mask.Role = p.Observation().Rules.Ordinary()
	switch {
	case o.Rules.Count(werewolf.Divines) > 0 && p.Chance(w.Claims):
		p.Mask.Role = p.Observation().Rules.RoleWith(werewolf.Divines)
	case o.Rules.Count(werewolf.Identifies) > 0 && p.Chance(w.Medium):
		p.Mask.Role = p.Observation().Rules.RoleWith(werewolf.Identifies)
	}
	p.Mask.Late = p.Chance(w.Late)
	h.think("plan", "I will be seen as %s", p.Mask.Role)
}

// Invent makes up the results that the mask should have by now: one for each night, none that anything known refutes.
func (h *head) Invent(p *talker.Player) {
	o := p.Observation()
	honest := p.Mask.Role == o.Role()
	if honest || o.Day == 0 || o.Request.Kind != werewolf.Talk {
		return
	}
	if !p.Poses().Ordinary() && !p.IsOpen() && p.Ledger().Claimants(p.Mask.Role)&o.Allies() != 0 {
		p.Mask.Role, p.Mask.Invented = o.Rules.Ordinary(), nil // one of the pack is enough
	}
	if n := len(p.Mask.Invented); n > 0 && p.Mask.Invented[n-1].Day == o.Day-1 {
		return
	}
	var f werewolf.Finding
	switch p.Poses().Power {
	case werewolf.Divines:
		f = h.divination(p)
	case werewolf.Identifies:
		f = h.vision(p)
	default: // has none
	}
	if f.Target != 0 {
		p.Mask.Invented = append(p.Mask.Invented, f)
		h.think("plan", "I will say that %s is %s", o.Name(f.Target), f.Species)
	}
}

// divination is an invented result of last night.
func (h *head) divination(p *talker.Player) werewolf.Finding {
	o, w := p.Observation(), h.ways.of(p.Observation())
	fresh, blacks := o.Others(), 0
	for _, f := range p.Mask.Invented {
		fresh = fresh.Without(f.Target)
		if f.Species == werewolf.Wolf {
			blacks++
		}
	}
	f := werewolf.Finding{Day: o.Day - 1, Species: werewolf.Human}
	if fresh.Len() < 2 {
		if f.Target = fresh.First(); f.Target == 0 {
			f.Target = p.Pick(h.victims(o)) // nobody is left to divine
		}
		return f
	}
	village := h.mind.Village().Now()
	prey := fresh &^ o.Allies() &^ h.cleared(p)
	if blacks < o.Rules.Wolves() && prey != 0 && p.Chance(w.Black) {
		f.Species = werewolf.Wolf
		rivals := p.Ledger().ClaimantsOf(werewolf.Divines) & prey
		switch {
		case rivals != 0 && p.Chance(w.Rival):
			f.Target = p.Pick(rivals)
		case prey&^rivals == 0:
			f.Target = p.Pick(prey)
		case p.Chance(w.Suspect):
			f.Target = village.TopWolf(prey &^ rivals)
		default:
			f.Target = p.Pick(prey &^ rivals)
		}
		return f
	}
	if friends := fresh & o.Allies(); friends != 0 && p.Chance(w.Clears) {
		f.Target = village.TopWolf(friends)
		return f
	}
	f.Target = p.Pick(fresh &^ p.Ledger().ClaimantsOf(werewolf.Divines))
	if f.Target == 0 {
		f.Target = p.Pick(fresh)
	}
	return f
}

// vision is an invented result on who was executed last.
func (h *head) vision(p *talker.Player) (f werewolf.Finding) {
	o := p.Observation()
	for _, d := range o.Deaths {
		if d.Cause == werewolf.ByExecution && d.Day == o.Day-1 {
			f = werewolf.Finding{Day: d.Day, Target: d.Seat, Species: werewolf.Human}
			if !o.Allies().Has(d.Seat) && p.Chance(h.ways.of(o).Black) {
				f.Species = werewolf.Wolf
			}
		}
	}
	return f
}

// victims are those who died last night.
func (h *head) victims(o *werewolf.Observation) (s werewolf.SeatSet) {
	for _, d := range o.Deaths {
		if d.Day == o.Day-1 && d.Cause == werewolf.ByAttack {
			s = s.With(d.Seat)
		}
	}
	return s
}

// cleared are those whom others have found human, whom nobody believes to be werewolves.
func (h *head) cleared(p *talker.Player) (s werewolf.SeatSet) {
	for _, r := range p.Ledger().Findings() {
		if r.By != p.Observation().Seat && r.Species == werewolf.Human {
			s = s.With(r.Target)
		}
	}
	return s
}
