package talker

import (
	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// What it takes to give up an announced vote.
const (
	changeMargin = 1.0 // another player is more suspicious by this much
	joinMargin   = 1.6 // or less suspicious by no more than this, with the votes of others
)

// suspects are those the player may want to see executed: not itself, not its own side as long as there are others.
func (p *Player) suspects() werewolf.SeatSet {
	others := p.o.Others()
	if s := others &^ p.friends(); s != 0 {
		return s
	}
	if s := others &^ p.o.Allies(); s != 0 {
		return s
	}
	return others
}

// target is whom the player would vote for now.
func (p *Player) target() werewolf.SeatID { return p.decider.Target(p) }

// plan is the vote the player has announced for today, none when it has not or the target is dead.
func (p *Player) plan() werewolf.SeatID {
	if target := p.ledger.PlanOf(p.o.Seat, p.o.Day).Target; p.o.Living.Has(target) {
		return target
	}
	return 0
}

// decide announces the vote when time is getting short, or says that it has changed.
func (p *Player) decide(t *Turn) bool {
	if !p.votesToday() || hasVote(t.Means) {
		return false
	}
	old := p.plan()
	if old == 0 {
		return t.Rest <= 1 && p.declare(t)
	}
	target := p.target()
	if target != 0 && target != old && p.opinion.Score[target] > p.opinion.Score[old]+changeMargin {
		return p.change(t, wording.VoteChange, old, target)
	}
	if to := p.bandwagon(old); t.Rest == 0 && to != 0 {
		return p.change(t, wording.VoteJoin, old, to)
	}
	if to := p.rescue(old); t.Rest == 0 && to != 0 && p.chance(rescues) {
		return p.change(t, wording.VoteJoin, old, to)
	}
	return false
}

// How often one of the werewolves' side gives up its own target to save another of it.
const rescues = 0.6

// rescue is the player whose execution could still save one of one's own side who leads the votes, none when there is
// nobody to save or nobody to put in its place.
func (p *Player) rescue(old werewolf.SeatID) (best werewolf.SeatID) {
	day, worst := p.o.Day, 0
	for id := range (p.friends() & p.o.Living).All() {
		worst = max(worst, p.ledger.Backing(id, day).Len())
	}
	most := p.ledger.Backing(old, day).Len()
	for id := range p.suspects().All() {
		n := p.ledger.Backing(id, day).Len()
		if n > worst {
			return 0 // no need
		}
		if n >= most && id != old {
			best, most = id, n
		}
	}
	if worst < 2 || most+1 < worst {
		return 0
	}
	return best
}

func hasVote(rows speech.Rows) bool { return rows.Announced(speech.Vote) != 0 }

// declare announces the vote with its reason, or confirms what was announced.
func (p *Player) declare(t *Turn) bool {
	if old := p.plan(); old != 0 {
		return p.addSentence(t, wording.VoteKeep, wording.Slots{T: old})
	}
	target := p.target()
	if target == 0 {
		return false
	}
	// The vote must be said; the reason is said if there is room.
	first := t.Rest > 0 && p.chance(0.5) && p.opinion.Against(target).Why != doubt.Gut && p.reason(t, target)
	if !p.addSentence(t, wording.VoteFor, wording.Slots{T: target}) {
		return first
	}
	if !first {
		p.reason(t, target)
	}
	return true
}

// change announces another vote than before, with its reason where it is the player's own.
func (p *Player) change(t *Turn, k wording.SentenceKind, old, target werewolf.SeatID) bool {
	if !p.addSentence(t, k, wording.Slots{T: target, O: old}) {
		return false
	}
	if k == wording.VoteChange {
		p.reason(t, target)
	}
	return true
}

// bandwagon is the player on whom so many more votes gather than on one's own target that splitting them makes no
// sense, and who is suspicious enough; none when there is no such player.
func (p *Player) bandwagon(old werewolf.SeatID) (best werewolf.SeatID) {
	day := p.o.Day
	most := p.ledger.Backing(old, day).Len()
	for id := range p.suspects().All() {
		n := p.ledger.Backing(id, day).Len()
		if n > most && n > 1 && p.opinion.Score[id] > p.opinion.Score[old]-joinMargin && p.opinion.Score[id] > 0 {
			best, most = id, n
		}
	}
	return best
}

// choose answers a request for a player. The target is always legal.
func (p *Player) choose(kind werewolf.RequestKind) werewolf.SeatID {
	legal := p.o.Request.Targets
	target := p.decider.Choose(p, kind)
	if plan := p.plan(); kind == werewolf.Vote && !legal.Has(target) && legal.Has(plan) {
		return plan // who wants nobody keeps the word it gave
	}
	if !legal.Has(target) {
		target = p.pick(legal)
	}
	return target
}

// among are the others that may be chosen: before it is asked for, whoever lives.
func (p *Player) among(kind werewolf.RequestKind) werewolf.SeatSet {
	if p.o.Request.Kind == kind {
		return p.o.Request.Targets.Without(p.o.Seat)
	}
	return p.o.Others()
}

// divine is the most suspicious player not divined yet. Rivals are left out: that they lie is known.
func (p *Player) divine() werewolf.SeatID {
	fresh := p.among(werewolf.Divine)
	for _, f := range p.o.Divined {
		fresh = fresh.Without(f.Target)
	}
	for _, m := range p.o.Chosen {
		if m.Kind == werewolf.Divine {
			fresh = fresh.Without(m.Target)
		}
	}
	if s := fresh &^ p.ledger.ClaimantsOf(werewolf.Divines); s != 0 {
		fresh = s
	}
	return p.opinion.Top(fresh)
}

// guarded is what the claim to a power is worth to who guards.
var guarded = map[werewolf.Power]float32{werewolf.Divines: 4, werewolf.Identifies: 2.5}

// What else it sees in a player.
const (
	guardPaired  = 1   // two confirm each other
	guardTrusted = 0.5 // times the trust
)

// guard is the most valuable player: a believable seer, a medium, else the most trusted.
func (p *Player) guard() (best werewolf.SeatID) {
	var most float32
	for id := range p.among(werewolf.Guard).All() {
		worth := -guardTrusted * p.opinion.Score[id]
		if !p.opinion.IsFake(id) {
			worth += guarded[p.ledger.ClaimSpec(id).Power]
			if p.ledger.Paired(id) != 0 {
				worth += guardPaired
			}
		}
		if best == 0 || worth > most {
			best, most = id, worth
		}
	}
	return best
}
