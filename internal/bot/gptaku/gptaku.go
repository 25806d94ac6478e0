// Package gptaku is the player of Okada and Ito (AIWolfDial 2025): flowcharts of expert play for games of five.
//
// The law of the package: a decision is a box in the paper's figures, and each figure is one function: day1.go has
// figures 1, 3, 5 and 7, day2.go has figures 2, 4, 6 and 8. What the player says follows from the boxes on its way. To
// persuade somebody it takes two steps: first it asks for a vote, then it gives the reason. Every role, also the
// villager, may claim to be the seer, so that on day 2 nobody's role is obvious.
package gptaku

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/chance"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/utterance"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// players is the only number of players for which the flowcharts work.
const players = 5

// state is what the player keeps of one game.
type state struct {
	seed uint64
	book *wording.Book
	o    *werewolf.Observation // of the answer at hand

	random     *chance.Stream // of decisions; nil before the game
	wordRandom *chance.Stream // of how they are said
	listener   *understand.Listener
	composer   *utterance.Composer
	heard      *ledger.Ledger
	opinion    doubt.Opinion

	// The probabilities of the chance boxes.
	villagerClaims, inventsWolf, posesAsWolf, claimsLate float64

	claims    bool             // comes out as the seer
	late      bool             // after others have spoken
	told      werewolf.Finding // the result of day 1, true or invented
	retracted bool
	foreign   bool            // words in the player's seat are not its own
	day       int             // the day of what follows
	steps     []step          // what there is to say today
	argued    *argument       // among them; nil for none
	target    werewolf.SeatID // the player it wants executed today
	said      map[string]bool // steps, by name
}

// step is one thing to say, said once.
type step struct {
	name  string
	kinds []wording.SentenceKind // the first that can be worded
	slots wording.Slots
}

// argument is what is to be said against the target, at a place among the steps.
type argument struct {
	at      int
	request step
	reasons []wording.SentenceKind
}

func newState(k *agent.Kit) (*state, error) {
	book, err := wording.In(k.Desk.Lang())
	return &state{
		seed: k.Seed, book: book, said: map[string]bool{},
		villagerClaims: k.Number("claim"), inventsWolf: k.Number("black"), posesAsWolf: k.Number("pose"), claimsLate: k.Number("late"),
	}, err
}

// listen takes in what is new.
func (p *state) listen(_ context.Context, t *agent.Table) string {
	o := t.O
	if p.o = o; p.random == nil {
		p.begin()
	}
	p.random.Restart(o)
	p.wordRandom.Restart(o)
	p.listener.Follow(o, func(u *werewolf.Utterance, heard speech.Rows) speech.Rows {
		own := u.Seat == o.Seat
		if meant, known := p.composer.Meant(u.Text); own && known {
			return meant
		}
		p.foreign = p.foreign || own
		p.composer.Remember(u.Text, own)
		return heard
	})
	p.takeUp()
	if p.day != o.Day {
		p.day, p.target = o.Day, 0
		clear(p.said)
	}
	p.steps, p.argued = nil, nil
	return ""
}

func (p *state) begin() {
	o := p.o
	p.random, p.wordRandom = chance.New(p.seed^0x67707461, uint64(o.Seat)), chance.New(p.seed^0x67707461, uint64(o.Seat)+werewolf.MaxSeats)
	p.listener = understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	p.heard = p.listener.Ledger()
	p.composer = utterance.New(p.book, o, p.wordRandom.Rand)
	spec := o.Spec()
	p.claims = spec.Power == werewolf.Divines || spec.IsWolf() || p.random.Happens(p.villagerClaims) && !spec.Mason()
	p.late = o.Power() != werewolf.Divines && p.random.Happens(p.claimsLate)
}

// weigh forms the opinion of the others.
func (p *state) weigh(context.Context, *agent.Table) string {
	p.opinion.Weigh(p.o, p.heard, p.observer())
	return ""
}

// observer are what the player shows of itself and sees with.
func (p *state) observer() doubt.Observer {
	e := doubt.Observer{Me: p.o.Seat, Role: p.o.Rules.Ordinary(), Seed: p.seed + uint64(p.o.Seat)}
	if p.shows() {
		e.Role, e.Open = p.seer(), true
	}
	if p.o.Power() == werewolf.Divines {
		e.Role, e.Divined = p.o.Role(), p.o.Divined
	} else if p.shows() && p.told.Target != 0 {
		e.Divined = []werewolf.Finding{p.told}
	}
	return e
}

// seer is the role that divines.
func (p *state) seer() werewolf.Role { return p.o.Rules.RoleWith(werewolf.Divines) }

