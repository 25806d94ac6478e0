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
		p.pledge = pledge{Plan: ledger.Plan{Target: target, Day: u.Day, At: p.ledger.Heard()}, measured: p.weighed, reveals: p.weighed && p.reveals(rows)}
		p.pledge.lead = p.leadOver(target)
		if p.pledge.reveals {
			p.pledge.without = p.leadByTalk(target)
		}
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

// reveals reports whether the player claims something of itself, takes that back or tells a result.
func (p *Player) reveals(rows speech.Rows) bool {
	for range rows.Results(p.o.Seat) {
		return true
	}
	return rows.Claimed(p.o.Seat) != werewolf.NoRole || rows.Retracts(p.o.Seat)
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
	if p.Tells() {
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
		return of(p.whispered.proposals, p.o.Seat)
	default:
		return 0
	}
}
