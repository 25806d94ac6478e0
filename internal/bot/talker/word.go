package talker

import (
	"slices"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// takeUp takes over what the player has said itself in other words than the rules': those of a model, or those from before
// a restart. The rules go on from there and say none of it again.
func (p *Player) takeUp(u *werewolf.Utterance, rows speech.Rows) {
	p.foreign++
	if target := rows.Announced(speech.Vote); target != 0 {
		p.pledge = ledger.Plan{Target: target, Day: u.Day, At: p.ledger.Heard()}
	}
	p.spare(u, rows)
	for id := range rows.Suspected().All() {
		p.done[topic{kind: wording.SuspectLead, a: id, day: u.Day}] = true
	}
	for frame, a := range rows.Said() {
		switch {
		case frame.Verb == speech.NoVerb && a.Trusts():
			p.done[topic{kind: wording.Defend, a: a.Target, day: u.Day}] = true
		case frame.Verb == speech.Inquire && u.Day == p.o.Day:
			p.asked++
		}
	}
}

// spare keeps for whom an utterance speaks, until another speaks against it.
func (p *Player) spare(u *werewolf.Utterance, rows speech.Rows) {
	if p.spared == nil || p.sparedDay != u.Day {
		p.spared, p.sparedDay = map[werewolf.SeatID]int{}, u.Day
	}
	for id := range rows.Trusted().All() {
		p.spared[id] = p.ledger.Heard()
	}
	for id := range rows.Suspected().With(rows.Announced(speech.Vote)).All() {
		delete(p.spared, id)
	}
}

// Spares reports whether the player has spoken for somebody today in other words than the rules', or has said so that it will
// not vote for it. The rules keep to that until somebody else tells a result on that player, or it claims a role or takes one back.
func (p *Self) Spares(id werewolf.SeatID) bool {
	at, spared := p.spared[id]
	if !spared || p.sparedDay != p.o.Day {
		return false
	}
	told := func(r ledger.Result) bool { return r.Target == id && r.By != p.o.Seat && r.At > at }
	claimed := func(c ledger.Claim) bool { return c.Seat == id && max(c.At, c.Until) > at }
	return !slices.ContainsFunc(p.ledger.Findings(), told) && !slices.ContainsFunc(p.ledger.Claims(), claimed)
}

// sparing is a suspicion so low that nobody is accused of it.
const sparing = -8

// keepFaith takes the suspicion from those that the player spares.
func (p *Player) keepFaith() {
	for id := range p.spared {
		if p.Spares(id) {
			p.opinion.Score[id] = min(p.opinion.Score[id], sparing)
		}
	}
}

// Bound returns whom the player has announced for today's vote in other words than the rules', 0 if nobody. The rules keep to
// that until something happens: somebody claims a role, takes one back or tells a result, or the player's own results speak
// for another vote.
func (p *Self) Bound() werewolf.SeatID {
	target := p.Plan()
	if target == 0 || target != p.pledge.Target || p.pledge.Day != p.o.Day || p.newsSince(p.pledge.At) {
		return 0
	}
	for _, f := range p.Results() {
		if (f.Species == werewolf.Wolf) != (f.Target == target) && (f.Target == target || p.o.Living.Has(f.Target)) {
			return 0
		}
	}
	return target
}

// bound returns whom the player must choose for what it has said itself in other words than the rules': 0 where nothing binds it.
func (p *Player) bound(kind werewolf.RequestKind) werewolf.SeatID {
	switch kind {
	case werewolf.Vote:
		return p.Bound()
	case werewolf.Attack:
		return p.whispered.held
	default:
		return 0
	}
}

// newsSince reports whether another player has claimed a role, taken one back or told a result since a place of the talk.
func (p *Self) newsSince(at int) bool {
	for _, c := range p.ledger.Claims() {
		if c.Seat != p.o.Seat && max(c.At, c.Until) > at {
			return true
		}
	}
	for _, r := range p.ledger.Findings() {
		if r.By != p.o.Seat && r.At > at {
			return true
		}
	}
	return false
}

// mayJoin reports whether the player may give up its vote for that of others: where it is bound, for a player whom another has
// named since.
func (p *Player) mayJoin(target werewolf.SeatID) bool {
	if target == 0 || p.Bound() == 0 {
		return target != 0
	}
	for _, v := range p.ledger.Plans() {
		if v.Seat != p.o.Seat && v.Target == target && v.At > p.pledge.At {
			return true
		}
	}
	return false
}

// withVote adds to what an own utterance says the vote that it means when it asks everybody for one: nobody asks for votes that it
// would not cast.
func withVote(rows speech.Rows) speech.Rows {
	if target := rows.Urged(); target != 0 && rows.Announced(speech.Vote) == 0 {
		return speech.Join(rows, speech.Do(speech.Vote, target))
	}
	return rows
}

// keepWord makes the player's word its pretence: the role that it claims is the role that it shows, and what it has told
// is what it found. The rules' own words follow from the pretence anyway.
func (p *Player) keepWord() {
	if p.foreign == 0 {
		return
	}
	o := p.o
	p.answered = max(p.answered, p.ledger.LastSpoke(o.Seat)+1)
	shown := p.ledger.ClaimOf(o.Seat)
	if shown == werewolf.NoRole && p.ledger.HasRetracted(o.Seat) {
		shown = o.Rules.Ordinary()
	}
	if shown != werewolf.NoRole && shown != p.pretence.Role {
		p.pretence = Pretence{Role: shown} // results of another role do not count
	}
	if tells(p.ShownSpec()) {
		p.pretence.Invented = p.reconciled(p.pretence.Invented)
	}
}

// reconciled are results beside which the player has told others: what it told stands, and of each night that a told
// result is for, nothing else is left. The argument is not changed.
func (p *Self) reconciled(results []werewolf.Finding) []werewolf.Finding {
	list := slices.Clone(results)
	var extra []werewolf.Finding
	for _, r := range p.ledger.Findings() {
		if r.By != p.o.Seat || r.Power() != p.ShownSpec().Power {
			continue
		}
		told := werewolf.Finding{Day: max(0, r.Day-1), Target: r.Target, Species: p.ledger.Told(r.By, r.Target)}
		same := func(f werewolf.Finding) bool { return f.Target == told.Target }
		if slices.ContainsFunc(list, same) {
			for i := range list {
				if list[i].Target == told.Target {
					list[i].Species = told.Species
				}
			}
		} else if !slices.ContainsFunc(extra, same) {
			extra = append(extra, told)
		}
	}
	for _, told := range extra {
		if at := p.untold(list, told.Day); at >= 0 {
			list = slices.Delete(list, at, at+1)
		}
	}
	list = append(list, extra...)
	slices.SortStableFunc(list, func(a, b werewolf.Finding) int { return a.Day - b.Day })
	return list
}

// untold is the place of the last result up to a night that the player has not told, -1 if there is none.
func (p *Self) untold(list []werewolf.Finding, night int) int {
	for i, f := range slices.Backward(list) {
		if f.Day <= night && p.ledger.Told(p.o.Seat, f.Target) == werewolf.NoSpecies {
			return i
		}
	}
	return -1
}

// Word returns whom the player has announced for a choice: its vote of the day, or whom it proposed to attack tonight. 0
// is nobody.
func (p *Self) Word(kind werewolf.RequestKind) werewolf.SeatID {
	switch kind {
	case werewolf.Vote:
		return p.Plan()
	case werewolf.Attack:
		return p.whispered.proposalOf(p.o.Seat)
	default:
		return 0
	}
}
