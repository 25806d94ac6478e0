package mille

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// thoughts are the protocol sentences on the player's mind, the most urgent first.
func (p *state) thoughts() (list []speech.Rows) {
	o := p.o
	add := func(a speech.Rows) {
		if done := p.done[a.String()]; done <= o.Day && (done <= 0 || daily(a[0])) && !p.settled(a) {
			list = append(list, a)
		}
	}
	if o.Day == 0 {
		if o.Rules.Count(werewolf.Divines) > 0 && o.Spec().Ordinary() && p.estimate.heard.ClaimantsOf(werewolf.Divines) == 0 && !p.calledFor {
			add(speech.Within(speech.Act{Verb: speech.Inquire, Topic: speech.WhichRole}, speech.Claim(0, o.Rules.RoleWith(werewolf.Divines))))
		}
		return list
	}
	results := p.results()
	if p.falsePower != werewolf.NoPower && (len(results) > 0 || p.falsePower == werewolf.Divines) {
		add(speech.Claim(o.Seat, p.posed()))
	}
	for _, f := range results {
		add(speech.Found(p.falsePower, f.Target, f.Species))
	}
	if spec := o.Spec(); (werewolf.Guards.OfVillage(spec) || spec.Mason()) && p.estimate.heard.Backing(o.Seat, o.Day).Len() > 1 { // several have announced to vote for it
		add(speech.Claim(o.Seat, o.Role()))
	}
	target := p.target()
	if target == 0 || p.cleared().Has(target) { // that it lied it keeps to itself
		return list
	}
	if p.estimate.asked != 0 {
		p.estimate.asked = 0
		add(speech.Suspect(target))
	}
	add(speech.Suspect(target))
	add(speech.Do(speech.Vote, target))
	add(speech.RequestVote(target))
	if trusted := p.trusted(); trusted != 0 && p.done[speech.Suspect(trusted).String()] <= o.Day { // nobody of whom it has said the opposite today
		add(speech.Trust(trusted))
	}
	return list
}

// posed is the role that the player claims for its results.
func (p *state) posed() werewolf.Role {
	if p.falsePower.OfVillage(p.o.Spec()) {
		return p.o.Role()
	}
	return p.o.Rules.RoleWith(p.falsePower)
}

// daily tells what may be said again on another day from what is said once.
func daily(a speech.Act) bool {
	return a.Verb == speech.Vote || a.Verb == speech.Request || a.Verb == speech.Estimate || a.Verb == speech.Attack
}

// results are those the player tells, true or invented.
func (p *state) results() []werewolf.Finding {
	switch {
	case p.falsePower == werewolf.Identifies:
		return p.o.Medium
	case p.falsePower == werewolf.Divines && p.o.Power() == werewolf.Divines:
		return p.unreplaced(p.o.Divined)
	case p.falsePower == werewolf.Divines:
		return p.inventedResults
	}
	return nil
}

// top is the most suspicious of the players, as the rules estimate; equals in the order of their seats.
func (p *state) top(among werewolf.SeatSet, sign float64) werewolf.SeatID {
	s := p.estimate.suspicion(p.o)
	return among.Most(func(id werewolf.SeatID) float64 { return sign * s[id] })
}

// cleared are the players whom its own results, true or invented, call human.
func (p *state) cleared() (s werewolf.SeatSet) {
	for _, f := range p.results() {
		if f.Species == werewolf.Human {
			s = s.With(f.Target)
		}
	}
	return s
}

// target returns the player it wants executed: nobody that it has cleared, while there are others.
func (p *state) target() werewolf.SeatID {
	o := p.o
	among := o.Others() & o.Living
	if among&^o.Allies() != 0 {
		among &^= o.Allies()
	}
	if among&^p.cleared() != 0 {
		among &^= p.cleared()
	}
	if !o.Spec().IsWolf() {
		return p.top(among, 1)
	}
	// A werewolf joins the others against their suspect, unless that is itself.
	return among.Most(func(id werewolf.SeatID) float64 {
		worth := p.estimate.opinion[id]
		for _, f := range p.inventedResults {
			if f.Target == id && f.Species == werewolf.Wolf {
				worth += byBlack
			}
		}
		return worth
	})
}

// trusted returns the player it would speak for.
func (p *state) trusted() werewolf.SeatID {
	o := p.o
	id := p.top(o.Others()&o.Living, -1)
	if id == 0 || p.estimate.suspicion(o)[id] > byWhite/2 {
		return 0
	}
	return id
}

// murmurs are the thoughts among werewolves.
func (p *state) murmurs() (list []speech.Rows) {
	if p.falsePower == werewolf.Divines {
		if a := speech.Claim(p.o.Seat, p.o.Rules.RoleWith(werewolf.Divines)); p.done["whispered "+a.String()] == 0 {
			p.done["whispered "+a.String()] = 1
			list = append(list, a)
		}
	}
	if prey := p.prey(); prey != 0 && p.o.Day > 0 {
		if a := speech.Do(speech.Attack, prey); p.done[a.String()] <= p.o.Day {
			list = append(list, a)
		}
	}
	return list
}

// prey returns the player to attack: the one most allies want, else a claimant of a power, else the least suspected.
func (p *state) prey() werewolf.SeatID {
	o := p.o
	among := o.Living &^ werewolf.SetOf(o.Seat) &^ o.Allies()
	var wanted [werewolf.MaxSeats + 1]int
	best := werewolf.SeatID(0)
	for _, id := range p.attackWishes {
		if among.Has(id) {
			if wanted[id]++; best == 0 || wanted[id] > wanted[best] {
				best = id
			}
		}
	}
	if best != 0 {
		return best
	}
	for _, power := range powers {
		if s := p.estimate.heard.ClaimantsOf(power) & among; s.Len() == 1 {
			return s.First()
		}
	}
	return p.top(among, -1)
}

// choose answers a request for a player. The target is always legal.
func (p *state) choose(_ *agent.Table, c *talker.Choice) bool {
	o, legal := p.o, p.o.Request.Targets
	switch c.Kind {
	case werewolf.Vote:
		if c.Target = p.estimate.heard.PlanOf(o.Seat, o.Day).Target; !legal.Has(c.Target) {
			c.Target = p.target()
		}
	case werewolf.Divine:
		fresh := legal &^ werewolf.SetOf(o.Seat)
		for _, f := range o.Divined {
			fresh = fresh.Without(f.Target)
		}
		c.Target = p.top(fresh, 1)
	case werewolf.Guard:
		c.Target = p.top(p.estimate.heard.ClaimantsOf(werewolf.Divines)&legal&^werewolf.SetOf(o.Seat), -1)
		if c.Target == 0 {
			c.Target = p.top(legal&^werewolf.SetOf(o.Seat), -1)
		}
	case werewolf.Attack:
		c.Target = p.prey()
	default: // no choice
	}
	if !legal.Has(c.Target) {
		c.Target = p.take().Pick(legal)
	}
	return true
}
