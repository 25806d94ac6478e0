package understand

import (
	"math/bits"
	"slices"

	"wolfden/werewolf"
)

// maxTokens is the largest number of tokens in a clause: their places, and one for the end, fit into one word.
const maxTokens = 63

// token is one word as the patterns see it; clause.has has its categories.
type token struct {
	who  werewolf.SeatSet
	role werewolf.Role
}

// tokenSet is a set of places in a clause.
type tokenSet uint64

func bit(i int) tokenSet { return 1 << uint(i) }

// clause is a part of a sentence. Patterns are matched at all places at once: for each category the clause keeps the
// set of its places, and an element of a pattern is a few operations on such sets.
type clause struct {
	n        int
	tokens   [maxTokens + 1]token
	has      [maxCategories]tokenSet
	classes  []tokenSet // the same for the grammar's classes
	wanted   []uint64   // a set of the grammar's patterns
	scoped   [7]tokenSet
	called   tokenSet         // names used to call somebody
	vocative tokenSet         // the names of those who are spoken to and are "you", so that "he" is somebody else
	hinge    werewolf.SeatSet // on whom what is hypothetical hangs
	asked    bool             // it ends in a question mark
	cut      bool             // the question mark comes after another clause of the sentence
	first    bool             // it begins its sentence
}

func (c *clause) reset() {
	c.n, c.asked, c.cut, c.first = 0, false, false, false
	clear(c.has[:])
	c.scoped, c.called, c.vocative, c.hinge = [7]tokenSet{}, 0, 0, 0
}

// appendToken adds a token of the categories and returns its place.
func (c *clause) appendToken(cats ...category) int {
	c.tokens[c.n] = token{}
	for _, cat := range cats {
		c.has[cat] |= bit(c.n)
	}
	c.n++
	return c.n - 1
}

// is reports whether the token at a place is of the category.
func (c *clause) is(i int, cat category) bool { return i >= 0 && i < c.n && c.has[cat]&bit(i) != 0 }

// named returns the players whose names are among some tokens.
func (c *clause) named(among tokenSet) (who werewolf.SeatSet) {
	among &= c.has[catName]
	for i := range c.n {
		if among&bit(i) != 0 {
			who |= c.tokens[i].who
		}
	}
	return who
}

// lastNamed returns whom a clause names last before a place, but for who is called with an @.
func (c *clause) lastNamed(place int) werewolf.SeatSet {
	i := bits.Len64(uint64(c.has[catName]&^c.has[catAt]&between(0, place))) - 1
	if i < 0 {
		return 0
	}
	return c.tokens[i].who
}

func (c *clause) classify(g *grammar) {
	if cap(c.classes) < len(g.classes) {
		c.classes = make([]tokenSet, len(g.classes))
	}
	c.classes = c.classes[:len(g.classes)]
	c.has[catAny] = bit(c.n) - 1
	clear(c.classes)
	for cat, places := range c.has {
		if places == 0 {
			continue // as most: a clause has few categories, a grammar many classes
		}
		for _, class := range g.within[cat] {
			c.classes[class] |= places
		}
	}
}

// candidates is the set of the grammar's patterns that may be in the clause, which has a class that they need.
func (c *clause) candidates(g *grammar) []uint64 {
	words := len(g.patterns)/64 + 1
	c.wanted = slices.Grow(c.wanted[:0], words)[:words]
	clear(c.wanted)
	for _, i := range g.always {
		c.wanted[i/64] |= 1 << (i % 64)
	}
	for class, patterns := range g.needing {
		if c.classes[class] == 0 {
			continue
		}
		for _, i := range patterns {
			c.wanted[i/64] |= 1 << (i % 64)
		}
	}
	return c.wanted
}

// match is a pattern found at a place.
type match struct {
	p          *pattern
	start, end int
	used       tokenSet // the tokens that elements matched, without the gaps
	target     werewolf.SeatSet
	source     werewolf.SeatSet
	first      werewolf.SeatID // the first target
	self       bool            // the speaker is a target
	other      bool            // somebody else stands where a target should stand again
	role       werewolf.Role
	species    werewolf.Species
	said       int // behind who told a result, or says something, and its particle
}

// reach computes, for every element, the places from which it and all later elements match, and reports whether there
// are any.
func (c *clause) reach(p *pattern, sets *[maxElements + 1]tokenSet) bool {
	all := bit(c.n)<<1 - 1
	set := all
	n := len(p.elements)
	sets[n] = set
	for i := n - 1; i >= 0; i-- {
		e := &p.elements[i]
		class := c.classes[e.class]
		switch e.kind {
		case one:
			taken := set >> 1 & class
			if e.optional {
				taken |= set
			}
			set = taken
		case some:
			for range e.most {
				set |= set >> 1 & class
			}
		case list:
			taken := set >> 1 & class
			for range maxRepeat {
				parted := taken >> 1 & c.has[catList]
				taken |= (parted|taken&c.has[catAt])>>1&class | parted>>1&c.has[catList]>>1&class
			}
			if e.optional {
				taken |= set
			}
			set = taken
		case gap:
			for range e.most {
				set |= set >> 1 &^ class
			}
			set &= all
		case start:
			set &= 1
		case finish:
			set &= bit(c.n)
		case absent:
			set &^= class
		}
		if set == 0 {
			return false
		}
		sets[i] = set
	}
	return true
}

