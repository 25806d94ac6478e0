package gptaku

import (
	"slices"

	"wolfden/internal/ledger"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// takeUp goes on from words in the player's seat that are not its own: somebody else sat there before, or the player itself
// before a restart. The role claimed is the role shown, what was told is what it found, a claim taken back stays so.
func (p *state) takeUp() {
	if !p.foreign {
		return
	}
	me := p.o.Seat
	switch claim := p.heard.ClaimOf(me); {
	case p.shows():
		p.claims, p.late, p.retracted = true, false, false
	case claim != werewolf.NoRole:
		p.claims, p.retracted = false, true // it stands before the table as somebody else
	case p.heard.HasRetracted(me):
		p.retracted = true
	}
	for _, r := range p.heard.Findings() {
		if r.By == me {
			p.told = werewolf.Finding{Day: max(0, r.Day-1), Target: r.Target, Species: p.heard.Told(me, r.Target)}
		}
	}
}

// mayClaim reports whether the player may say that it is the seer with a result: it has claimed no other role, told no other
// result of the same player, and has a night for it.
func (p *state) mayClaim(f werewolf.Finding) bool {
	if !p.foreign {
		return true
	}
	if !p.shows() && p.heard.ClaimOf(p.o.Seat) != werewolf.NoRole {
		return false
	}
	told := 0
	for _, r := range p.heard.Findings() {
		if r.By == p.o.Seat {
			told++
		}
	}
	before := p.heard.Told(p.o.Seat, f.Target)
	return before == f.Species || before == werewolf.NoSpecies && told < p.o.Day
}

// claim adds the claim with its result, where nothing speaks against it.
func (p *state) claim(f werewolf.Finding) {
	if p.mayClaim(f) {
		p.addStep("claim", wording.Slots{T: f.Target, Role: p.seer()}, p.claimOf(f))
		p.steps[len(p.steps)-1].result = f
	}
}

// keptTarget is whom the player wants executed: target, but the one it has announced for today in words that are not its own
// while nothing has been claimed or told since.
func (p *state) keptTarget(target werewolf.SeatID) werewolf.SeatID {
	plan := p.heard.PlanOf(p.o.Seat, p.o.Day)
	if !p.foreign || !p.o.Living.Has(plan.Target) {
		return target
	}
	claimed := func(c ledger.Claim) bool { return c.At > plan.At && c.Seat != p.o.Seat }
	told := func(r ledger.Result) bool { return r.At > plan.At && r.By != p.o.Seat }
	if slices.ContainsFunc(p.heard.Claims(), claimed) || slices.ContainsFunc(p.heard.Findings(), told) {
		return target
	}
	return plan.Target
}
