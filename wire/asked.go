package wire

import "wolfden/werewolf"

// request is what a packet asks of the player, or announces.
func (r *Observer) request(p *Packet) werewolf.Request {
	kind := p.Request.Kind()
	switch floor := p.Request >= RequestTalkPhaseStart; {
	case p.Request == RequestName, floor && !r.mayTalk(kind):
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

// floor are the rules of an open floor and what was said on it so far.
func (r *Observer) floor(kind werewolf.RequestKind) (*werewolf.TalkRules, []werewolf.Utterance) {
	if kind == werewolf.Whisper {
		return &r.o.Rules.Whisper, r.o.Whispers
	}
	return &r.o.Rules.Talk, r.o.Talks
}

// mayTalk reports whether a floor is open to the player: the dead, who has said
// Over and who has nothing left only listen.
func (r *Observer) mayTalk(kind werewolf.RequestKind) bool {
	return r.open && r.o.Living.Has(r.o.Seat) && !r.saidOver(kind) && r.openLeft(kind).Count != spent
}

// saidOver reports whether the player has ended its day.
func (r *Observer) saidOver(kind werewolf.RequestKind) bool {
	_, said := r.floor(kind)
	for i := len(said) - 1; i >= 0 && said[i].Day == r.o.Day; i-- {
		if said[i].Seat == r.o.Seat && said[i].Over {
			return true
		}
	}
	return false
}

// spent marks a player that has no utterance left.
const spent = werewolf.NoLimit - 1

// openLeft is what is left after the next utterance on an open floor; Count is
// spent when there cannot be another one.
func (r *Observer) openLeft(kind werewolf.RequestKind) werewolf.Left {
	rules, said := r.floor(kind)
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
	if left.Count < 0 {
		left.Count = spent
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
