package agent

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/reason/belief"
	"wolfden/werewolf"
)

// Agent plays one seat of one game as a System says. It is not safe for concurrent use.
type Agent[S any] struct {
	system  *System[S]
	mind    *mind[S]
	advises bool // the model is told what the rules would do
}

// Player returns a player of the system.
func (s *System[S]) Player(c Config) (*Agent[S], error) {
	if s.Model == Nothing {
		c.Model = nil
	}
	evidence, err := belief.Standard()
	if err != nil {
		return nil, err
	}
	design := s.Design()
	values, err := design.ValuesWithin(c.Window, c.Params)
	if err != nil {
		return nil, err
	}
	words, err := c.Words()
	if err != nil {
		return nil, err
	}
	kit := Kit{Desk: c.desk(), Book: words, Seed: c.Seed, values: values, off: c.Off}
	m := &mind[S]{frame: frame{desk: kit.Desk, seed: c.Seed, thinker: thinker{table: evidence}}, net: s.Net}
	if m.net == nil {
		m.net = talker.Rules{}
	}
	for i := range s.Modules {
		if kit.works(s.Modules[i].Name) {
			m.on = append(m.on, s.Modules[i])
		}
	}
	a := &Agent[S]{system: s, mind: m, advises: s.Model == Decides && kit.Number(paramAdvice) > 0}
	if !s.Alone {
		m.talker = talker.New(c.Seed, words, m, c.Shared)
	}
	if m.state, err = s.New(&kit); err != nil || kit.unknown != nil {
		return nil, cmp.Or(err, kit.unknown)
	}
	return a, nil
}

// Answer answers a request; announcements get the empty string. It fails only in games of a size that the system does not play,
// with ErrPlayers.
func (a *Agent[S]) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	kind, m := o.Request.Kind, a.mind
	if n := a.system.Players; n != 0 && len(o.Names) != n {
		return "", fmt.Errorf("%w: %s plays games of %d players only, this one has %d", ErrPlayers, a.system.Name, n, len(o.Names))
	}
	if !kind.Speaks() && !kind.Chooses() {
		if kind == werewolf.Finish {
			m.desk.Leave()
		}
		return "", nil
	}
	m.moment = moment{o: &o}
	if a.system.Model == Decides || m.desk.HasModel() {
		m.scene = m.scenes.Next(&o)
		m.scene.Commas = m.desk.Commas()
	}
	m.desk.At("")
	before, done := m.desk.Open(ctx)
	if m.ctx = before; m.talker != nil {
		m.talker.Listen(&o)
	}
	m.think(a.self())
	done()
	m.ctx = ctx
	defer m.desk.Close(ctx)
	answer := ""
	if kind.Chooses() {
		answer = a.choose(ctx)
	} else {
		answer = a.speak(ctx)
	}
	return m.out(a.self(), answer), nil
}

// speak answers a request for an utterance. The rules decide when to take an open floor.
func (a *Agent[S]) speak(ctx context.Context) string {
	switch {
	case !a.mind.desk.HasModel() || a.mind.talker != nil && !a.mind.talker.HasFloor():
		return a.act()
	case a.system.Model == Words:
		return a.reword(ctx, a.act())
	}
	return a.say(ctx)
}

// act answers the request by rules.
func (a *Agent[S]) act() string {
	if a.mind.talker == nil {
		return a.mind.act()
	}
	text := a.mind.talker.Act()
	for _, said := range a.mind.talker.Said() {
		a.mind.notes.add(said.By, said.Note)
	}
	return text
}

// say lets the model say what it will, or nothing. The rules answer where it fails.
func (a *Agent[S]) say(ctx context.Context) string {
	m, o := a.mind, a.mind.o
	in, act, forget := m.tell(a.self()).word(), a.act, func() {}
	if a.advises {
		forget = a.rehearse()
		in.Rules = act()
		act = func() string { return in.Rules }
	}
	out, by := a.utter(ctx, in)
	silence := talker.Choice{Of: talker.Silence}
	if by == task.ByModel && out.Over {
		m.Choose(a.self(), &silence)
	}
	if silence.Speaks {
		again := m.tell(a.self()).word()
		again.Rules = in.Rules
		if out, by = a.utter(ctx, again); by == task.ByModel && out.Over {
			m.desk.Reject(task.ErrSilent)
			by = task.ByRule
		}
	}
	if by != task.ByModel {
		return act()
	}
	m.byModel = true
	if out.Utterance != in.Rules {
		forget() // the rules have said nothing
	}
	switch {
	case !out.Over:
		return out.Utterance
	case o.Request.Open:
		return ""
	}
	return werewolf.OverText
}

