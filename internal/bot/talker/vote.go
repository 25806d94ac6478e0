package talker

import (
	"slices"
	"strings"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// When an announced vote is given up.
const (
	changeMargin = 1.0 // another player is more suspicious by this much
	joinMargin   = 1.6 // or less suspicious by no more than this, with the votes of others
)

// Suspects returns the living others whom the player may want executed. Those whom it believes to be on its own side
// are among them only if there is nobody else.
func (p *Self) Suspects() werewolf.SeatSet {
	others := p.o.Others()
	if s := others &^ p.friends(); s != 0 {
		return s
	}
	if s := others &^ p.o.Allies(); s != 0 {
		return s
	}
	return others
}

// Target returns whom the player wants executed today, 0 for nobody: whom it is bound to, else whom the decider wants.
func (p *Self) Target() werewolf.SeatID {
	if p.account.wanted = p.Bound(); p.account.wanted == 0 {
		p.account.wanted = p.decided(Choice{Of: Want}).Target
	}
	if p.Spares(p.account.wanted) {
		p.account.wanted = p.opinion.Top(p.Suspects())
	}
	return p.account.wanted
}

// Plan returns the vote that the player announced for today, 0 if it announced none or the target is dead, or if it has
// spoken for the target since in other words than the rules'.
func (p *Self) Plan() werewolf.SeatID {
	plan := p.ledger.PlanOf(p.o.Seat, p.o.Day)
	if !p.o.Living.Has(plan.Target) || p.spared[plan.Target].at > plan.At && p.sparedDay == p.o.Day {
		return 0
	}
	return plan.Target
}

// decide announces the vote when time is getting short, or says that it has changed.
func (p *Player) decide(t *turn) bool {
	if !p.votesToday() || hasVote(t.Means) {
		return false
	}
	old := p.Plan()
	if old == 0 {
		return t.Rest <= 1 && p.declare(t)
	}
	target := p.Target()
	if target != 0 && target != old && p.opinion.Score[target] > p.opinion.Score[old]+changeMargin {
		return p.change(t, wording.VoteChange, old, target)
	}
	if to := p.bandwagon(old); t.Rest == 0 && p.mayJoin(to) {
		return p.change(t, wording.VoteJoin, old, to)
	}
	if to := p.rescue(old); t.Rest == 0 && p.mayJoin(to) && p.Chance(rescues) {
		return p.change(t, wording.VoteJoin, old, to)
	}
	return false
}

// How often one of the werewolves' side gives up its own target to save another of it.
const rescues = 0.6

// rescue returns the player whose execution could still save one of its own side who leads the votes; 0 when nobody
// needs saving or nobody can take its place.
func (p *Player) rescue(old werewolf.SeatID) (best werewolf.SeatID) {
	day, worst := p.o.Day, 0
	for id := range (p.friends() & p.o.Living).All() {
		worst = max(worst, p.ledger.Backing(id, day).Len())
	}
	most := p.ledger.Backing(old, day).Len()
	for id := range p.Suspects().All() {
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

// mustDeclare reports whether the turn is the last before a vote that the player has not announced: it cannot say that it does not
// know.
func (p *Player) mustDeclare(t *turn) bool {
	return t.Rest == 0 && p.Plan() == 0 && p.votesToday() && !hasVote(t.Means)
}

func hasVote(rows speech.Rows) bool { return rows.Announced(speech.Vote) != 0 }

// declare announces the vote with its reason, or confirms what was announced.
func (p *Player) declare(t *turn) bool {
	if old := p.Plan(); old != 0 {
		return p.addSentence(t, wording.VoteKeep, wording.Slots{T: old})
	}
	target := p.Target()
	if target == 0 {
		return false
	}
	// The vote must be said; the reason is said if there is room.
	first := t.Rest > 0 && p.Chance(0.5) && p.ground(t, target)
	with := p.companion(t, target)
	beside := !first && !p.hasGround(target) && with != 0 && p.voteWith(t, target, with)
	if !beside && !p.addSentence(t, wording.VoteFor, wording.Slots{T: target, O: with}) {
		return first
	}
	if before := t.Sentences(); beside {
		p.comeRound(t, target)
	} else if p.justify(t, target, first); !first && t.Sentences() == before && !p.hasReasoned(target) && p.opinion.Top(p.Suspects()) == target {
		p.addSentence(t, wording.WhyLeast, wording.Slots{T: target})
	}
	return true
}

// voteWith announces a vote with whom the player goes. Who has another suspect has to speak of that one instead.
func (p *Player) voteWith(t *turn, target, with werewolf.SeatID) bool {
	if p.blamedBeside(t, wording.VoteFor, target) != 0 {
		return false
	}
	t.MustContain(p.o.Name(with))
	defer t.MustContain("")
	return p.addSentence(t, wording.VoteFor, wording.Slots{T: target, O: with})
}

// hasReasoned reports whether the player has given a reason against somebody today.
func (p *Player) hasReasoned(id werewolf.SeatID) bool {
	for about := range p.done {
		if about.a == id && about.day == p.o.Day+1 && (about.kind == wording.Agree || strings.HasPrefix(string(about.kind), "why ")) {
			return true
		}
	}
	return p.ledger.Told(p.o.Seat, id) == werewolf.Wolf
}

// hasGround reports whether there is a reason against somebody that is more than a feeling or that others vote for it.
func (p *Player) hasGround(id werewolf.SeatID) bool {
	return slices.ContainsFunc(p.opinion.ReasonsAgainst(id), func(r doubt.Reason) bool { return !r.Thin() && r.Why != doubt.Crowd })
}

// blamedBeside is somebody whom the turn is against, or whom the player has named as its suspect that day, when it announces a vote for a
// target that it is not against; 0 where there is none. A vote that joins others or takes back another says itself why, and the
// speaker's own result needs no comparison.
func (p *Player) blamedBeside(t *turn, k wording.SentenceKind, target werewolf.SeatID) werewolf.SeatID {
	announces := k == wording.VoteFor || k == wording.VoteKeep
	if !announces || t.stance.blamed.Has(target) || p.ledger.Told(p.o.Seat, target) == werewolf.Wolf {
		return 0
	}
	if beside := t.stance.blamed & p.o.Others(); beside != 0 || p.Plan() != 0 || p.hasAccused(target) {
		return beside.First()
	}
	return p.o.Others().Where(p.hasAccused).First()
}

// compare announces a vote beside words against somebody else, who is suspicious as well. It only takes these words back, and reports
// false, where that one is suspicious no longer. A liar stays one, even if it is human.
func (p *Player) compare(t *turn, target, other werewolf.SeatID) bool {
	if !t.stance.blamed.Has(other) && p.isClearedUp(other) {
		p.takeBack(t, other)
		return false
	}
	if p.ledger.Told(p.o.Seat, other) == werewolf.Wolf {
		return false // which is more than a suspicion
	}
	return p.addSentence(t, wording.VoteRather, wording.Slots{T: target, O: other})
}

// isClearedUp reports whether a suspicion can be taken back: nothing is left of it, and the player is no liar by what the speaker has
// said, told or trusted.
func (p *Player) isClearedUp(id werewolf.SeatID) bool {
	trusted := (p.backed | p.vouched.seats).Without(id)
	disputes := p.rivals(trusted.With(id)) && !p.rivals(trusted) // it claims what somebody claims whom the speaker counts on
	return p.opinion.Score[id] <= 0 && !p.refutes(id) && !disputes
}

// takeBack says, once a day, that somebody was misjudged.
func (p *Player) takeBack(t *turn, id werewolf.SeatID) {
	p.addOnce(t, topic{kind: wording.Misjudged, a: id, day: p.o.Day}, wording.Slots{T: id})
}

// appeal asks for a vote by name, and says why.
func (p *Player) appeal(t *turn, in *Intention) bool {
	about := topic{kind: in.kind, a: in.slots.T, b: in.slots.O, day: p.o.Day + 1}
	if !p.votesToday() || hasVote(t.Means) || t.asking || p.done[about] || p.blamedBeside(t, wording.VoteFor, in.slots.O) != 0 {
		return false
	}
	if !p.addSentence(t, wording.AskDeciding, in.slots) && !p.addSentence(t, in.kind, in.slots) {
		return false
	}
	p.done[about], t.asking = true, true
	t.named = 0 // two were named
	if !p.addReason(t, in.why) {
		p.sayAgain(t, in.why)
	}
	return true
}

// recant says of somebody whom the player has spoken for on this day, and is against now, that it has changed its mind.
func (p *Player) recant(t *turn, target werewolf.SeatID) bool {
	return p.vouched.day == p.o.Day && p.vouched.seats.Has(target) && p.addSentence(t, wording.NoLonger, wording.Slots{T: target})
}

// comeRound says the same, or of somebody of whom the player could not tell that it can by now.
func (p *Player) comeRound(t *turn, target werewolf.SeatID) {
	unsure := p.vouched.day == p.o.Day && p.vouched.unsure.Has(target)
	p.vouched.unsure = p.vouched.unsure.Without(target)
	if !p.recant(t, target) && unsure {
		p.addSentence(t, wording.Decided, wording.Slots{T: target})
	}
}

// companions is how often a player says with whom it goes where it has other reasons.
const companions = 0.3

// companion is somebody whom the player does not doubt and who has announced a vote for the target today, 0 for nobody or to say
// nothing of it.
func (p *Player) companion(t *turn, target werewolf.SeatID) (with werewolf.SeatID) {
	if p.ledger.Told(p.o.Seat, target) == werewolf.Wolf || p.hasGround(target) && !p.Chance(companions) {
		return 0
	}
	for id := range (p.ledger.Backing(target, p.o.Day) & p.o.Others() &^ t.stance.blamed).All() {
		if !p.doubts(id) && !t.Addresses(id) {
			with = id
		}
	}
	return with
}

// change announces another vote than before, with its reason where it is the player's own. Whom the player still doubts it does not
// let off.
func (p *Player) change(t *turn, k wording.SentenceKind, old, target werewolf.SeatID) bool {
	if k == wording.VoteChange && (t.stance.blamed.Has(old) || p.refutes(old) || p.opinion.IsFake(old)) && p.addSentence(t, wording.VoteRather, wording.Slots{T: target, O: old}) {
		p.justify(t, target, false)
		return true
	}
	if !p.addSentence(t, k, wording.Slots{T: target, O: old}) && (k == wording.VoteChange || !p.addSentence(t, wording.VoteChange, wording.Slots{T: target, O: old})) {
		return false
	}
	if k == wording.VoteChange {
		p.justify(t, target, false)
	} else {
		p.comeRound(t, target)
	}
	return true
}

// bandwagon returns a player who is suspicious enough and has so many more votes than its own target that splitting
// them makes no sense; 0 if there is none.
func (p *Player) bandwagon(old werewolf.SeatID) (best werewolf.SeatID) {
	day := p.o.Day
	most, least := p.ledger.Backing(old, day).Len(), p.opinion.Score[old]-joinMargin
	if p.Bound() == old {
		least += p.pledge.lead
	}
	for id := range p.Suspects().All() {
		n := p.ledger.Backing(id, day).Len()
		if n > most && n > 1 && p.opinion.Score[id] > least && p.opinion.Score[id] > 0 {
			best, most = id, n
		}
	}
	return best
}

// choose answers a request for a player. The target is always legal.
func (p *Player) choose(kind werewolf.RequestKind) werewolf.SeatID {
	legal := p.o.Request.Targets
	if bound := p.bound(kind); legal.Has(bound) {
		return bound
	}
	c := p.decided(Choice{Of: Answer, Kind: kind})
	target := c.Target
	p.account.by = c.By
	if plan := p.Plan(); kind == werewolf.Vote && !legal.Has(target) && legal.Has(plan) {
		return plan // who wants nobody keeps the word it gave
	}
	if !legal.Has(target) {
		target = p.Pick(legal)
	}
	return target
}

// among returns the others that may be chosen; before the request comes, all who live.
func (p *Self) among(kind werewolf.RequestKind) werewolf.SeatSet {
	if p.o.Request.Kind == kind {
		return p.o.Request.Targets.Without(p.o.Seat)
	}
	return p.o.Others()
}

// Undivined are the players whom it pays to divine: those not divined yet, without rivals. That they lie is known.
func (p *Self) Undivined() werewolf.SeatSet {
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
		return s
	}
	return fresh
}

// divine is the most suspicious player not divined yet.
func (p *Self) divine() werewolf.SeatID { return p.opinion.Top(p.Undivined()) }

// guarded is what the claim to a power is worth to who guards.
var guarded = map[werewolf.Power]float32{werewolf.Divines: 4, werewolf.Identifies: 2.5}

// What else counts when it chooses a player.
const (
	guardPaired  = 1   // two confirm each other
	guardTrusted = 0.5 // times the trust
)

// guard is the most valuable player: a believable seer, a medium, else the most trusted.
func (p *Self) guard() werewolf.SeatID {
	return p.among(werewolf.Guard).Most(func(id werewolf.SeatID) float64 {
		worth := -guardTrusted * p.opinion.Score[id]
		if !p.opinion.IsFake(id) {
			worth += guarded[p.ledger.ClaimSpec(id).Power]
			if p.ledger.Paired(id) != 0 {
				worth += guardPaired
			}
		}
		return float64(worth)
	})
}
