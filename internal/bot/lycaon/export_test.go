package lycaon

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/llm"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech"
)

// Player is the player with a look at what it keeps.
type Player struct{ *agent.Agent[state] }

// New is the player as it plays.
func New(seed uint64, lang string) (*Player, error) { return NewWithModel(seed, lang, nil) }

// NewWithModel is the player with a model.
func NewWithModel(seed uint64, lang string, m llm.Model) (*Player, error) {
	return player(System, seed, lang, m)
}

func player(s agent.System[state], seed uint64, lang string, m llm.Model) (*Player, error) {
	a, err := s.Player(agent.Config{Seed: seed, Lang: lang, Model: m})
	return &Player{a}, err
}

// Evidence is the table the player weighs by.
func Evidence() (*belief.Table, error) { return homeEvidence() }

// Searched are the ways that the player plays, for trying others.
func Searched() Table { return Table{searched.loneWolf, searched.alliedWolf, searched.possessed} }

// Table is a table of ways.
type Table struct{ LoneWolf, AlliedWolf, Possessed Ways }

// NewWith is a player with other ways and other evidence.
func NewWith(seed uint64, lang string, t Table, evidence *belief.Table) (*Player, error) {
	other := System
	other.New = func(k *agent.Kit) (*state, error) {
		s, err := newState(k)
		s.evidence, s.ways = evidence, &waysByRole{t.LoneWolf, t.AlliedWolf, t.Possessed}
		return s, err
	}
	return player(other, seed, lang, nil)
}

// Speaks is whether the player would speak out of turn now.
func (p *Player) Speaks() bool { return p.State().speaks(p.Table(), false) }

// Pretence is what the player shows of itself.
func (p *Player) Pretence() talker.Pretence { return p.Table().Self.Pretence() }

// Meant is what the player meant by an utterance; false if it did not say the text.
func (p *Player) Meant(text string) (speech.Rows, bool) { return p.Table().Self.Meant(text) }
