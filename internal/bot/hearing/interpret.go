package hearing

import (
	"bytes"

	"wolfden/werewolf"
)

// sentence hears one sentence, whose tokens are in e.clause.
func (e *Ear) sentence(t *table, asked bool) {
	c := e.clause
	if who := vocative(c); who != 0 && e.state.addressee == 0 {
		e.state.addressee = who
	}
	if asked {
		e.question(c)
		return
	}
	for i, letter := range c.letters {
		if letter == 'U' && e.state.addressee != 0 {
			c.letters[i], c.args[i] = 'N', int8(e.state.addressee)
		}
	}
	if at := bytes.IndexByte(c.letters, 'T'); at >= 0 && e.state.addressee != 0 && (t.hindmost || bytes.IndexByte(c.letters[:at], 'I') < 0) {
		e.question(c)
	}
	for len(c.letters) > 0 {
		n := bytes.IndexByte(c.letters, '/')
		if n < 0 {
			n = len(c.letters)
		}
		e.interpret(clause{c.letters[:n], c.args[:n]}, t)
		n = min(n+1, len(c.letters))
		c.letters, c.args = c.letters[n:], c.args[n:]
	}
}

// vocative is the player whose name opens a sentence that speaks to somebody.
func vocative(c clause) werewolf.SeatID {
	if len(c.letters) < 2 || c.letters[0] != 'N' {
		return 0
	}
	toAsk := c.letters[1] == 'g' && len(c.letters) > 2 && isQuestionWord(c.letters[2])
	if toAsk || c.letters[1] == '/' || c.letters[1] == 'U' || c.letters[1] == '?' || c.letters[1] == 'T' || isQuestionWord(c.letters[1]) {
		return werewolf.SeatID(c.args[0])
	}
	return 0
}

func isQuestionWord(letter byte) bool { return letter == 'q' || letter == 'Y' }

// question hears a sentence that wants an answer.
func (e *Ear) question(c clause) {
	a := Act{Kind: Ask, Target: e.state.addressee, Topic: topicOf(c.letters)}
	for i, letter := range c.letters {
		if id := werewolf.SeatID(c.args[i]); letter == 'N' && id != a.Target {
			a.About = id
		}
	}
	e.add(a)
}

// topics are tried in this order: the first whose letter is in the sentence is what it asks.
var topics = [...]struct {
	letters string
	topic   Topic
}{
	{"Y", WhyTopic}, {"Ddm", WhichResult}, {"v", VoteWhom}, {"a", SuspectWhom}, {"RrcC", WhichRole}, {"W", SuspectWhom},
}

func topicOf(letters []byte) Topic {
	for _, t := range topics {
		if bytes.ContainsAny(letters, t.letters) {
			return t.topic
		}
	}
	return AnyTopic
}

// interpret hears one clause of a statement.
func (e *Ear) interpret(c clause, t *table) {
	var has uint64
	for _, letter := range c.letters {
		has |= bit(letter)
	}
	if e.finishReport(c, has) {
		return
	}
	supposed := e.state.supposing
	e.state.supposing = t.hindmost && has&bit('f') != 0
	var taken uint64 // seats that an earlier pattern has said something about, so that a later one does not say it again
	for i := range t.patterns {
		p := &t.patterns[i]
		if p.needs&^has != 0 {
			continue
		}
		for from := 0; from < len(c.letters); from++ {
			var got capture
			end, ok := match(p.row, c, from, &got)
			if !ok || taken>>uint(got.target)&1 == 1 && got.target != 0 || !t.holds(p.means, c, from, end) {
				continue
			}
			if supposed && p.means != Vote && p.means != Urge && p.means != Claim {
				continue
			}
			if got.target != 0 && p.means != Vote && p.means != Trust && p.means != Accuse {
				taken |= 1 << uint(got.target)
			}
			if p.opposite {
				got.species ^= 'W' ^ 'H'
			}
			e.conclude(p.means, got, has)
		}
	}
	e.beginReport(c, t, has)
}

// holds reports whether what a match says is meant: not denied, supposed, or put into somebody else's mouth.
func (t *table) holds(k Kind, c clause, from, end int) bool {
	if t.hindmost {
		return holdsBack(k, c.letters[:from], c.letters[end:])
	}
	before := c.letters[:from]
	if at := bytes.IndexByte(before, 's'); at == 0 || at > 0 && before[at-1] != 'I' {
		return false
	}
	if at := bytes.IndexByte(before, 'f'); at >= 0 && (k != Vote || at == from-1) {
		return false // "if nothing changes I will vote for him" is a declaration all the same
	}
	return !bytes.ContainsAny(before, "n?")
}

