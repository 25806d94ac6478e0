// Package lycaon is Wolfden's own player. It believes what is likely in the worlds that are left, and does what wins
// most often.
//
// The law of the package: it is the talker with decisions from probabilities. Package reason computes the
// probabilities; this package decides what they mean for claims, invented results, votes and the night. How often it
// lies, and how, is in tables that were learnt by play, not in the code.
package lycaon

import (
	"fmt"
	"math"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/reading"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/werewolf"
)

// state is what the player keeps of one game.
type state struct {
	reading.Reader
	learnt *Learnt

	reasoner *reason.Reasoner  // nil for who weighs no worlds
	view     *belief.Posterior // what the player says it believes, in the role it shows
	mine     bool              // which is what it believes
	wanted   werewolf.SeatID   // the player it wanted executed when that was noted last
	drawn    int               // the day for which honest was drawn
	honest   bool              // it goes today for whom an honest player would go for

	lots [werewolf.MaxSeats + 1]float64 // by seat, what decides among equals, up to 1; drawn once, all zero before
}

// with makes the state of a player that plays by what was learnt.
func with(learnt func() (*Learnt, error)) func(*agent.Kit) (*state, error) {
	return func(*agent.Kit) (*state, error) {
		l, err := learnt()
		return &state{learnt: l}, err
	}
}

// The greatest differences that do not count: a player's lots decide among equals. Without them the lowest seat would be divined,
// suspected and executed first in every game.
const (
	lot       = 1e-9 // of a chance: where many have announced the same vote, one more changes a chance by little, and still one way
	lotOfOdds = 1e-4 // of the logarithm of odds, which is kept in single precision
)

// drawLots puts the seats into an order of the player's own.
func (s *state) drawLots(t *agent.Table) {
	for left := werewolf.SeatsUpTo(len(t.O.Names)); left != 0; {
		id := t.Self.Pick(left)
		s.lots[id] = float64(left.Len()) / float64(len(t.O.Names))
		left = left.Without(id)
	}
}

// most returns the seat of the highest value, among equals as the lots have it; 0 where there are none.
func (s *state) most(among werewolf.SeatSet, of func(werewolf.SeatID) float64) werewolf.SeatID {
	return among.Most(func(id werewolf.SeatID) float64 { return of(id) + lot*s.lots[id] })
}

// believe weighs the worlds that are left.
func (s *state) believe(t *agent.Table) agent.Changes {
	if s.reasoner == nil {
		s.reasoner = reason.NewReasoner(s.learnt.Evidence)
		s.drawLots(t)
	}
	s.reasoner.See(t.O, t.Heard)
	s.view, s.mine = s.posterior(t), t.O.Team() == werewolf.VillagerTeam
	believed := s.view
	if !s.mine {
		believed = s.reasoner.Mine().Now()
	}
	return agent.Changes{Opinion: s.weigh(t), Note: beliefs(t.O, believed)}
}

// weigh replaces the rules' weights by the odds of being a werewolf, and has reasons weighed by what is believed.
func (s *state) weigh(t *agent.Table) *doubt.Opinion {
	prior := odds(float64(t.O.Rules.Wolves()) / float64(len(t.O.Names)))
	opinion := t.Self.Opinion()
	for id := range t.O.Others().All() {
		opinion.Score[id] = float32(odds(s.view.Wolf(id)) - prior + lotOfOdds*s.lots[id])
	}
	o, heard := t.O, t.Heard
	opinion.Disbelieve(s.liars(heard))
	opinion.Reweigh(func(r doubt.Reason) float32 { return s.grounded(o, heard, r) })
	return opinion
}

// posterior is what the player shows to believe: what it does believe where it is honest, else what somebody would who
// was what it pretends to be.
func (s *state) posterior(t *agent.Table) *belief.Posterior {
	if t.O.Team() == werewolf.VillagerTeam {
		return s.safe(t)
	}
	pretence := t.Self.Pretence()
	pretended := s.reasoner.Public().AssumeReal(t.O.Seat, pretence.Role, pretence.Invented)
	if view, possible := s.reasoner.Village().Given(pretended); possible {
		return view
	}
	return s.reasoner.Village().Now()
}

// safe is what a player of the village believes, whom it saved from an attack taken for human.
func (s *state) safe(t *agent.Table) *belief.Posterior {
	saved := t.O.Saved()
	if saved == 0 {
		return s.reasoner.Mine().Now()
	}
	known := s.reasoner.Known()
	for id := range saved.All() {
		known = known.AssumeSpecies(id, werewolf.Human)
	}
	if view, possible := s.reasoner.Mine().Given(known); possible {
		return view
	}
	return s.reasoner.Mine().Now()
}

// odds are the logarithm of the odds, bounded.
func odds(p float64) float64 {
	const least = 1e-3
	p = max(least, min(1-least, p))
	return math.Log(p / (1 - p))
}

// beliefs words what somebody believes of each of the others.
func beliefs(o *werewolf.Observation, view *belief.Posterior) string {
	var b strings.Builder
	for id := range o.Others().All() {
		role, how := view.Guess(id)
		fmt.Fprintf(&b, "%s: werewolf %.0f%%, rather %s (%.0f%%)\n", o.Name(id), 100*view.Wolf(id), strings.ToLower(o.Rules.Table.Name(role)), 100*how)
	}
	return b.String()
}
