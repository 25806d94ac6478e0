// Package gptaku is the player of Okada and Ito (AIWolfDial 2025): flowcharts of expert play for games of five.
//
// The law of the package: a decision is a box in the paper's figures, and each figure is one function: day1.go has
// figures 1, 3, 5 and 7, day2.go has figures 2, 4, 6 and 8. What the player says follows from the boxes on its way. To
// persuade somebody it takes two steps: first it asks for a vote, then it gives the reason. Every role, also the
// villager, may claim to be the seer, so that on day 2 nobody's role is obvious.
package gptaku

import (
	"context"
	"errors"
	"fmt"
	"slices"

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

// Players is the only number of players for which the flowcharts work.
const Players = 5

// ErrPlayers is returned in games of another size.
var ErrPlayers = errors.New("gptaku plays games of five players only")

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	seed uint64
	book *wording.Book

	random     *chance.Stream // of decisions; nil before the game
	wordRandom *chance.Stream // of how they are said
	listener   *understand.Listener
	composer   *utterance.Composer
	heard      *ledger.Ledger
	opinion    doubt.Opinion
	o          *werewolf.Observation

	// The probabilities of the chance boxes.
	villagerClaims, inventsWolf, posesAsWolf, claimsLate float64

	claims    bool             // comes out as the seer
	late      bool             // after others have spoken
	told      werewolf.Finding // the result of day 1, true or invented
	retracted bool
	day       int             // the day of what follows
	steps     []step          // what there is to say today
	target    werewolf.SeatID // the player it wants executed today
	said      map[string]bool // steps, by name
}

// step is one thing to say, said once.
type step struct {
	name  string
	kinds []wording.SentenceKind // the first that can be worded
	slots wording.Slots
}

// New returns a player. Its chance follows from the seed.
func New(c agent.Config) (*Player, error) {
	book, err := wording.In(c.Lang)
	if err != nil {
		return nil, err
	}
	d := Design()
	chances, err := d.Values(c.Params)
	return &Player{
		seed: c.Seed, book: book, said: map[string]bool{},
		villagerClaims: chances["claim"], inventsWolf: chances["black"], posesAsWolf: chances["pose"], claimsLate: chances["late"],
	}, err
}

// Answer answers a request; announcements get the empty string. In a game that is not of five it fails with ErrPlayers.
func (p *Player) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	if len(o.Names) != Players {
		return "", fmt.Errorf("%w: this one has %d", ErrPlayers, len(o.Names))
	}
	kind := o.Request.Kind
	if !kind.Speaks() && !kind.Chooses() {
		return "", nil
	}
	p.o = &o
	if p.random == nil {
		p.begin()
	}
	p.random.Restart(&o)
	p.wordRandom.Restart(&o)
	p.listen()
	if kind.Chooses() {
		return o.Name(p.choose(kind)), nil
	}
	return p.speak(), nil
}

func (p *Player) begin() {
	o := p.o
	p.random, p.wordRandom = chance.New(p.seed^0x67707461, uint64(o.Seat)), chance.New(p.seed^0x67707461, uint64(o.Seat)+werewolf.MaxSeats)
	p.listener = understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	p.heard = p.listener.Ledger()
	p.composer = utterance.New(p.book, o, p.wordRandom.Rand)
	spec := o.Spec()
	p.claims = spec.Power == werewolf.Divines || spec.IsWolf() || p.chance(p.villagerClaims) && !spec.Mason()
	p.late = o.Power() != werewolf.Divines && p.chance(p.claimsLate)
}

// listen takes in what is new, and plans what is left of the day.
func (p *Player) listen() {
	o := p.o
	p.listener.Follow(o, func(u *werewolf.Utterance, heard speech.Rows) speech.Rows {
		own := u.Seat == o.Seat
		if meant, known := p.composer.Meant(u.Text); own && known {
			return meant
		}
		p.composer.Remember(u.Text, own)
		return heard
	})
	p.opinion.Weigh(o, p.heard, p.observer())
	if p.day != o.Day {
		p.day, p.target = o.Day, 0
		clear(p.said)
	}
	p.steps = nil
	switch {
	case o.Day == 1:
		p.nameFellow()
		p.dayOne()
	case o.Day > 1:
		p.nameFellow()
		p.dayTwo()
	}
}

