package understand

import (
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// bareStatement is a bare statement of somebody's species; what it is worth shows when the utterance is over.
type bareStatement struct {
	target  werewolf.SeatID
	species werewolf.Species
	sure    bool // with a word of certainty
	denial  bool // said as "no werewolf"
	verdict bool // in the words of the ability
}

// utterance is what one clause leaves to the next, and what the utterance has said so far.
type utterance struct {
	l       *Listener
	speaker werewolf.SeatID
	whisper bool
	day     int

	addressee werewolf.SeatSet // who is spoken to
	fresh     bool             // the addressee was named in this sentence, or alone before it
	alone     bool             // the clause was nothing but a name
	last      werewolf.SeatSet // who was named last
	subject   werewolf.SeatSet // who was named first in this sentence, or else in the one before
	named     bool             // in this one
	group     werewolf.SeatSet // all named in this sentence
	before    werewolf.SeatSet // all named in the one before
	source    werewolf.SeatSet // whose results are told
	examined  werewolf.SeatSet // whom the speaker has divined; no result yet
	topic     speech.Topic
	attacked  tokenSet // the words that were about the attack, in this clause
	consumed  tokenSet // the words for a species that told a result, in this clause

	claim    werewolf.Role
	retract  bool
	own      bool          // results of an own ability are told
	ability  werewolf.Role // and of this one
	results  speech.Rows
	facts    []bareStatement
	others   speech.Rows
	neutral  bool // no trust follows from them
	vote     werewolf.SeatID
	request  werewolf.SeatID
	decided  bool
	insisted bool
	blames   bool // votes speak ill of whom they are on
	attack   werewolf.SeatID
	accuse   werewolf.SeatSet
	support  werewolf.SeatSet
	blamed   bool
	question speech.Rows // of INQUIRE
	fellows  werewolf.SeatSet
	scratch  speech.Rows
}

func (u *utterance) begin(l *Listener, said *werewolf.Utterance, whisper bool) {
	*u = utterance{
		l: l, speaker: said.Seat, whisper: whisper, day: said.Day,
		results: u.results[:0], facts: u.facts[:0], others: u.others[:0], question: u.question[:0], scratch: u.scratch,
	}
}

// addClause reads one clause.
func (u *utterance) addClause(g *grammar, c *clause) {
	if c.first {
		u.before, u.group, u.source, u.named = u.group, 0, 0, false
	}
	if c.asked && !c.cut {
		c.scoped[2] = u.questionPart(c)
	}
	c.classify(g)
	u.address(g, c)
	u.resolve(c)
	c.classify(g)
	c.mark(g)
	c.asked = c.asked || c.scoped[2] != 0
	if c.cut && u.inquires(g, c) {
		c.scoped[2] = u.questionPart(c)
	}
	u.topic, u.consumed, u.attacked = speech.AnyTopic, 0, 0
	told, rhetoric, wonder, open := false, false, false, false
	inquire := !c.cut
	for i := range g.patterns {
		c.find(&g.patterns[i], func(m *match) {
			switch m.p.kind {
			case rhetorical:
				rhetoric = true
			case wondering:
				wonder = true
			case inquiring:
				inquire = true
			case opening:
				open = true
			case telling:
				told = true
				u.askPlayers(m.target)
			case pressing:
				told = true
				u.askPressed(c)
			case tellingAll:
				told = true
				u.ask(0)
			default:
				u.conclude(c, m)
			}
		})
	}
	if c.asked && wonder && inquire && !told && !rhetoric {
		u.askQuestion(c, open)
	}
}

// questionPart is the part of a clause that its question mark belongs to: what follows the last comma, if that is enough
// for a question or only asks for assent.
func (u *utterance) questionPart(c *clause) tokenSet {
	from := 0
	for i := 1; i < c.n-1; i++ {
		enough := i < c.n-2 || c.is(i+1, catTag)
		if enough && c.is(i, catComma) && !c.is(i+1, catName) {
			from = i
		}
	}
	return between(from, c.n)
}

// address finds out who is spoken to.
func (u *utterance) address(g *grammar, c *clause) {
	var spoken werewolf.SeatSet
	for i := range g.address {
		c.find(&g.address[i], func(m *match) {
			switch m.p.kind {
			case referring:
				c.has[catDef] |= m.used
				return
			case calling:
				c.called |= m.used & c.has[catName]
			default:
			}
			spoken |= m.target
		})
	}
	for i := range c.n {
		if c.is(i, catAt) && !g.calls {
			spoken |= c.tokens[i].who
		}
	}
	c.has[catName] &^= c.called
	c.has[catAt] &^= c.called
	c.has[catCalled] |= c.called
	u.fresh = u.fresh && (!c.first || u.alone)
	u.alone = spoken != 0 && c.n <= 2 && c.first
	if spoken = spoken.Without(u.speaker); spoken != 0 {
		u.addressee, u.fresh = spoken, true
	}
}

// resolve points the pronouns of a clause at players.
func (u *utterance) resolve(c *clause) {
	if c.called != 0 && !u.named {
		u.subject = u.addressee
	}
	for i := range c.n {
		t := &c.tokens[i]
		switch {
		case c.is(i, catName):
			if t.who.Has(u.speaker) {
				c.has[catSelf] |= bit(i)
			} else {
				u.last = t.who
				if !u.named && c.has[catObject]&bit(i) == 0 {
					u.subject, u.named = t.who, true
				}
				u.group |= t.who
			}
		case c.is(i, catMe):
			t.who = werewolf.SetOf(u.speaker)
		case c.is(i, catYou):
			c.point(i, catYou, u.addressee)
		case c.is(i, catHim):
			who := u.last
			if who == 0 {
				who = u.addressee
			}
			c.point(i, catHim, who)
		case c.is(i, catThem):
			who := u.group
			if who.Len() < 2 {
				who |= u.before
			}
			c.point(i, catThem, who)
		case t.role != werewolf.NoRole && c.is(i, catBoth):
			if both := u.l.ledger.Claimants(t.role).Without(u.speaker); both.Len() > 1 {
				t.who = both
				c.has[catRef] |= bit(i)
			}
		case t.role != werewolf.NoRole && c.is(i, catDef):
			if spec := u.l.spec(t.role); spec.IsWolf() || spec.Ordinary() {
				continue
			}
			if t.who = u.l.claimantMeant(t.role, u.speaker, u.accuse|werewolf.SetOf(u.vote, u.request).Without(0)); t.who != 0 {
				c.has[catRef] |= bit(i)
			}
		}
	}
}

// point makes a pronoun mean players, or nobody known.
func (c *clause) point(i int, as category, who werewolf.SeatSet) {
	c.tokens[i].who = who
	if who == 0 {
		c.has[as] &^= bit(i)
		c.has[catLost] |= bit(i)
	}
}

// inquires reports whether a clause begins a question whose mark stands after a later clause.
func (u *utterance) inquires(g *grammar, c *clause) (yes bool) {
	c.scoped[2] |= between(0, c.n)
	for i := range g.patterns {
		if p := &g.patterns[i]; p.kind == inquiring {
			c.find(p, func(*match) { yes = true })
		}
	}
	c.scoped[2] = 0
	return yes
}
