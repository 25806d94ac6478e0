package talker

import (
	"iter"
	"slices"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Decider makes the decisions of a talker. Its methods are called from the player's goroutine and may use the player's
// methods below. Rules implements all of them; a decider that differs in a few can embed it.
type Decider interface {
	// Pose returns, before the game, what the player shows the others of itself.
	Pose(p *Player) Pretence
	// Invent returns, before every answer and after the new utterances were heard, what it shows from now on: with results
	// that it makes up, or in another role.
	Invent(p *Player) Pretence
	// Interpret returns what an utterance of somebody else says. heard is what was understood; it is valid until the next
	// call.
	Interpret(p *Player, u *werewolf.Utterance, heard speech.Rows) speech.Rows
	// Weigh forms the opinion of the others.
	Weigh(p *Player)
	// Target returns whom the player wants executed today, 0 for nobody.
	Target(p *Player) werewolf.SeatID
	// Urgent yields what is to be said before everything else, until some of it is said that nothing may be added to.
	Urgent(p *Player) iter.Seq[Intention]
	// Speaks decides whether to speak now on an open floor, when nobody waits for an answer and the player has no news.
	// usual is what people who take turns would do. It is called at every chance to speak.
	Speaks(p *Player, usual bool) bool
	// Choose answers a request for a player. The talker replaces an illegal choice by a random one.
	Choose(p *Player, kind werewolf.RequestKind) werewolf.SeatID
}

// Nothing decides nothing: the player shows an ordinary role where it must not show its own, suspects nobody, and leaves
// its choices to chance.
type Nothing struct{}

// Pose shows what the player is, a liar as one without a power.
func (Nothing) Pose(p *Player) Pretence {
	if role := p.o.Role(); role != werewolf.NoRole && p.o.Team() != werewolf.WerewolfTeam {
		return Pretence{Role: role}
	}
	return Pretence{Role: p.o.Rules.Ordinary()}
}

// Invent makes up nothing.
func (Nothing) Invent(p *Player) Pretence { return p.pretence }

// Interpret adds nothing.
func (Nothing) Interpret(_ *Player, _ *werewolf.Utterance, heard speech.Rows) speech.Rows {
	return heard
}

// Weigh leaves the opinion empty.
func (Nothing) Weigh(*Player) {}

// Target is nobody.
func (Nothing) Target(*Player) werewolf.SeatID { return 0 }

// Urgent has nothing to say.
func (Nothing) Urgent(*Player) iter.Seq[Intention] { return slices.Values([]Intention(nil)) }

// Speaks takes turns.
func (Nothing) Speaks(_ *Player, usual bool) bool { return usual }

// Choose leaves it to chance.
func (Nothing) Choose(*Player, werewolf.RequestKind) werewolf.SeatID { return 0 }

// Rules decides by simple rules: weights for suspicion, probabilities for lies. The zero Rules is ready.
type Rules struct{ Nothing }

// Pose shows what the player is; for a liar it draws what to show.
func (Rules) Pose(p *Player) Pretence { return p.choosePretence() }

// Invent makes up last night's result. It contradicts nothing that is known.
func (Rules) Invent(p *Player) Pretence { return p.prepareResults() }

// Weigh adds up weights for what everybody did.
func (Rules) Weigh(p *Player) { p.opinion.Weigh(p.o, p.ledger, p.observer()) }

// Target returns the most suspicious player that is not on the player's side.
func (Rules) Target(p *Player) werewolf.SeatID { return p.opinion.Top(p.Suspects()) }

// Choose votes as announced, divines the most suspicious player, guards the most valuable one and attacks the one that
// the werewolves agreed on.
func (Rules) Choose(p *Player, kind werewolf.RequestKind) werewolf.SeatID {
	switch kind {
	case werewolf.Vote:
		if target := p.Plan(); target != 0 {
			return target
		}
		return p.Target()
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

// Meant returns what the player's last utterance meant; false if the player did not say the text.
func (p *Player) Meant(text string) (speech.Rows, bool) { return p.composer.Meant(text) }

// Observation returns that of the current answer.
func (p *Player) Observation() *werewolf.Observation { return p.o }

// Ledger returns what the table has heard.
func (p *Player) Ledger() *ledger.Ledger { return p.ledger }

// Learn replaces the meaning of an utterance at a place of the talk by one that was understood better.
func (p *Player) Learn(at int, rows speech.Rows) { p.listener.Amend(p.o, at, rows) }

// Opinion returns the player's opinion. A decider may change its scores in Weigh.
func (p *Player) Opinion() *doubt.Opinion { return &p.opinion }

// Favourite returns the player whom most werewolves want to attack tonight, 0 if nobody has said.
func (p *Player) Favourite(legal werewolf.SeatSet) werewolf.SeatID {
	return p.whispered.favourite(legal)
}

// Tonight returns whom Rules would choose tonight, as things are, to divine, guard or attack. It is 0 for roles without
// a choice at night.
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
