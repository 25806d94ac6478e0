package lycaon

import (
	"context"
	"fmt"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// pose shows an honest role as it is; a liar poses as a villager, a seer or a medium.
func (s *state) pose(t *agent.Table) bool {
	o, p := t.O, t.Talker
	talker.Nothing{}.Pose(p)
	if o.Team() != werewolf.WerewolfTeam {
		return true
	}
	w := s.ways.waysFor(o)
	switch {
	case o.Rules.Count(werewolf.Divines) > 0 && p.Chance(w.Claims):
		p.Pretence.Role = o.Rules.RoleWith(werewolf.Divines)
	case o.Rules.Count(werewolf.Identifies) > 0 && p.Chance(w.Medium):
		p.Pretence.Role = o.Rules.RoleWith(werewolf.Identifies)
	}
	p.Pretence.Late = p.Chance(w.Late)
	t.Note("I will be seen as " + o.Rules.Table.Name(p.Pretence.Role))
	return true
}

// mask says what a liar shows to believe.
func (s *state) mask(_ context.Context, t *agent.Table) string {
	if t.O.Team() == werewolf.VillagerTeam || s.view == nil {
		return ""
	}
	return beliefs(t.O, s.view)
}

// invent makes up the results that the claimed role should have by now: one for each night, none of which is refuted by
// known facts.
func (s *state) invent(t *agent.Table) bool {
	o, p := t.O, t.Talker
	honest := p.Pretence.Role == o.Role()
	if honest || o.Day == 0 || o.Request.Kind != werewolf.Talk {
		return true
	}
	if !p.ShownSpec().Ordinary() && !p.IsOpen() && t.Heard.Claimants(p.Pretence.Role)&o.Allies() != 0 {
		p.Pretence.Role, p.Pretence.Invented = o.Rules.Ordinary(), nil // one of the werewolves is enough
	}
	if n := len(p.Pretence.Invented); n > 0 && p.Pretence.Invented[n-1].Day == o.Day-1 {
		return true
	}
	var f werewolf.Finding
	switch p.ShownSpec().Power {
	case werewolf.Divines:
		f = s.divination(t)
	case werewolf.Identifies:
		f = s.vision(t)
	default: // has none
	}
	if f.Target != 0 {
		p.Pretence.Invented = append(p.Pretence.Invented, f)
		t.Note(fmt.Sprintf("I will say that %s is %s", o.Name(f.Target), f.Species))
	}
	return true
}

// divination is an invented result of last night.
func (s *state) divination(t *agent.Table) werewolf.Finding {
	o, p, ways := t.O, t.Talker, s.ways.waysFor(t.O)
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
			finding.Target = p.Pick(victims(o)) // nobody is left to divine
		}
		return finding
	}
	prey := fresh &^ o.Allies() &^ cleared(t)
	if blacks < o.Rules.Wolves() && prey != 0 && p.Chance(ways.Black) {
		finding.Species = werewolf.Wolf
		rivals := t.Heard.ClaimantsOf(werewolf.Divines) & prey
		switch {
		case rivals != 0 && p.Chance(ways.Rival):
			finding.Target = p.Pick(rivals)
		case prey&^rivals == 0:
			finding.Target = p.Pick(prey)
		case p.Chance(ways.Suspect):
			finding.Target = s.topWolf(t, prey&^rivals)
		default:
			finding.Target = p.Pick(prey &^ rivals)
		}
		return finding
	}
	if friends := fresh & o.Allies(); friends != 0 && p.Chance(ways.Clears) {
		finding.Target = s.topWolf(t, friends)
		return finding
	}
	finding.Target = p.Pick(fresh &^ t.Heard.ClaimantsOf(werewolf.Divines))
	if finding.Target == 0 {
		finding.Target = p.Pick(fresh)
	}
	return finding
}

// topWolf is whom the village takes for a werewolf first.
func (s *state) topWolf(t *agent.Table, among werewolf.SeatSet) werewolf.SeatID {
	if s.reasoner == nil {
		return t.Talker.Opinion().Top(among)
	}
	return s.reasoner.Village().Now().TopWolf(among)
}

// vision is an invented result on who was executed last.
func (s *state) vision(t *agent.Table) (f werewolf.Finding) {
	o := t.O
	for _, death := range o.Deaths {
		if death.Cause == werewolf.ByExecution && death.Day == o.Day-1 {
			f = werewolf.Finding{Day: death.Day, Target: death.Seat, Species: werewolf.Human}
			if !o.Allies().Has(death.Seat) && t.Talker.Chance(s.ways.waysFor(o).Black) {
				f.Species = werewolf.Wolf
			}
		}
	}
	return f
}

// victims are those who died last night.
func victims(o *werewolf.Observation) (s werewolf.SeatSet) {
	for _, death := range o.Deaths {
		if death.Day == o.Day-1 && death.Cause == werewolf.ByAttack {
			s = s.With(death.Seat)
		}
	}
	return s
}

// cleared returns the players whom others have found human, so that nobody believes them to be werewolves.
func cleared(t *agent.Table) (s werewolf.SeatSet) {
	for _, r := range t.Heard.Findings() {
		if r.By != t.O.Seat && r.Species == werewolf.Human {
			s = s.With(r.Target)
		}
	}
	return s
}