// observer are what the player shows of itself and sees with.
func (p *Player) observer() doubt.Observer {
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
func (p *Player) seer() werewolf.Role { return p.o.Rules.RoleWith(werewolf.Divines) }

// shows reports whether the player stands before the table as the seer.
func (p *Player) shows() bool { return p.heard.ClaimSpec(p.o.Seat).Power == werewolf.Divines }

func (p *Player) chance(probability float64) bool { return p.random.Float64() < probability }

// pick draws one of the seats, 0 if there are none.
func (p *Player) pick(s werewolf.SeatSet) werewolf.SeatID {
	if s == 0 {
		return 0
	}
	return s.Nth(p.random.IntN(s.Len()))
}

// addStep puts a step on the day's list.
func (p *Player) addStep(name string, s wording.Slots, kinds ...wording.SentenceKind) {
	p.steps = append(p.steps, step{name, kinds, s})
}

// persuade adds the two steps of persuasion against the target: the request, then the reason; and the vote itself.
func (p *Player) persuade(target werewolf.SeatID, reasons ...wording.SentenceKind) {
	if p.target = target; target == 0 {
		return
	}
	p.addStep("request", wording.Slots{T: target}, wording.VoteAll)
	p.addStep("reason", wording.Slots{T: target}, reasons...)
}

// speak says the next step, and a second one where time is short.
func (p *Player) speak() string {
	o := p.o
	t := p.composer.Begin(o)
	if o.Day == 0 {
		if !p.said["greeting"] {
			p.said["greeting"] = t.AddSentence(wording.Greet, wording.Slots{})
		}
		return t.Finish(false)
	}
	for _, s := range p.steps {
		if p.said[s.name] {
			continue
		}
		if p.addSentence(t, &s) {
			p.said[s.name] = true
		}
		if t.Sentences() > 0 && (t.Rest > 1 || t.Sentences() > 1) {
			break
		}
	}
	if t.Sentences() == 0 && p.target != 0 && !p.said["vote"] {
		p.said["vote"] = t.AddSentence(wording.VoteFor, wording.Slots{T: p.target})
	}
	return t.Finish(o.Day == 1 && !p.said["request"])
}

// addSentence words one step. A reason is worded by what the opinion has against the player, where it has something.
func (p *Player) addSentence(t *utterance.Draft, s *step) bool {
	if s.name == "reason" {
		for _, r := range p.opinion.ReasonsAgainst(s.slots.T) {
			if k, slots, ok := t.WordReason(r, p.shows()); ok && t.AddSentence(k, slots) {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.kinds, func(k wording.SentenceKind) bool { return t.AddSentence(k, s.slots) })
}

// choose answers a request for a player. The target is always legal.
func (p *Player) choose(kind werewolf.RequestKind) (target werewolf.SeatID) {
	o := p.o
	legal := o.Request.Targets
	others := legal &^ werewolf.SetOf(o.Seat)
	switch kind {
	case werewolf.Vote:
		if target = p.target; target == 0 || !legal.Has(target) {
			target = p.opinion.Top(others)
		}
	case werewolf.Divine:
		for _, f := range o.Divined {
			others = others.Without(f.Target)
		}
		target = p.opinion.Top(others)
	case werewolf.Attack:
		target = p.prey(others)
	default: // no choice
	}
	if !legal.Has(target) {
		target = p.pick(legal)
	}
	return target
}

// prey returns the werewolf's victim: a claimant who cannot be the possessed, else the most trusted player.
func (p *Player) prey(among werewolf.SeatSet) werewolf.SeatID {
	candidates := p.possessedCandidates()
	if s := p.heard.ClaimantsOf(werewolf.Divines) & among &^ candidates; s != 0 {
		return p.opinion.Least(s)
	}
	if s := among &^ candidates; s != 0 {
		return p.opinion.Least(s)
	}
	return p.opinion.Least(among)
}
