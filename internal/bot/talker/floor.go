package talker

import (
	"slices"

	"wolfden/internal/bot/doubt"
	"wolfden/werewolf"
)

// floor is whether the player speaks now.
type floor uint8

const (
	floorUnknown floor = iota
	floorTaken
	floorLeft
)

// HasFloor reports whether the player speaks now: always when it is asked in turn, and on an open floor when it wants to.
func (p *Player) HasFloor() bool {
	if p.floor == floorUnknown {
		p.floor = floorTaken
		if p.o.Request.Open && p.o.Request.Kind == werewolf.Talk && !p.wantsFloor() {
			p.floor = floorLeft
		}
	}
	return p.floor == floorTaken
}

// wantsFloor decides on an open floor whether to speak now: at once when addressed, when it has a result to tell or has
// been contradicted; else when others have spoken, or when nobody does, unless its decider knows better.
func (p *Player) wantsFloor() bool {
	o := p.o
	mine := p.ledger.Words(o.Seat, p.o.Day)
	if mine < 2*usualUtterances && (len(p.pending()) > 0 || p.Tells() && p.HasNews() || p.contradicted()) {
		return true
	}
	if mine >= usualUtterances {
		return false
	}
	return p.decided(Choice{Of: Floor, Speaks: p.takesFloor(mine)}).Speaks
}

// takesFloor reports whether it is the player's turn as people take turns, after as many words of its own today.
func (p *Player) takesFloor(mine int) bool {
	o := p.o
	if p.calls != len(o.Talks) {
		p.calls, p.idle = len(o.Talks), 0
	}
	p.idle++
	since := len(o.Talks) - 1 - p.ledger.LastSpoke(o.Seat)
	return mine == 0 && p.idle > o.Living.Len()/6 || mine > 0 && since > 1 && p.Chance(0.4) || p.idle > 2
}

// HasNews reports whether the player has a result that it does not hold back and that nobody has heard.
func (p *Self) HasNews() bool { return (!p.pretence.Late || p.IsOpen()) && p.Owes() }

// Owes reports whether the player has a result that nobody has heard.
func (p *Self) Owes() bool {
	return slices.ContainsFunc(p.Results(), func(f werewolf.Finding) bool { return p.ledger.Told(p.o.Seat, f.Target) != f.Species })
}

// contradicted reports, once for each case, whether somebody says what the player knows or shows to be otherwise.
func (p *Player) contradicted() (found bool) {
	for id := range p.o.Others().All() {
		r := p.opinion.Against(id)
		switch r.Why {
		case doubt.Lied, doubt.Rival, doubt.Clash:
		default:
			continue
		}
		if at := [2]int{int(r.Why), int(id)}; !p.rebutted[at] {
			p.rebutted[at], found = true, true
		}
	}
	return found
}
