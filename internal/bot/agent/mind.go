package agent

import (
	"context"
	"iter"
	"slices"
	"strings"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// mind runs the modules that are on. It decides for the talker, which it knows only while it is asked.
type mind[S any] struct {
	frame
	state *S
	on    []Module[S]
	net   talker.Decider
	why   string          // a player without a talker gave its last answer
	ctx   context.Context // of what is heard now; hearing has none of its own
}

// Interpret returns what the modules hear, one after the other.
func (m *mind[S]) Interpret(p *talker.Self, u *werewolf.Utterance, rows speech.Rows) speech.Rows {
	for i := range m.on {
		if one := &m.on[i]; one.Hear != nil {
			t := m.table(p)
			t.module = one.Name
			m.desk.Work(one.Name)
			rows = one.Hear(m.state, m.ctx, t, u, rows)
		}
	}
	return rows
}

// think runs the modules in order.
func (a *Agent[S]) think(ctx context.Context) {
	m, t := a.mind, a.Table()
	for i := range m.on {
		if one := &m.on[i]; one.Think != nil {
			t.module = one.Name
			m.desk.Work(one.Name)
			t.Note(one.Think(m.state, ctx, t))
		}
	}
}

// asker is the module that asks for the answer to a request: the one of its name, else the last of those that choose, else the
// last of those that give the model that task.
func (m *mind[S]) asker(name string, kind werewolf.RequestKind) (module string) {
	chooses := false
	for i := range m.on {
		one := &m.on[i]
		if !slices.Contains(strings.Split(one.Tasks, ", "), name) {
			continue
		}
		switch own := requestNamed(one.Name); {
		case own == kind:
			return one.Name
		case own.Chooses() && kind.Chooses(): // it is about another choice
		case !chooses || one.Choose != nil:
			module, chooses = one.Name, one.Choose != nil
		}
	}
	return module
}

// requestNamed is the request that a module is called after, the zero kind for none.
func requestNamed(module string) (none werewolf.RequestKind) {
	for kind := werewolf.Talk; kind <= werewolf.Attack; kind++ {
		if strings.EqualFold(kind.String(), module) {
			return kind
		}
	}
	return none
}

// tell collects what the model is told.
func (m *mind[S]) tell(p *talker.Self) *Brief {
	b, t := &Brief{Scene: m.scene}, m.table(p)
	for i := range m.on {
		if one := &m.on[i]; one.Tell != nil {
			t.module = one.Name
			one.Tell(m.state, t, b)
		}
	}
	return b
}

// out lets the modules see an answer before it goes out.
func (m *mind[S]) out(p *talker.Self, text string) string {
	t := m.table(p)
	for i := range m.on {
		if one := &m.on[i]; one.Out != nil {
			t.module = one.Name
			text = one.Out(m.state, t, text)
		}
	}
	return text
}

// decided asks the modules from the last to the first, until one has decided.
func decided[S, D any](m *mind[S], p *talker.Self, ask func(*Module[S], *Table) (D, bool)) (d D, is bool) {
	t := m.table(p)
	for i := len(m.on) - 1; i >= 0 && !is; i-- {
		t.module = m.on[i].Name
		d, is = ask(&m.on[i], t)
	}
	return d, is
}

// asked asks the modules for a decision by one of their functions, and then the net.
func asked[S, D any](m *mind[S], p *talker.Self, of func(*Module[S]) func(*S, *Table) (D, bool), net func(*talker.Self) D) D {
	d, is := decided(m, p, func(one *Module[S], t *Table) (d D, is bool) {
		if f := of(one); f != nil {
			d, is = f(m.state, t)
		}
		return d, is
	})
	if !is {
		d = net(p)
	}
	return d
}

// Pose returns what the player shows.
func (m *mind[S]) Pose(p *talker.Self) talker.Pretence {
	return asked(m, p, func(one *Module[S]) func(*S, *Table) (talker.Pretence, bool) { return one.Pose }, m.net.Pose)
}

// Invent makes up results.
func (m *mind[S]) Invent(p *talker.Self) talker.Pretence {
	return asked(m, p, func(one *Module[S]) func(*S, *Table) (talker.Pretence, bool) { return one.Invent }, m.net.Invent)
}

// Target returns whom the player wants executed.
func (m *mind[S]) Target(p *talker.Self) werewolf.SeatID {
	return asked(m, p, func(one *Module[S]) func(*S, *Table) (werewolf.SeatID, bool) { return one.Target }, m.net.Target)
}

// Prey returns whom the player proposes to attack.
func (m *mind[S]) Prey(p *talker.Self) werewolf.SeatID {
	return asked(m, p, func(one *Module[S]) func(*S, *Table) (werewolf.SeatID, bool) { return one.Prey }, m.net.Prey)
}

// Weigh forms the opinion that the modules weigh again after they have thought.
func (m *mind[S]) Weigh(p *talker.Self) *doubt.Opinion { return m.net.Weigh(p) }

// act answers a request where there is no talker: as the modules do, else with silence, or by chance.
func (m *mind[S]) act() string {
	t, kind := m.table(nil), m.o.Request.Kind
	if kind.Chooses() {
		target, by := m.Choose(nil, kind)
		if legal := m.o.Request.Targets; !legal.Has(target) && legal != 0 {
			target, by = legal.Nth(t.Rand(kind.String()).IntN(legal.Len())), "chance"
		}
		m.why = m.o.Name(target) + ": by " + by
		return m.o.Name(target)
	}
	text := werewolf.OverText
	m.why = "nothing to say"
	for i := range m.on {
		if one := &m.on[i]; one.Say != nil {
			text, m.why = one.Say(m.state, t)
		}
	}
	return text
}

// account yields why a player without a talker gave its last answer, once.
func (m *mind[S]) account(yield func(string, string) bool) {
	why := m.why
	if m.why = ""; why != "" {
		yield(talker.TopicRules, why)
	}
}

// Urgent yields what the modules want to be said before everything else.
func (m *mind[S]) Urgent(p *talker.Self) iter.Seq[talker.Intention] {
	return func(yield func(talker.Intention) bool) {
		decided(m, p, func(one *Module[S], t *Table) (in talker.Intention, is bool) {
			if one.Urgent != nil {
				in = one.Urgent(m.state, t)
				in.By = one.Name
				is = !yield(in)
			}
			return in, is
		})
	}
}

// Speaks decides whether to speak now on an open floor.
func (m *mind[S]) Speaks(p *talker.Self, speaks bool) bool {
	for i := range m.on {
		if one := &m.on[i]; one.Speaks != nil {
			speaks = one.Speaks(m.state, m.table(p), speaks)
		}
	}
	return speaks
}

// Choose answers a request for a player.
func (m *mind[S]) Choose(p *talker.Self, kind werewolf.RequestKind) (target werewolf.SeatID, by string) {
	target, is := decided(m, p, func(one *Module[S], t *Table) (target werewolf.SeatID, is bool) {
		if by = one.Name; one.Choose != nil {
			target, is = one.Choose(m.state, t, kind)
		}
		return target, is
	})
	if is || p == nil {
		return target, by
	}
	return m.net.Choose(p, kind)
}
