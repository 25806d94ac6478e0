package lycaon

import (
	"cmp"
	"fmt"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/utterance"
	"wolfden/werewolf"
)

// show decides what the player shows of itself, and what it makes up.
func (s *state) show(t *agent.Table, c *talker.Choice) bool {
	switch c.Of {
	case talker.Pose:
		s.pose(t, &c.Shown)
	case talker.Show:
		s.invent(t, &c.Shown)
	default: // is another module's
		return false
	}
	return true
}

// pose shows an honest role as it is; a liar poses as a villager, a seer or a medium.
func (s *state) pose(t *agent.Table, shown *talker.Pretence) {
	o, p := t.O, t.Self
	if o.Team() != werewolf.WerewolfTeam {
		return
	}
	w := s.learnt.Ways.waysFor(o)
	switch {
	case o.Rules.Count(werewolf.Divines) > 0 && p.Chance(w.Claims):
		shown.Role = o.Rules.RoleWith(werewolf.Divines)
	case o.Rules.Count(werewolf.Identifies) > 0 && p.Chance(w.Medium):
		shown.Role = o.Rules.RoleWith(werewolf.Identifies)
	}
	shown.Late = p.Chance(w.Late)
	t.Note("I will be seen as " + o.Rules.Table.Name(shown.Role))
}

// mask says what a liar shows to believe.
func (s *state) mask(t *agent.Table) agent.Changes {
	if t.O.Team() == werewolf.VillagerTeam || s.view == nil {
		return agent.Changes{}
	}
	return agent.Changes{Note: beliefs(t.O, s.view)}
}

// invent makes up the results that the claimed role should have by now: one for each night, none of which is refuted by
// known facts.
func (s *state) invent(t *agent.Table, shown *talker.Pretence) {
	o := t.O
	if shown.Role == o.Role() || o.Day == 0 || o.Request.Kind != werewolf.Talk {
		return
	}
	if !t.Self.ShownSpec().Ordinary() && !t.Self.IsOpen() && t.Heard.Claimants(shown.Role)&o.Allies() != 0 {
		*shown = talker.Pretence{Role: o.Rules.Ordinary(), Late: shown.Late} // one of the werewolves is enough
	}
	if n := len(shown.Invented); n > 0 && shown.Invented[n-1].Day == o.Day-1 || t.Self.Waits(utterance.Rest(o)) {
		return
	}
	if s.reasoner != nil {
		s.reasoner.See(o, t.Heard) // what was said since the last answer, such as a rival's result
	}
	var f werewolf.Finding
	switch o.Rules.Table.Power(shown.Role) {
	case werewolf.Divines:
		f = s.divination(t)
	case werewolf.Identifies:
		f = s.vision(t)
	default: // has none
	}
	if f.Target != 0 {
		shown.Invented = append(shown.Invented, f)
		t.Note(fmt.Sprintf("I will say that %s is %s", o.Name(f.Target), f.Species))
	}
}

// divination is an invented result of last night.
func (s *state) divination(t *agent.Table) werewolf.Finding {
	o, p, ways := t.O, t.Self, s.learnt.Ways.waysFor(t.O)
	told, blacks := werewolf.SeatSet(0), 0
	for _, finding := range p.Pretence().Invented {
		told = told.With(finding.Target)
		if finding.Species == werewolf.Wolf {
			blacks++
		}
	}
	fresh, finding := o.Others()&^told, werewolf.Finding{Day: o.Day - 1, Species: werewolf.Human}
	if fresh.Len() < 2 {
		if finding.Target = fresh.First(); finding.Target == 0 {
			finding.Target = p.Pick(p.Victims() &^ told) // nobody is left to divine
		}
		return finding
	}
	prey := fresh &^ p.Vouched() &^ o.Allies()
	if blacks < o.Rules.Wolves() && prey != 0 && p.Chance(ways.Black) {
		finding.Target, finding.Species = s.blacken(t, prey), werewolf.Wolf
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

// blacken returns whom of the prey to call a werewolf: a rival, whom the village suspects, or anybody.
func (s *state) blacken(t *agent.Table, prey werewolf.SeatSet) werewolf.SeatID {
	p, ways, rivals := t.Self, s.learnt.Ways.waysFor(t.O), t.Heard.ClaimantsOf(werewolf.Divines)&prey
	others := s.strangers(t, prey&^rivals)
	switch {
	case rivals != 0 && p.Chance(ways.Rival), others == 0:
		return p.Pick(cmp.Or(rivals, prey))
	case p.Chance(ways.Suspect):
		return s.topWolf(t, others)
	}
	return p.Pick(others)
}

// strangers are those of some players whom the possessed takes for a werewolf no more than the average of them: it does not call a
// werewolf what it is. A werewolf knows who is none.
func (s *state) strangers(t *agent.Table, among werewolf.SeatSet) werewolf.SeatSet {
	if s.reasoner == nil || !t.O.Spec().Traitor() {
		return among
	}
	mine, sum := s.reasoner.Mine().Now(), 0.0
	for id := range among.All() {
		sum += mine.Wolf(id)
	}
	return among.Where(func(id werewolf.SeatID) bool { return mine.Wolf(id) <= sum/float64(among.Len())+lot })
}

// topWolf is whom the village takes for a werewolf first.
func (s *state) topWolf(t *agent.Table, among werewolf.SeatSet) werewolf.SeatID {
	if s.reasoner == nil {
		return t.Self.Opinion().Top(among)
	}
	return s.most(among, s.reasoner.Village().Now().Wolf)
}

// vision is an invented result on who was executed last.
func (s *state) vision(t *agent.Table) (f werewolf.Finding) {
	o := t.O
	for _, death := range o.Deaths {
		if death.Cause == werewolf.ByExecution && death.Day == o.Day-1 {
			f = werewolf.Finding{Day: death.Day, Target: death.Seat, Species: werewolf.Human}
			if !o.Allies().Has(death.Seat) && t.Self.Chance(s.learnt.Ways.waysFor(o).Black) {
				f.Species = werewolf.Wolf
			}
		}
	}
	return f
}
