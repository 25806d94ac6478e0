package talker

import (
	"slices"

	"wolfden/internal/bot/utterance"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// move is one thing to say; it reports whether it said something. Notes call it by its name.
type move struct {
	name string
	say  func(*Player, *turn) bool
}

// urgent is what notes call what a decider says before all moves.
const urgent = "what comes before everything else"

// moves is what is said on a day with a vote, the most urgent first. An utterance is the first move that has something
// to say, and sometimes one more.
var moves = [...]move{
	{"its role and results", (*Player).reveal},
	{"its role and its fellow", (*Player).unite},
	answer,
	defend,
	decide,
	{"what the night brought", (*Player).wakeUp},
	react,
	ask,
	opine,
	{"a word to its side", (*Player).insist},
	{"a last word", (*Player).conclude},
}

// The moves that may follow another.
var (
	answer = move{"an answer", (*Player).replyToAll}      // to everybody who has asked
	defend = move{"a defence", (*Player).defend}          // against a false result, against votes
	decide = move{"its vote", (*Player).decide}           // when it is time for it
	react  = move{"of what others told", (*Player).react} // to claims and results
	ask    = move{"a question", (*Player).ask}            // to players who are quiet, accused, or owe an answer
	opine  = move{"whom it suspects or trusts", (*Player).opine}
)

// followUps may add a sentence to what has been said.
var followUps = [...]move{decide, defend, react, ask, opine}

// dayZero is what is said while nothing is known.
var dayZero = [...]move{
	{"a greeting", func(p *Player, t *turn) bool { return p.addOnce(t, topic{kind: wording.Greet}, wording.Slots{}) }}, answer, {"small talk", (*Player).chat},
}

// talk answers a request to talk.
func (p *Player) talk() string {
	if !p.HasFloor() {
		return ""
	}
	t := p.beginTurn()
	if p.ended == p.o.Day+1 { // whoever asks is answered all the same
		p.first(t, []move{answer})
		return p.said(t, t.Finish(false))
	}
	if !p.voting() {
		if !p.urge(t) {
			p.first(t, dayZero[:])
		}
		return p.said(t, t.Finish(false))
	}
	switch spoke := p.urge(t) || p.first(t, moves[:]); {
	case p.ended == p.o.Day+1: // nothing more
	case spoke:
		p.goOn(t)
	case !spoke && p.votesToday() && p.Plan() == 0:
		if p.declare(t) { // no use to wait
			p.account.say(decide.name)
		}
	}
	hopeful := p.Plan() == 0 || p.hasBetrayed(t) // of its own side's word
	p.sayLast(t, hopeful)
	return p.said(t, t.Finish(hopeful))
}

// goOn may say more: always the answer to who has asked, and the vote where no other turn is left for it.
func (p *Player) goOn(t *turn) {
	if len(p.pending()) > 0 {
		p.first(t, []move{answer})
	}
	switch {
	case t.asking || t.Sentences() >= 3:
	case t.Rest == 0 && p.Plan() == 0:
		p.first(t, []move{decide})
	case p.Chance(0.55):
		p.first(t, followUps[:])
	}
}

func (p *Player) first(t *turn, list []move) bool {
	for _, m := range list {
		t.Think()
		if m.say(p, t) {
			p.account.say(m.name)
			return true
		}
	}
	return false
}

// voting reports whether there is something to talk about: from day 1 on, or where day 0 votes too.
func (p *Player) voting() bool { return p.o.Day > 0 || p.votesToday() }

// votesToday reports whether an execution takes place today.
func (p *Player) votesToday() bool { return p.holds("execution") }

// holds reports whether one of today's phases has the action.
func (p *Self) holds(action string) bool {
	for _, list := range [...][]werewolf.Phase{p.o.Rules.DayPhases, p.o.Rules.NightPhases} {
		if slices.ContainsFunc(list, func(f werewolf.Phase) bool { return f.On(p.o.Day) && slices.Contains(f.Actions, action) }) {
			return true
		}
	}
	return false
}

// sociable is how readily a character makes small talk.
func (p *Player) sociable() float64 {
	switch p.composer.Voice().Tone {
	case wording.Cheerful:
		return 0.8
	case wording.Shy:
		return 0.4
	case wording.Rough:
		return 0.55
	default:
		return 0.65
	}
}

// chat is small talk while nothing is known.
func (p *Player) chat(t *turn) bool {
	o := p.o
	if !p.Chance(p.sociable()) {
		return false
	}
	if p.Chance(0.35) {
		if who := p.lastSpeaker(); who != 0 && p.addOnce(t, topic{kind: wording.GreetBack, a: who}, wording.Slots{T: who}) {
			return true
		}
	}
	if p.Chance(0.5) && p.asked == 0 {
		who := p.Pick(o.Others())
		if p.ledger.Asked(who, p.o.Day) < 2 && p.askPlayer(t, wording.AskStyle, who, 0) {
			return true
		}
	}
	seer := o.Rules.Count(werewolf.Divines) > 0
	if seer && t.Rest < 2 && p.Chance(0.5) && p.addOnce(t, topic{kind: wording.AwaitSeer}, wording.Slots{}) {
		return true
	}
	return p.addOnce(t, topic{kind: wording.Policy}, wording.Slots{})
}

// lastSpeaker is the last other player who said something today.
func (p *Player) lastSpeaker() werewolf.SeatID {
	for i := len(p.o.Talks) - 1; i >= 0 && p.o.Talks[i].Day == p.o.Day; i-- {
		if u := &p.o.Talks[i]; u.Seat != p.o.Seat && !u.Skip && !u.Over && p.o.Living.Has(u.Seat) {
			return u.Seat
		}
	}
	return 0
}

// wakeUp speaks of the night: only the first to speak do, so that the news is not told a dozen times.
func (p *Player) wakeUp(t *turn) bool {
	o := p.o
	_, spoken := utterance.Today(o, o.Talks)
	if spoken > 1 || spoken == 1 && p.Chance(0.6) || p.ledger.Words(o.Seat, p.o.Day) > 0 || o.Day < 2 {
		return false
	}
	if dead := p.Victims().First(); dead != 0 {
		return p.addOnce(t, topic{kind: wording.DawnDeath, a: dead}, wording.Slots{T: dead})
	}
	if o.Rules.Count(werewolf.Guards) == 0 {
		return false
	}
	return p.addOnce(t, topic{kind: wording.DawnQuiet, day: o.Day}, wording.Slots{})
}

// insist is what somebody says who has come out on the werewolves' side and waits for its partner's word: who says no more hears no more.
func (p *Player) insist(t *turn) bool {
	if t.Rest == 0 || !p.hasBetrayed(t) {
		return false
	}
	if p.o.Living.Len() == 3 && p.addOnce(t, topic{kind: wording.PowerTogether}, wording.Slots{}) || p.addOnce(t, topic{kind: wording.LastChance}, wording.Slots{}) {
		return true
	}
	return p.Plan() != 0 && p.addSentence(t, wording.VoteKeep, wording.Slots{T: p.Plan()})
}

// conclude is the last word of the day, which not everybody needs.
func (p *Player) conclude(t *turn) bool {
	o := p.o
	if t.Rest > 0 || !p.Chance(p.sociable()) {
		return false
	}
	target := p.Plan()
	switch {
	case target != 0 && p.Chance(0.6):
		return p.addSentence(t, wording.VoteKeep, wording.Slots{T: target})
	case target != 0 && p.Chance(0.4) && p.ledger.Backing(target, o.Day).Len() > 1:
		return p.addSentence(t, wording.VoteAll, wording.Slots{T: target})
	}
	return p.Chance(0.5) && p.addSentence(t, wording.ClosingTomorrow, wording.Slots{}) || p.addSentence(t, wording.ClosingWords, wording.Slots{})
}
