package characterlab

import (
	"math"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// What roles with other powers are worth to the village beside its seer; what a helper is worth to the werewolves, who cannot tell it
// from a seer by its claims; and what full trust of everybody adds to a player's worth.
const (
	halfAsMuch = 0.5
	helps      = 0.25
	influence  = 0.15
)

// chance is how likely a player is of a kind, by the distribution of its roles.
func (s *state) chance(o *werewolf.Observation, id werewolf.SeatID, kind func(werewolf.RoleSpec) bool) (sum float64) {
	for _, role := range o.Rules.Roles.InPlay().Slice() {
		if spec := o.Rules.Table.Spec(role); kind(spec) {
			sum += s.Roles[o.Name(id)][spec.Name]
		}
	}
	return sum
}

// wolfish is how much likelier a werewolf a player is than anybody at the start; 0 without probabilities.
func (s *state) wolfish(o *werewolf.Observation, id werewolf.SeatID) float64 {
	if s.Roles == nil {
		return 0
	}
	return s.chance(o, id, werewolf.RoleSpec.IsWolf) - float64(o.Rules.Wolves())/float64(len(o.Names))
}

// between is how one player stands to another.
func (s *state) between(o *werewolf.Observation, from, to werewolf.SeatID) tie {
	return s.Ties[o.Name(from)+" to "+o.Name(to)]
}

// manage weighs probabilities and relations into whom the player wants executed. The village looks for werewolves and their allies.
// The werewolves' side deceives: it goes along with whom others suspect, and spares who is likely to help it.
func (s *state) manage(t *agent.Table) agent.Changes {
	o, opinion := t.O, t.Self.Opinion()
	village := o.Team() == werewolf.VillagerTeam
	for id := range o.Others().All() {
		theirs, mine := s.between(o, id, o.Seat), s.between(o, o.Seat, id)
		weight := s.warmth*(theirs.Suspicion-theirs.Trust) + s.word*(mine.Suspicion-mine.Trust)
		switch others := o.Others().Without(id); {
		case village:
			weight += s.certainty * s.wolfish(o, id)
			for ally := range others.All() {
				weight += s.alliance * s.between(o, id, ally).Alliance * s.wolfish(o, ally)
			}
		default:
			for by := range others.All() {
				weight += s.crowd * s.between(o, by, id).Suspicion / float64(others.Len())
			}
			weight -= s.alliance * (theirs.Alliance + mine.Alliance) / 2
			weight -= s.certainty * s.helpful(o, id)
		}
		opinion.Score[id] += float32(weight)
	}
	return agent.Changes{Opinion: opinion}
}

// helpful is how much likelier a player is than others to be of the werewolves' side, for one of that side: those that the player
// does not know.
func (s *state) helpful(o *werewolf.Observation, id werewolf.SeatID) float64 {
	if o.Spec().Traitor() {
		return s.wolfish(o, id)
	}
	return s.chance(o, id, werewolf.RoleSpec.Traitor)
}

// choose goes by the state at night: the werewolves hunt whom the village cannot do without, the seer looks where it knows least, the
// bodyguard stands by whom the werewolves must want.
func (s *state) choose(t *agent.Table, c *talker.Choice) bool {
	o := t.O
	if c.Of != talker.Answer || s.Roles == nil {
		return false
	}
	legal := o.Request.Targets & o.Others() &^ o.Allies()
	switch c.Kind {
	case werewolf.Attack:
		c.Target = legal.Most(func(id werewolf.SeatID) float64 {
			return s.worth(o, id) - helps*s.chance(o, id, werewolf.RoleSpec.Traitor)
		})
	case werewolf.Divine:
		c.Target = (legal & t.Self.Undivined()).Most(func(id werewolf.SeatID) float64 { return s.doubtful(o, id) })
	case werewolf.Guard:
		c.Target = legal.Most(func(id werewolf.SeatID) float64 { return s.worth(o, id) - s.chance(o, id, werewolf.RoleSpec.IsWolf) })
	default: // the rules'
	}
	return c.Target != 0
}

// worth is what a player is worth to the village: its likely powers, and how far the others trust it.
func (s *state) worth(o *werewolf.Observation, id werewolf.SeatID) float64 {
	worth := s.chance(o, id, func(r werewolf.RoleSpec) bool { return r.Power == werewolf.Divines }) +
		halfAsMuch*s.chance(o, id, func(r werewolf.RoleSpec) bool { return r.Power == werewolf.Identifies || r.Power == werewolf.Guards })
	others := o.Others().Without(id)
	for by := range others.All() {
		worth += influence * s.between(o, by, id).Trust / float64(others.Len())
	}
	return worth
}

// doubtful is the entropy of whether a player is a werewolf.
func (s *state) doubtful(o *werewolf.Observation, id werewolf.SeatID) (h float64) {
	p := s.chance(o, id, werewolf.RoleSpec.IsWolf)
	for _, q := range []float64{p, 1 - p} {
		if q > 0 {
			h -= q * math.Log2(q)
		}
	}
	return h
}

// leastTrust is how much somebody must be on the player's side, by trust and alliance together, to be asked for its vote.
const leastTrust = 0.25

// negotiate asks whoever stands nearest to the player, by name, for its vote against the announced target, once a day. It tells the model
// that chooses the state.
func (s *state) negotiate(t *agent.Table, b *agent.Brief) {
	if !t.Speaks() {
		b.Analysis, b.Strategy = s.prompt(t.O), s.advice("choose", t.O)
		return
	}
	o, target := t.O, t.Self.Plan()
	among := o.Others().Without(target)
	if o.Day == 0 || target == 0 || s.asked == o.Day+1 || among == 0 {
		return
	}
	near := func(id werewolf.SeatID) float64 {
		one := s.between(o, id, o.Seat)
		return one.Trust + one.Alliance - one.Suspicion
	}
	ally := among.Most(near)
	if near(ally) >= leastTrust && t.Heard.PlanOf(ally, o.Day).Target != target {
		b.First = talker.Daily(wording.AskVoteFor, wording.Slots{T: ally, O: target})
		b.First.More = true
	}
}

// remember notes whom the player wants executed, and that an ally was asked.
func (s *state) remember(t *agent.Table, answer string) string {
	if !t.ByModel() && t.Said() {
		s.asked = t.O.Day + 1
	}
	t.Note(t.O.Name(t.Self.Target()))
	return answer
}
