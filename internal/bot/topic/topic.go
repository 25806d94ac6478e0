// Package topic suggests what to talk about next.
//
// The law of the package: a suggestion comes from the table of the game's phase, never twice in a row, and the more
// readily the more the talk has stopped moving (CanisLupus, AIWolfDial 2025). It knows what was said from the board and
// says nothing itself.
package topic

import (
	"context"
	"fmt"

	"wolfden/internal/bot/chance"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Subject is one thing to talk about. The zero Subject is none.
type Subject struct {
	Name  string // one word of the table
	Phase Phase
	Text  string               // what to talk about, in the desk's language, for a prompt
	Kind  wording.SentenceKind // of the sentence that says it by rule, "" where none does
}

// Base is how likely a suggestion is while the talk moves.
const Base = 0.25

// salt keeps this stream apart from others of the same seed.
const salt = 0x746f706963

// Chooser suggests subjects to one player through one game. It is not safe for concurrent use.
type Chooser struct {
	desk   *task.Desk
	random *chance.Stream
	last   Subject
	note   string
}

// New chooses at the desk, in its language; luck follows from the seed and from what is asked.
func New(d *task.Desk, seed uint64) *Chooser {
	return &Chooser{desk: d, random: chance.New(seed, salt)}
}

// Suggest draws whether to suggest something, with a probability that grows from Base to 1 with the stagnation, and
// what. It reports false for no suggestion. It is never the subject suggested last. A model, where there is one,
// chooses among the phase's subjects.
func (c *Chooser) Suggest(ctx context.Context, o *werewolf.Observation, s *scene.Scene, b *ledger.Ledger) (Subject, bool) {
	c.random.Restart(o)
	stagnation := Stagnation(o, b)
	if c.random.Float64() >= Base+(1-Base)*stagnation {
		return Subject{}, false
	}
	phase := PhaseOf(o, b)
	var fresh []Subject
	for _, subject := range Subjects(c.desk.Lang(), phase) {
		if subject.Name != c.last.Name {
			fresh = append(fresh, subject)
		}
	}
	if len(fresh) == 0 {
		return Subject{}, false
	}
	c.last = c.ask(ctx, s, fresh, fresh[c.random.IntN(len(fresh))])
	c.note = fmt.Sprintf("%s: %s (stagnation %.2f)", c.last.Phase, c.last.Name, stagnation)
	return c.last, true
}

// ask lets a model choose; the drawn subject is the rule's.
func (c *Chooser) ask(ctx context.Context, s *scene.Scene, fresh []Subject, drawn Subject) Subject {
	in := task.PickTopicIn{Scene: *s, Suggested: drawn.Text}
	for _, subject := range fresh {
		in.Topics = append(in.Topics, subject.Text)
	}
	picked := task.Ask(ctx, c.desk, c.desk.PickTopic, in)
	for _, subject := range fresh {
		if subject.Text == picked.Topic {
			return subject
		}
	}
	return drawn
}

// Topic is that of Note.
const Topic = "topic"

// Note is the last suggestion with the stagnation it came from, "" when there was none since the last Note.
func (c *Chooser) Note() string {
	note := c.note
	c.note = ""
	return note
}
