package talker

import (
	"wolfden/internal/bot/doubt"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Decider decides for a talker. Its methods are called by the player's goroutine and may look at the player through the
// methods below; Rules has all of them and may be embedded by a decider that decides only some things otherwise.
type Decider interface {
	// Pose decides, before the game, whom the player shows itself to be: it sets Pretence.
	Pose(p *Player)
	// Invent is called before every answer, after the new words were heard: it adds to Pretence.Invented the results that
	// are pretended, and may change the pretence.
	Invent(p *Player)
	// Weigh may correct the opinion that the rules have formed.
	Weigh(p *Player)
	// Target is whom the player wants executed today, 0 for nobody.
	Target(p *Player) werewolf.SeatID
	// Urgent says what goes before everything else; it reports whether it said something.
	Urgent(p *Player, t *Turn) bool
	// Choose answers a request for a player; what is illegal is replaced by a draw.
	Choose(p *Player, kind werewolf.RequestKind) werewolf.SeatID
}

// Interpreter is a decider that may hear more in the words of others than the rules do.
type Interpreter interface {
	// Interpret is what an utterance says; heard is what the rules heard and valid until the next call.
	Interpret(u *werewolf.Utterance, heard speech.Rows) speech.Rows
}

// Timer is a decider with a sense of its own for when to speak on an open floor.
type Timer interface {
	// Speaks decides whether to speak now, where nobody waits for an answer and there is nothing new to tell; usual is
	// what the talker would do. It is called for every chance to speak.
	Speaks(p *Player, usual bool) bool
}

// Rules is the decider of simple rules: weights for suspicion, chances for lies. The zero Rules is ready.
type Rules struct{}

// Pose shows what the player is, or a draw of what a liar may be.
func (Rules) Pose(p *Player) { p.choosePretence() }

// Invent makes up last night's result, one that nothing known contradicts.
func (Rules) Invent(p *Player) { p.prepareResults() }

// Weigh leaves the opinion as it is.
func (Rules) Weigh(*Player) {}

// Target is the most suspicious player that is not of one's own side.
func (Rules) Target(p *Player) werewolf.SeatID { return p.opinion.Top(p.suspects()) }

// Urgent has nothing to say.
func (Rules) Urgent(*Player, *Turn) bool { return false }

// Choose votes as announced, divines the most suspicious, guards the most valuable, attacks what the werewolves agreed on.
func (Rules) Choose(p *Player, kind werewolf.RequestKind) werewolf.SeatID {
	switch kind {
	case werewolf.Vote:
		if target := p.plan(); target != 0 {
			return target
		}
		return p.target()
	case werewolf.Divine:
		return p.divine()
	case werewolf.Guard:
		return p.guard()
	case werewolf.Attack:
		return p.attack()
	default: // no choice
		return 0
	}
}

// Meant is what the player's last utterance meant; false when it did not say the text.
func (p *Player) Meant(text string) (speech.Rows, bool) { return p.composer.Meant(text) }

// Observation is that of the current answer.
func (p *Player) Observation() *werewolf.Observation { return p.o }

// Ledger is what the table has heard.
func (p *Player) Ledger() *ledger.Ledger { return p.ledger }

// Learn makes an utterance of the talk say what somebody understood who heard more in it.
func (p *Player) Learn(at int, rows speech.Rows) { p.listener.Amend(p.o, at, rows) }

// Opinion is the player's opinion; a decider may change its scores in Weigh.
func (p *Player) Opinion() *doubt.Opinion { return &p.opinion }

// Chance is true with the probability, drawn from the player's seed.
func (p *Player) Chance(probability float64) bool { return p.chance(probability) }

// Pick is one of the seats, drawn; none of none.
func (p *Player) Pick(s werewolf.SeatSet) werewolf.SeatID { return p.pick(s) }

// Plan is the vote the player has announced for today, 0 when it has not or the target is dead.
func (p *Player) Plan() werewolf.SeatID { return p.plan() }

// Declare announces the vote with its reason, where there is one today and it has not been announced.
func (p *Player) Declare(t *Turn) bool {
	return p.votesToday() && p.plan() == 0 && !hasVote(t.Means) && p.declare(t)
}

// Favourite is what most of the werewolves want to attack tonight, 0 when nobody has said.
func (p *Player) Favourite(legal werewolf.SeatSet) werewolf.SeatID {
	return p.whispered.favourite(legal)
}

// Suspects are those the player may want to see executed: others who live, and of those nobody it takes for one of its own
// side while there is somebody else.
func (p *Player) Suspects() werewolf.SeatSet { return p.suspects() }

// Tonight is whom Rules, as things are, would choose tonight by the player's role: to divine, guard or attack. It is 0
// for nobody and for roles that sleep.
func (p *Player) Tonight() werewolf.SeatID {
	switch power := p.o.Power(); {
	case power == werewolf.Divines && p.holds("divine"):
		return p.divine()
	case power == werewolf.Guards && p.holds("guard"):
		return p.guard()
	case power == werewolf.Attacks && p.holds("attack"):
		return p.attack()
	}
	return 0
}

// AskPlayer asks a player a question of the kind, about another where about is not 0: one question an utterance, two a day, each
// once. It reports whether it did.
func (p *Player) AskPlayer(t *Turn, k wording.SentenceKind, who, about werewolf.SeatID) bool {
	return p.askPlayer(t, k, who, about)
}

// Results are what the player has to tell as the role it shows, true or invented, by day.
func (p *Player) Results() []werewolf.Finding { return p.results() }

// IsOpen reports whether the player has come out with the role it shows.
func (p *Player) IsOpen() bool { return p.isOpen() }

// AddOnce says a sentence of the kind about its players once in the game, or once a day.
func (p *Player) AddOnce(t *Turn, k wording.SentenceKind, daily bool, s wording.Slots) bool {
	about := topic{kind: k, a: s.T, b: s.O}
	if daily {
		about.day = p.o.Day + 1
	}
	return p.addOnce(t, about, s)
}
