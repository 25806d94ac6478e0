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
	"wolfden/internal/bot/doubt"
	"wolfden/werewolf"
)

// state is what the manager keeps; it is what is noted.
type state struct {
	Roles map[string]map[string]float64 `json:"roles,omitempty"` // by player and role, the probability; those of 0 are left out
	Ties  map[string]tie                `json:"ties,omitempty"`  // how one player stands to another, by "A to B"

	certainty, warmth float64
}

// tie is how a player stands to another: trust and suspicion from 0 to 1, alliance from -1, which is against each other, to 1.
type tie struct {
	Trust     float64 `json:"trust,omitempty"`
	Suspicion float64 `json:"suspicion,omitempty"`
	Alliance  float64 `json:"alliance,omitempty"`
}

func newState(k *agent.Kit) (*state, error) {
	return &state{certainty: k.Number("certainty"), warmth: k.Number("warmth")}, nil
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
func (s *state) infer(_ context.Context, t *agent.Table) string {
	o, now := t.O, t.Reason().Mine().Now()
	s.Roles = map[string]map[string]float64{}
	for i, name := range o.Names {
		id := werewolf.SeatID(i + 1)
		all := map[string]float64{}
		for _, role := range o.Rules.Roles.InPlay().Slice() {
			if p := round(now.Role(id, role)); p > 0 {
				all[o.Rules.Table.Name(role)] = p
			}
		}
		s.Roles[name] = all
	}
	return text(s.Roles)
}

// relate is the relationship tracking.
func (s *state) relate(_ context.Context, t *agent.Table) string {
	o, web := t.O, t.Reason().Ties()
	s.Ties = map[string]tie{}
	for from := range o.Living.All() {
		for to := range o.Living.All() {
			now := web.Tie(from, to)
			if known := (tie{round(now.Trust), round(now.Suspicion), round(now.Alliance)}); known != (tie{}) && from != to {
				s.Ties[o.Name(from)+" to "+o.Name(to)] = known
			}
		}
	}
	return text(s.Ties)
}

// manage weighs both into what the player suspects: who is likely a werewolf is suspected, who trusts one is less.
func (s *state) manage(t *agent.Table) *doubt.Opinion {
	o, opinion := t.O, t.Self.Opinion()
	mine := o.Team() == werewolf.VillagerTeam
	prior := float64(o.Rules.Wolves()) / float64(len(o.Names))
	for id := range o.Others().All() {
		if mine && s.Roles != nil {
			chance := -prior
			for _, wolf := range o.Rules.Table.OfSpecies(werewolf.Wolf).Slice() {
				chance += s.Roles[o.Name(id)][o.Rules.Table.Name(wolf)]
			}
			opinion.Score[id] += float32(s.certainty * chance)
		}
		one := s.Ties[o.Name(id)+" to "+o.Name(o.Seat)]
		opinion.Score[id] += float32(s.warmth * (one.Suspicion - one.Trust))
	}
	return opinion
}

// tellTarget notes whom the player wants executed.
func (*state) tellTarget(t *agent.Table, answer string) string {
	t.Note(t.O.Name(t.Self.Target()))
	return answer
}

func (s *state) tellWhoChooses(t *agent.Table, b *agent.Brief) {
	if !t.Speaks() {
		b.Analysis = s.text()
	}
}

func (s *state) tellWhoSpeaks(t *agent.Table, b *agent.Brief) {
	if t.Speaks() {
		b.Analysis = s.text()
	}
}

// text is the state for a prompt.
func (s *state) text() string {
	if s.Roles == nil && s.Ties == nil {
		return ""
	}
	return text(s)
}
