package lycaon

import (
	"fmt"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// What the werewolves' side gains or loses by an execution, besides how much the village suspects the player.
const (
	worthBacking  = 0.25 // times the share of the living who have announced to vote for it
	worthSeer     = 1.0  // times how likely it is the seer
	spareWerewolf = 1.2  // times how likely it is a werewolf, to the possessed
	sparePartner  = 0.15 // times how likely it is the possessed, to a werewolf
	worthPlan     = 0.3  // it has named the player to its pack, or the pack has
	worthBallot   = 2.0  // for each who has announced to vote for it, when that decides the game
)

// want returns whom the player wants executed: whom it believes to be a werewolf, or for the werewolves' side the player whom
// the village most readily believes to be one.
func (s *state) want(t *agent.Table, c *talker.Choice) bool {
	if c.Of != talker.Want || s.reasoner == nil {
		return false
	}
	switch last := s.decisive(t.O); {
	case t.O.Team() == werewolf.VillagerTeam:
		c.Target = t.Self.Opinion().Top(suspects(t.O))
	case last && !t.O.Spec().IsWolf():
		c.Target, _ = s.best(t.O, suspects(t.O), s.worthToWolves(t.O))
	case s.found(t) != 0:
		c.Target, _ = s.wisest(t.O, s.found(t))
	case !last && s.honestly(t):
		c.Target = s.plausible(t)
	default:
		worth := s.worth
		if last {
			worth = s.worthAtLast
		}
		c.Target = s.most(suspects(t.O)|t.Self.Forsaken(), func(id werewolf.SeatID) float64 { return worth(t, id) })
	}
	return true
}

// found are those of the living whom the player has told as its own result to be werewolves: nobody who had found one would vote past it.
// Where this execution decides the game that binds nobody any more.
func (s *state) found(t *agent.Table) werewolf.SeatSet {
	if s.decisive(t.O) {
		return 0
	}
	return t.O.Others().Where(func(id werewolf.SeatID) bool { return t.Heard.Told(t.O.Seat, id) == werewolf.Wolf })
}

// honestly reports whether the liar goes today for whom somebody would who was what it pretends to be, its own side included:
// who never does is known by it.
func (s *state) honestly(t *agent.Table) bool {
	if s.drawn != t.O.Day {
		s.drawn, s.honest = t.O.Day, t.Self.Chance(s.learnt.Ways.waysFor(t.O).Honest)
	}
	return s.honest
}

// even is by how little likelier to help, as the mask sees it, another name must be for a werewolf to keep to the one that it has given its
// pack. The evidence tells a werewolf that goes further out of its way.
const even = 0.0005

// plausible is whom somebody would want executed who was what the liar pretends to be: among equals whom it has named to its pack, unless
// one of the pack is given up.
func (s *state) plausible(t *agent.Table) werewolf.SeatID {
	best, win := s.wisest(t.O, t.O.Others())
	if goat := t.Self.Scapegoat(); goat != 0 && t.Self.Forsaken() == 0 && win[goat] >= win[best]-even {
		return goat
	}
	return best
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
	if t.Self.Scapegoat() == id {
		worth += worthPlan
	}
	if o.Spec().Traitor() {
		return worth - spareWerewolf*mine.Wolf(id)
	}
	return worth - sparePartner*mine.Traitor(id)
}
