package kanolabnw

import (
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// Choose votes, divines, attacks and guards, each a function of the paper's. A note gives the reason before the name.
func (s *system) Choose(p *talker.Player, kind werewolf.RequestKind) werewolf.SeatID {
	o := p.Observation()
	var module string
	var target werewolf.SeatID
	switch kind {
	case werewolf.Vote:
		module, target = "vote", s.last.asked(o)
	case werewolf.Divine:
		module, target = "divine", s.divine(o)
	case werewolf.Attack:
		module, target = "target", s.prey(p)
	case werewolf.Guard:
		module, target = "target", s.ward(o)
	default: // no choice
	}
	if module == "" || !s.a.On(module) {
		return s.Rules.Choose(p, kind)
	}
	why := module + "-" + "claim"
	if !o.Request.Targets.Has(target) {
		target, why = s.Rules.Choose(p, kind), module+"-usual"
	}
	s.a.Note(module, s.words.Say(why)+" "+o.Name(target))
	return target
}

// divine is the likeliest werewolf that was not divined yet; whoever claims to be the seer is known to lie.
func (s *system) divine(o *werewolf.Observation) werewolf.SeatID {
	fresh := o.Request.Targets &^ s.a.Talker().Ledger().ClaimantsOf(werewolf.Divines)
	for _, f := range o.Divined {
		fresh = fresh.Without(f.Target)
	}
	return s.a.Reason().Mine().Now().TopWolf(fresh.Without(o.Seat))
}

// prey is whom the werewolves agreed on, else whoever most likely has the power to divine, to identify or to guard among those who claim it.
func (s *system) prey(p *talker.Player) werewolf.SeatID {
	if agreed := p.Favourite(p.Observation().Request.Targets); agreed != 0 {
		return agreed
	}
	return s.realest(p.Observation(), werewolf.Divines, werewolf.Identifies, werewolf.Guards)
}

// ward is whoever is most likely a real seer or medium among those who claim it: whom the werewolves look for too.
func (s *system) ward(o *werewolf.Observation) werewolf.SeatID {
	return s.realest(o, werewolf.Divines, werewolf.Identifies)
}

// realest is the likeliest holder of the first of the powers that somebody who may be chosen claims; no seat if none is
// claimed, or when none of the claims can be true.
func (s *system) realest(o *werewolf.Observation, powers ...werewolf.Power) werewolf.SeatID {
	now, heard := s.a.Reason().Mine().Now(), s.a.Talker().Ledger()
	for _, power := range powers {
		best := now.TopPower(heard.ClaimantsOf(power)&o.Request.Targets, power)
		if best != 0 && now.Power(best, power) > 0 {
			return best
		}
	}
	return 0
}
