// Package gptaku is the player of Okada and Ito (AIWolfDial 2025): flowcharts of expert play for games of five.
//
// The law of the package: a decision is a box of the paper's figures, and every figure is one function: day1.go holds
// figures 1, 3, 5 and 7, day2.go figures 2, 4, 6 and 8. What is said follows from the boxes passed, in two steps wherever
// somebody is to be persuaded: first the request for a vote, then the reason. Everybody may come out as the seer, the
// villagers among them, so that on day 2 nobody's role is plain.
package gptaku

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wolfden/internal/bot/dice"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/tongue"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Players is the only number of players the flowcharts are for.
const Players = 5

// ErrPlayers is returned in a game of another size.
var ErrPlayers = errors.New("gptaku plays games of five players only")

// How often a chance box goes which way. The paper gives no figures.
const (
	villagerClaims = 0.5  // a villager, and the possessed as one, comes out as the seer
	inventsWolf    = 0.4  // an invented result is a werewolf
	posesAsWolf    = 0.5  // a villager on day 2 comes out as the werewolf, for the possessed to hear
	claimsLate     = 0.35 // a false seer lets others speak first
)

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	seed uint64
	book *wording.Book

	rng      *dice.Dice // of decisions; nil before the game
	words    *dice.Dice // of how they are said
	listener *understand.Listener
	tongue   *tongue.Tongue
	heard    *ledger.Ledger
	sheet    doubt.Sheet
	o        *werewolf.Observation

	claims    bool             // comes out as the seer
	late      bool             // after others have spoken
	told      werewolf.Finding // the result of day 1, true or invented
	retracted bool
	day       int             // the day of what follows
	steps     []step          // what there is to say today
	target    werewolf.SeatID // whom it wants executed today
	said      map[string]bool // steps, by name
}

// step is one thing to say, said once.
type step struct {
	name  string
	kinds []wording.Kind // the first that can be worded
	slots wording.Slots
}

// New is a player of the seed that speaks lang, "en" or "ja"; the empty string is English.
func New(seed uint64, lang string) (*Player, error) {
	book, err := wording.In(lang)
	if err != nil {
		return nil, err
	}
	return &Player{seed: seed, book: book, said: map[string]bool{}}, nil
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
	if p.rng == nil {
		p.begin()
	}
	p.rng.At(&o)
	p.words.At(&o)
	p.listen()
	if kind.Chooses() {
		return o.Name(p.choose(kind)), nil
	}
	return p.speak(), nil
}

func (p *Player) begin() {
	o := p.o
	p.rng, p.words = dice.New(p.seed^0x67707461, uint64(o.Seat)), dice.New(p.seed^0x67707461, uint64(o.Seat)+werewolf.MaxSeats)
	p.listener = understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	p.heard = p.listener.Ledger()
	p.tongue = tongue.New(p.book, o, p.words.Rand)
	spec := o.Spec()
	p.claims = spec.Power == werewolf.Divines || spec.IsWolf() || p.chance(villagerClaims)
	p.late = o.Power() != werewolf.Divines && p.chance(claimsLate)
}

// listen takes in what is new, and plans what is left of the day.
func (p *Player) listen() {
	o := p.o
	p.listener.Follow(o, func(u *werewolf.Utterance, heard speech.Rows) speech.Rows {
		own := u.Seat == o.Seat
		if meant, known := p.tongue.Meant(u.Text); own && known {
			return meant
		}
		p.tongue.Remember(u.Text, own)
		return heard
	})
	p.sheet.Weigh(o, p.heard, p.eyes())
	if p.day != o.Day {
		p.day, p.target = o.Day, 0
		clear(p.said)
	}
	p.steps = nil
	switch {
	case o.Day == 1:
		p.dayOne()
	case o.Day > 1:
		p.dayTwo()
	}
}

// eyes are what the player shows of itself and sees with.
func (p *Player) eyes() doubt.Eyes {
	e := doubt.Eyes{Me: p.o.Seat, Role: p.o.Rules.Ordinary(), Seed: p.seed + uint64(p.o.Seat)}
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

func (p *Player) chance(probability float64) bool { return p.rng.Float64() < probability }

// pick is one of the seats, drawn; none of none.
func (p *Player) pick(s werewolf.SeatSet) werewolf.SeatID {
	if s == 0 {
		return 0
	}
	return s.Nth(p.rng.IntN(s.Len()))
}

// plan puts a step on the day's list.
func (p *Player) plan(name string, s wording.Slots, kinds ...wording.Kind) {
	p.steps = append(p.steps, step{name, kinds, s})
}

// persuade adds the two steps of persuasion against the target: the request, then the reason; and the vote itself.
func (p *Player) persuade(target werewolf.SeatID, reasons ...wording.Kind) {
	if p.target = target; target == 0 {
		return
	}
	p.plan("request", wording.Slots{T: target}, wording.VoteAll)
	p.plan("reason", wording.Slots{T: target}, reasons...)
}

// speak says the next step, and a second one where time is short.
func (p *Player) speak() string {
	o := p.o
	t := p.tongue.Begin(o)
	if o.Day == 0 {
		if !p.said["greeting"] {
			p.said["greeting"] = t.Say(wording.Greet, wording.Slots{})
		}
		return t.Finish(false)
	}
	for _, s := range p.steps {
		if p.said[s.name] {
			continue
		}
		if p.say(t, &s) {
			p.said[s.name] = true
		}
		if t.Beats() > 0 && (t.Rest > 1 || t.Beats() > 1) {
			break
		}
	}
	if t.Beats() == 0 && p.target != 0 && !p.said["vote"] {
		p.said["vote"] = t.Say(wording.VoteFor, wording.Slots{T: p.target})
	}
	return t.Finish(o.Day == 1 && !p.said["request"])
}

// say words one step. A reason is worded by what the sheet has against the player, where it has something.
func (p *Player) say(t *tongue.Turn, s *step) bool {
	if s.name == "reason" {
		for _, r := range p.sheet.ReasonsAgainst(s.slots.T) {
			if k, slots, ok := t.Wording(r, p.shows()); ok && t.Say(k, slots) {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.kinds, func(k wording.Kind) bool { return t.Say(k, s.slots) })
}

// choose answers a request for a player. The target is always legal.
func (p *Player) choose(kind werewolf.RequestKind) (target werewolf.SeatID) {
	o := p.o
	legal := o.Request.Targets
	others := legal &^ werewolf.SetOf(o.Seat)
	switch kind {
	case werewolf.Vote:
		if target = p.target; target == 0 || !legal.Has(target) {
			target = p.sheet.Top(others)
		}
	case werewolf.Divine:
		for _, f := range o.Divined {
			others = others.Without(f.Target)
		}
		target = p.sheet.Top(others)
	case werewolf.Attack:
		target = p.prey(others)
	default: // no choice
	}
	if !legal.Has(target) {
		target = p.pick(legal)
	}
	return target
}

// prey is whom the werewolf attacks: a claimant it cannot take for the possessed, else the most trusted.
func (p *Player) prey(among werewolf.SeatSet) werewolf.SeatID {
	candidates := p.possessedCandidates()
	if s := p.heard.ClaimantsOf(werewolf.Divines) & among &^ candidates; s != 0 {
		return p.sheet.Least(s)
	}
	if s := among &^ candidates; s != 0 {
		return p.sheet.Least(s)
	}
	return p.sheet.Least(among)
}
