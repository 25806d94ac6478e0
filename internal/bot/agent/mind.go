package agent

import (
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
}

// Interpret returns what the modules hear, one after the other.
func (m *mind[S]) Interpret(p *talker.Self, u *werewolf.Utterance, rows speech.Rows) speech.Rows {
	for i := range m.on {
		if one := &m.on[i]; one.Hear != nil {
			m.desk.Work(one.Name)
			rows = one.Hear(m.state, m.table(p, one.Name), u, rows)
		}
	}
	return rows
}

// think runs the modules in order.
func (m *mind[S]) think(p *talker.Self) {
	for i := range m.on {
		if one := &m.on[i]; one.Think != nil {
			m.desk.Work(one.Name)
			t := m.table(p, one.Name)
			t.apply(one.Think(m.state, t))
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

// tell collects what the model is told. What the modules find out by the rules for it is not decided by that.
func (m *mind[S]) tell(p *talker.Self) *Brief {
	if p == nil {
		return m.told
	}
	defer m.talker.Keep()()
	b := &Brief{Scene: m.scene}
	for i := range m.on {
		if one := &m.on[i]; one.Speak != nil {
			one.Speak(m.state, m.table(p, one.Name), b)
		}
	}
	return b
}

// out lets the modules see an answer before it goes out.
func (m *mind[S]) out(p *talker.Self, text string) string {
	for i := range m.on {
		if one := &m.on[i]; one.Out != nil {
			text = one.Out(m.state, m.table(p, one.Name), text)
		}
	}
	return text
}

// Choose asks the modules from the last to the first, until one has decided, and then the net.
func (m *mind[S]) Choose(p *talker.Self, c *talker.Choice) {
	for i := len(m.on) - 1; i >= 0; i-- {
		one, before := &m.on[i], *c
		if one.Choose != nil && one.Choose(m.state, m.table(p, one.Name), c) {
			c.By = one.Name
			return
		}
		*c = before
	}
	if p != nil {
		m.net.Choose(p, c)
	}
}

// Weigh forms the opinion that the modules weigh again after they have thought.
func (m *mind[S]) Weigh(p *talker.Self) *doubt.Opinion { return m.net.Weigh(p) }

// Urgent yields what the modules want to be said before everything else.
func (m *mind[S]) Urgent(p *talker.Self) iter.Seq[talker.Intention] {
	return func(yield func(talker.Intention) bool) {
		for i := len(m.on) - 1; i >= 0; i-- {
			one := &m.on[i]
			if one.Speak == nil {
				continue
			}
			b := Brief{Scene: m.scene}
			one.Speak(m.state, m.table(p, one.Name), &b)
			if b.First.By = one.Name; !yield(b.First) {
				return
			}
		}
	}
}

// act answers a request where there is no talker: as the modules do, else with silence, or by chance.
func (m *mind[S]) act() string {
	if kind := m.o.Request.Kind; kind.Chooses() {
		c := talker.Choice{Of: talker.Answer, Kind: kind}
		m.Choose(nil, &c)
		if legal := m.o.Request.Targets; !legal.Has(c.Target) && legal != 0 {
			c.Target, c.By = legal.Nth(random(m.seed, kind.String()).IntN(legal.Len())), "chance"
		}
		m.why = m.o.Name(c.Target) + ": by " + c.By
		return m.o.Name(c.Target)
	}
	text := werewolf.OverText
	m.why, m.told = "nothing to say", &Brief{Scene: m.scene}
	for i := range m.on {
		if one := &m.on[i]; one.Speak != nil {
			one.Speak(m.state, m.table(nil, one.Name), m.told)
			text, m.why = m.told.First.Text(), m.told.First.Note
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
