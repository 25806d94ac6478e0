// Package characterlab is the player of Kerdthaisong, Pasin, Khlaisamniang and Vorathammathorn (AIWolfDial 2025): a game-state
// manager over dialogue, role inference and relations.
//
// The law of the package: the manager asks the modules in their order and hands on what they found, so that words and
// votes follow from one state. The distributions are noted at every turn.
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

// Figures of our own: the overview, which describes the system, gives none.
const (
	certainty = 6 // what a certain werewolf weighs beside the rules' own suspicion
	warmth    = 1 // what full trust in a player takes off
)

// mind is the game-state manager.
type mind struct {
	talker.Rules
	agent.Silent

	a     *agent.Agent
	state state
}

// state is what the manager keeps for this turn; it is what is noted.
type state struct {
	Roles map[string]map[string]float64 `json:"roles,omitempty"` // of each player, its probabilities by role
	Ties  map[string]tie                `json:"ties,omitempty"`  // of each player to others, by "A to B"
}

// tie is how a player stands to another: trust and suspicion from 0 to 1, alliance from -1, which is against each other, to 1.
type tie struct {
	Trust     float64 `json:"trust"`
	Suspicion float64 `json:"suspicion"`
	Alliance  float64 `json:"alliance"`
}

// New is the player.
func New(c agent.Config) (*agent.Agent, error) {
	m, err := newMind(c)
	if err != nil {
		return nil, err
	}
	return m.a, nil
}

func newMind(c agent.Config) (*mind, error) {
	m := &mind{}
	var err error
	m.a, err = agent.New(c, m)
	return m, err
}

// Think brings the state up to date: roles, relations, and what the rules suspect.
func (m *mind) Think(_ context.Context, a *agent.Agent) {
	m.state = state{}
	if a.On("inference") {
		m.infer(a)
		a.Note("inference", text(m.state.Roles))
	}
	if a.On("relations") {
		m.relate(a)
		a.Note("relations", text(m.state.Ties))
	}
	if a.On("manager") {
		m.manage(a)
		a.Note("manager", a.Observation().Name(m.Target(a.Talker())))
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
func (m *mind) infer(a *agent.Agent) {
	o, now := a.Observation(), a.Reason().Mine().Now()
	m.state.Roles = map[string]map[string]float64{}
	for i, name := range o.Names {
		id := werewolf.SeatID(i + 1)
		all := map[string]float64{}
		for _, role := range o.Rules.Roles.InPlay().Slice() {
			all[o.Rules.Table.Name(role)] = round(now.Role(id, role))
		}
		m.state.Roles[name] = all
	}
}

// relate is the relationship tracking.
func (m *mind) relate(a *agent.Agent) {
	o, web := a.Observation(), a.Reason().Ties()
	m.state.Ties = map[string]tie{}
	for from := range o.Living.All() {
		for to := range o.Living.All() {
			t := web.Tie(from, to)
			if known := (tie{round(t.Trust), round(t.Suspicion), round(t.Alliance)}); known != (tie{}) && from != to {
				m.state.Ties[o.Name(from)+" to "+o.Name(to)] = known
			}
		}
	}
}

// manage weighs both into what the player suspects: who is likely a werewolf is suspected, who trusts one is less.
func (m *mind) manage(a *agent.Agent) {
	o, sheet := a.Observation(), a.Talker().Opinion()
	mine := o.Team() == werewolf.VillagerTeam
	prior := float64(o.Rules.Wolves()) / float64(len(o.Names))
	for id := range o.Others().All() {
		if mine && m.state.Roles != nil {
			sheet.Score[id] += float32(certainty * (m.state.Roles[o.Name(id)]["WEREWOLF"] - prior))
		}
		t := m.state.Ties[o.Name(id)+" to "+o.Name(o.Seat)]
		sheet.Score[id] += float32(warmth * (t.Suspicion - t.Trust))
	}
}

// Brief is the dialogue generation: what the state says goes with the draft.
func (m *mind) Brief(a *agent.Agent, in *task.WordIn) {
	if a.On("dialogue") {
		in.Analysis = m.told()
	}
}

// Ballot follows the state.
func (m *mind) Ballot(_ *agent.Agent, in *task.ChooseTargetIn) { in.Analysis = m.told() }

// told is the state for a prompt.
func (m *mind) told() string {
	if m.state.Roles == nil && m.state.Ties == nil {
		return ""
	}
	return text(m.state)
}
