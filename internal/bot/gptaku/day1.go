package gptaku

import (
	"context"

	"wolfden/internal/bot/agent"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// dayOne walks through the flowchart of the role on day 1 as far as it goes by now.
func (p *state) dayOne(context.Context, *agent.Table) string {
	if p.o.Day != 1 {
		return ""
	}
	p.nameFellow()
	switch spec := p.o.Spec(); {
	case spec.Power == werewolf.Divines:
		if f := p.last(p.o.Divined); p.mayClaim(f) {
			p.told = f
		}
		p.seerOne()
	case spec.IsWolf():
		p.werewolfOne()
	default:
		p.villagerOne() // figure 3: the possessed knows no more than a villager, and acts as one
	}
	return ""
}

func (p *state) last(list []werewolf.Finding) (f werewolf.Finding) {
	if len(list) > 0 {
		f = list[len(list)-1]
	}
	return f
}

// comeOut adds the claim with its result. A late one waits for somebody else to have spoken.
func (p *state) comeOut() {
	if p.shows() {
		return
	}
	if p.late && p.heard.Words(p.o.Seat, p.o.Day) == 0 && p.quiet() {
		p.open()
		return
	}
	p.claim(p.told)
}

// claimOf is the kind of sentence that claims to be the seer, with its result.
func claimOf(f werewolf.Finding) wording.SentenceKind {
	if f.Species == werewolf.Wolf {
		return wording.ClaimSeenWolf
	}
	return wording.ClaimSeenHuman
}

// open adds a word before there is anything to judge by: a call for the seer.
func (p *state) open() {
	p.addStep("open", wording.Slots{Role: p.seer()}, wording.CallForRole, wording.Encourage)
}

// quiet reports whether nobody has claimed anything today.
func (p *state) quiet() bool { return p.rivals() == 0 }

// rivals are the others who claim to be the seer.
func (p *state) rivals() werewolf.SeatSet {
	return p.heard.ClaimantsOf(werewolf.Divines).Without(p.o.Seat) & p.o.Living
}

// settled reports whether the table has had a turn since the claim, so that there is something to judge by.
func (p *state) settled() bool { return p.heard.Words(p.o.Seat, p.o.Day) > 0 }

// villagerOne is figure 1.
func (p *state) villagerOne() {
	if p.claims && !p.retracted {
		if p.told.Target == 0 {
			p.told = p.invent(p.o.Others())
		}
		p.comeOut()
		if !p.shows() && !p.said["claim"] {
			return
		}
	}
	if !p.claims && p.quiet() {
		p.open()
	}
	if !p.settled() && p.quiet() {
		return
	}
	if !p.claims || p.retracted || p.told.Species != werewolf.Wolf {
		p.persuade(p.suspect(), wording.WhyGut)
		return
	}
	if p.plausible() {
		p.persuade(p.told.Target, wording.SeenMyself)
		if p.rivals() != 0 {
			p.addStep("credit", wording.Slots{Role: p.seer()}, wording.Consistent, wording.Repeat)
		}
		return
	}
	p.retract()
}

// invent draws a result out of nothing.
func (p *state) invent(among werewolf.SeatSet) werewolf.Finding {
	f := werewolf.Finding{Day: 0, Target: p.random.Pick(among), Species: werewolf.Human}
	if p.random.Happens(p.inventsWolf) {
		f.Species = werewolf.Wolf
	}
	return f
}

// plausible reports whether a black result can be held up beside the claims of the others: no more of them clear the
// player than accuse it, and nobody else is more accused.
func (p *state) plausible() bool {
	var black, white [werewolf.MaxSeats + 1]int
	black[p.told.Target]++
	for _, r := range p.heard.Findings() {
		if r.By == p.o.Seat || r.Verb != speech.Divined {
			continue
		}
		if r.Species == werewolf.Wolf {
			black[r.Target]++
		} else {
			white[r.Target]++
		}
	}
	for id := range p.o.Living.All() {
		if black[id] > black[p.told.Target] {
			return false
		}
	}
	return white[p.told.Target] < black[p.told.Target]
}

// retract takes the claim back and turns on somebody else.
func (p *state) retract() {
	if p.shows() {
		p.addStep("retract", wording.Slots{Role: p.seer()}, wording.Retract)
		if !p.said["retract"] {
			return
		}
	}
	p.retracted = true
	p.persuade(p.suspect(), wording.WhyGut)
}

// suspect returns the most suspicious player by what others said and found, except those whom the player itself has
// cleared.
func (p *state) suspect() werewolf.SeatID {
	among := p.o.Others()
	if p.told.Species == werewolf.Human {
		among = among.Without(p.told.Target)
	}
	return p.opinion.Top(among)
}

// seerOne is figure 5.
func (p *state) seerOne() {
	p.comeOut()
	if !p.settled() {
		return
	}
	rivals := p.rivals()
	switch {
	case p.told.Species == werewolf.Wolf:
		p.persuade(p.told.Target, wording.SeenMyself)
		if rivals != 0 {
			p.addStep("credit", wording.Slots{Role: p.seer()}, wording.Consistent, wording.Repeat)
		}
	case rivals.Len() == 0:
		p.persuade(p.suspect(), wording.WhyGut)
	default: // the other is fake, or the most inconsistent of the others
		p.persuade(p.opinion.Top(rivals), wording.WhyRival)
		p.addStep("credit", wording.Slots{Role: p.seer()}, wording.Consistent, wording.Repeat)
	}
}

// werewolfOne is figure 7.
func (p *state) werewolfOne() {
	if p.retracted {
		p.persuade(p.suspectButCandidates(), wording.WhyGut)
		return
	}
	if p.told.Target == 0 {
		p.told = p.invent(p.o.Others())
		if p.told.Species == werewolf.Wolf {
			p.told.Target = p.suspectButCandidates()
		}
	}
	p.comeOut()
	if !p.settled() || !p.shows() {
		return
	}
	switch candidates := p.possessedCandidates(); {
	case p.told.Species != werewolf.Wolf && candidates != 0 && p.rivals()&^candidates != 0:
		p.persuade(p.opinion.Top(p.rivals()&^candidates), wording.WhyRival)
	case p.told.Species != werewolf.Wolf:
		p.persuade(p.suspectButCandidates(), wording.WhyGut)
	case p.plausible() && !candidates.Has(p.told.Target):
		p.persuade(p.told.Target, wording.SeenMyself)
	default:
		p.retract()
	}
}

// suspectButCandidates is the most suspicious player that may not be the possessed.
func (p *state) suspectButCandidates() werewolf.SeatID {
	among := p.o.Others()
	if s := among &^ p.possessedCandidates(); s != 0 {
		among = s
	}
	if p.told.Species == werewolf.Human && p.shows() {
		if s := among.Without(p.told.Target); s != 0 {
			among = s
		}
	}
	return p.opinion.Top(among)
}

// possessedCandidates are the living claimants who have told a result that cannot be true, as the player knows or takes
// it: who calls somebody else a werewolf, or the only werewolf human. Others than the werewolf go by contradictions.
func (p *state) possessedCandidates() (all werewolf.SeatSet) {
	o := p.o
	for _, r := range p.heard.Findings() {
		if r.By == o.Seat || r.Verb != speech.Divined || !o.Living.Has(r.By) {
			continue
		}
		wrong := p.opinion.IsFake(r.By)
		if o.Spec().IsWolf() {
			wrong = (r.Species == werewolf.Wolf) != (r.Target == o.Seat)
		}
		if wrong {
			all = all.With(r.By)
		}
	}
	return all
}

// nameFellow adds who the player is where it knows a fellow, once it has heard somebody today. No flowchart has such a role.
func (p *state) nameFellow() {
	o := p.o
	fellow, role := o.Allies().First(), o.Role()
	if !o.Spec().Mason() || fellow == 0 || p.heard.Claimants(role).Has(o.Seat) || p.heard.Words(o.Seat, o.Day) == 0 {
		return
	}
	p.addStep("fellow", wording.Slots{T: fellow, Role: role}, wording.ClaimFellow)
}
