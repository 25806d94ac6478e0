package talker

import (
	"strings"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Intention is something that a decider wants to be said, as a value. The player says it where the limits and what it has said
// already allow. The zero Intention is nothing.
type Intention struct {
	By    string        // the part of the decider that wants it
	Note  string        // of it, once it is said
	More  bool          // others may add to it while it is a single sentence
	Idle  bool          // it waits until the player has nothing else to say today
	Ends  bool          // it is the player's last word of the day: nothing is added to it, and only answers follow
	Shows werewolf.Role // that the player shows once it is said, where that changes

	form        form
	kind        wording.SentenceKind
	slots       wording.Slots
	texts       []string
	parts       []Intention
	probability float64
	why         doubt.Reason
}

// form is how an intention is said.
type form uint8

const (
	nothing form = iota
	once
	daily
	question
	words
	declaration
	turning
	plea
	reply
	first
	each
	brief
	then
	maybe
)

// Once is a sentence of the kind about its players, once in the game.
func Once(k wording.SentenceKind, s wording.Slots) Intention {
	return Intention{form: once, kind: k, slots: s}
}

// Daily is one that is said once a day.
func Daily(k wording.SentenceKind, s wording.Slots) Intention {
	return Intention{form: daily, kind: k, slots: s}
}

// Ask is a question of the kind to a player, about another player if about is not 0: one an utterance, two a day, none twice.
func Ask(k wording.SentenceKind, who, about werewolf.SeatID) Intention {
	return Intention{form: question, kind: k, slots: wording.Slots{T: who, O: about}}
}

// Words are the first of the texts that was not said and fits, in the player's voice (see [wording.Speaker.Text]). It means what sentences
// of the kind mean, nothing for the kind "".
func Words(texts []string, k wording.SentenceKind, s wording.Slots) Intention {
	return Intention{form: words, texts: texts, kind: k, slots: s}
}

// Declare announces the vote with its reason, if there is a vote today that was not announced.
func Declare() Intention { return Intention{form: declaration} }

// Change announces another vote than before, with its reason where it does not join that of others, if no vote was announced in the turn.
func Change(to, old werewolf.SeatID, joins bool) Intention {
	kind := wording.VoteChange
	if joins {
		kind = wording.VoteJoin
	}
	return Intention{form: turning, kind: kind, slots: wording.Slots{T: to, O: old}}
}

// Appeal asks a player by name to vote for the one whom a reason is against, and gives the reason, as one thought: once a day, in a turn
// that announces no vote otherwise.
func Appeal(who werewolf.SeatID, why doubt.Reason) Intention {
	return Intention{form: plea, kind: wording.AskVoteFor, slots: wording.Slots{T: who, O: why.Seat}, why: why}
}

// Reply answers everybody who has asked the player something since it last spoke, by name; the first two get an answer to the
// question.
func Reply() Intention { return Intention{form: reply} }

// Utterance is a whole utterance as it stands, with its note, of a player without a talker.
func Utterance(text, note string) Intention {
	return Intention{form: words, texts: []string{text}, Note: note}
}

// Text is the text of an Utterance, "" of any other intention.
func (in *Intention) Text() string { return strings.Join(in.texts, "") }

// First is the first of the intentions that can be said.
func First(list ...Intention) Intention { return Intention{form: first, parts: list} }

// Each is all that can be said of them.
func Each(list ...Intention) Intention { return Intention{form: each, parts: list} }

// Briefly is the same, up to two sentences.
func Briefly(list ...Intention) Intention { return Intention{form: brief, parts: list} }

// Then is the first, and once that is said the others.
func Then(list ...Intention) Intention { return Intention{form: then, parts: list} }

// Maybe is said with a probability.
func Maybe(probability float64, in Intention) Intention {
	return Intention{form: maybe, probability: probability, parts: []Intention{in}}
}

// urge says what comes before every move, if there is something.
func (p *Player) urge(t *turn) bool {
	by := urgent
	for in := range p.decider.Urgent(&p.Self) {
		switch {
		case in.form == nothing:
			continue
		case in.Idle:
			t.idling = append(t.idling, in)
			continue
		}
		t.Think()
		if !p.say(t, &in, in.By) {
			continue
		}
		if in.By != "" {
			by = in.By
		}
		if !in.More || t.Sentences() > 1 {
			break
		}
	}
	if t.Sentences() > 0 {
		p.account.say(by)
	}
	return t.Sentences() > 0
}

// sayLast says what waits until there is nothing else to say, where the turn says nothing and hopes for nothing.
func (p *Player) sayLast(t *turn, hopeful bool) {
	if t.Sentences() > 0 || hopeful && p.o.Request.Left.Skip != 0 && p.o.Request.Left.Count != 0 || p.o.Request.Open {
		return
	}
	for i := range t.idling {
		if in := &t.idling[i]; p.say(t, in, in.By) {
			p.account.say(in.By)
			return
		}
	}
}

// say says what a part of the decider wants. It reports whether it said something.
func (p *Player) say(t *turn, in *Intention, by string) (said bool) {
	switch in.form {
	case once:
		said = p.addOnce(t, topic{kind: in.kind, a: in.slots.T, b: in.slots.O}, in.slots)
	case daily:
		said = p.addOnce(t, topic{kind: in.kind, a: in.slots.T, b: in.slots.O, day: p.o.Day + 1}, in.slots)
	case question:
		said = p.askPlayer(t, in.kind, in.slots.T, in.slots.O)
	case words:
		said = p.addWords(t, in)
	case declaration:
		t.Think()
		said = p.votesToday() && p.Plan() == 0 && !hasVote(t.Means) && p.declare(t)
	case turning:
		t.Think()
		said = !hasVote(t.Means) && p.change(t, in.kind, in.slots.O, in.slots.T)
	case plea:
		t.Think()
		said = p.appeal(t, in)
	case reply:
		said = p.replyToAll(t)
	case maybe:
		said = p.Chance(in.probability) && p.say(t, &in.parts[0], by)
	default:
		for i := 0; i < len(in.parts) && (in.form != brief || t.Sentences() < 2); i++ {
			now := p.say(t, &in.parts[i], by)
			said = said || now
			if now && in.form == first || !said && in.form == then {
				break
			}
		}
	}
	if said {
		p.account.said = append(p.account.said, Said{by, in.Note})
		if in.Shows != werewolf.NoRole {
			p.pretence.Role = in.Shows
		}
		if in.Ends {
			p.ended = p.o.Day + 1
		}
	}
	return said
}
