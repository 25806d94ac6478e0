package lycaon

import (
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// Pose shows an honest role as it is; a liar shows a villager, a seer or a medium.
func (d *decider) Pose(p *talker.Player) {
	o := p.Observation()
	p.Pretence.Role = o.Role()
	if o.Team() != werewolf.WerewolfTeam {
		if o.Role() == werewolf.NoRole {
			p.Pretence.Role = p.Observation().Rules.Ordinary()
		}
		return
	}
	w := d.ways.waysFor(o)
	p.Pretence.Role = p.Observation().Rules.Ordinary()
	switch {
	case o.Rules.Count(werewolf.Divines) > 0 && p.Chance(w.Claims):
		p.Pretence.Role = p.Observation().Rules.RoleWith(werewolf.Divines)
	case o.Rules.Count(werewolf.Identifies) > 0 && p.Chance(w.Medium):
		p.Pretence.Role = p.Observation().Rules.RoleWith(werewolf.Identifies)
	}
	p.Pretence.Late = p.Chance(w.Late)
	d.think("plan", "I will be seen as %s", o.Rules.Table.Name(p.Pretence.Role))
}

// Invent makes up the results that the pretence should have by now: one for each night, none that anything known refutes.
func (d *decider) Invent(p *talker.Player) {
	o := p.Observation()
	honest := p.Pretence.Role == o.Role()
	if honest || o.Day == 0 || o.Request.Kind != werewolf.Talk {
		return
	}
	if !p.ShownSpec().Ordinary() && !p.IsOpen() && p.Ledger().Claimants(p.Pretence.Role)&o.Allies() != 0 {
		p.Pretence.Role, p.Pretence.Invented = o.Rules.Ordinary(), nil // one of the werewolves is enough
	}
	if n := len(p.Pretence.Invented); n > 0 && p.Pretence.Invented[n-1].Day == o.Day-1 {
		return
	}
	var f werewolf.Finding
	switch p.ShownSpec().Power {
	case werewolf.Divines:
		f = d.divination(p)
	case werewolf.Identifies:
		f = d.vision(p)
	default: // has none
	}
	if f.Target != 0 {
		p.Pretence.Invented = append(p.Pretence.Invented, f)
		d.think("plan", "I will say that %s is %s", o.Name(f.Target), f.Species)
	}
}

// divination is an invented result of last night.
func (d *decider) divination(p *talker.Player) werewolf.Finding {
	o, ways := p.Observation(), d.ways.waysFor(p.Observation())
	fresh, blacks := o.Others(), 0
	for _, finding := range p.Pretence.Invented {
		fresh = fresh.Without(finding.Target)
		if finding.Species == werewolf.Wolf {
			blacks++
		}
	}
	finding := werewolf.Finding{Day: o.Day - 1, Species: werewolf.Human}
	if fresh.Len() < 2 {
		if finding.Target = fresh.First(); finding.Target == 0 {
			finding.Target = p.Pick(d.victims(o)) // nobody is left to divine
		}
		return finding
	}
	village := d.reasoner.Village().Now()
	prey := fresh &^ o.Allies() &^ d.cleared(p)
	if blacks < o.Rules.Wolves() && prey != 0 && p.Chance(ways.Black) {
		finding.Species = werewolf.Wolf
		rivals := p.Ledger().ClaimantsOf(werewolf.Divines) & prey
		switch {
		case rivals != 0 && p.Chance(ways.Rival):
			finding.Target = p.Pick(rivals)
		case prey&^rivals == 0:
			finding.Target = p.Pick(prey)
		case p.Chance(ways.Suspect):
			finding.Target = village.TopWolf(prey &^ rivals)
		default:
			finding.Target = p.Pick(prey &^ rivals)
		}
		return finding
	}
	if friends := fresh & o.Allies(); friends != 0 && p.Chance(ways.Clears) {
		finding.Target = village.TopWolf(friends)
		return finding
	}
	finding.Target = p.Pick(fresh &^ p.Ledger().ClaimantsOf(werewolf.Divines))
	if finding.Target == 0 {
		finding.Target = p.Pick(fresh)
	}
	return finding
}

// vision is an invented result on who was executed last.
func (d *decider) vision(p *talker.Player) (f werewolf.Finding) {
	o := p.Observation()
	for _, death := range o.Deaths {
		if death.Cause == werewolf.ByExecution && death.Day == o.Day-1 {
			f = werewolf.Finding{Day: death.Day, Target: death.Seat, Species: werewolf.Human}
			if !o.Allies().Has(death.Seat) && p.Chance(d.ways.waysFor(o).Black) {
				f.Species = werewolf.Wolf
			}
		}
	}
	return f
}

// victims are those who died last night.
func (d *decider) victims(o *werewolf.Observation) (s werewolf.SeatSet) {
	for _, death := range o.Deaths {
		if death.Day == o.Day-1 && death.Cause == werewolf.ByAttack {
			s = s.With(death.Seat)
		}
	}
	return s
}

// cleared are those whom others have found human, whom nobody believes to be werewolves.
func (d *decider) cleared(p *talker.Player) (s werewolf.SeatSet) {
	for _, r := range p.Ledger().Findings() {
		if r.By != p.Observation().Seat && r.Species == werewolf.Human {
			s = s.With(r.Target)
		}
	}
	return s
}
