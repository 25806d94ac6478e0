package gptaku

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// dayTwo walks through the flowchart of the role on day 2: three are left, and one vote decides.
func (p *state) dayTwo(*agent.Table) agent.Changes {
	if p.o.Day < 2 {
		return agent.Changes{}
	}
	p.nameFellow()
	switch spec := p.o.Spec(); {
	case spec.Power == werewolf.Divines:
		p.seerTwo()
	case spec.Traitor():
		p.possessedTwo()
	case spec.IsWolf():
		p.werewolfTwo()
	default:
		p.villagerTwo()
	}
	return agent.Changes{Note: p.standing()}
}

// third is the living player besides oneself and the one named, the least suspicious of several.
func (p *state) third(id werewolf.SeatID) werewolf.SeatID {
	return p.opinion.Least(p.o.Others().Without(id))
}

// seerTwo is figure 6.
func (p *state) seerTwo() {
	wolf := werewolf.SeatID(0)
	cleared := werewolf.SeatSet(0)
	for _, f := range p.o.Divined {
		if f.Species == werewolf.Wolf && p.o.Living.Has(f.Target) {
			wolf = f.Target
		}
		if f.Species == werewolf.Human {
			cleared = cleared.With(f.Target)
		}
	}
	if wolf == 0 {
		wolf = p.opinion.Top(p.o.Others() &^ cleared)
	}
	if f := p.last(p.o.Divined); f.Day == p.o.Day-1 {
		p.claim(f)
	}
	p.persuade(box{name: "seer-two", target: wolf, asked: p.third(wolf)}, result, deaths, contradiction, chances)
}

// possessedTwo is figure 4: the power play. The game goes on, so the werewolf lives.
func (p *state) possessedTwo() {
	wolf := p.predicted()
	p.powerPlay(box{name: "power", target: p.third(wolf), asked: wolf}, werewolf.Possessed, wording.PowerPossessed)
}

// predicted returns the player it takes for the werewolf: the one that an attacked claimant called a werewolf, since
// the werewolf attacks the real seer first; else the most suspicious.
func (p *state) predicted() werewolf.SeatID {
	o := p.o
	for _, d := range o.Deaths {
		if d.Cause != werewolf.ByAttack {
			continue
		}
		for _, r := range p.heard.Findings() {
			if r.By == d.Seat && r.Species == werewolf.Wolf && o.Others().Has(r.Target) {
				return r.Target
			}
		}
	}
	if o.Spec().Traitor() {
		// A living claimant who is not believed may be the werewolf, but not if it tells a true result.
		if s := p.heard.ClaimantsOf(werewolf.Divines) & o.Others(); s.Len() == 1 {
			return s.First()
		}
	}
	return p.opinion.Top(o.Others())
}

// villagerTwo is figure 2.
func (p *state) villagerTwo() {
	wolf := p.predicted()
	other := p.third(wolf)
	candidates := p.possessedCandidates() | p.heard.ClaimantsWhere(werewolf.RoleSpec.Traitor)&p.o.Living
	if p.asked.name == "bluff" || candidates.Has(other) && !p.said["honest"] && p.bluffs() {
		p.powerPlay(box{name: "bluff", target: wolf, asked: other}, werewolf.Werewolf, wording.PowerWolf)
		return
	}
	p.said["honest"] = true
	p.addStep("innocent", wording.Slots{}, wording.Innocent)
	p.persuade(box{name: "innocent", target: wolf, asked: other}, deaths, record)
}

// bluffs draws, once a day, whether to come out as the werewolf.
func (p *state) bluffs() bool {
	if !p.said["drawn"] {
		p.said["drawn"] = true
		p.said["honest"] = !p.random.Happens(p.posesAsWolf)
	}
	return !p.said["honest"]
}

// werewolfTwo is figure 8.
func (p *state) werewolfTwo() {
	others := p.o.Others()
	candidates := (p.possessedCandidates() | p.heard.ClaimantsWhere(werewolf.RoleSpec.Traitor)) & others
	switch {
	case p.asked.name == "wolf-power":
		p.powerPlay(p.asked, werewolf.Werewolf, wording.PowerWolf) // it has come out
	case candidates.Len() == 1:
		ally := candidates.First() // case A: it is taken for the possessed
		p.powerPlay(box{name: "wolf-power", target: p.third(ally), asked: ally}, werewolf.Werewolf, wording.PowerWolf)
	case candidates == 0:
		p.alone()
	default:
		p.between(candidates)
	}
}

// alone is case B: everybody else is of the village. A living claimant is called fake; without one the werewolf is the
// seer itself.
func (p *state) alone() {
	b := box{name: "wolf-seer", target: p.opinion.Top(p.o.Others())}
	if rivals := p.rivals(); rivals != 0 {
		b = box{name: "wolf-counter", target: rivals.First()}
	}
	b.asked = p.third(b.target)
	b = p.stays(b)
	p.claim(werewolf.Finding{Day: p.o.Day - 1, Target: b.target, Species: werewolf.Wolf})
	p.persuade(b, result, deaths, contradiction, chances)
}

// between is case C: both others may be the possessed, and the black results decide: those of day 1, and those of today where
// nobody was called a werewolf before.
func (p *state) between(candidates werewolf.SeatSet) {
	name, victim := p.blackened(candidates, false)
	if victim == 0 {
		name, victim = p.blackened(candidates, true)
	}
	if victim == 0 { // only white results: not everybody can be human
		for _, r := range p.heard.Findings() {
			if candidates.Has(r.By) && r.Species == werewolf.Human {
				victim = r.By
			}
		}
	}
	if victim == 0 {
		victim = p.opinion.Top(p.o.Others())
	}
	p.persuade(box{name: name, target: victim, asked: p.third(victim)}, record, deaths)
}

// blackened is whom the black results of today, or of the days before, turn the vote on: a living player, whose black result is
// supported, else a candidate who has called somebody dead a werewolf while the game goes on.
func (p *state) blackened(candidates werewolf.SeatSet, today bool) (name string, victim werewolf.SeatID) {
	o := p.o
	for _, r := range p.heard.Findings() {
		switch told := r.Day == o.Day; {
		case r.By == o.Seat, r.Species != werewolf.Wolf, told != today:
		case o.Others().Has(r.Target):
			return "wolf-support", r.Target
		case !o.Living.Has(r.Target) && candidates.Has(r.By):
			victim = r.By
		}
	}
	return "wolf-against", victim
}
