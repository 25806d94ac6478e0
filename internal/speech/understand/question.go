package understand

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// askPlayers adds a request for information from the players it names, else from the addressees, else from everybody.
func (u *utterance) askPlayers(target werewolf.SeatSet) {
	target = target.Without(u.speaker)
	if target == 0 {
		target = u.spokenTo()
	}
	if target == 0 {
		u.implied = true
		u.askVaguely()
	}
	for id := range target.All() {
		u.ask(id)
	}
}

// askPressed adds a question that only one player can answer: the addressee, else the player spoken of before. Where it blames, only
// somebody whom the utterance speaks ill of owes that answer. It reports whether anybody was asked.
func (u *utterance) askPressed(c *clause, blames bool) bool {
	asked := u.addressee
	if asked == 0 {
		asked = u.focus(c)
	}
	if blames && (u.addressee != 0 || asked&u.accuse == 0) {
		return false
	}
	u.askPlayers(asked)
	return true
}

// askOwed adds a question to the player spoken of, else to the addressee.
func (u *utterance) askOwed(c *clause) {
	asked := u.focus(c) &^ u.l.ledger.Dead()
	for i := range c.n {
		if c.is(i, catName) && c.is(i+1, catMarks) {
			asked &^= c.tokens[i].who // the reason is one for what was done to it
		}
	}
	u.askPlayers(asked)
}

// askQuestion adds a question to the addressees, else to everybody. open says that everybody can answer it.
func (u *utterance) askQuestion(c *clause, open bool) {
	named := u.fresh || c.has[catYou]&^c.has[catLost] != 0
	switch {
	case u.addressee == 0 && !open:
		u.askVaguely()
		return
	case u.addressee == 0 || open && !named:
		u.ask(0)
		return
	}
	u.askPlayers(u.addressee)
}

// asksSomebody reports whether one of the questions from a number on is put to a player and not to everybody.
func (u *utterance) asksSomebody(from int) bool {
	return slices.ContainsFunc(u.question[from:], func(q speech.Act) bool { return q.Target != 0 })
}

// askVaguely adds a question to everybody that names nobody. In a language that calls whom it asks, it falls if the utterance asks
// somebody by name.
func (u *utterance) askVaguely() {
	if u.calls {
		u.vague |= bit(len(u.question))
	}
	u.ask(0)
}

// settleQuestions decides whom a question was put to that named nobody: who is asked by name, else who is called at the end of the
// utterance.
func (u *utterance) settleQuestions() {
	if u.vague != 0 && u.asksSomebody(0) {
		kept := u.question[:0]
		for i, q := range u.question {
			if u.vague&bit(i) == 0 || q.Target != 0 {
				kept = append(kept, q)
			}
		}
		u.question = kept
	}
	if !u.implied || !u.alone || u.asksSomebody(0) {
		return
	}
	u.question = u.question[:0]
	u.askPlayers(u.addressee)
}

// ask adds a question to a player; to everybody for seat 0.
func (u *utterance) ask(id werewolf.SeatID) {
	if u.whisper && id != u.speaker && !u.l.ledger.Whispered().Has(id) {
		id = 0 // in whispers only werewolves can be asked
	}
	q := speech.Act{Verb: speech.Inquire, Target: id, Topic: u.topic}
	if about := (u.last.Without(id)); about.Len() == 1 {
		q.About = about.First()
	}
	u.question = append(u.question, q)
}
