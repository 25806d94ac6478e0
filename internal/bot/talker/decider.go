package talker

import (
	"iter"
	"slices"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Decider makes the decisions of a talker, which it returns. Its methods are called from the player's goroutine and read the player's
// own word and mind. Rules implements all of them; a decider that differs in a few can embed it.
type Decider interface {
	// Pose returns, before the game, what the player shows the others of itself.
	Pose(p *Self) Pretence
	// Invent returns, before every answer and after the new utterances were heard, what it shows from now on: with results
	// that it makes up, or in another role.
	Invent(p *Self) Pretence
	// Interpret returns what an utterance of somebody else says. heard is what was understood; it is valid until the next
	// call.
	Interpret(p *Self, u *werewolf.Utterance, heard speech.Rows) speech.Rows
	// Weigh returns the opinion of the others.
	Weigh(p *Self) *doubt.Opinion
	// Target returns whom the player wants executed today, 0 for nobody.
	Target(p *Self) werewolf.SeatID
	// Urgent yields what is to be said before everything else, until some of it is said that nothing may be added to.
	Urgent(p *Self) iter.Seq[Intention]
	// Speaks decides whether to speak now on an open floor, when nobody waits for an answer and the player has no news.
	// usual is what people who take turns would do. It is called at every chance to speak.
	Speaks(p *Self, usual bool) bool
	// Prey returns whom the player proposes to the other werewolves tonight, when nobody has proposed anybody; 0 for nobody.
	Prey(p *Self) werewolf.SeatID
	// Choose answers a request for a player, and says for a note which part of the decider has, "" for none. The talker replaces an
	// illegal choice by a random one.
	Choose(p *Self, kind werewolf.RequestKind) (target werewolf.SeatID, by string)
}

// Nothing decides nothing: the player shows an ordinary role where it must not show its own, suspects nobody, and leaves
// its choices to chance.
type Nothing struct{}

// Pose shows what the player is, a liar as one without a power.
func (Nothing) Pose(p *Self) Pretence {
	if role := p.o.Role(); role != werewolf.NoRole && p.o.Team() != werewolf.WerewolfTeam {
		return Pretence{Role: role}
	}
	return Pretence{Role: p.o.Rules.Ordinary()}
}

// Invent makes up nothing.
func (Nothing) Invent(p *Self) Pretence { return p.Pretence() }

// Interpret adds nothing.
func (Nothing) Interpret(_ *Self, _ *werewolf.Utterance, heard speech.Rows) speech.Rows {
	return heard
}

// Weigh leaves the opinion empty.
func (Nothing) Weigh(*Self) *doubt.Opinion { return &doubt.Opinion{} }

// Target is nobody.
func (Nothing) Target(*Self) werewolf.SeatID { return 0 }

// Urgent has nothing to say.
func (Nothing) Urgent(*Self) iter.Seq[Intention] { return slices.Values([]Intention(nil)) }

// Speaks takes turns.
func (Nothing) Speaks(_ *Self, usual bool) bool { return usual }

// Prey is worth most to the werewolves, by rules that all of them know.
func (Nothing) Prey(p *Self) werewolf.SeatID { return p.bestPrey() }

// Choose leaves it to chance.
func (Nothing) Choose(*Self, werewolf.RequestKind) (werewolf.SeatID, string) { return 0, "" }

// Rules decides by simple rules: weights for suspicion, probabilities for lies. The zero Rules is ready.
type Rules struct{ Nothing }

// Weigh adds up weights for what everybody did.
func (Rules) Weigh(p *Self) *doubt.Opinion {
	var opinion doubt.Opinion
	opinion.Weigh(p.o, p.ledger, p.observer())
	return &opinion
}

// Target returns the most suspicious player that is not on the player's side.
func (Rules) Target(p *Self) werewolf.SeatID { return p.opinion.Top(p.Suspects()) }

// Choose votes as announced, divines the most suspicious player, guards the most valuable one and attacks the one that
// the werewolves agreed on.
func (Rules) Choose(p *Self, kind werewolf.RequestKind) (target werewolf.SeatID, by string) {
	switch kind {
	case werewolf.Vote:
		if target = p.Plan(); target == 0 {
			target = p.Target()
		}
	case werewolf.Divine:
		target = p.divine()
	case werewolf.Guard:
		target = p.guard()
	case werewolf.Attack:
		target = p.attack()
	default: // no choice
	}
	return target, ""
}
