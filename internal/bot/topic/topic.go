// Package topic suggests what to talk about next.
//
// The law of the package: a suggestion comes from the table for the game's phase and is never the last one again. The
// more the talk stagnates, the more likely is a suggestion (CanisLupus, AIWolfDial 2025). The package reads what was
// said from the ledger and says nothing itself.
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
	Name  string // a word that names it in the table
	Phase Phase
	Text  string               // what to talk about, in the desk's language, for a prompt
	Kind  wording.SentenceKind // the sentence by which rules say it, "" for none
}

// Base is the usual probability of a suggestion while the talk does not stagnate.
const Base = 0.25

// salt keeps this stream apart from others of the same seed.
const salt = 0x746f706963

// Chooser suggests subjects to one player through one game. It is not safe for concurrent use.
type Chooser struct {
	desk   *task.Desk
	base   float64
	random *chance.Stream
	last   Subject
	note   string
}

// New returns a chooser that asks at the desk, in its language, and suggests something with the probability base while the
// talk does not stagnate. Its chance follows from the seed and the request.
func New(d *task.Desk, seed uint64, base float64) *Chooser {
	return &Chooser{desk: d, base: base, random: chance.New(seed, salt)}
}

// Suggest draws whether to suggest something, with a probability that grows from base to 1 with the stagnation, and
// what to suggest. It reports false for no suggestion and never repeats the last subject. A model, if there is one,
// chooses among the phase's subjects about which something is left to do.
func (c *Chooser) Suggest(ctx context.Context, o *werewolf.Observation, s *scene.Scene, b *ledger.Ledger) (Subject, bool) {
	c.random.Restart(o)
	stagnation := Stagnation(o, b)
	if c.random.Float64() >= c.base+(1-c.base)*stagnation {
		return Subject{}, false
	}
	phase := phaseOf(o, b)
	var fresh []Subject
	for _, subject := range Subjects(c.desk.Lang(), phase) {
		// Rules know by themselves what they say only once.
		if subject.Name != c.last.Name && (!c.desk.HasModel() || !stale(o, &subject)) {
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

// stale reports whether nothing is left to do about a subject: who has spoken today has introduced itself, and nobody who has
// spoken needs to be brought in.
func stale(o *werewolf.Observation, s *Subject) bool {
	var spoken werewolf.SeatSet
	for i := len(o.Talks) - 1; i >= 0 && o.Talks[i].Day == o.Day; i-- {
		if u := &o.Talks[i]; !u.Skip && !u.Over {
			spoken = spoken.With(u.Seat)
		}
	}
	switch s.Kind {
	case wording.Greet:
		return spoken.Has(o.Seat)
	case wording.Encourage:
		return o.Living.Without(o.Seat)&^spoken == 0
	default: // may be done again
		return false
	}
}

// ask lets a model choose; the drawn subject is the rule's.
func (c *Chooser) ask(ctx context.Context, s *scene.Scene, fresh []Subject, drawn Subject) Subject {
	in := PickTopicIn{Scene: *s, Suggested: drawn.Text}
	for _, subject := range fresh {
		in.Topics = append(in.Topics, subject.Text)
	}
	picked := task.Ask(ctx, c.desk, topicTask, in)
	for _, subject := range fresh {
		if subject.Text == picked.Topic {
			return subject
		}
	}
	return drawn
}

// Note returns the last suggestion and the stagnation that led to it, "" if there was none since the last call.
func (c *Chooser) Note() string {
	note := c.note
	c.note = ""
	return note
}
