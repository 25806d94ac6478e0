package talker

import "wolfden/werewolf"

// What makes a player worth attacking.
const (
	preyPaired    = 2.5 // two confirm each other
	preyTrusted   = 1
	preyTalk      = 0.06 // for each utterance
	preyWhim      = 1    // at most; the same for all werewolves
	preyFriend    = -5   // lies for us
	preyProtected = -5   // survived last night's attack
)

// preyPower is what a werewolf sees in the claim to a power. Nobody guards the guard.
var preyPower = map[werewolf.Power]float32{werewolf.Divines: 6, werewolf.Identifies: 3.5, werewolf.Guards: 7}

// dodges is how often werewolves leave the obvious target to whoever guards it and take the next best.
const dodges = 0.45

// bestPrey returns the player's own choice to attack. It uses only what all allies know, so that werewolves who may not
// whisper agree all the same.
func (p *Self) bestPrey() werewolf.SeatID {
	first := p.worthiest(p.prey())
	guarded := p.o.Rules.Count(werewolf.Guards) > 0 && p.ledger.ClaimSpec(first).Power != werewolf.Guards
	if next := p.worthiest(p.prey().Without(first)); guarded && next != 0 && whim(p.o.Day, "dodge"+p.o.Name(first)) < dodges {
		return next
	}
	return first
}

// worthiest returns the prey that is worth most to the werewolves, 0 if there is none.
func (p *Self) worthiest(among werewolf.SeatSet) werewolf.SeatID {
	return among.Most(func(id werewolf.SeatID) float64 { return float64(p.worth(id)) })
}

// worth is what the death of a player is worth to the werewolves.
func (p *Self) worth(id werewolf.SeatID) float32 {
	worth := preyTalk*float32(p.ledger.WordsTotal(id)) + preyWhim*whim(p.o.Day, p.o.Name(id))
	worth += preyPower[p.ledger.ClaimSpec(id).Power]
	if p.ledger.Paired(id) != 0 {
		worth += preyPaired
	}
	if p.Vouched().Has(id) {
		worth += preyTrusted
	}
	if p.liesAboutUs(id) {
		worth += preyFriend
	}
	if id == p.lastFailure() {
		worth += preyProtected
	}
	return worth
}

// lastFailure returns the player it attacked in vain last night; 0 when somebody died or it attacked nobody.
func (p *Self) lastFailure() werewolf.SeatID {
	if p.Victims() != 0 {
		return 0
	}
	for i := len(p.o.Chosen) - 1; i >= 0; i-- {
		if m := p.o.Chosen[i]; m.Kind == werewolf.Attack && m.Day == p.o.Day-1 {
			return m.Target
		}
	}
	return 0
}

// whim is a number between 0 and 1 that every werewolf draws alike.
func whim(day int, name string) float32 {
	x := uint32(2166136261) + uint32(day)*97
	for i := 0; i < len(name); i++ {
		x = (x ^ uint32(name[i])) * 16777619
	}
	return float32(x>>8&0xffff) / 0xffff
}

// attack is what the werewolves agreed on, else the player's own choice.
func (p *Self) attack() werewolf.SeatID {
	legal := p.prey()
	if p.o.Request.Kind == werewolf.Attack {
		legal = p.o.Request.Targets
	}
	if best := p.whispered.favourite(legal); best != 0 {
		return best
	}
	return p.bestPrey()
}
