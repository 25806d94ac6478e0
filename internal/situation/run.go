package situation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/ledger"
	"wolfden/internal/match"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Answer is what the player has said or chosen at a moment.
type Answer struct {
	Kind   werewolf.RequestKind
	Text   string          // as the table heard it; of a choice the name, "" for a void one
	Target werewolf.SeatID // of a choice
	Rows   speech.Rows     // of an utterance: what it says
	Fault  gamelog.Fault
	Was    string // the original's answer, "" where there is none
	Why    []gamelog.Note

	event *werewolf.Event
}

// trial is a situation that is played once.
type trial struct {
	script script
	game   *werewolf.Game
	player match.Player

	mu      sync.Mutex
	asking  [werewolf.Attack + 1]*Answer // what the player is asked now
	heard   *Answer                      // its answer that the game has just been given
	answers []*Answer
	total   int            // questions
	ledger  *ledger.Ledger // what the table has heard in the end
}

// errEnough ends a game whose last question is answered.
var errEnough = errors.New("all questions are answered")

// errSilent is that of an answer that is not given where nothing is written.
var errSilent = errors.New("nothing is written here")

// startedAt is when all games of situations begin: 1 January 2025.
const startedAt = 1_735_689_600_000

// play plays the situation with the player and returns what it answers, and what it knows in the end.
func (s *Situation) play(ctx context.Context, player match.Player) (*trial, error) {
	t := &trial{script: script{Situation: s}, player: player, total: len(s.moments(s.lastDay()))}
	var err error
	if t.game, err = werewolf.NewWithChance(s.rules, s.seats, &t.script); err != nil {
		return nil, err
	}
	m := match.Match{Game: t.game, Started: startedAt, Observer: t, Clock: match.StepClock(0, 1000)}
	for i := range s.seats {
		var p match.Player = puppet{&t.script}
		if werewolf.SeatID(i+1) == s.Seat {
			p = guest{t}
		}
		m.Players = append(m.Players, p)
	}
	if _, err := m.Run(ctx); err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	if err := cmp.Or(t.astray(), t.script.fault); err != nil {
		return nil, err
	}
	t.understand()
	return t, nil
}

// astray says where the game has gone otherwise than is written.
func (t *trial) astray() error {
	type death struct {
		day  int
		kind werewolf.EventKind
	}
	died, now := map[death]werewolf.SeatID{}, 0
	for i := range t.game.Log() {
		switch e := &t.game.Log()[i]; e.Kind {
		case werewolf.Executed:
			died[death{e.Day, e.Kind}] = e.Seat
		case werewolf.FoundDead:
			died[death{e.Day - 1, e.Kind}] = e.Seat
		case werewolf.DayBegan:
			now = e.Day
		default:
		}
	}
	for d := range t.script.lastDay() { // on the last day the player that is tried has a vote
		on := &t.script.days[d]
		for kind, want := range map[werewolf.EventKind]werewolf.SeatID{werewolf.Executed: on.executed, werewolf.FoundDead: on.killed} {
			if got := died[death{d, kind}]; want != 0 && got != want && (got != 0 || d < now) {
				how := map[werewolf.EventKind]string{werewolf.Executed: "executed", werewolf.FoundDead: "killed"}[kind]
				return fmt.Errorf("day %d: %s is %s by what is written, not %s", d, t.script.name(got), how, t.script.name(want))
			}
		}
	}
	if now < t.script.lastDay() {
		return fmt.Errorf("the game ends on day %d, before the player is asked", now)
	}
	return nil
}

// understand finds what the answers say, with everything that was heard before them.
func (t *trial) understand() {
	table := understand.Table{Names: t.game.Names(), Roles: t.script.rules.Roles, Specs: t.script.rules.Table}
	listener := understand.New(table)
	for i := range t.game.Log() {
		e := &t.game.Log()[i]
		switch e.Kind {
		case werewolf.Talked, werewolf.Whispered:
			u := werewolf.Utterance{Day: e.Day, Idx: e.Idx, Turn: e.Turn, Seat: e.Seat, Text: e.Text, Skip: e.Skip, Over: e.Over}
			rows := listener.Hear(u, e.Kind == werewolf.Whispered)
			for _, a := range t.answers {
				if a.event == e {
					a.Rows = rows
				}
			}
		case werewolf.Executed, werewolf.FoundDead:
			listener.Died(e.Seat)
		default:
		}
	}
	t.ledger = listener.Ledger()
}

