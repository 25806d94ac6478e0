package talker

import (
	"slices"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// few is how many live when the village needs every claim: a wrong execution or two from there lose.
const few = 6

// summons are the powers in the order in which the village asks who has them to come out, each with the first day. What a bodyguard knows
// is of use only when there is little left to guard.
var summons = [...]struct {
	power werewolf.Power
	since int
	late  bool // only when few live
}{{werewolf.Divines, 1, false}, {werewolf.Identifies, 2, false}, {werewolf.Guards, 2, true}}

// wanted returns the role whose claim the village waits for: the first in the order that is in play, that nobody has claimed and that was
// not called for in vain on an earlier day: whoever had it is dead by now, or will not come.
func (p *Self) wanted() werewolf.Role {
	o := p.o
	for _, s := range summons {
		if o.Rules.Count(s.power) == 0 || p.ledger.ClaimantsOf(s.power) != 0 ||
			p.callsFor(o.Rules.RoleWith(s.power), func(day int) bool { return day < o.Day }) > 0 {
			continue
		}
		if o.Day < s.since || s.late && o.Living.Len() > few {
			break
		}
		return o.Rules.RoleWith(s.power)
	}
	return werewolf.NoRole
}

// callsFor is how often a role was asked to come out on the days that count.
func (p *Self) callsFor(role werewolf.Role, counts func(day int) bool) (n int) {
	for _, l := range p.ledger.Lines() {
		if counts(l.Day) && l.Requests(speech.ComingOut) && l.Target == 0 && l.Role == role {
			n++
		}
	}
	return n
}

// enough calls a day are heard by everybody.
const enough = 2

// callForRole asks the holder of a role to come out.
func (p *Player) callForRole(t *turn) bool {
	role := p.wanted()
	if role == werewolf.NoRole || role == p.pretence.Role || p.o.Request.Turn == 0 || !p.Chance(0.4) ||
		p.callsFor(role, func(day int) bool { return day == p.o.Day }) >= enough {
		return false
	}
	return p.addOnce(t, topic{kind: wording.CallForRole, day: p.o.Day, a: werewolf.SeatID(role)}, wording.Slots{Role: role})
}

// isCalled reports whether somebody whom the player does not suspect has called today for the role that it shows and nobody claims. A
// bodyguard heeds that only when the village waits for it.
func (p *Self) isCalled() bool {
	power := p.ShownSpec().Power
	if power == werewolf.NoPower || p.ledger.ClaimantsOf(power) != 0 || power == werewolf.Guards && p.wanted() != p.pretence.Role {
		return false
	}
	return slices.ContainsFunc(p.ledger.Lines(), func(l ledger.Line) bool {
		trusted := l.Seat != p.o.Seat && p.opinion.Score[l.Seat] < suspected
		return trusted && l.Day == p.o.Day && l.Requests(speech.ComingOut) && l.Target == 0 && l.Role == p.pretence.Role
	})
}

// listGreys names those of whom nothing is known, where they are three, nobody living was found a werewolf and the village has claims to
// go by.
func (p *Player) listGreys(t *turn) bool {
	greys := doubt.Unknown(p.o, p.ledger).Without(p.o.Seat)
	for r := range t.Means.Results(p.o.Seat) {
		greys = greys.Without(r.Target)
	}
	if greys.Len() != 3 || len(p.ledger.Findings()) == 0 || slices.ContainsFunc(p.ledger.Findings(), func(r ledger.Result) bool {
		return r.Species == werewolf.Wolf && p.o.Living.Has(r.Target)
	}) {
		return false
	}
	return p.addOnce(t, topic{kind: wording.GreyList, day: p.o.Day}, wording.Slots{T: greys.Nth(0), O: greys.Nth(1), X: greys.Nth(2)})
}
