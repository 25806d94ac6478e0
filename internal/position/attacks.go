package position

import (
	"slices"

	"wolfden/werewolf"
)

// triesOfDay are made to find a day that comes out as it did, where what nobody saw of it can have come in several orders.
const triesOfDay = 100

// acts are events that show a seat alive.
var acts = map[werewolf.EventKind]bool{
	werewolf.Talked: true, werewolf.Whispered: true, werewolf.VoteCast: true, werewolf.Executed: true,
	werewolf.DivineChosen: true, werewolf.GuardChosen: true, werewolf.AttackCast: true,
}

// attacks are those of a day.
type attacks struct {
	prey   map[int]werewolf.SeatID // by place in the plan; no seat for nobody
	killed werewolf.SeatSet
}

// attackPlaces are where the werewolves attack in the plan of the day.
func (im *imagining) attackPlaces() (places []int) {
	plan, _ := im.game.Plan()
	for place, s := range plan {
		if s.Kind == werewolf.Attack {
			places = append(places, place)
		}
	}
	return places
}

// attackBefore reports whether there was an attack earlier on the day.
func (im *imagining) attackBefore() bool {
	places := im.attackPlaces()
	_, at := im.game.Plan()
	return len(places) > 0 && places[0] < at
}

// tries are made for the day: one, unless what nobody saw of it can have come in several ways.
func (im *imagining) tries() int {
	places, r := im.attackPlaces(), im.game.Rules()
	plan, _ := im.game.Plan()
	if len(places) > 1 || len(places) == 1 && slices.ContainsFunc(plan[places[0]:], public) ||
		r.AttackVote.AllowNoTarget || max(r.Vote.MaxCount, r.AttackVote.MaxCount) > 1 {
		return triesOfDay
	}
	return 1
}

// planned returns the attacks of the day, and makes them up where that was not done.
func (im *imagining) planned() *attacks {
	if im.attacks != nil {
		return im.attacks
	}
	places, day := im.attackPlaces(), im.game.Day()
	a := &attacks{prey: map[int]werewolf.SeatID{}}
	im.attacks = a
	var left []int
	for _, n := range im.rng.Perm(len(places)) {
		left = append(left, places[n])
	}
	if im.later(werewolf.DayBegan, day+1) == nil && im.later(werewolf.FoundDead, day+1) == nil {
		for _, place := range places {
			if victim := im.silenced(place, a.killed); victim != 0 {
				a.prey[place], a.killed = victim, a.killed.With(victim)
				left = slices.DeleteFunc(left, func(p int) bool { return p == place })
			}
		}
	}
	for _, entry := range im.seen[im.matched:] {
		if e := entry.Event; e.Kind == werewolf.FoundDead && e.Day == day+1 {
			a.killed = a.killed.With(e.Seat)
			if at := slices.IndexFunc(left, func(place int) bool { return !im.since(place).Has(e.Seat) }); at >= 0 {
				a.prey[left[at]] = e.Seat
				left = slices.Delete(left, at, at+1)
			}
		}
	}
	for _, place := range places {
		if _, known := a.prey[place]; !known {
			a.prey[place] = im.spared(place)
		}
		im.remember(place, a.prey[place])
	}
	return a
}

// remember makes chance draw the prey.
func (im *imagining) remember(place int, prey werewolf.SeatID) {
	plan, _ := im.game.Plan()
	im.world.prey[werewolf.Occasion{Day: im.game.Day(), Phase: int(plan[place].Phase)}] = prey
}

// since are the seats that are seen alive on the day after a place in its plan.
func (im *imagining) since(place int) (seats werewolf.SeatSet) {
	plan, _ := im.game.Plan()
	for _, entry := range im.seen[im.matched:] {
		if e := entry.Event; e.Day == im.game.Day() && e.Phase > plan[place].Phase && acts[e.Kind] {
			seats = seats.With(e.Seat)
		}
	}
	return seats
}

