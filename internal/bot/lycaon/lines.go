package lycaon

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// cutLines speaks against one of the pack where that costs nothing: whom a werewolf never accuses are known by it, so that the village
// goes from the one that it has found to the others. Each day decides anew.
func (s *state) cutLines(t *agent.Table) (none talker.Intention) {
	o := t.O
	if !o.Spec().IsWolf() || s.reasoner == nil || o.Day == 0 || o.Request.Turn == 0 || s.cut > o.Day || parity(o) {
		return none
	}
	who := s.most(s.safe(t), s.view.Wolf)
	if who == 0 {
		return none
	}
	if s.cut = o.Day + 1; !t.Self.Chance(s.learnt.Ways.waysFor(o).Cuts) {
		return none
	}
	in := talker.Once(wording.SuspectLead, wording.Slots{T: who})
	in.More = true
	return in
}

// safe are the living of the pack whom a word does not hurt: nobody has announced a vote for them or told a result about them, and the
// player itself votes for another.
func (s *state) safe(t *agent.Table) (safe werewolf.SeatSet) {
	for id := range (t.O.Allies() & t.O.Living).Without(t.Self.Target()).Without(t.Self.Plan()).All() {
		if s.reasoner.Evidence().Against(id) == 0 {
			safe = safe.With(id)
		}
	}
	for _, r := range t.Heard.Findings() {
		safe = safe.Without(r.Target)
	}
	return safe
}
