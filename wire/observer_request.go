package wire

import "wolfden/werewolf"

// request returns what a packet asks of the player or announces.
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
		q.Left = leftBy(p.Info)
		q.Left.Count = r.afterThis(kind, q.Left.Count)
	}
	return q
}

// leftBy returns what a packet says is left.
func leftBy(in *Info) werewolf.Left {
	return werewolf.Left{Count: number(in.RemainCount), Length: number(in.RemainLength), Skip: number(in.RemainSkip)}
}

// afterThis returns what is left after a request that came with the count. Some servers count before the
// request, some after it, and no packet says which. A count of all that a day allows can only be one before
// the request, a count of nothing only one after it; in between the player's own utterances of the day decide.
// The first request of a game always settles it, and the answer holds for requests that do not.
func (r *Observer) afterThis(kind werewolf.RequestKind, count int) int {
	rules, _ := r.floor(kind)
	most := rules.MaxCount.PerAgent
	if count == werewolf.NoLimit || most == werewolf.NoLimit {
		return count
	}
	switch unused := most - r.saidToday(kind); {
	case count <= 0:
		r.counts = afterRequest
	case count >= most:
		r.counts = beforeRequest
	case r.counts != unknownCounts:
	case count == unused-1:
		r.counts = afterRequest
	default:
		r.counts = beforeRequest
	}
	if r.counts == beforeRequest {
		count--
	}
	return count
}

// convention says whether a server counts utterances before or after the request.
type convention uint8

const (
	unknownCounts convention = iota
	beforeRequest            // the count includes the requested one
	afterRequest
)

// targets returns the legal targets of a choice.
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

// floor returns the rules of an open floor and what was said on it so far.
func (r *Observer) floor(kind werewolf.RequestKind) (*werewolf.TalkRules, []werewolf.Utterance) {
	if kind == werewolf.Whisper {
		return &r.o.Rules.Whisper, r.o.Whispers
	}
	return &r.o.Rules.Talk, r.o.Talks
}

// mayTalk reports whether the player may speak on an open floor. The dead, players that have said Over and
// players with nothing left only listen.
func (r *Observer) mayTalk(kind werewolf.RequestKind) bool {
	return r.open && r.o.Living.Has(r.o.Seat) && r.openLeft(kind).Count != werewolf.Spent
}

// saidOver reports whether the player has ended its day with Over.
func (r *Observer) saidOver(kind werewolf.RequestKind) bool {
	_, said := r.floor(kind)
	for i := len(said) - 1; i >= 0 && said[i].Day == r.o.Day; i-- {
		if said[i].Seat == r.o.Seat && said[i].Over {
			return true
		}
	}
	return false
}

// openLeft returns what is left after the next utterance on an open floor; Count is werewolf.Spent when there
// cannot be one. It uses what the server says, or else computes it from the rules and the player's own
// utterances.
func (r *Observer) openLeft(kind werewolf.RequestKind) werewolf.Left {
	if r.left != nil {
		return afterNext(*r.left)
	}
	rules, _ := r.floor(kind)
	left := werewolf.Left{Count: rules.MaxCount.PerAgent, Length: rules.MaxLength.PerAgent, Skip: rules.MaxSkip}
	if left.Count != werewolf.NoLimit {
		left.Count = max(0, left.Count-r.saidToday(kind))
	}
	if r.saidOver(kind) {
		left.Count = 0
	}
	return afterNext(left)
}

func afterNext(left werewolf.Left) werewolf.Left {
	switch {
	case left.Count == werewolf.NoLimit:
	case left.Count <= 0:
		left.Count = werewolf.Spent
	default:
		left.Count--
	}
	return left
}

// saidToday returns how many of the day's utterances are the player's own.
func (r *Observer) saidToday(kind werewolf.RequestKind) (n int) {
	_, said := r.floor(kind)
	for i := len(said) - 1; i >= 0 && said[i].Day == r.o.Day; i-- {
		if said[i].Seat == r.o.Seat {
			n++
		}
	}
	return n
}

// result returns who won, once the game is over.
func (r *Observer) result() werewolf.Result {
	var wolves werewolf.SeatSet
	for id := range r.o.Living.All() {
		if r.o.Rules.Table.Species(r.o.RoleOf(id)) == werewolf.Wolf {
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