// utter asks for an utterance: apart for one player and for all where the system has it so, and the whole table listens.
func (a *Agent[S]) utter(ctx context.Context, in task.WordIn) (task.Wording, task.By) {
	m, kind, keeps := a.mind, a.mind.o.Request.Kind, a.discreet(in.Rules)
	if !a.system.Mentions {
		m.desk.Work(m.asker(task.Word.Name(), kind))
		return task.Confirm(ctx, m.desk, task.Word, in, func(out *task.Wording) error { return keeps(out.Utterance) })
	}
	m.desk.Work(m.asker(task.Address.Name(), kind))
	out, by := task.Confirm(ctx, m.desk, task.Address, in, func(out *task.Addressed) error { return keeps(out.Utterance) })
	return out.Wording(), by
}

// rehearse returns a function that takes back what the rules note and remember of an utterance from now on.
func (a *Agent[S]) rehearse() (forget func()) {
	notes, said := a.mind.notes.keep(), a.mind.talker.Keep()
	return func() {
		notes()
		said()
	}
}

// choose lets the model choose. What it chooses stands, also against what the player has announced, which is noted.
func (a *Agent[S]) choose(ctx context.Context) string {
	choice, m, o := a.act(), a.mind, a.mind.o
	if !m.desk.HasModel() || a.system.Model == Words {
		return choice
	}
	told := m.tell(a.self())
	if o.Request.Targets.Has(told.Settled) {
		return o.Name(told.Settled)
	}
	in := told.choice(o)
	if a.advises && slices.ContainsFunc(in.Legal(), func(c task.Candidate) bool { return c.Name == choice }) {
		in.Rules = choice
	}
	m.desk.Work(m.asker(task.ChooseTarget.Name(), o.Request.Kind))
	out, by := task.Consult(ctx, m.desk, task.ChooseTarget, in)
	target := o.SeatOf(out.Target)
	if by != task.ByModel || !o.Request.Targets.Has(target) {
		return choice
	}
	m.byModel = true
	m.notes.add(topicChoice, out.Target+": "+out.Reason)
	if word := a.mind.talker.Word(o.Request.Kind); o.Request.Targets.Has(word) && word != target {
		m.notes.add(topicBroken, fmt.Sprintf("day %d, %s: %s was announced, %s is chosen", o.Day, o.Request.Kind, o.Name(word), out.Target))
	}
	return out.Target
}

// The topics of the frame's own notes, beside those of the desk.
const (
	topicChoice = "choice"
	topicBroken = "broken-word"
)

// Notes yields, by topic and text, what the player thought and asked since the last call; of an answer of the rules, why they gave it.
func (a *Agent[S]) Notes() iter.Seq2[string, string] {
	m := a.mind
	switch {
	case m.byModel && a.system.Model == Decides:
		return m.notes.read(m.desk.Notes())
	case a.mind.talker == nil:
		return m.notes.read(m.account, m.desk.Notes())
	}
	return m.notes.read(a.mind.talker.Notes(), m.desk.Notes())
}

// Settle waits until the model has answered what it was asked for later; see task.Desk.
func (a *Agent[S]) Settle() { a.mind.desk.Settle() }

// ByModel reports whether the last answer is the model's.
func (a *Agent[S]) ByModel() bool { return a.mind.byModel }

// On reports whether a module works.
func (a *Agent[S]) On(module string) bool {
	return slices.ContainsFunc(a.mind.on, func(m Module[S]) bool { return m.Name == module })
}

// State returns the state of the system, for its tests.
func (a *Agent[S]) State() *S { return a.mind.state }

// Table returns what the modules were given at the last answer, for tests.
func (a *Agent[S]) Table() *Table { return a.mind.table(a.self(), "") }

// self is the player's own word and mind, nil where the system plays alone.
func (a *Agent[S]) self() *talker.Self {
	if a.mind.talker == nil {
		return nil
	}
	return &a.mind.talker.Self
}