// find calls f with every match of the pattern, one for each place where it can begin.
func (c *clause) find(p *pattern, f func(*match)) {
	for _, class := range p.needs {
		if c.classes[class] == 0 {
			return
		}
	}
	var sets [maxElements + 1]tokenSet
	if !c.reach(p, &sets) {
		return
	}
	for begins := sets[0]; begins != 0; begins &= begins - 1 {
		m := match{p: p, start: bits.TrailingZeros64(uint64(begins))}
		c.follow(&m, &sets)
		if c.meant(&m) {
			f(&m)
		}
	}
}

// follow walks one match along the places that reach found, so it never has to turn back.
func (c *clause) follow(m *match, sets *[maxElements + 1]tokenSet) {
	i := m.start
	for k := range m.p.elements {
		e := &m.p.elements[k]
		next := sets[k+1]
		class := c.classes[e.class]
		switch e.kind {
		case one:
			if class&bit(i) != 0 && next&bit(i+1) != 0 {
				c.capture(m, e, i)
				i++
			}
		case some:
			last := i
			for j := i; j < i+e.most && class&bit(j) != 0; j++ {
				if next&bit(j+1) != 0 {
					last = j + 1
				}
			}
			for ; i < last; i++ {
				c.capture(m, e, i)
			}
		case list:
			i = c.followList(m, e, i, next)
		case gap:
			for next&bit(i) == 0 && i < c.n {
				i++
			}
		default:
		}
	}
	m.end = i
}

// followList matches the members of a list of players up to the last one from which the rest can match.
func (c *clause) followList(m *match, e *element, i int, next tokenSet) int {
	class, between := c.classes[e.class], c.has[catList]
	last := i
	for j, count := i, 0; count <= maxRepeat && class&bit(j) != 0; count++ {
		j++
		if next&bit(j) != 0 {
			last = j
		}
		from := j
		for k := 0; k < 2 && between&bit(j) != 0; k++ {
			j++
		}
		if j == from && !c.is(j, catAt) {
			break
		}
	}
	for ; i < last; i++ {
		if class&bit(i) != 0 {
			c.capture(m, e, i)
		}
	}
	return i
}

func (c *clause) capture(m *match, e *element, i int) {
	m.used |= bit(i)
	t := &c.tokens[i]
	switch e.capture {
	case asTarget:
		m.target |= t.who
		if m.first == 0 {
			m.first = t.who.First()
		}
	case asSource:
		m.source |= t.who
		m.said = i + 2
	case asSelf:
		m.self = true
	case asNothing:
		return
	case asSame:
		m.other = m.other || m.target&t.who == 0
		return
	}
	if t.role != werewolf.NoRole {
		m.role = t.role
	}
	switch {
	case c.is(i, catWolf):
		m.species = werewolf.Wolf
	case c.is(i, catHuman):
		m.species = werewolf.Human
	}
}

// meant reports whether nothing around the match revokes it.
func (c *clause) meant(m *match) bool {
	p := m.p
	if m.other {
		return false
	}
	for i, places := range c.scoped {
		s := scope(1) << i
		// "If she is the wolf I vote for her" is said against her; that all should vote for her then is nothing that is asked of them now.
		if s == implied && !p.strict || s == hypothetical && (!takesSide[p.kind] || m.target&c.hinge != 0 && !asksVotes[p.kind]) {
			continue
		}
		if places&m.used != 0 && p.even&s == 0 || p.only&s != 0 && places&m.used == 0 {
			return false
		}
	}
	for _, w := range p.before {
		if c.classes[w.class]&c.before(m.start, w.width) != 0 {
			return false
		}
	}
	for _, w := range p.after {
		if c.classes[w.class]&between(m.end, min(c.n, m.end+w.width)) != 0 {
			return false
		}
	}
	return true
}

// before returns the places before i in a window. A comma ends the window, unless it is the whole clause.
func (c *clause) before(i, width int) tokenSet {
	all := between(max(0, i-width), i)
	commas := all & c.has[catComma]
	if width == maxTokens || commas == 0 {
		return all
	}
	return all &^ between(0, bits.Len64(uint64(commas)))
}

// between returns the places from i up to, not including, j.
func between(i, j int) tokenSet {
	if j <= i {
		return 0
	}
	return (bit(j) - 1) &^ (bit(i) - 1)
}

// mark applies the scopes of the grammar.
func (c *clause) mark(g *grammar) {
	for i := range g.scopes {
		p := &g.scopes[i]
		c.find(p, func(m *match) {
			if p.scope == hypothetical {
				c.hinge |= m.target
			}
			if p.back {
				from := m.start
				for from > 0 && c.classes[p.until]&bit(from-1) == 0 {
					from--
				}
				c.scoped[bits.TrailingZeros8(uint8(p.scope))] |= between(from, m.start)
				return
			}
			from, to := max(m.start, m.said), m.end
			if p.ahead {
				from = m.end
			}
			for to < c.n && c.classes[p.until]&bit(to) == 0 {
				to++
			}
			c.scoped[bits.TrailingZeros8(uint8(p.scope))] |= between(from, to)
		})
	}
	if c.scoped[5] != 0 {
		c.scoped[2], c.asked = 0, false
	}
	c.scoped[5] = 0
}
