// Package characterlab is the player of Kerdthaisong, Pasin, Khlaisamniang and Vorathammathorn (AIWolfDial 2025). A
// game-state manager joins dialogue, role inference and relations.
//
// The law of the package: the manager asks the modules in order and passes on what they found, so that words and votes
// follow from one state. Every turn it notes the distributions.
package characterlab

import (
	"embed"
	"encoding/json"
	"math"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/reading"
	"wolfden/werewolf"
)

//go:embed words
var files embed.FS

// state is what the manager keeps; it is what is noted.
type state struct {
	Roles map[string]map[string]float64 `json:"roles,omitempty"` // by player and role, the probability; those of 0 are left out
	Ties  map[string]tie                `json:"ties,omitempty"`  // how one player stands to another, by "A to B"

	reading.Reader // so that cues of all kinds move the probabilities and the relations
	words          phrase.Book
	asked          int // the day on which the player last asked an ally for its vote, and one

	certainty, warmth, word, alliance, crowd float64
}

// tie is how a player stands to another: trust and suspicion from 0 to 1, alliance from -1, which is against each other, to 1.
type tie struct {
	Trust     float64 `json:"trust,omitempty"`
	Suspicion float64 `json:"suspicion,omitempty"`
	Alliance  float64 `json:"alliance,omitempty"`
}

func newState(k *agent.Kit) (*state, error) {
	words, err := phrase.Read(files, "words", k.Desk.Lang())
	return &state{
		words: words, certainty: k.Number("certainty"), warmth: k.Number("warmth"), word: k.Number("word"),
		alliance: k.Number("alliance"), crowd: k.Number("crowd"),
	}, err
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
func (s *state) infer(t *agent.Table) agent.Changes {
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
	return agent.Changes{Note: text(s.Roles)}
}

// relate is the relationship tracking.
func (s *state) relate(t *agent.Table) agent.Changes {
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
	return agent.Changes{Note: text(s.Ties)}
}

func (s *state) converse(t *agent.Table, b *agent.Brief) {
	if t.Speaks() {
		b.Analysis = s.prompt(t.O)
		b.Order(s.advice("speak", t.O))
	}
}

// advice says what the state is for, in what is asked and on the player's side; nothing without a state.
func (s *state) advice(what string, o *werewolf.Observation) string {
	if s.Roles == nil && s.Ties == nil {
		return ""
	}
	return strings.TrimSpace(s.words.Say(what, "aim", s.words.Say(o.Request.Kind.String()+" "+o.Team().String())))
}