// shows reports whether the player stands before the table as the seer.
func (p *state) shows() bool { return p.heard.ClaimSpec(p.o.Seat).Power == werewolf.Divines }

// addStep puts a step on the day's list.
func (p *state) addStep(name string, s wording.Slots, kinds ...wording.SentenceKind) {
	p.steps = append(p.steps, step{name, kinds, s})
}

// persuade sets the target, and what is to be said against it.
func (p *state) persuade(target werewolf.SeatID, reasons ...wording.SentenceKind) {
	if kept := p.keptTarget(target); kept != target {
		target, reasons = kept, []wording.SentenceKind{wording.WhyGut}
	}
	if p.target = target; target != 0 {
		p.argued = &argument{len(p.steps), step{"request", []wording.SentenceKind{wording.VoteAll}, wording.Slots{T: target}}, reasons}
	}
}

// argue makes two steps of what is to be said against the target: the request for votes, then the reason.
func (p *state) argue(context.Context, *agent.Table) string {
	if a := p.argued; a != nil {
		p.steps = slices.Insert(p.steps, a.at, a.request, step{"reason", a.reasons, wording.Slots{T: p.target}})
	}
	return ""
}

// speak says the next step, and a second one where time is short.
func (p *state) speak(*agent.Table) (text, why string) {
	o := p.o
	t := p.composer.Begin(o)
	if o.Day == 0 {
		if !p.said["greeting"] {
			p.said["greeting"] = t.AddSentence(wording.Greet, wording.Slots{})
		}
		return t.Finish(false), "says: a greeting"
	}
	var said []string
	for _, s := range p.steps {
		if p.said[s.name] {
			continue
		}
		if p.addSentence(t, &s) {
			p.said[s.name] = true
			said = append(said, s.name)
		}
		if t.Sentences() > 0 && (t.Rest > 1 || t.Sentences() > 1) {
			break
		}
	}
	if t.Sentences() == 0 && p.target != 0 && !p.said["vote"] {
		p.said["vote"] = t.AddSentence(wording.VoteFor, wording.Slots{T: p.target})
		said = append(said, "vote")
	}
	return t.Finish(o.Day == 1 && !p.said["request"]), "says: " + cmp.Or(strings.Join(said, ", "), "nothing")
}

// addSentence words one step. A reason is worded by what the opinion has against the player, where it has something.
func (p *state) addSentence(t *utterance.Draft, s *step) bool {
	if s.name == "reason" {
		for _, r := range p.opinion.ReasonsAgainst(s.slots.T) {
			if k, slots, ok := t.WordReason(r, p.shows()); ok && t.AddSentence(k, slots) {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.kinds, func(k wording.SentenceKind) bool { return t.AddSentence(k, s.slots) })
}

// vote is for the target, else for the most suspicious player.
func (p *state) vote(_ *agent.Table, kind werewolf.RequestKind) (target werewolf.SeatID, decided bool) {
	legal := p.o.Request.Targets
	if kind != werewolf.Vote {
		return 0, false
	}
	if target = p.target; target == 0 || !legal.Has(target) {
		target = p.keptTarget(p.opinion.Top(legal.Without(p.o.Seat)))
	}
	return p.legal(target), true
}

// chooseAtNight divines the most suspicious player, and attacks; the flowcharts know no other choice.
func (p *state) chooseAtNight(_ *agent.Table, kind werewolf.RequestKind) (target werewolf.SeatID, decided bool) {
	others := p.o.Request.Targets.Without(p.o.Seat)
	switch kind {
	case werewolf.Vote:
		return 0, false
	case werewolf.Divine:
		for _, f := range p.o.Divined {
			others = others.Without(f.Target)
		}
		target = p.opinion.Top(others)
	case werewolf.Attack:
		target = p.prey(others)
	default: // by chance
	}
	return p.legal(target), true
}

// legal is the player, or one drawn where it may not be chosen.
func (p *state) legal(target werewolf.SeatID) werewolf.SeatID {
	if legal := p.o.Request.Targets; !legal.Has(target) {
		return p.random.Pick(legal)
	}
	return target
}

// prey returns the werewolf's victim: a claimant who cannot be the possessed, else the most trusted player.
func (p *state) prey(among werewolf.SeatSet) werewolf.SeatID {
	candidates := p.possessedCandidates()
	if s := p.heard.ClaimantsOf(werewolf.Divines) & among &^ candidates; s != 0 {
		return p.opinion.Least(s)
	}
	if s := among &^ candidates; s != 0 {
		return p.opinion.Least(s)
	}
	return p.opinion.Least(among)
}
