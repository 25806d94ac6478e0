package lycaon

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/talker"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// ground is what a reason against somebody rests on.
type ground uint8

const (
	manner ground = iota // what it says and does
	result               // a result that calls it a werewolf
	claim                // that others claim the same, or that its claim cannot be true
	crowd                // announced votes
	numGrounds
)

// grounds are those of the reasons that do not rest on somebody's manner.
var grounds = map[doubt.Why]ground{
	doubt.SeenWolf: result, doubt.Black: result,
	doubt.Lied: claim, doubt.Rival: claim, doubt.Refuted: claim, doubt.Cleared: claim, doubt.Clash: claim, doubt.Retracted: claim, doubt.Split: claim,
	doubt.Surplus: claim, doubt.Sides: claim, doubt.Crowd: crowd,
}

// appeal asks by name for a vote that can be won, with the reason by which that player has gone before. A liar asks as somebody would
// who was what it pretends to be.
func (s *state) appeal(t *agent.Table, b *agent.Brief) {
	o, target := t.O, t.Self.Plan()
	if o.Day == 0 || s.reasoner == nil || o.Request.Turn < earliest {
		return
	}
	if wanted := t.Self.Target(); target == 0 && announces(t) {
		target = wanted
	} else if wanted != target {
		return
	}
	if target == 0 || !s.undecided(o, target) || heardAppeals(t) {
		return
	}
	var why [werewolf.MaxSeats + 1]doubt.Reason
	var worth [werewolf.MaxSeats + 1]float64
	reasons := t.Self.Opinion().ReasonsAgainst(target)
	for id := range o.Others().Without(target).All() {
		if s.reasoner.Evidence().WantsOut(id) != target && s.view.Wolf(id) < 0.5 {
			why[id], worth[id] = s.winning(t, id, reasons)
		}
	}
	who := s.most(o.Others(), func(id werewolf.SeatID) float64 { return worth[id] })
	if who == 0 || worth[who] == 0 {
		return
	}
	ask := talker.Appeal(who, why[who])
	ask.Note = "I ask " + o.Name(who) + " to vote for " + o.Name(target)
	b.First = talker.Each(talker.Reply(), ask)
	b.First.More = true
}

// heardAppeals reports whether the player has asked for votes today, or so many others have that one more says nothing.
func heardAppeals(t *agent.Table) bool {
	const atOnce, livingEach = 3, 6
	asked := 0
	for _, l := range t.Heard.Lines() {
		if l.Day != t.O.Day || !l.Requests(speech.Vote) {
			continue
		}
		if asked++; l.Seat == t.O.Seat || l.At > t.Heard.Heard()-atOnce {
			return true
		}
	}
	return asked > t.O.Living.Len()/livingEach
}

// undecided reports whether votes that are not announced, or one that is changed, could still decide whether the target is executed.
func (s *state) undecided(o *werewolf.Observation, target werewolf.SeatID) bool {
	signs := s.reasoner.Evidence()
	silent, most := 0, 0
	for id := range o.Living.All() {
		if id != o.Seat && signs.WantsOut(id) == 0 {
			silent++
		}
		if id != target {
			most = max(most, signs.Against(id).Without(o.Seat).Len())
		}
	}
	lead := signs.Against(target).With(o.Seat).Len() - most
	return lead >= -2 && lead <= 1+silent
}

// winning is the reason by which a player is likeliest to be won, and how likely; none for who wants somebody else executed and has gone
// by none of them.
func (s *state) winning(t *agent.Table, id werewolf.SeatID, reasons []doubt.Reason) (best doubt.Reason, most float64) {
	now := moment{who: id, day: t.O.Day, at: t.Heard.Heard()}
	heeds := heedsOf(t.O, t.Heard, id)
	wants := s.reasoner.Evidence().WantsOut(id)
	for _, r := range reasons {
		g := grounds[r.Why]
		how := heeds[g].share()
		switch {
		case r.Thin(), r.Why == doubt.AlliesWish, r.Other == id, r.Third == id, how <= most:
		case wants != 0 && (how <= 0.5 || now.against(t.O, t.Heard, g).Has(wants)):
		default:
			best, most = r, how
		}
	}
	return best, most
}

// heed is how often a player could have gone by a ground when it announced a vote, and did.
type heed struct{ could, did int }

// share is how often it would, even odds for who was never seen to.
func (h heed) share() float64 { return float64(h.did+1) / float64(h.could+2) }

// heedsOf counts what a player has gone by when it announced another vote than before.
func heedsOf(o *werewolf.Observation, heard *ledger.Ledger, who werewolf.SeatID) (h [numGrounds]heed) {
	day, before := 0, werewolf.SeatID(0)
	for _, l := range heard.Lines() {
		if l.Seat != who || !l.Is(speech.Vote) || l.Day == day && l.Target == before {
			continue
		}
		day, before = l.Day, l.Target
		then := moment{who: who, day: l.Day, at: l.At}
		for g := range numGrounds {
			against := then.against(o, heard, g)
			if against == 0 {
				continue
			}
			h[g].could++
			if against.Has(l.Target) {
				h[g].did++
			}
		}
	}
	return h
}

// moment is when a player may announce a vote: before the utterance at a place.
type moment struct {
	who     werewolf.SeatID
	day, at int
}

// against are the living others against whom there was the ground by what somebody else had said.
func (m moment) against(o *werewolf.Observation, heard *ledger.Ledger, g ground) (s werewolf.SeatSet) {
	switch g {
	case result:
		for _, r := range heard.Findings() {
			if r.At < m.at && r.By != m.who && r.Species == werewolf.Wolf {
				s = s.With(r.Target)
			}
		}
	case claim:
		for _, c := range heard.Claims() {
			if all := heard.ClaimantsAt(c.Role, m.at-1); !heard.Spec(c.Role).Ordinary() && all.Len() > heard.Places(c.Role) {
				s |= all
			}
		}
	case crowd:
		var wants [werewolf.MaxSeats + 1]werewolf.SeatID
		for _, l := range heard.Lines() {
			if l.Day == m.day && l.At < m.at && l.Is(speech.Vote) {
				wants[l.Seat] = l.Target
			}
		}
		wants[m.who] = 0
		for _, target := range wants {
			s = s.With(target)
		}
	default: // somebody's manner
		for _, l := range heard.Lines() {
			if l.Day == m.day && l.At < m.at && l.Seat != m.who && l.Suspects() {
				s = s.With(l.Target)
			}
		}
	}
	for _, d := range o.Deaths {
		if d.Day < m.day {
			s = s.Without(d.Seat)
		}
	}
	return s.Without(m.who).Without(0)
}
