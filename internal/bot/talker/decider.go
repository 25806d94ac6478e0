package talker

import (
	"iter"
	"slices"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Decider makes the decisions of a talker. Its methods are called from the player's goroutine and read the player's own word and mind.
// Rules implements all of them; a decider that differs in a few can embed it.
type Decider interface {
	// Interpret returns what an utterance of somebody else says. heard is what was understood; it is valid until the next
	// call.
	Interpret(p *Self, u *werewolf.Utterance, heard speech.Rows) speech.Rows
	// Weigh returns the opinion of the others.
	Weigh(p *Self) *doubt.Opinion
	// Urgent yields what is to be said before everything else, until some of it is said that nothing may be added to.
	Urgent(p *Self) iter.Seq[Intention]
	// Choose decides a matter by setting the field of the choice that the matter names.
	Choose(p *Self, c *Choice)
}

// Choice is a matter and how it is decided.
type Choice struct {
	Of     Matter
	Kind   werewolf.RequestKind // the request that is answered, of Answer
	Shown  Pretence
	Target werewolf.SeatID
	Speaks bool
	// Profile is who speaks, in the words of an observation's profile.
	Profile string
	By      string // of Answer, for a note: the part of the decider that has decided
}

// Answers reports whether the choice answers a request of the kind.
func (c *Choice) Answers(kind werewolf.RequestKind) bool { return c.Of == Answer && c.Kind == kind }

// Matter is what a Choice is about.
type Matter uint8

const (
	// Voice is, before the game, who speaks in the player's place: Profile, which is the player's own.
	Voice Matter = iota
	// Pose is, before the game, what the player shows the others of itself: Shown, which is what it is, of a liar one without a power.
	Pose
	// Show is, before every answer and after the new utterances were heard, what it shows from now on: Shown, which is what it showed
	// until now, with results that it makes up, or in another role.
	Show
	// Want is whom the player wants executed today: Target, 0 for nobody.
	Want
	// Prey is whom it proposes to the other werewolves tonight, when nobody has proposed anybody: Target, 0 for nobody.
	Prey
	// Answer is the answer to a request for a player: Target. The talker replaces an illegal one by a random one.
	Answer
	// Floor is whether to speak now on an open floor, when nobody waits for an answer and the player has no news: Speaks, which is what
	// people who take turns would do. It is decided anew at every chance to speak.
	Floor
	// Silence is whether a model that says it has nothing more to say today is told again, and asked once more: Speaks. Where it stays
	// silent, rules answer. A talker has no model and never asks.
	Silence
)

// decided has the decider decide.
func (p *Self) decided(c Choice) Choice {
	p.decider.Choose(p, &c)
	return c
}

// Nothing decides nothing: the player shows an ordinary role where it must not show its own, suspects nobody, takes turns, and leaves
// its choices to chance.
type Nothing struct{}

// Interpret adds nothing.
func (Nothing) Interpret(_ *Self, _ *werewolf.Utterance, heard speech.Rows) speech.Rows {
	return heard
}

// Weigh leaves the opinion empty.
func (Nothing) Weigh(*Self) *doubt.Opinion { return &doubt.Opinion{} }

// Urgent has nothing to say.
func (Nothing) Urgent(*Self) iter.Seq[Intention] { return slices.Values([]Intention(nil)) }

// Choose decides nothing but the prey: who is worth most to the werewolves, by rules that all of them know.
func (Nothing) Choose(p *Self, c *Choice) {
	if c.Of == Prey {
		c.Target = p.bestPrey()
	}
}

// Rules decides by simple rules: weights for suspicion, probabilities for lies. The zero Rules is ready.
type Rules struct{ Nothing }

// Weigh adds up weights for what everybody did.
func (Rules) Weigh(p *Self) *doubt.Opinion {
	var opinion doubt.Opinion
	opinion.Weigh(p.o, p.ledger, p.observer())
	return &opinion
}

// Choose decides each matter by its rule.
func (r Rules) Choose(p *Self, c *Choice) {
	switch c.Of {
	case Pose:
		c.Shown = r.Pose(p)
	case Show:
		c.Shown = r.Invent(p)
	case Want:
		c.Target = r.Target(p)
	case Answer:
		c.Target = r.Answer(p, c.Kind)
	default:
		r.Nothing.Choose(p, c)
	}
}

// Target returns the most suspicious player that is not on the player's side.
func (Rules) Target(p *Self) werewolf.SeatID { return p.opinion.Top(p.Suspects()) }

// Answer votes as announced, divines the most suspicious player, guards the most valuable one and attacks the one that
// the werewolves agreed on.
func (Rules) Answer(p *Self, kind werewolf.RequestKind) (target werewolf.SeatID) {
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
	return target
}
