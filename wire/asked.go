package wire

import "wolfden/werewolf"

// request is what a packet asks of the player, or announces.
func (r *Observer) request(p *Packet) werewolf.Request {
	kind := p.Request.Kind()
	switch floor := p.Request >= RequestTalkPhaseStart; {
	case p.Request == RequestName, floor && !r.open:
		return werewolf.Request{}
	case floor:
		return werewolf.Request{Seat: r.o.Seat, Kind: kind, Open: true, Left: r.openLeft(kind)}
	}
	q := werewolf.Request{Seat: r.o.Seat, Kind: kind, Targets: r.targets(kind)}
	if kind.Speaks() || kind == werewolf.Vote || kind == werewolf.Attack {
		q.Turn = r.turn
	}
	if kind.Speaks() {
		in := p.Info
		q.Left = werewolf.Left{Count: number(in.RemainCount), Length: number(in.RemainLength), Skip: number(in.RemainSkip)}
	}
	return q
}

// targets are the legal targets of a choice.
func (r *Observer) targets(kind werewolf.RequestKind) werewolf.SeatSet {
	o := &r.o
	switch {
	case !kind.Chooses():
		return 0
	case kind == werewolf.Attack:
		return o.Living &^ o.Allies().With(o.Seat)
	case kind == werewolf.Vote && o.Rules.Vote.AllowSelfVote:
		return o.Living
	default:
		return o.Others()
	}
}

// openLeft is what is left after the next utterance on an open floor.
func (r *Observer) openLeft(kind werewolf.RequestKind) werewolf.Left {
	rules, said := &r.o.Rules.Talk, r.o.Talks
	if kind == werewolf.Whisper {
		rules, said = &r.o.Rules.Whisper, r.o.Whispers
	}
	left := werewolf.Left{Count: rules.MaxCount.PerAgent, Length: rules.MaxLength.PerAgent, Skip: rules.MaxSkip}
	if left.Count == werewolf.NoLimit {
		return left
	}
	left.Count--
	for i := len(said) - 1; i >= 0 && said[i].Day == r.o.Day; i-- {
		if said[i].Seat == r.o.Seat {
			left.Count--
		}
	}
	return left
}

// result is who has won when the game is over.
func (r *Observer) result() werewolf.Result {
	var wolves werewolf.SeatSet
	for id := range r.o.Living.All() {
		if r.o.RoleOf(id) == werewolf.Werewolf {
			wolves = wolves.With(id)
		}
	}
	switch last := r.o.Rules.MaxDay; {
	case wolves == 0:
		return werewolf.Result{Winner: werewolf.VillagerTeam, End: werewolf.Elimination}
	case 2*wolves.Len() >= r.o.Living.Len():
		return werewolf.Result{Winner: werewolf.WerewolfTeam, End: werewolf.Parity}
	case last != werewolf.NoLimit && r.o.Day > last:
		return werewolf.Result{End: werewolf.DayLimit}
	default:
		return werewolf.Result{End: werewolf.Failure}
	}
}
