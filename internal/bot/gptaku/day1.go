package gptaku

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// dayOne walks through the flowchart of the role on day 1 as far as it goes by now.
func (p *state) dayOne(*agent.Table) agent.Changes {
	if p.o.Day != 1 {
		return agent.Changes{}
	}
	p.nameFellow()
	p.retracted = p.retracted || p.said["retract"]
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
	return agent.Changes{Note: p.standing()}
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
	p.box = box{name: "claim", target: p.told.Target}
	p.claim(p.told)
}

// claimOf is the kind of sentence that claims to be the seer, with its result; nobody claims what the table has heard, and only the result
// is left.
func (p *state) claimOf(f werewolf.Finding) wording.SentenceKind {
	switch wolf := f.Species == werewolf.Wolf; {
	case f.Target == 0:
		return wording.ClaimRole
	case p.shows() && wolf:
		return wording.SeenWolf
	case p.shows():
		return wording.SeenHuman
	case wolf:
		return wording.ClaimSeenWolf
	}
	return wording.ClaimSeenHuman
}

// open adds a word before there is anything to judge by: a call for the seer.
func (p *state) open() {
	p.box = box{name: "open"}
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
	switch {
	case p.retracted, p.claims && p.told.Species == werewolf.Wolf && !p.plausible():
		p.retract(p.suspect())
	case p.claims && p.told.Species == werewolf.Wolf:
		p.persuade(box{name: "black", target: p.told.Target}, process, contradiction, credit, chances)
	default:
		p.persuade(box{name: "suspect", target: p.suspect()}, record)
	}
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

// retract takes the claim back, if it stands, and turns on somebody else.
func (p *state) retract(suspect werewolf.SeatID) {
	if p.shows() {
		p.addStep("retract", wording.Slots{Role: p.seer()}, wording.Retract)
	}
	p.persuade(box{name: "retract", target: suspect}, record)
}

// suspect returns the most suspicious player by what others said and found, except whom the player itself has cleared or has
// called a werewolf and must take that back.
func (p *state) suspect() werewolf.SeatID { return p.opinion.Top(p.o.Others().Without(p.settledOn())) }

// settledOn is the player of its own result where that is no werewolf to be voted for, 0 if there is none.
func (p *state) settledOn() werewolf.SeatID {
	if p.told.Species == werewolf.Wolf && !p.retracted && p.plausible() {
		return 0
	}
	return p.told.Target
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
		p.persuade(box{name: "seer-black", target: p.told.Target}, process, contradiction, credit, chances)
	case rivals.Len() == 0:
		p.persuade(box{name: "seer-alone", target: p.suspect()}, record)
	case rivals.Len() == 1:
		p.persuade(box{name: "seer-rival", target: rivals.First()}, rival, credit)
	default:
		p.persuade(box{name: "seer-rivals", target: p.opinion.Top(rivals)}, rival, credit)
	}
}

// werewolfOne is figure 7.
func (p *state) werewolfOne() {
	if p.retracted {
		p.retract(p.suspectButCandidates())
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
		p.persuade(box{name: "wolf-rival", target: p.opinion.Top(p.rivals() &^ candidates)}, rival, credit)
	case p.told.Species != werewolf.Wolf:
		p.persuade(box{name: "wolf-suspect", target: p.suspectButCandidates()}, record)
	case p.plausible() && !candidates.Has(p.told.Target):
		p.persuade(box{name: "wolf-black", target: p.told.Target}, process, contradiction, credit, chances)
	default:
		p.retract(p.suspectButCandidates())
	}
}

// suspectButCandidates is the most suspicious player that may not be the possessed.
func (p *state) suspectButCandidates() werewolf.SeatID {
	among := p.o.Others()
	if s := among &^ p.possessedCandidates(); s != 0 {
		among = s
	}
	if s := among.Without(p.settledOn()); s != 0 && p.told.Target != 0 {
		among = s
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
