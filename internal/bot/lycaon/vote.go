package lycaon

import (
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// What the werewolves' side gains or loses by an execution, besides how much the village suspects the player.
const (
	worthBacking  = 0.25 // times the share of the living who have announced to vote for it
	worthSeer     = 1.0  // times how likely it is the seer
	spareWerewolf = 1.2  // times how likely it is a werewolf, to the possessed
	sparePartner  = 0.15 // times how likely it is the possessed, to a werewolf
	worthBallot   = 2.0  // for each who has announced to vote for it, when that decides the game
)

// Target returns whom the player wants executed. The village's side takes the player whose name on its ballot helps
// most; the werewolves' side takes the player whom the village most readily believes to be a werewolf.
func (d *decider) Target(p *talker.Player) (best werewolf.SeatID) {
	o := p.Observation()
	among := o.Others()
	if s := among &^ o.Allies(); s != 0 {
		among = s
	}
	if d.view == nil {
		return p.Opinion().Top(among)
	}
	if o.Team() == werewolf.VillagerTeam {
		best, _ = d.wisest(o, among)
	} else {
		best = d.scapegoat(p, among)
	}
	if best != d.plan && best != 0 {
		d.plan = best
		d.think("plan", "I want %s executed", o.Name(best))
		d.noteReasons(o, best)
	}
	return best
}

// scapegoat returns the player whom the werewolves' side wants executed.
func (d *decider) scapegoat(p *talker.Player, among werewolf.SeatSet) (best werewolf.SeatID) {
	o := p.Observation()
	worth := d.worth
	if o.Spec().IsWolf() && decisive(o) {
		worth = d.worthAtLast
	} else if _, victim := d.power(p); victim != 0 {
		return victim
	}
	most := 0.0
	for id := range among.All() {
		if w := worth(p, id); best == 0 || w > most {
			best, most = id, w
		}
	}
	return best
}

// worthAtLast is what a werewolf sees in a player when the execution of anybody else wins: who others vote for will do,
// the possessed included.
func (d *decider) worthAtLast(p *talker.Player, id werewolf.SeatID) float64 {
	backing := d.reasoner.Evidence().Against(id).Without(p.Observation().Seat).Len()
	return worthBallot*float64(backing) + d.reasoner.Village().Now().Wolf(id)
}

// worth is what the execution of a player is worth to the werewolves' side, and how near it is.
func (d *decider) worth(p *talker.Player, id werewolf.SeatID) float64 {
	o := p.Observation()
	mine := d.reasoner.Mine().Now()
	backing := float64(d.reasoner.Evidence().Against(id).Without(o.Seat).Len()) / float64(max(1, o.Living.Len()))
	worth := d.reasoner.Village().Now().Wolf(id) + worthBacking*backing + worthSeer*mine.Power(id, werewolf.Divines)
	if o.Spec().Traitor() {
		return worth - spareWerewolf*mine.Wolf(id)
	}
	return worth - sparePartner*mine.Traitor(id)
}

// Choose answers a request for a player.
func (d *decider) Choose(p *talker.Player, kind werewolf.RequestKind) (target werewolf.SeatID) {
	o := p.Observation()
	legal := o.Request.Targets
	switch kind {
	case werewolf.Vote:
		target = d.ballot(p)
	case werewolf.Divine:
		target = d.divine(p, legal)
	case werewolf.Attack:
		if target = p.Favourite(legal); target == 0 {
			target = d.prey(p, legal)
		}
	default:
		target = d.Rules.Choose(p, kind)
	}
	d.think("plan", "%s: %s", kind, o.Name(target))
	return target
}

// ballot is the vote as announced, else the target.
func (d *decider) ballot(p *talker.Player) werewolf.SeatID {
	if plan := p.Plan(); plan != 0 {
		return plan
	}
	return d.Target(p)
}

// divine returns the player about whom most can be learned: the one nearest to even odds, except rivals.
func (d *decider) divine(p *talker.Player, legal werewolf.SeatSet) (best werewolf.SeatID) {
	o := p.Observation()
	fresh := legal.Without(o.Seat)
	for _, f := range o.Divined {
		fresh = fresh.Without(f.Target)
	}
	for _, m := range o.Chosen {
		if m.Kind == werewolf.Divine {
			fresh = fresh.Without(m.Target)
		}
	}
	if s := fresh &^ p.Ledger().ClaimantsOf(werewolf.Divines); s != 0 {
		fresh = s
	}
	most := -1.0
	mine := d.reasoner.Mine().Now()
	for id := range fresh.All() {
		w := mine.Wolf(id)
		if gain := w * (1 - w); gain > most {
			best, most = id, gain
		}
	}
	return best
}

// What makes a player worth attacking.
const (
	preySeer      = 1.0
	preyMedium    = 0.6
	preyGuard     = 0.7
	preyPaired    = 0.4  // two confirm each other
	preyTrusted   = 0.8  // times how little the village suspects it
	preyPossessed = -1.6 // times how likely it is on our side
)

// prey returns the player's own choice to attack: the one worth most to the village who will not be executed anyway.
func (d *decider) prey(p *talker.Player, legal werewolf.SeatSet) (best werewolf.SeatID) {
	o := p.Observation()
	mine, village := d.reasoner.Mine().Now(), d.reasoner.Village().Now()
	most := 0.0
	for id := range (legal &^ o.Allies()).Without(o.Seat).All() {
		worth := preySeer*mine.Power(id, werewolf.Divines) + preyMedium*mine.Power(id, werewolf.Identifies) +
			preyGuard*mine.Power(id, werewolf.Guards) + preyPossessed*mine.Traitor(id) -
			preyTrusted*village.Wolf(id)
		if p.Ledger().Paired(id) != 0 {
			worth += preyPaired
		}
		if best == 0 || worth > most {
			best, most = id, worth
		}
	}
	return best
}
