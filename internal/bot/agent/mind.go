package agent

import (
	"context"
	"slices"
	"strings"

	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// mind runs the modules that are on. It decides for the talker, which it knows only while it is asked.
type mind[S any] struct {
	frame
	state *S
	on    []Module[S]
}

// think runs the modules in order.
func (m *mind[S]) think(ctx context.Context, p *talker.Player) {
	t := m.table(p)
	for i := range m.on {
		one := &m.on[i]
		t.module = one.Name
		m.desk.Work(one.Name)
		if one.Think != nil {
			t.Note(one.Think(m.state, ctx, t))
		}
		if one.Weigh != nil {
			one.Weigh(m.state, t)
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
		talker.Rules{}.Pose(p)
	}
}

// Invent makes up results.
func (m *mind[S]) Invent(p *talker.Player) {
	if !m.decided(p, func(one *Module[S], t *Table) bool { return one.Invent != nil && one.Invent(m.state, t) }) {
		talker.Rules{}.Invent(p)
	}
}

// Weigh leaves the opinion as it is: modules weigh after they have thought.
func (*mind[S]) Weigh(*talker.Player) {}

// Target returns whom the player wants executed.
func (m *mind[S]) Target(p *talker.Player) (target werewolf.SeatID) {
	if !m.decided(p, func(one *Module[S], t *Table) (yes bool) {
		if one.Target != nil {
			target, yes = one.Target(m.state, t)
		}
		return yes
	}) {
		target = talker.Rules{}.Target(p)
	}
	return target
}

// Urgent says what comes before everything else.
func (m *mind[S]) Urgent(p *talker.Player, turn *talker.Turn) bool {
	return m.decided(p, func(one *Module[S], t *Table) bool {
		yes := one.Urgent != nil && one.Urgent(m.state, t, turn)
		if yes {
			p.Credit(one.Name)
		}
		return yes
	})
}

// Choose answers a request for a player.
func (m *mind[S]) Choose(p *talker.Player, kind werewolf.RequestKind) (target werewolf.SeatID) {
	if !m.decided(p, func(one *Module[S], t *Table) (yes bool) {
		if one.Choose != nil {
			target, yes = one.Choose(m.state, t, kind)
		}
		if yes {
			p.Credit(one.Name)
		}
		return yes
	}) {
		target = talker.Rules{}.Choose(p, kind)
	}
	return target
}