// silenced is somebody who may have been killed at a place of a day whose next morning has not come, if the day has gone on since;
// or nobody.
func (im *imagining) silenced(place int, dead werewolf.SeatSet) werewolf.SeatID {
	plan, _ := im.game.Plan()
	if place >= im.stage.place || !slices.ContainsFunc(plan[place:im.stage.place+1], public) {
		return 0
	}
	may := im.game.Living() &^ im.since(place) &^ dead &^ im.with(werewolf.Attacks)
	voting := im.stage.Kind == werewolf.Vote && im.seat > 0
	switch {
	case len(im.mine) > 0 && voting: // it is told among whom it may choose
		if may &^= im.mine[0].Targets.With(im.seat); may == 0 {
			return 0
		}
		return may.Nth(im.rng.IntN(may.Len()))
	case len(im.mine) > 0:
		may = may.Without(im.seat)
	case voting && may.Has(im.seat) && im.rng.IntN(2) == 0:
		return im.seat // only the dead are not asked
	}
	if own := im.ownAttack(place); may.Has(own) && im.rng.IntN(2) == 0 {
		return own
	}
	n := im.rng.IntN(may.Len() + 1)
	if n == may.Len() {
		return 0
	}
	return may.Nth(n)
}

// with are the living whose role has the power.
func (im *imagining) with(p werewolf.Power) (seats werewolf.SeatSet) {
	for id := range im.game.Living().All() {
		if im.game.Rules().Table.Power(im.game.Role(id)) == p {
			seats = seats.With(id)
		}
	}
	return seats
}

// ownAttack is whom the seat has voted to attack at a place; no seat for nobody.
func (im *imagining) ownAttack(place int) werewolf.SeatID {
	plan, _ := im.game.Plan()
	for _, entry := range im.seen[im.matched:] {
		if e := entry.Event; e.Kind == werewolf.AttackCast && e.Day == im.game.Day() && e.Phase == plan[place].Phase {
			return e.Target
		}
	}
	return 0
}

// prey is whom the werewolves attack now.
func (im *imagining) prey() werewolf.SeatID {
	_, at := im.game.Plan()
	return im.planned().prey[at]
}

// guarded is a made-up choice of who guards: whom the werewolves attack in vain, else somebody who is not found dead.
func (im *imagining) guarded(q werewolf.Request) werewolf.SeatID {
	a := im.planned()
	_, at := im.game.Plan()
	for _, place := range im.attackPlaces() {
		if target := a.prey[place]; place > at && target != 0 && !a.killed.Has(target) {
			return target
		}
	}
	if a.killed != 0 {
		return im.choice(q, a.killed)
	}
	return 0
}

// spared is whom the werewolves have attacked in vain at a place. Where somebody can have guarded the prey, that was so.
func (im *imagining) spared(place int) werewolf.SeatID {
	plan, _ := im.game.Plan()
	day, last := im.game.Day(), place == im.attackPlaces()[len(im.attackPlaces())-1]
	if e := im.later(werewolf.AttackVotesShown, day+1); e != nil && last {
		shown := map[werewolf.SeatID]werewolf.SeatID{}
		for _, b := range e.Votes {
			shown[b.Seat] = b.Target
		}
		return top(shown).First()
	}
	guards := im.with(werewolf.Guards)
	if !slices.ContainsFunc(plan[:place], func(s werewolf.Step) bool { return s.Kind == werewolf.Guard }) {
		guards = 0
	}
	own := im.ownAttack(place)
	if own != 0 && guards != 0 && (!im.game.Rules().AttackVote.AllowNoTarget || im.rng.IntN(2) == 0) {
		return own
	}
	if own != 0 {
		return 0 // a tie that attacked nobody
	}
	if e := im.later(werewolf.GuardChosen, day); e != nil && e.Phase <= plan[place].Phase {
		return e.Target
	}
	among := im.game.Living() &^ guards &^ im.with(werewolf.Attacks)
	if guards == 0 || guards.Has(im.seat) || among == 0 || im.try > 0 && im.rng.IntN(2) == 0 {
		return 0
	}
	return among.Nth(im.rng.IntN(among.Len()))
}
