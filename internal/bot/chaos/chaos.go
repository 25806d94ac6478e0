// Package chaos is a player that misbehaves in one way at a time, to show that those who run games survive it.
//
// The law of the package: it does on purpose what broken players do, and can repeat it: its behaviour follows from its
// seed and the requests. No other player uses a clock.
package chaos

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"wolfden/internal/bot/random"
	"wolfden/werewolf"
)

// Mode is one way to misbehave.
type Mode struct {
	Name    string
	Summary string
	answer  func(*Player, context.Context, *werewolf.Observation) (string, error)
}

// Modes lists the ways to misbehave. The slice is the caller's.
func Modes() []Mode {
	return []Mode{
		{"silent", "never answers: blocks until its time is up", (*Player).silent},
		{"slow", "answers legally, but late or too late", (*Player).slow},
		{"garbage", "answers bytes that are no text, control characters, or nothing", (*Player).garbage},
		{"huge", "answers a text of 1 MiB", (*Player).huge},
		{"early", "answers at once, with what another request would want", (*Player).early},
		{"twice", "answers in two lines", (*Player).twice},
		{"illegal", "names the dead, the unknown and itself", (*Player).illegal},
		{"panic", "panics", (*Player).burst},
		{"error", "returns an error", (*Player).fail},
	}
}

// ErrChaos is what the mode "error" returns.
var ErrChaos = errors.New("an error on purpose")

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	mode  *Mode  // nil mixes all of them with proper answers
	last  string // how it answered last
	modes []Mode
	rng   *rand.Rand
	good  *random.Player
}

// New returns a player that misbehaves in the named mode, or in all of them in turn for an empty name.
func New(seed uint64, mode string) (*Player, error) {
	p := &Player{modes: Modes(), rng: rand.New(rand.NewPCG(seed, 0xc4a05)), good: random.New(seed, "")}
	if mode == "" {
		return p, nil
	}
	var known []string
	for i := range p.modes {
		if p.modes[i].Name == mode {
			p.mode = &p.modes[i]
			return p, nil
		}
		known = append(known, p.modes[i].Name)
	}
	return nil, fmt.Errorf("unknown mode %q (known: %s)", mode, strings.Join(known, ", "))
}

// Answer misbehaves at requests; announcements get the empty string.
func (p *Player) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if !o.Request.Kind.Speaks() && !o.Request.Kind.Chooses() {
		return "", nil
	}
	if p.mode != nil {
		p.last = p.mode.Name
		return p.mode.answer(p, ctx, &o)
	}
	if i := p.rng.IntN(2 * len(p.modes)); i < len(p.modes) {
		p.last = p.modes[i].Name
		return p.modes[i].answer(p, ctx, &o)
	}
	p.last = "good"
	return p.good.Answer(ctx, o)
}

// Notes yields in which mode the player gave its last answer.
func (p *Player) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if p.last != "" {
			yield("rules", "mode "+p.last)
		}
	}
}

func (p *Player) silent(ctx context.Context, _ *werewolf.Observation) (string, error) {
	<-ctx.Done()
	return "", ctx.Err()
}

// patience is how long slow waits where the context has no deadline.
const patience = 200 * time.Millisecond

// slow answers between half and one and a half times of what it has.
func (p *Player) slow(ctx context.Context, o *werewolf.Observation) (string, error) {
	wait := patience
	if deadline, ok := ctx.Deadline(); ok {
		wait = time.Until(deadline)
	}
	wait = time.Duration(float64(wait) * (0.5 + p.rng.Float64()))
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return p.good.Answer(ctx, *o)
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// rubbish is what comes out of a broken program: nothing, blanks, invalid UTF-8, control characters, a terminal's
// escape, a forged line of a log, marks that turn the writing round, a null byte.
var rubbish = [...]string{
	"", " \t ", "\xff\xfe\x00\x01", "\xed\xa0\x80\xed\xb0\x80", "\a\b\x1b[2J\x7f", "Over\n1,execute,1,WEREWOLF",
	"\u202ereversed\u202c", "\x00Skip\x00", "\u2028\u2029\u0085", "{\"request\":\"TALK\"}", "over", "SKIP", "@", "@@@@ ,,,,",
}

func (p *Player) garbage(context.Context, *werewolf.Observation) (string, error) {
	return rubbish[p.rng.IntN(len(rubbish))], nil
}

const hugeSize = 1 << 20

func (p *Player) huge(_ context.Context, o *werewolf.Observation) (string, error) {
	word := o.Name(o.Seat) + " 狼 wolf @"
	return strings.Repeat(word, hugeSize/len(word)+1)[:hugeSize], nil
}

// early answers a talk with a name and a choice with an utterance.
func (p *Player) early(_ context.Context, o *werewolf.Observation) (string, error) {
	if o.Request.Kind.Chooses() {
		return "I will answer the question that comes next.", nil
	}
	return o.Name(o.Living.Nth(p.rng.IntN(o.Living.Len()))), nil
}

func (p *Player) twice(ctx context.Context, o *werewolf.Observation) (string, error) {
	one, err := p.good.Answer(ctx, *o)
	if err != nil {
		return "", err
	}
	two, err := p.good.Answer(ctx, *o)
	return one + "\n" + two, err
}

// illegal names a player it must not, and mentions strangers.
func (p *Player) illegal(_ context.Context, o *werewolf.Observation) (string, error) {
	names := []string{"Nobody", "", o.Name(o.Seat), strings.ToLower(o.Name(o.Others().First())) + "x", "0", "Agent[01]"}
	names = slices.Concat(names, o.NamesOf(werewolf.SeatsUpTo(len(o.Names))&^o.Living), o.NamesOf(o.Living&^o.Request.Targets))
	name := names[p.rng.IntN(len(names))]
	if o.Request.Kind.Speaks() {
		return "@" + name + " you are the wolf", nil
	}
	return name, nil
}

func (p *Player) burst(context.Context, *werewolf.Observation) (string, error) {
	panic("chaos: a panic on purpose") //nolint:forbidden // this is what the mode is for
}

func (p *Player) fail(context.Context, *werewolf.Observation) (string, error) { return "", ErrChaos }
