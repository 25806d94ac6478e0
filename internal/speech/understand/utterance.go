package understand

import (
	"math/bits"
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// bareStatement is a bare statement about somebody's species. What it is worth becomes clear at the end of the
// utterance.
type bareStatement struct {
	target  werewolf.SeatID
	species werewolf.Species
	sure    bool // with a word of certainty
	claims  bool // which repeats the claim as well
	denial  bool // said as "no werewolf"
	verdict bool // in the words of the ability
}

// utterance is what has been said so far in the utterance, and what the next clause needs of it.
type utterance struct {
	l       *Listener
	speaker werewolf.SeatID
	whisper bool
	day     int

	addressee werewolf.SeatSet // the players addressed
	fresh     bool             // the addressee was named in this sentence, or alone before it
	alone     bool             // the clause was nothing but a name
	mentioned werewolf.SeatSet // the player called by an @ last, spoken to or not
	last      werewolf.SeatSet // the players named last
	hailed    werewolf.SeatSet // those of whom the last that was said is their name after an @
	subject   werewolf.SeatSet // who was named first in this sentence, else in the one before
	named     bool             // somebody was named in this sentence
	group     werewolf.SeatSet // everybody named in this sentence
	before    werewolf.SeatSet // everybody named in the sentence before
	source    werewolf.SeatSet // the players whose results are told
	examined  werewolf.SeatSet // whom the speaker divined, without a result yet
	topic     speech.Topic
	attacked  tokenSet         // the words of this clause that were about the attack
	consumed  tokenSet         // the words for a species in this clause that told a result
	found     tokenSet         // those of them that told one of the speaker's own
	stated    tokenSet         // those that state what the speaker has found
	reporter  werewolf.SeatSet // who told the others

	claim    werewolf.Role
	retract  bool
	own      bool          // the speaker tells results of its own ability
	ability  werewolf.Role // which ability
	results  speech.Rows
	facts    []bareStatement
	others   speech.Rows
	neutral  bool // votes and reports show no trust
	vote     werewolf.SeatID
	request  werewolf.SeatID
	decided  bool
	insisted bool
	followed bool // others are asked to vote for the same
	blames   bool // votes accuse their targets
	attack   werewolf.SeatID
	next     werewolf.SeatID // whom the speaker will divine
	cast     speech.Rows     // who is asked to claim which role
	accuse   werewolf.SeatSet
	support  werewolf.SeatSet
	blamed   bool
	question speech.Rows // the rows of INQUIRE
	implied  bool        // everybody is asked only because nobody was named
	vague    tokenSet    // the places of such questions among all
	calls    bool        // the language calls whom it asks
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
	u.calls = g.calls
	c.classify(g)
	u.address(g, c)
	u.resolve(c)
	c.classify(g)
	c.mark(g)
	c.asked = c.asked || c.scoped[2] != 0
	if c.cut && u.inquires(g, c) {
		c.scoped[2] = u.questionPart(c)
	}
	u.topic, u.consumed, u.found, u.stated, u.attacked = speech.AnyTopic, 0, 0, 0, 0
	told, rhetoric, wonder, open := false, false, false, false
	asked := len(u.question)
	inquire := !c.cut
	hear := func(m *match) {
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
			told = u.askPressed(c, m.p.blames) || told
		case owing:
			told = true
			u.askOwed(c)
		case tellingAll:
			told = true
			u.ask(0)
		default:
			u.conclude(c, m)
		}
	}
	for k, rest := range c.candidates(g) {
		for ; rest != 0; rest &= rest - 1 {
			c.find(&g.patterns[k*64+bits.TrailingZeros64(rest)], hear)
		}
	}
	if c.asked && wonder && inquire && !told && !rhetoric {
		u.askQuestion(c, open)
	}
	if u.implied && u.asksSomebody(asked) {
		said := slices.DeleteFunc(u.question[asked:], func(q speech.Act) bool { return q.Target == 0 })
		u.question = u.question[:asked+len(said)]
	}
}

// questionPart returns the part of a clause that its question mark belongs to: what follows the last comma, if that
// makes a question or only asks for assent.
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

// address finds out who is addressed.
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
				if m.p.strict {
					c.vocative |= m.used & c.has[catName]
				}
			}
			spoken |= m.target
		})
	}
	for i := range c.n {
		if c.is(i, catAt) {
			u.mentioned = c.tokens[i].who.Without(u.speaker)
		}
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

// resolve finds the players that the pronouns of a clause mean.
func (u *utterance) resolve(c *clause) {
	if c.called != 0 && !u.named {
		u.subject = u.addressee
	}
	topical := false // a later clause of the sentence has said anew what it is about
	for i := range c.n {
		t := &c.tokens[i]
		if about := c.has[catName] | c.has[catHim]; c.is(i, catReflex) && about&^c.has[catSelf]&between(0, i) != 0 {
			c.forget(i)
			continue
		}
		switch {
		case c.is(i, catName):
			if t.who.Has(u.speaker) {
				c.has[catSelf] |= bit(i)
			} else {
				if u.last == 0 || c.vocative&bit(i) == 0 {
					u.last = t.who
				}
				if u.hailed &^= t.who; c.is(i, catAt) {
					u.hailed |= t.who
				}
				about := !c.first && !topical && c.is(i+1, catTopic)
				if (!u.named || about) && !u.isObject(c, i) {
					u.subject, u.named = t.who, true
				}
				topical = topical || about
				u.group |= t.who
			}
		case c.is(i, catMe):
			t.who = werewolf.SetOf(u.speaker)
		case c.is(i, catYou):
			c.point(i, catYou, u.spokenTo())
		case c.is(i, catHim):
			who := u.last
			if who == 0 {
				who = u.addressee
			}
			c.point(i, catHim, who&^(u.addressee&u.hailed)) // who is called is "you"
		case c.is(i, catThem):
			c.point(i, catThem, u.spokenOf())
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

// spokenOf returns whom "they" means: the players addressed, else those named in this sentence and the one before, else the two who
// live beside the speaker.
func (u *utterance) spokenOf() werewolf.SeatSet {
	who := u.group
	if who.Len() < 2 {
		who |= u.before
	}
	if u.fresh && u.addressee.Len() > 1 {
		return u.addressee
	}
	if others := u.l.living().Without(u.speaker); who.Len() < 2 && others.Len() == 2 {
		return others
	}
	return who
}

// spokenTo returns the players addressed, else the one called by an @ inside a sentence.
func (u *utterance) spokenTo() werewolf.SeatSet {
	if u.addressee == 0 {
		return u.mentioned
	}
	return u.addressee
}

// isObject reports whether a name is no subject: behind a preposition, or marked as an object where somebody is
// called or asked.
func (u *utterance) isObject(c *clause, i int) bool {
	return c.has[catObject]&bit(i) != 0 || c.is(i+1, catToward) || u.fresh && ((c.asked || c.called != 0) && c.is(i+1, catMarks) || c.asked && c.is(i+1, catAsked))
}

// forget makes a token a word that says nothing.
func (c *clause) forget(i int) {
	for k := range c.has {
		c.has[k] &^= bit(i)
	}
	c.has[catOther] |= bit(i)
}

// point sets the players that a pronoun means; with none it is lost.
func (c *clause) point(i int, as category, who werewolf.SeatSet) {
	c.tokens[i].who = who
	if who == 0 {
		c.has[as] &^= bit(i)
		c.has[catLost] |= bit(i)
	}
}

// inquires reports whether a clause begins a question whose mark comes after a later clause.
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
