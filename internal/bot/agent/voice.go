package agent

import (
	"context"
	"iter"

	"wolfden/internal/bot/filter"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// Player is a player of rules.
type Player interface {
	Answer(ctx context.Context, o werewolf.Observation) (string, error)
}

// Voiced is a player whose decisions are its own and whose words are a model's. It is not safe for concurrent use.
type Voiced struct {
	player Player
	desk   *task.Desk
	scenes scene.Builder
	filter *filter.Filter
	notes  []topicNote
}

// Voice lets the model of the configuration reword what a player says. Whatever says something else than the player did
// is not said.
func Voice(p Player, c Config) (*Voiced, error) {
	book, err := task.Load()
	if err != nil {
		return nil, err
	}
	return &Voiced{player: p, desk: task.NewDesk(book, c.Lang, c.Model), filter: filter.New(c.Lang)}, nil
}

// Desk is where the model is asked; the notes on what it answers are among those of the player.
func (v *Voiced) Desk() *task.Desk { return v.desk }

// Answer answers as the player does, in the model's words.
func (v *Voiced) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	draft, err := v.player.Answer(ctx, o)
	if err != nil || !o.Request.Kind.Speaks() || !v.desk.HasModel() || silent(draft) {
		return draft, err
	}
	out := task.Ask(ctx, v.desk, v.desk.Word, task.WordIn{Scene: v.scenes.Next(&o), Draft: draft, Keep: true})
	if out.Utterance == draft {
		return draft, nil
	}
	text, err := v.filter.Pass(&o, &filter.Story{Any: true}, out.Utterance)
	if err == nil {
		err = sameMeaning(&o, draft, text)
	}
	if err != nil {
		v.notes = append(v.notes, topicNote{"filter", err.Error()})
		return draft, nil
	}
	return text, nil
}

// Notes hands out the player's notes, then those on its words.
func (v *Voiced) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if t, ok := v.player.(interface {
			Notes() iter.Seq2[string, string]
		}); ok {
			for topic, text := range t.Notes() {
				if !yield(topic, text) {
					return
				}
			}
		}
		notes := v.notes
		v.notes = nil
		for _, n := range notes {
			if !yield(n.topic, n.text) {
				return
			}
		}
		v.desk.Notes()(yield)
	}
}
