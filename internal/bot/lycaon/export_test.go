package lycaon

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/llm"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Player is the player with a look at what it keeps.
type Player struct{ *agent.Agent[state] }

// New is the player as it plays.
func New(seed uint64, lang string) (*Player, error) { return NewWithModel(seed, lang, nil) }

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

// NewAmong is a player that shares with the others of its game what they have understood.
func NewAmong(shared *understand.Shared, seed uint64, lang string) (*Player, error) {
	return player(System, agent.Config{Seed: seed, Lang: lang, Shared: shared})
}

// NewWithModel is the player with a model.
func NewWithModel(seed uint64, lang string, m llm.Model) (*Player, error) {
	return player(System, agent.Config{Seed: seed, Lang: lang, Model: m, Shared: understood})
}

func player(s agent.System[state], c agent.Config) (*Player, error) {
	a, err := s.Player(c)
	return &Player{a}, err
}

// NewWith is a player with something else learnt.
func NewWith(l *Learnt, c agent.Config) (*Player, error) { return player(With(l), c) }

// Speaks is whether the player would speak out of turn now.
func (p *Player) Speaks() bool {
	c := talker.Choice{Of: talker.Floor}
	p.State().sway(p.Table(), &c)
	return c.Speaks
}

// first is what a module's Speak has rules say.
func first(p *Player, speak func(*state, *agent.Table, *agent.Brief)) talker.Intention {
	var b agent.Brief
	speak(p.State(), p.Table(), &b)
	return b.First
}

// wants is whom a module's Choose wants executed.
func wants(p *Player, choose func(*state, *agent.Table, *talker.Choice) bool) werewolf.SeatID {
	c := talker.Choice{Of: talker.Want}
	choose(p.State(), p.Table(), &c)
	return c.Target
}

// Pretence is what the player shows of itself.
func (p *Player) Pretence() talker.Pretence { return p.Table().Self.Pretence() }

// Meant is what the player meant by an utterance; false if it did not say the text.
func (p *Player) Meant(text string) (speech.Rows, bool) { return p.Table().Self.Meant(text) }

// TakenForPossessed is whether the player takes somebody for the possessed.
func (p *Player) TakenForPossessed(id werewolf.SeatID) bool {
	return p.State().reasoner.Mine().Now().Traitor(id) >= sure
}
