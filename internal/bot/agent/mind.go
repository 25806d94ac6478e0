package agent

import (
	"context"

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
	ctx   context.Context // of what is heard now; hearing has none of its own
}

// Interpret returns what the modules hear, one after the other.
func (m *mind[S]) Interpret(p *talker.Player, u *werewolf.Utterance, rows speech.Rows) speech.Rows {
	for i := range m.on {
		if one := &m.on[i]; one.Hear != nil {
			t := m.table(p)
			t.module = one.Name
			rows = one.Hear(m.state, m.ctx, t, u, rows)
		}
	}
	return rows
}

// think runs the modules in order.
func (m *mind[S]) think(ctx context.Context, p *talker.Player) {
	t := m.table(p)
	for i := range m.on {
		one := &m.on[i]
		t.module = one.Name
		if one.Think != nil {
			t.Note(one.Think(m.state, ctx, t))
		}
		if one.Weigh != nil {
			one.Weigh(m.state, t)
		}
	}
}

// tell collects what the model is told.
func (m *mind[S]) tell(p *talker.Player) *Brief {
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
func (m *mind[S]) out(p *talker.Player, text string) string {
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
func (m *mind[S]) decided(p *talker.Player, ask func(*Module[S], *Table) bool) bool {
	t := m.table(p)
	for i := len(m.on) - 1; i >= 0; i-- {
		t.module = m.on[i].Name
		if ask(&m.on[i], t) {
			return true
		}
	}
	return false
}

// Pose sets what the player shows.
func (m *mind[S]) Pose(p *talker.Player) {
	if !m.decided(p, func(one *Module[S], t *Table) bool { return one.Pose != nil && one.Pose(m.state, t) }) {
		m.net.Pose(p)
	}
}

// Invent makes up results.
func (m *mind[S]) Invent(p *talker.Player) {
	if !m.decided(p, func(one *Module[S], t *Table) bool { return one.Invent != nil && one.Invent(m.state, t) }) {
		m.net.Invent(p)
	}
}

// Weigh forms the opinion that the modules weigh again after they have thought.
func (m *mind[S]) Weigh(p *talker.Player) { m.net.Weigh(p) }

// Target returns whom the player wants executed.
func (m *mind[S]) Target(p *talker.Player) (target werewolf.SeatID) {
	if !m.decided(p, func(one *Module[S], t *Table) (yes bool) {
		if one.Target != nil {
			target, yes = one.Target(m.state, t)
		}
		return yes
	}) {
		target = m.net.Target(p)
	}
	return target
}

// act answers a request where there is no talker: as the modules do, else with silence, or by chance.
func (m *mind[S]) act() string {
	t, kind := m.table(nil), m.o.Request.Kind
	if kind.Chooses() {
		target, _ := m.chosen(nil, kind)
		legal := m.o.Request.Targets
		if !legal.Has(target) && legal != 0 {
			target = legal.Nth(t.Rand(kind.String()).IntN(legal.Len()))
		}
		return m.o.Name(target)
	}
	for i := range m.on {
		if one := &m.on[i]; one.Say != nil {
			return one.Say(m.state, t)
		}
	}
	return werewolf.OverText
}

// Urgent says what comes before everything else.
func (m *mind[S]) Urgent(p *talker.Player, turn *talker.Turn) bool {
	return m.decided(p, func(one *Module[S], t *Table) bool { return one.Urgent != nil && one.Urgent(m.state, t, turn) }) || turn.Sentences() > 0
}

// Speaks decides whether to speak now on an open floor.
func (m *mind[S]) Speaks(p *talker.Player, speaks bool) bool {
	for i := range m.on {
		if one := &m.on[i]; one.Speaks != nil {
			speaks = one.Speaks(m.state, m.table(p), speaks)
		}
	}
	return speaks
}

// Choose answers a request for a player.
func (m *mind[S]) Choose(p *talker.Player, kind werewolf.RequestKind) werewolf.SeatID {
	if target, decided := m.chosen(p, kind); decided {
		return target
	}
	return m.net.Choose(p, kind)
}

// chosen is whom a module chooses.
func (m *mind[S]) chosen(p *talker.Player, kind werewolf.RequestKind) (target werewolf.SeatID, decided bool) {
	decided = m.decided(p, func(one *Module[S], t *Table) (yes bool) {
		if one.Choose != nil {
			target, yes = one.Choose(m.state, t, kind)
		}
		return yes
	})
	return target, decided
}
