// Package mille is the contest's rule-based player without a model (overview of AIWolfDial 2025, section 3.8). It
// thinks in sentences of the AIWolf protocol.
//
// The law of the package: it turns whatever it hears into the protocol sentence with the nearest known wording, or into
// Skip when none is near; and whatever it says is a protocol sentence in plain words. Between the two, rules estimate
// roles from what was recognised. It does not use package understand, so that its own way of understanding can be
// compared with the other players'.
package mille

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/chance"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	seed    uint64
	phrases *phrases
	// The probabilities of posing as another role.
	wolfPoses, inventsWolf float64

	random          *chance.Stream // nil before the game
	recogniser      recogniser
	talks           int
	whispers        int
	estimate        estimate
	attackWishes    [werewolf.MaxSeats + 1]werewolf.SeatID // whom each ally wants to attack
	attackWishesDay int
	inventedResults []werewolf.Finding // results invented by a false seer
	falsePower      werewolf.Power     // with whose results it comes out, NoPower for not at all
	done            map[string]int     // the day on which each protocol sentence was said last, counted from 1
	used            map[string]bool    // wordings
	o               *werewolf.Observation
	others          []string
}

// New returns a player. Its chance follows from the seed.
func New(c agent.Config) (*Player, error) {
	book := english
	switch c.Lang {
	case "", "en":
	case "ja":
		book = japanese
	default:
		return nil, fmt.Errorf("mille: it speaks en and ja, not %q", c.Lang)
	}
	p, err := book()
	if err != nil {
		return nil, err
	}
	d := Design()
	chances, err := d.Values(c.Params)
	return &Player{
		seed: c.Seed, phrases: p, done: map[string]int{}, used: map[string]bool{}, wolfPoses: chances["pose"], inventsWolf: chances["black"],
	}, err
}

// Answer answers a request; announcements get the empty string. It never fails and needs no clock.
func (p *Player) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	kind := o.Request.Kind
	if !kind.Speaks() && !kind.Chooses() {
		return "", nil
	}
	p.o = &o
	if p.random == nil {
		p.begin()
	}
	p.random.Restart(&o)
	p.listen()
	if kind.Chooses() {
		return o.Name(p.choose(kind)), nil
	}
	return p.speak(), nil
}

func (p *Player) begin() {
	o := p.o
	p.random = chance.New(p.seed^0x6d696c6c65, uint64(o.Seat))
	p.phrases = p.phrases.forRoles(o.Rules)
	p.recogniser = recogniser{phrases: p.phrases, names: o.Names}
	p.estimate.heard = ledger.NewWriter(o.Rules.Table, o.Rules.Roles)
	for i, n := range o.Names {
		if werewolf.SeatID(i+1) != o.Seat {
			p.others = append(p.others, n)
		}
	}
	switch spec := o.Spec(); {
	case spec.IsWolf():
		if o.Allies()&^werewolf.SeatsUpTo(int(o.Seat)) == 0 && p.random.Float64() < p.wolfPoses {
			p.falsePower = werewolf.Divines
		}
	case spec.Traitor():
		p.falsePower = werewolf.Divines
	case spec.Power == werewolf.Divines, spec.Power == werewolf.Identifies:
		p.falsePower = spec.Power
	}
	if o.Rules.Count(p.falsePower) == 0 {
		p.falsePower = werewolf.NoPower
	}
}

// listen takes in what is new.
func (p *Player) listen() {
	o := p.o
	p.recogniser.slow = patience
	for ; p.talks < len(o.Talks); p.talks++ {
		u := &o.Talks[p.talks]
		p.estimate.update(u, p.recognised(u), o.Seat)
	}
	if p.attackWishesDay != o.Day {
		p.attackWishes, p.attackWishesDay = [werewolf.MaxSeats + 1]werewolf.SeatID{}, o.Day
	}
	for ; p.whispers < len(o.Whispers); p.whispers++ {
		u := &o.Whispers[p.whispers]
		for _, r := range p.recognised(u) {
			if r[0].Verb == speech.Attack && u.Day == o.Day {
				p.attackWishes[u.Seat] = seat(r[0].Target)
			}
		}
	}
	if p.falsePower == werewolf.Divines && o.Power() != werewolf.Divines {
		p.invent()
	}
}

// recognised is what an utterance says, sentence by sentence.
func (p *Player) recognised(u *werewolf.Utterance) []speech.Rows {
	if u.Skip || u.Over {
		return nil
	}
	return p.recogniser.recognise(u.Seat, u.Text)
}

// invent makes up last night's result for a false seer.
func (p *Player) invent() {
	o := p.o
	if o.Day == 0 || len(p.inventedResults) > 0 && p.inventedResults[len(p.inventedResults)-1].Day == o.Day-1 {
		return
	}
	among := o.Living &^ werewolf.SetOf(o.Seat) &^ o.Allies()
	for _, f := range p.inventedResults {
		among = among.Without(f.Target)
	}
	if among == 0 {
		return
	}
	f := werewolf.Finding{Day: o.Day - 1, Target: among.Nth(p.random.IntN(among.Len())), Species: werewolf.Human}
	if p.random.Float64() < p.inventsWolf && p.blacks() < o.Rules.Wolves() {
		f.Species = werewolf.Wolf
	}
	p.inventedResults = append(p.inventedResults, f)
}

func (p *Player) blacks() (n int) {
	for _, f := range p.inventedResults {
		if f.Species == werewolf.Wolf {
			n++
		}
	}
	return n
}

// speak says the first thing on its mind that has not been said, or Over.
func (p *Player) speak() string {
	thoughts := p.thoughts()
	if p.o.Request.Kind == werewolf.Whisper {
		thoughts = p.murmurs()
	}
	for _, a := range thoughts {
		if text, ok := p.word(a); ok {
			p.done[a.String()] = p.o.Day + 1
			return text
		}
	}
	if p.o.Request.Open {
		return ""
	}
	return werewolf.OverText
}

// word puts an act into a wording that was not used yet and that the limits leave as it is.
func (p *Player) word(rows speech.Rows) (string, bool) {
	x := rows[len(rows)-1].Target
	if rows[0].Verb == speech.Inquire {
		x = rows[0].Target
	}
	var found *pattern
	for i := range p.phrases.patterns {
		if one := &p.phrases.patterns[i]; len(one.say) > 0 && slices.Equal(one.rows.Place(p.o.Seat, x, speech.Unspec), rows) {
			found = one
			break
		}
	}
	if found == nil {
		return "", false
	}
	rules := &p.o.Rules.Talk
	if p.o.Request.Kind == werewolf.Whisper {
		rules = &p.o.Rules.Whisper
	}
	from := p.random.IntN(len(found.say))
	for i := range found.say {
		text := strings.ReplaceAll(found.say[(from+i)%len(found.say)], "{a}", p.o.Name(seat(x)))
		kept, _ := rules.MaxLength.Fit(text, p.others, p.o.Request.Left.Length)
		if kept == text && !p.used[text] {
			p.used[text] = true
			return text, true
		}
	}
	return "", false
}
