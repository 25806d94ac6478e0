// Package characterlab is the player of Kerdthaisong, Pasin, Khlaisamniang and Vorathammathorn (AIWolfDial 2025). A
// game-state manager joins dialogue, role inference and relations.
//
// The law of the package: the manager asks the modules in order and passes on what they found, so that words and votes
// follow from one state. Every turn it notes the distributions.
package characterlab

import (
	"context"
	"encoding/json"
	"math"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// Our own values: the overview describes the system but gives no numbers.
const (
	certainty = 6 // what a certain werewolf weighs beside the rules' own suspicion
	warmth    = 1 // what full trust in a player takes off
)

// system is the game-state manager.
type system struct {
	talker.Rules
	agent.NoModules

	a     *agent.Agent
	state gameState
}

// gameState is what the manager keeps for this turn; it is what is noted.
type gameState struct {
	Roles map[string]map[string]float64 `json:"roles,omitempty"` // by player and role, the probability; those of 0 are left out
	Ties  map[string]tie                `json:"ties,omitempty"`  // how one player stands to another, by "A to B"
}

// tie is how a player stands to another: trust and suspicion from 0 to 1, alliance from -1, which is against each other, to 1.
type tie struct {
	Trust     float64 `json:"trust,omitempty"`
	Suspicion float64 `json:"suspicion,omitempty"`
	Alliance  float64 `json:"alliance,omitempty"`
}

// New returns the player.
func New(c agent.Config) (*agent.Agent, error) {
	m, err := newSystem(c)
	if err != nil {
		return nil, err
	}
	return m.a, nil
}

func newSystem(c agent.Config) (*system, error) {
	m := &system{}
	var err error
	m.a, err = agent.New(c, m)
	return m, err
}

// Think brings the state up to date: roles, relations, and what the rules suspect.
func (s *system) Think(_ context.Context, a *agent.Agent) {
	s.state = gameState{}
	if a.On("inference") {
		s.infer(a)
		a.Note("inference", text(s.state.Roles))
	}
	if a.On("relations") {
		s.relate(a)
		a.Note("relations", text(s.state.Ties))
	}
	if a.On("manager") {
		s.manage(a)
		a.Note("manager", a.Observation().Name(s.Target(a.Talker())))
	}
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil || string(b) == "null" {
		return ""
	}
	return string(b)
}

func round(p float64) float64 { return math.Round(1000*p) / 1000 }

// infer is the probabilistic role inference: from words, votes, claims and results.
func (s *system) infer(a *agent.Agent) {
	o, now := a.Observation(), a.Reason().Mine().Now()
	s.state.Roles = map[string]map[string]float64{}
	for i, name := range o.Names {
		id := werewolf.SeatID(i + 1)
		all := map[string]float64{}
		for _, role := range o.Rules.Roles.InPlay().Slice() {
			if p := round(now.Role(id, role)); p > 0 {
				all[o.Rules.Table.Name(role)] = p
			}
		}
		s.state.Roles[name] = all
	}
}

// relate is the relationship tracking.
func (s *system) relate(a *agent.Agent) {
	o, web := a.Observation(), a.Reason().Ties()
	s.state.Ties = map[string]tie{}
	for from := range o.Living.All() {
		for to := range o.Living.All() {
			t := web.Tie(from, to)
			if known := (tie{round(t.Trust), round(t.Suspicion), round(t.Alliance)}); known != (tie{}) && from != to {
				s.state.Ties[o.Name(from)+" to "+o.Name(to)] = known
			}
		}
	}
}

// manage weighs both into what the player suspects: who is likely a werewolf is suspected, who trusts one is less.
func (s *system) manage(a *agent.Agent) {
	o, opinion := a.Observation(), a.Talker().Opinion()
	mine := o.Team() == werewolf.VillagerTeam
	prior := float64(o.Rules.Wolves()) / float64(len(o.Names))
	for id := range o.Others().All() {
		if mine && s.state.Roles != nil {
			chance := -prior
			for _, wolf := range o.Rules.Table.OfSpecies(werewolf.Wolf).Slice() {
				chance += s.state.Roles[o.Name(id)][o.Rules.Table.Name(wolf)]
			}
			opinion.Score[id] += float32(certainty * chance)
		}
		t := s.state.Ties[o.Name(id)+" to "+o.Name(o.Seat)]
		opinion.Score[id] += float32(warmth * (t.Suspicion - t.Trust))
	}
}

// Brief adds the state to the draft: the paper's dialogue generation.
func (s *system) Brief(a *agent.Agent, in *task.WordIn) {
	if a.On("dialogue") {
		in.Analysis = s.stateText()
	}
}

// Ballot follows the state.
func (s *system) Ballot(_ *agent.Agent, in *task.ChooseTargetIn) { in.Analysis = s.stateText() }

// stateText is the state for a prompt.
func (s *system) stateText() string {
	if s.state.Roles == nil && s.state.Ties == nil {
		return ""
	}
	return text(s.state)
}
