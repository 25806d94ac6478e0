// Package persuasion leads the votes of a day to one player by three appeals in a fixed order.
//
// The law of the package: the target is the player who threatens the speaker most when the first appeal is due, and
// remains it while it lives. The appeals are logic, then credibility, then emotion (sUper_IL: Qi and Inaba, AIWolfDial
// 2024, section 4.3).
package persuasion

import (
	"embed"
	"fmt"
	"strings"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/ledger"
	"wolfden/werewolf"
)

//go:embed examples
var files embed.FS

// Appeal is a way to persuade. The zero Appeal is none.
type Appeal uint8

// The appeals in their order.
const (
	NoAppeal Appeal = iota
	Logical
	Credibility
	Emotional
)

var appealNames = [...]string{"", "logical", "credibility", "emotional"}

// String returns the appeal's name in data files and notes, "" for NoAppeal.
func (a Appeal) String() string { return appealNames[a] }

// lastAppeal is the turn of the last appeal, counted from 1.
const lastAppeal = 5

// appealAt returns the appeal for a turn, counted from 0, of a day with so many turns. The appeals come in the third,
// fourth and fifth turn; on shorter days the last appeal comes in the last turn and the others just before. turns below
// 1 is a day without a known end.
func appealAt(turn, turns int) Appeal {
	last := lastAppeal
	if turns > 0 {
		last = min(last, turns)
	}
	a := int(Emotional) - (last - (turn + 1))
	if a < int(Logical) || a > int(Emotional) {
		return NoAppeal
	}
	return Appeal(a)
}

// Persuader keeps the target of one player through one game. It is not safe for concurrent use.
type Persuader struct {
	phrases phrase.Book
	target  werewolf.SeatID
	day     int
	sooner  shift
	why     string
	note    string
}

// shift is how many turns sooner the appeals of a day come.
type shift struct{ day, turns int }

// New returns a persuader that speaks a language. The seed decides which example comes first.
func New(lang string, seed uint64) (*Persuader, error) {
	phrases, err := phrase.Read(files, "examples", lang)
	if err != nil {
		return nil, err
	}
	return &Persuader{phrases: phrases.Shuffled(seed)}, nil
}

// Due returns the appeal that is due with the request, and whether a target must be chosen for it: with the first appeal of a
// day, and when the target has died.
func (p *Persuader) Due(o *werewolf.Observation) (a Appeal, choose bool) {
	if o.Request.Kind != werewolf.Talk || !EndsInVote(o) {
		return NoAppeal, false
	}
	turn, turns := Turns(o)
	if p.sooner.day == o.Day {
		turn += p.sooner.turns
	}
	a = appealAt(turn, turns)
	return a, a != NoAppeal && (p.day != o.Day || !o.Living.Has(p.target))
}

// Hasten lets the day's first appeal be due with the request, and the others after it, where they are still to come: a player that has
// nothing else to say today would make none. It reports whether it did.
func (p *Persuader) Hasten(o *werewolf.Observation) bool {
	turn, turns := Turns(o)
	if o.Request.Kind != werewolf.Talk || !EndsInVote(o) || p.sooner.day == o.Day {
		return false
	}
	for ahead := 1; turn+ahead < lastAppeal; ahead++ {
		if appealAt(turn, turns) == NoAppeal && appealAt(turn+ahead, turns) == Logical {
			p.sooner = shift{o.Day, ahead}
			return true
		}
	}
	return false
}

// Next returns the appeal that is due with the request. It is NoAppeal when none is due, on a day without a vote, and
// when nobody is left to persuade against. Where a target must be chosen it is the one of the threats that was chosen, else the
// greatest.
func (p *Persuader) Next(o *werewolf.Observation, threats []Threat, chosen werewolf.SeatID) Appeal {
	a, choose := p.Due(o)
	if choose {
		p.choose(o, threats, chosen)
	}
	if a == NoAppeal || p.target == 0 {
		return NoAppeal
	}
	p.note = fmt.Sprintf("day %d: %s against %s (%s)", o.Day, a, o.Name(p.target), p.why)
	return a
}

// choose takes the chosen threat, else the greatest.
func (p *Persuader) choose(o *werewolf.Observation, threats []Threat, chosen werewolf.SeatID) {
	p.day, p.target, p.why = o.Day, 0, ""
	for i := range threats {
		if t := &threats[i]; p.target == 0 || t.Seat == chosen {
			p.target, p.why = t.Seat, strings.Join(p.Reasons(o, t), " ")
		}
	}
}

// Reasons are what makes a player a threat, a sentence each, the weightiest first.
func (p *Persuader) Reasons(o *werewolf.Observation, t *Threat) (list []string) {
	for _, part := range t.Parts {
		list = append(list, p.phrases.Say("threat-"+part, "t", o.Name(t.Seat)))
	}
	return list
}

// Target returns whom the player persuades against, 0 for nobody yet.
func (p *Persuader) Target() werewolf.SeatID { return p.target }

// Day returns the day for which the target was chosen.
func (p *Persuader) Day() int { return p.day }

// Choose returns whom to vote for or attack: the target if it is a candidate, else the greatest threat among the
// candidates, else the first of them. The paper draws at random where the target is gone; the greatest threat is one of
// the possible draws.
func (p *Persuader) Choose(o *werewolf.Observation, b *ledger.Ledger, s *doubt.Opinion, among werewolf.SeatSet) werewolf.SeatID {
	if among.Has(p.target) {
		return p.target
	}
	for _, t := range Threats(o, b, s) {
		if among.Has(t.Seat) {
			return t.Seat
		}
	}
	return among.First()
}

// Examples returns the three model texts of an appeal, to be worded about the player {t} in the speaker's voice. The slice is fresh.
func (p *Persuader) Examples(a Appeal) []string { return p.phrases.All(a.String()) }

// Note returns the last appeal, its target and the reasons; "" if there was none since the last call.
func (p *Persuader) Note() string {
	note := p.note
	p.note = ""
	return strings.TrimSpace(note)
}
