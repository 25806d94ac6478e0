package talker

import (
	"slices"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// reveal comes out with a role, then tells its results, each once.
func (p *Player) reveal(t *turn) bool {
	if !p.Tells() {
		return false
	}
	said := false
	if !p.IsOpen() {
		// It is time with a result, when somebody else claims the role, or when it is called for.
		if p.Waits(t.Rest) || !p.hasRival() && !p.isCalled() && len(p.Results()) == 0 || !p.comeOut(t) {
			return false
		}
		said = true
	}
	return p.tellResults(t) || said
}

// hasRival reports whether somebody else claims the role that the player shows.
func (p *Self) hasRival() bool {
	return p.ledger.Claimants(p.pretence.Role).Without(p.o.Seat) != 0
}

// comeOut claims the role the player shows, against a rival where there is one.
func (p *Player) comeOut(t *turn) bool {
	role := p.pretence.Role
	rival := p.ledger.Claimants(role).Without(p.o.Seat)
	if rival.Len() == 1 && p.o.Rules.Roles[role] == 1 && p.o.Living.Has(rival.First()) {
		if p.addSentence(t, wording.Counter, wording.Slots{O: rival.First(), Role: role}) {
			return true
		}
	}
	return p.addSentence(t, wording.ClaimRole, wording.Slots{Role: role})
}

// tellResults tells what has not been told: last night's result as such, a missed older one as something known.
func (p *Player) tellResults(t *turn) bool {
	o := p.o
	said := false
	for _, f := range p.Results() {
		mine := speech.Found(p.ShownSpec().Power, f.Target, f.Species)
		about := topic{kind: resultKind(p.ShownSpec().Power, f.Species, f.Day == o.Day-1), a: f.Target}
		if p.ledger.Told(o.Seat, f.Target) == f.Species || slices.Contains(t.Means, mine[0]) || !p.addOnce(t, about, wording.Slots{T: f.Target}) {
			continue
		}
		said = true
		if p.hasMisjudged(f) {
			p.takeBack(t, f.Target)
		}
		if f.Species == werewolf.Wolf && o.Living.Has(f.Target) && p.Target() == f.Target && p.votesToday() {
			p.addSentence(t, wording.VoteAll, wording.Slots{T: f.Target})
		}
	}
	return said
}

// hasMisjudged reports whether the player's last word for or against somebody was the opposite of a result.
func (p *Player) hasMisjudged(f werewolf.Finding) bool {
	for _, l := range slices.Backward(p.ledger.Lines()) {
		if l.Seat == p.o.Seat && l.Target == f.Target && (l.Against() || l.Trusts()) {
			return l.Trusts() == (f.Species == werewolf.Wolf)
		}
	}
	return false
}

// resultKind words a result of the power, fresh from last night or known longer.
func resultKind(by werewolf.Power, s werewolf.Species, fresh bool) wording.SentenceKind {
	switch {
	case by == werewolf.Identifies && s == werewolf.Wolf:
		return wording.MediumWolf
	case by == werewolf.Identifies:
		return wording.MediumHuman
	case !fresh && s == werewolf.Wolf:
		return wording.RecallWolf
	case !fresh:
		return wording.RecallHuman
	case s == werewolf.Wolf:
		return wording.SeenWolf
	}
	return wording.SeenHuman
}

// defend answers a result on oneself, then votes and accusations against oneself.
func (p *Player) defend(t *turn) bool {
	o := p.o
	for _, r := range p.ledger.Findings() {
		if r.Target != o.Seat || r.By == o.Seat || !o.Living.Has(r.By) {
			continue
		}
		if r.Species == werewolf.Human {
			if r.Day == o.Day && p.Chance(0.5) && p.addOnce(t, topic{kind: wording.Thank, b: r.By}, wording.Slots{O: r.By}) {
				return true
			}
			continue
		}
		if p.addOnce(t, topic{kind: wording.DenyWolf, b: r.By}, wording.Slots{O: r.By}) {
			p.standUp(t)
			return true
		}
	}
	gathering := p.ledger.Backing(o.Seat, o.Day).Len() >= max(2, o.Living.Len()/3)
	late := p.ShownSpec().Power == werewolf.Guards && o.Living.Len() <= 4
	return (p.isCalled() || gathering || late) && p.standUp(t) || p.parry(t)
}

// standUp says once what the player is: a bodyguard with whom it guarded, a villager simply that.
func (p *Player) standUp(t *turn) bool {
	role := p.pretence.Role
	switch spec := p.ShownSpec(); {
	case p.IsOpen(), t.Means.Claimed(p.o.Seat) != werewolf.NoRole:
		return false
	case spec.Power == werewolf.Guards:
		if !p.addSentence(t, wording.ClaimRole, wording.Slots{Role: role}) {
			return false
		}
		if g := p.guardedLast(); g != 0 {
			p.addSentence(t, wording.GuardedWhom, wording.Slots{T: g})
			if p.o.Saved().Has(g) {
				p.addOnce(t, topic{kind: wording.TrustSaved, a: g}, wording.Slots{T: g})
			}
		}
		return true
	case p.knowsFellows():
		return p.nameFellow(t, wording.ClaimFellow)
	case spec.Ordinary():
		return p.addOnce(t, topic{kind: wording.ClaimPlain}, wording.Slots{Role: role})
	}
	return false
}

// guardedLast returns the player that it guarded last night, 0 if none.
func (p *Player) guardedLast() werewolf.SeatID {
	for _, m := range p.o.Chosen {
		if m.Kind == werewolf.Guard && m.Day == p.o.Day-1 {
			return m.Target
		}
	}
	return 0
}

// parry answers one player who has turned on the speaker since it last spoke, once a day: who answers everybody says
// nothing else.
func (p *Player) parry(t *turn) bool {
	o := p.o
	if p.done[topic{kind: wording.DenySuspect, day: o.Day}] || !p.Chance(0.6) {
		return false
	}
	since := p.ledger.LastSpoke(o.Seat)
	for i := len(p.ledger.Lines()) - 1; i >= 0 && p.ledger.Lines()[i].At > since; i-- {
		l := &p.ledger.Lines()[i]
		if l.Day != o.Day || l.Target != o.Seat || !l.Is(speech.Vote) && !l.Suspects() {
			continue
		}
		if p.done[topic{kind: wording.DenyWolf, b: l.Seat}] || p.ledger.Told(o.Seat, l.Seat) == werewolf.Wolf {
			continue // whom it has called a werewolf must deny it
		}
		p.done[topic{kind: wording.DenySuspect, day: o.Day}] = true
		if t.Rest > 0 && p.Chance(0.35) && p.askPlayer(t, wording.AskWhy, l.Seat, 0) {
			return true
		}
		return p.addSentence(t, wording.DenySuspect, wording.Slots{O: l.Seat})
	}
	return false
}

// react remarks on what others have claimed and told today. The longer ago it is, the likelier others have.
func (p *Player) react(t *turn) bool {
	return p.reactToResults(t) || p.reactToClaims(t) || p.reactToVotes(t) || p.listGreys(t) || p.reactToCount(t)
}

// fresh is true for news, and ever less likely for what has been talked about.
func (p *Player) fresh(at int) bool {
	return p.Chance(2 / float64(1+len(p.o.Talks)-at))
}

// A result that clears somebody is remarked on this often.
const heardHumanWorth = 0.35

func (p *Player) reactToResults(t *turn) bool {
	o := p.o
	for i := len(p.ledger.Findings()) - 1; i >= 0; i-- {
		r := p.ledger.Findings()[i]
		if r.Day != o.Day || r.By == o.Seat || r.Target == o.Seat || !o.Living.Has(r.Target) || !o.Living.Has(r.By) {
			continue
		}
		about := topic{kind: wording.HeardHuman, a: r.Target, b: r.By}
		if r.Species == werewolf.Wolf {
			about.kind = wording.HeardWolf
		}
		known := p.opinion.IsFake(r.By) || p.opinion.Proven(r.Target) != werewolf.NoSpecies || r.Power() == p.ShownSpec().Power
		if known || !p.fresh(r.At) || r.Species == werewolf.Human && !p.Chance(heardHumanWorth) || !p.addOnce(t, about, wording.Slots{T: r.Target, O: r.By}) {
			continue
		}
		if about.kind == wording.HeardWolf && p.ledger.LastSpoke(r.Target) < r.At &&
			!slices.ContainsFunc(p.ledger.Lines(), func(l ledger.Line) bool { return l.At >= r.At && l.Asks(r.Target) }) {
			p.askPlayer(t, wording.AskAccused, r.Target, r.By)
		}
		return true
	}
	return false
}

func (p *Player) reactToClaims(t *turn) bool {
	o := p.o
	for _, claim := range p.ledger.Claims() {
		if !claim.Stands() || claim.Day != o.Day || claim.Seat == o.Seat || p.ledger.Spec(claim.Role).Ordinary() || claim.Role == p.pretence.Role {
			continue
		}
		all := p.ledger.Claimants(claim.Role)
		living := all & o.Living
		switch n := all.Len(); {
		case o.Rules.Roles[claim.Role] != 1 || !p.fresh(claim.At):
			continue
		case n > 2 && living == all:
			s := wording.Slots{Role: claim.Role}
			s.N = n
			if p.addOnce(t, topic{kind: wording.ManyClaim, a: werewolf.SeatID(n)}, s) {
				return true
			}
		case n == 2 && living == all:
			first, second := all.Nth(0), all.Nth(1)
			if p.addOnce(t, topic{kind: wording.TwoClaim, a: first, b: second}, wording.Slots{T: first, O: second, Role: claim.Role}) {
				return true
			}
		case n == 1 && living == all && !p.opinion.IsFake(claim.Seat):
			if p.addOnce(t, topic{kind: wording.HeardClaim, a: claim.Seat}, wording.Slots{T: claim.Seat, Role: claim.Role}) {
				return true
			}
		}
	}
	return false
}

// reactToVotes remarks on whom the announced votes are between, where most of the table has announced one.
func (p *Player) reactToVotes(t *turn) bool {
	if p.Plan() != 0 || !p.Chance(0.3) {
		return false // who has said its own needs no scale
	}
	var first, second werewolf.SeatID
	votes := func(id werewolf.SeatID) int { return p.ledger.Backing(id, p.o.Day).Len() }
	all := 0
	for id := range p.o.Living.All() {
		n := votes(id)
		switch all += n; {
		case n > votes(first):
			first, second = id, first
		case n > votes(second):
			second = id
		}
	}
	if first == p.o.Seat || second == p.o.Seat || votes(second) < 2 || votes(first)-votes(second) > 1 || 2*all < p.o.Living.Len() {
		return false
	}
	return p.addOnce(t, topic{kind: wording.Between, day: p.o.Day}, wording.Slots{T: first, O: second})
}

// reactToCount remarks on how few are left, and on an execution that cannot have hit the only werewolf.
func (p *Player) reactToCount(t *turn) bool {
	o := p.o
	for _, d := range o.Deaths {
		only := o.Rules.Wolves() == 1
		if only && d.Cause == werewolf.ByExecution && d.Day == o.Day-1 && p.Chance(0.3) &&
			p.addOnce(t, topic{kind: wording.WasHuman, a: d.Seat}, wording.Slots{T: d.Seat}) {
			return true
		}
	}
	if n := o.Living.Len(); n <= 4 && n < o.Rules.Players() && p.Chance(0.3) {
		return p.addOnce(t, topic{kind: wording.FewLeft, day: o.Day}, wording.Slots{N: n})
	}
	return false
}
