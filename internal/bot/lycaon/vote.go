package lycaon

import (
	"fmt"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/werewolf"
)

// What the werewolves' side gains or loses by an execution, besides how much the village suspects the player.
const (
	worthBacking  = 0.25 // times the share of the living who have announced to vote for it
	worthSeer     = 1.0  // times how likely it is the seer
	spareWerewolf = 1.2  // times how likely it is a werewolf, to the possessed
	sparePartner  = 0.15 // times how likely it is the possessed, to a werewolf
	worthBallot   = 2.0  // for each who has announced to vote for it, when that decides the game
)

// want returns whom the player wants executed: whom it believes to be a werewolf, or for the werewolves' side the player whom
// the village most readily believes to be one.
func (s *state) want(t *agent.Table) (best werewolf.SeatID, decided bool) {
	if s.reasoner == nil {
		return 0, false
	}
	if t.O.Team() == werewolf.VillagerTeam {
		return t.Self.Opinion().Top(suspects(t.O)), true
	}
	worth := s.worth
	if t.O.Spec().IsWolf() && decisive(t.O) {
		worth = s.worthAtLast
	}
	return suspects(t.O).Most(func(id werewolf.SeatID) float64 { return worth(t, id) }), true
}

// suspects are the others but those of the player's side, unless there is nobody else.
func suspects(o *werewolf.Observation) werewolf.SeatSet {
	if s := o.Others() &^ o.Allies(); s != 0 {
		return s
	}
	return o.Others()
}

// tell notes whom the player wants executed and why, where that is news, and what it chooses.
func (s *state) tell(t *agent.Table, answer string) string {
	o := t.O
	if kind := o.Request.Kind; kind == werewolf.Talk || kind == werewolf.Vote {
		if best := t.Self.Target(); best != s.wanted && best != 0 {
			s.wanted = best
			t.Note("I want " + o.Name(best) + " executed")
			t.Note(s.reasons(o, best))
		}
	}
	if kind := o.Request.Kind; kind.Chooses() {
		t.Note(kind.String() + ": " + answer)
	}
	return answer
}

// reasons words what speaks against a player, and for it.
func (s *state) reasons(o *werewolf.Observation, id werewolf.SeatID) string {
	const most = 4
	if s.reasoner == nil {
		return ""
	}
	var list []string
	for _, why := range s.reasoner.Mine().Why(id, most) {
		about := o.Name(why.Item.Actor)
		if why.Item.Target != 0 {
			about += " to " + o.Name(why.Item.Target)
		}
		list = append(list, fmt.Sprintf("%+.1f %s (%s, day %d)", why.Weight, why.Cell, about, why.Item.Day))
	}
	return strings.Join(list, "\n")
}

// worthAtLast is what a werewolf sees in a player when the execution of anybody else wins: who others vote for will do,
// the possessed included.
func (s *state) worthAtLast(t *agent.Table, id werewolf.SeatID) float64 {
	backing := s.reasoner.Evidence().Against(id).Without(t.O.Seat).Len()
	return worthBallot*float64(backing) + s.reasoner.Village().Now().Wolf(id)
}

// worth is what the execution of a player is worth to the werewolves' side, and how near it is.
func (s *state) worth(t *agent.Table, id werewolf.SeatID) float64 {
	o := t.O
	mine := s.reasoner.Mine().Now()
	backing := float64(s.reasoner.Evidence().Against(id).Without(o.Seat).Len()) / float64(max(1, o.Living.Len()))
	worth := s.reasoner.Village().Now().Wolf(id) + worthBacking*backing + worthSeer*mine.Power(id, werewolf.Divines)
	if o.Spec().Traitor() {
		return worth - spareWerewolf*mine.Wolf(id)
	}
	return worth - sparePartner*mine.Traitor(id)
}

// chooseAtNight divines who tells most, and attacks as agreed, else who is worth most.
func (s *state) chooseAtNight(t *agent.Table, kind werewolf.RequestKind) (target werewolf.SeatID, decided bool) {
	switch {
	case s.reasoner == nil:
		return 0, false
	case kind == werewolf.Divine:
		return s.divine(t), true
	case kind == werewolf.Attack:
		if target = t.Self.Favourite(t.O.Request.Targets); target == 0 {
			target = s.prey(t)
		}
		return target, true
	}
	return 0, false
}

// divine returns the player about whom most can be learned: the one nearest to even odds, except rivals.
func (s *state) divine(t *agent.Table) werewolf.SeatID {
	mine := s.reasoner.Mine().Now()
	return t.Self.Undivined().Most(func(id werewolf.SeatID) float64 { return mine.Wolf(id) * (1 - mine.Wolf(id)) })
}

// What makes a player worth attacking.
const (
	preySeer      = 1.0
	preyMedium    = 0.6
	preyGuard     = 0.7
	preyPaired    = 0.4  // two confirm each other
	preyTrusted   = 0.8  // times how little the village suspects it
	preyPossessed = -1.6 // times how likely it is on our side
)

// prey returns the player's own choice to attack: the one worth most to the village who will not be executed anyway.
func (s *state) prey(t *agent.Table) werewolf.SeatID {
	mine, village := s.reasoner.Mine().Now(), s.reasoner.Village().Now()
	return (t.O.Request.Targets &^ t.O.Allies()).Without(t.O.Seat).Most(func(id werewolf.SeatID) float64 {
		worth := preySeer*mine.Power(id, werewolf.Divines) + preyMedium*mine.Power(id, werewolf.Identifies) +
			preyGuard*mine.Power(id, werewolf.Guards) + preyPossessed*mine.Traitor(id) -
			preyTrusted*village.Wolf(id)
		if t.Heard.Paired(id) != 0 {
			worth += preyPaired
		}
		return worth
	})
}
