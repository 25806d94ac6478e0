package agent

import (
	"context"
	"iter"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// Player is a player that decides by rules.
type Player interface {
	Answer(ctx context.Context, o werewolf.Observation) (string, error)
}

// Voiced is a player that decides by rules and whose words come from a model. It is not safe for concurrent use.
type Voiced struct {
	player Player
	desk   *task.Desk
	scenes scene.Builder
	notes  notebook
	seed   uint64
}

// Voice lets the model of the configuration reword what a player says. Wordings with another meaning are not used.
func Voice(p Player, c Config) (*Voiced, error) {
	desk, err := c.desk()
	if err != nil {
		return nil, err
	}
	return &Voiced{player: p, desk: desk, seed: c.Seed}, nil
}

// Desk returns the desk at which the model is asked. Notes on its answers are among the player's.
func (v *Voiced) Desk() *task.Desk { return v.desk }

// Answer answers as the player does, in the model's words.
func (v *Voiced) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	v.desk.Sit(v.seed, o.Name(o.Seat))
	before, done := v.desk.Open(ctx) // the player may ask what others meant
	draft, err := v.player.Answer(before, o)
	done()
	if err != nil || !o.Request.Kind.Speaks() || !v.desk.HasModel() || silent(draft) {
		return draft, err
	}
	out := task.Ask(ctx, v.desk, v.desk.Word, task.WordIn{Scene: v.scenes.Next(&o), Draft: draft, Keep: true})
	if out.Utterance == draft {
		return draft, nil
	}
	if err := sameMeaning(&o, draft, out.Utterance); err != nil {
		v.notes.fresh = append(v.notes.fresh, topicNote{topicMeaning, err.Error()}) // each of them counts
		return draft, nil
	}
	return out.Utterance, nil
}

// silent reports whether an answer to a request for talk says nothing.
func silent(text string) bool {
	return text == "" || text == werewolf.SkipText || text == werewolf.OverText
}

// Notes yields the player's notes and those on its words.
func (v *Voiced) Notes() iter.Seq2[string, string] {
	if t, ok := v.player.(interface {
		Notes() iter.Seq2[string, string]
	}); ok {
		return v.notes.read(t.Notes(), v.desk.Notes())
	}
	return v.notes.read(v.desk.Notes())
}
