package mille

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// heardFrom hears an utterance. The player recognises what others say. Words in its own seat that are not its own, of somebody who
// sat there before or from before a restart, are understood as by everybody else: to keep one's word is not to guess at it.
func (p *state) heardFrom(u *werewolf.Utterance, whispered bool) line {
	if u.Seat != p.o.Seat || u.Skip || u.Over || p.used[u.Text] {
		return line{Utterance: u}
	}
	p.listenToItself()
	p.used[u.Text] = true
	rows := p.ear.Ledger().Rows(p.told)
	if whispered {
		rows = nil
		if prey := p.ear.Understand(u, true).Announced(speech.Attack); prey != 0 {
			rows = speech.Do(speech.Attack, prey)
		}
	}
	l := line{Utterance: u, own: true}
	if len(rows) > 0 {
		l.says = []speech.Rows{rows}
	}
	return l
}

// takeUp takes over what was said in the player's seat: it says the same again no sooner than on another day.
func (p *state) takeUp(l *line) {
	rows := speech.Join(l.says...)
	p.estimate.heard.Hear(l.Utterance, rows)
	for frame, a := range rows.Said() {
		if frame.Verb == speech.NoVerb && (a.Verb == speech.Vote || a.Suspects() || a.Trusts()) {
			a.In = 0
			p.done[speech.Of(a).String()] = l.Day + 1
		}
	}
}

func (p *state) listenToItself() {
	if p.ear == nil {
		p.ear = understand.New(understand.Table{Names: p.o.Names, Roles: p.o.Rules.Roles, Specs: p.o.Rules.Table})
	}
	p.ear.Follow(p.o, nil)
}

// keepWord goes on from what was said in the player's seat before it came: the role claimed is the one that it shows, and what was
// told is what it found.
func (p *state) keepWord() {
	if p.ear == nil {
		return
	}
	me, heard := p.o.Seat, p.estimate.heard
	switch claim := heard.ClaimOf(me); {
	case claim != werewolf.NoRole:
		p.falsePower = heard.Spec(claim).Power
	case heard.HasRetracted(me):
		p.falsePower = werewolf.NoPower
	}
	untold := p.inventedResults
	p.inventedResults = nil
	for _, r := range heard.Findings() {
		if r.By == me && r.Verb == speech.Divined {
			p.inventedResults = append(p.inventedResults, werewolf.Finding{Day: max(0, r.Day-1), Target: r.Target, Species: heard.Told(me, r.Target)})
		}
	}
	for _, f := range untold { // of a night that no result was told for
		if n := len(p.inventedResults); heard.Told(me, f.Target) == werewolf.NoSpecies && (n == 0 || p.inventedResults[n-1].Day < f.Day) {
			p.inventedResults = append(p.inventedResults, f)
		}
	}
}

// settled reports whether the player has claimed a role, or told a result of the same player, before it came: it says neither the same
// again nor anything else.
func (p *state) settled(rows speech.Rows) bool {
	if p.ear == nil {
		return false
	}
	me, heard := p.o.Seat, p.estimate.heard
	if rows.Claimed(me) != werewolf.NoRole && heard.ClaimOf(me) != werewolf.NoRole {
		return true
	}
	for a := range rows.Results(me) {
		if heard.Told(me, a.Target) != werewolf.NoSpecies {
			return true
		}
	}
	return false
}

// unreplaced are the results that the player may still tell. For each that was told in its seat before it came and that it did not
// get, the last one up to that night that was not told is kept to itself: nobody has two results of a night.
func (p *state) unreplaced(results []werewolf.Finding) []werewolf.Finding {
	if p.ear == nil {
		return results
	}
	me, heard := p.o.Seat, p.estimate.heard
	list := slices.Clone(results)
	for _, r := range heard.Findings() {
		if r.By != me || r.Verb != speech.Divined || slices.ContainsFunc(results, func(f werewolf.Finding) bool { return f.Target == r.Target }) {
			continue
		}
		for i, f := range slices.Backward(list) {
			if f.Day < max(1, r.Day) && heard.Told(me, f.Target) == werewolf.NoSpecies {
				list = slices.Delete(list, i, i+1)
				break
			}
		}
	}
	return list
}
