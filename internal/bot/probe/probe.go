// Package probe asks a player beside the game what it believes.
//
// Its law: a probe is nothing to the game. It stands around a player, whose answers go out as they are and who never learns of it: it
// reads what the seat was shown by itself, draws no lots, and leaves a note with the player's next answer, which nobody in the
// game sees.
package probe

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"time"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Topic is the topic of the notes: an object of the others by name, with the chance of each role, from 0 to 1.
const Topic = "probe"

// Share is the part of the time for an answer that a model has for a probe, and longest what it has where the game sets no time. The
// probe comes right before the vote, and a player that is still busy with it answers later.
const (
	share   = 4
	longest = time.Minute
)

// Answerer is who is asked.
type Answerer interface {
	Answer(ctx context.Context, o werewolf.Observation) (string, error)
}

// Player is a player with a probe around it. It is not safe for concurrent use.
type Player struct {
	Answerer
	seed     uint64
	desk     *task.Desk
	shared   *understand.Shared
	scenes   scene.Builder
	listener *understand.Listener // nil before the first probe
	reasoner *reason.Reasoner
	found    string // not yet noted
}

// New puts a probe around a player. The desk is the probe's own; without a model, or where that fails, the answer is what follows from
// what the seat has seen. shared is what players of the game have understood, nil for nothing.
func New(p Answerer, seed uint64, desk *task.Desk, shared *understand.Shared) (*Player, error) {
	table, err := belief.Standard()
	if err != nil {
		return nil, err
	}
	return &Player{Answerer: p, seed: seed, desk: desk, shared: shared, reasoner: reason.NewReasoner(table)}, nil
}

// Answer lets the player answer, and asks it for its beliefs where a day of talk is over. Day 0 has said nothing yet.
func (p *Player) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	text, err := p.Answerer.Answer(ctx, o)
	if o.Request.Kind == werewolf.DailyFinish && o.Day > 0 && o.Living.Has(o.Seat) {
		p.ask(ctx, &o)
	}
	return text, err
}

// ask asks for the beliefs and keeps them.
func (p *Player) ask(ctx context.Context, o *werewolf.Observation) {
	if p.listener == nil {
		p.listener = understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table, Shared: p.shared})
	}
	p.listener.Follow(o, nil)
	p.reasoner.See(o, p.listener.Ledger())
	in := task.BelieveIn{Reckoned: p.reckon(o)}
	for _, b := range in.Reckoned {
		in.Names = append(in.Names, b.Name)
	}
	in.Scene = p.scenes.Next(o)
	in.Scene.Night = false // the vote is still to come
	limit := cmp.Or(time.Duration(o.Rules.Timeout.Action)*time.Millisecond/share, longest)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	told := map[string]map[string]float64{}
	for _, b := range task.Ask(ctx, p.desk, task.Believe, in).Beliefs {
		told[b.Name] = map[string]float64{}
		for _, role := range in.Scene.Setup {
			told[b.Name][role.Role] = 0
		}
		for _, c := range b.Roles {
			told[b.Name][c.Role] = c.Percent / 100
		}
	}
	if text, err := json.Marshal(told); err == nil {
		p.found = string(text)
	}
}

// reckon is what follows from what the seat has seen.
func (p *Player) reckon(o *werewolf.Observation) (all []task.Belief) {
	now := p.reasoner.Mine().Now()
	for id := range werewolf.SeatsUpTo(len(o.Names)).Without(o.Seat).All() {
		b := task.Belief{Name: o.Name(id)}
		for _, role := range o.Rules.Roles.Listed() {
			if o.Rules.Roles[role] > 0 {
				b.Roles = append(b.Roles, task.RoleChance{Role: o.Rules.Table.Name(role), Percent: 100 * now.Role(id, role)})
			}
		}
		all = append(all, b)
	}
	return all
}

// Notes yields what the player noted, then what it was found to believe, and what the probe asked of a model.
func (p *Player) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if t, ok := p.Answerer.(interface {
			Notes() iter.Seq2[string, string]
		}); ok {
			for topic, text := range t.Notes() {
				if !yield(topic, text) {
					return
				}
			}
		}
		found := p.found
		if p.found = ""; found != "" && !yield(Topic, found) {
			return
		}
		for topic, text := range p.desk.Notes() {
			if !yield(topic, text) {
				return
			}
		}
	}
}
