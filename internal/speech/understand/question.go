package understand

import (
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// askPlayers hears a request for information: of the players it names, else of those spoken to, else of everybody.
func (u *utterance) askPlayers(target werewolf.SeatSet) {
	target = target.Without(u.speaker)
	if target == 0 {
		target = u.addressee
	}
	if target == 0 {
		u.ask(0)
	}
	for id := range target.All() {
		u.ask(id)
	}
}

// askPressed hears a question that only one player can answer: who is spoken to, else who was spoken of before.
func (u *utterance) askPressed(c *clause) {
	if u.addressee == 0 {
		u.askPlayers(u.focus(c))
		return
	}
	u.askPlayers(u.addressee)
}

// askQuestion hears a question: to those spoken to, else to everybody. open says that it is to everybody who can answer.
func (u *utterance) askQuestion(c *clause, open bool) {
	named := u.fresh || c.has[catYou]&^c.has[catLost] != 0
	if u.addressee == 0 || open && !named {
		u.ask(0)
		return
	}
	u.askPlayers(u.addressee)
}

// ask adds a question to a player, or to everybody for no seat.
func (u *utterance) ask(id werewolf.SeatID) {
	if u.whisper && id != u.speaker && !u.l.ledger.Whispered().Has(id) {
		id = 0 // among wolves only wolves can be asked
	}
	q := speech.Act{Verb: speech.Inquire, Target: id, Topic: u.topic}
	if about := (u.last.Without(id)); about.Len() == 1 {
		q.About = about.First()
	}
	u.question = append(u.question, q)
}