// knows is what the seat that is tried knows when all is answered.
func (t *trial) knows() werewolf.Observation {
	w := werewolf.NewWatcher(&t.script.rules, t.script.Seat)
	for i := range t.game.Log() {
		w.See(&t.game.Log()[i], 0)
	}
	return w.Observation(werewolf.Request{})
}

// Append implements match.Observer: it takes the answers.
func (t *trial) Append(e gamelog.Entry) {
	switch {
	case e.Event != nil:
		if spoken := e.Event.Kind == werewolf.Talked || e.Event.Kind == werewolf.Whispered; spoken && t.heard != nil && e.Event.Seat == t.script.Seat {
			t.heard.event, t.heard.Text = e.Event, e.Event.Text
			t.heard = nil
		}
	case e.Input.Action.Seat == t.script.Seat && e.Input.Action.Kind == werewolf.Answer:
		t.mu.Lock()
		a := t.asking[e.Input.Action.Request]
		t.asking[e.Input.Action.Request] = nil
		t.mu.Unlock()
		if a == nil {
			return
		}
		a.Fault, a.Target, a.Why = e.Input.Fault, e.Input.Action.Target, e.Input.Notes
		if a.Kind.Chooses() && a.Fault == gamelog.NoFault {
			a.Text = t.script.name(a.Target)
		}
		t.heard = a
		t.answers = append(t.answers, a)
	}
}

// Flush implements match.Observer: it ends the game after the last answer.
func (t *trial) Flush() error {
	if len(t.answers) == t.total || t.game.Day() > t.script.lastDay() {
		return errEnough
	}
	return nil
}

// puppet says and does what is written.
type puppet struct{ *script }

// Answer implements match.Player.
func (p puppet) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	switch q := &o.Request; {
	case q.Kind.Speaks():
		l, passes := p.utterance(o.Seat)
		if passes {
			return "", errSilent
		}
		return l.text, nil
	case q.Kind.Chooses():
		if c := p.choice(o.Seat, q.Kind, o.Day); c.target != 0 {
			return p.name(c.target), nil
		}
		return "", errSilent
	}
	return "", nil
}

// guest says and does what is written, and lets the player that is tried answer the questions. That one is told everything else.
type guest struct{ *trial }

// Answer implements match.Player.
func (g guest) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	q, a := &o.Request, &Answer{Kind: o.Request.Kind}
	switch {
	case q.Kind.Speaks():
		l, passes := g.script.utterance(o.Seat)
		if !l.asked {
			if passes {
				return "", errSilent
			}
			return l.text, nil
		}
		a.Was = l.text
	case q.Kind.Chooses():
		c := g.script.choice(o.Seat, q.Kind, o.Day)
		if !c.asked {
			return puppet{&g.script}.Answer(ctx, o)
		}
		if c.target != 0 {
			a.Was = g.script.name(c.target)
		}
	default:
		return g.player.Answer(ctx, o)
	}
	g.mu.Lock()
	g.asking[q.Kind] = a
	g.mu.Unlock()
	return g.player.Answer(ctx, o)
}

// Notes implements match.Thinker.
func (g guest) Notes() iter.Seq2[string, string] {
	if t, ok := g.player.(match.Thinker); ok {
		return t.Notes()
	}
	return func(func(string, string) bool) {}
}

// rehearse plays the situation with the original's answers, to see whether it can happen as it is written.
func (s *Situation) rehearse() error {
	t, err := s.play(context.Background(), original{s})
	if err == nil && len(t.answers) < t.total {
		err = fmt.Errorf("only %d of %d questions (?) are asked: the player is dead by then, or has nothing left to say", len(t.answers), t.total)
	}
	return err
}

// original answers as in the original; where there is none, something.
type original struct{ *Situation }

// Answer implements match.Player.
func (p original) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Kind.Chooses() {
		if c := p.days[p.lastDay()].choices[o.Request.Kind][p.Seat]; c.target != 0 {
			return p.name(c.target), nil
		}
		return p.name(o.Request.Targets.First()), nil
	}
	return "Hm.", nil
}