// holdsBack is holds for a language that takes back at the end what it said before.
func holdsBack(k Kind, before, after []byte) bool {
	spoken := func(letters string) bool { return bytes.Contains(before, []byte(letters)) }
	switch {
	case spoken("f") && k != Vote || bytes.ContainsAny(after, "fs"):
		return false
	case k != Retract && bytes.IndexByte(after[:min(2, len(after))], 'n') >= 0:
		return false
	case k == Call || k == Found:
		return len(after) == 0 || after[0] != 'o'
	case k == Claim:
		return bytes.IndexByte(after, 'j') < 0
	}
	return !spoken("Ng") && (k != Vote || !spoken("No") && !spoken("e"))
}

// conclude adds what a match means.
func (e *Ear) conclude(k Kind, got capture, has uint64) {
	a := Act{Kind: k, Target: werewolf.SeatID(got.target)}
	switch k {
	case Nothing:
		return
	case Claim:
		a.Role = werewolf.Role(got.role)
		if got.role == 0 {
			a.Role = werewolf.Werewolf
		}
		e.state.reporting = a.Role == werewolf.Seer || a.Role == werewolf.Medium
		e.state.medium = a.Role == werewolf.Medium
	case Retract:
		a.Role = werewolf.Role(got.role)
	case Found, Call:
		a = e.finding(k, a.Target, speciesOf(got.species), has)
	case Urge:
		e.add(Act{Kind: Vote, Target: a.Target})
	default: // the kind and the target are all
	}
	e.add(a)
}

// finding decides what a statement about a player's species is: a result, a bare statement, or an opinion.
func (e *Ear) finding(k Kind, target werewolf.SeatID, s werewolf.Species, has uint64) Act {
	switch {
	case has&bit('j') != 0 && s == werewolf.Wolf:
		return Act{Kind: Accuse, Target: target}
	case has&bit('j') != 0:
		return Act{Kind: Trust, Target: target}
	case k == Call && !e.state.reporting:
		return Act{Kind: Call, Target: target, Species: s}
	}
	a := Act{Kind: Found, Target: target, Species: s, Role: e.reporter(has)}
	e.state.reporting, e.state.divined = true, 0
	return a
}

// reporter is whose result it is, NoRole where the words do not tell.
func (e *Ear) reporter(has uint64) werewolf.Role {
	switch {
	case has&bit('m') != 0 || e.state.medium:
		e.state.medium = true
		return werewolf.Medium
	case has&bit('D') != 0:
		return werewolf.Seer
	}
	return werewolf.NoRole
}

func speciesOf(letter int8) werewolf.Species {
	if letter == 'W' {
		return werewolf.Wolf
	}
	return werewolf.Human
}

// beginReport notes whom the speaker says it divined, for a result that comes in the next clause.
func (e *Ear) beginReport(c clause, t *table, has uint64) {
	if has&bit('d') != 0 && has&(bit('n')|bit('f')|bit('s')|bit('N')|bit('U')|bit('O')) == 0 {
		e.state.reporting = true
	}
	if has&bit('m') != 0 && has&(bit('n')|bit('f')|bit('s')) == 0 {
		e.state.reporting, e.state.medium = true, true
	}
	if has&bit('D') == 0 || has&bit('N') == 0 || has&(bit('W')|bit('H')|bit('n')|bit('f')|bit('s')) != 0 {
		return
	}
	at := bytes.IndexByte(c.letters, 'D')
	own := at == 0 || c.letters[at-1] == 'I'
	if t.hindmost {
		own = !bytes.Contains(c.letters[:at], []byte("Ng"))
	}
	if own {
		e.state.divined = werewolf.SeatID(c.args[bytes.LastIndexByte(c.letters, 'N')])
	}
}

// finishReport hears a clause that says no more than the result of the divination before.
func (e *Ear) finishReport(c clause, has uint64) bool {
	if e.state.divined == 0 || has&(bit('W')|bit('H')) == 0 || has&(bit('N')|bit('n')|bit('f')|bit('s')|bit('j')|bit('I')|bit('O')) != 0 {
		return false
	}
	at := bytes.IndexAny(c.letters, "WH")
	e.add(Act{Kind: Found, Target: e.state.divined, Role: werewolf.Seer, Species: speciesOf(int8(c.letters[at]))})
	e.state.divined, e.state.reporting = 0, true
	return true
}
