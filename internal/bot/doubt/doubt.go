// Package doubt computes how suspicious each player looks to one observer, with the reasons.
//
// The law of the package: an opinion is a sum of weights from one table, and each weight has an event as its reason.
// The opinion uses what the observer may know and fits the role that the observer shows: a werewolf that poses as a
// villager doubts as that villager would.
package doubt

import (
	"iter"

	"wolfden/internal/ledger"
	"wolfden/werewolf"
)

// Why is the kind of a reason.
type Why uint8

// Reasons to suspect a player, then reasons to trust it. "me" is the observer; Other and Third are the fields of
// Reason.
const (
	NoReason   Why = iota
	SeenWolf       // own result
	Lied           // called me a werewolf
	Rival          // claims the role I show
	Refuted        // called Other a werewolf, who was none
	Cleared        // called Other human, who was a werewolf
	Clash          // its result on Other contradicts mine
	Said           // claims to be on the werewolves' side
	Black          // Other found it a werewolf
	Retracted      // took a claim back
	Split          // it and Other claim one role, and Other looks better
	Broke          // announced a vote for Other and voted Third
	Shield         // speaks for Other, who was found a werewolf
	Changed        // changed its announced vote more than once in a day
	Pushed         // voted for Other, who was human
	Against        // accuses me
	Quiet          // says little
	Open           // nobody vouches for it, though others are vouched for
	Crowd          // several announce votes for it
	Surplus        // one of N claimants of a role of whom at least one must be a werewolf
	Missed         // voted for Third on the day when Other, a werewolf, was executed
	Alike          // voted for Third together with Other, who was a werewolf
	Sides          // speaks for Other, who cannot be what it claims
	Aloof          // has spoken several times today and named nobody
	AlliesWish     // my own side wants it gone
	Gut            // a feeling

	SeenHuman // own result
	Saved     // nobody died in the night in which I guarded it
	FoundBy   // Other found it human
	Sole      // is the only claimant of a role
	ToldTruth // its result on me is true
	Confirmed // called Other a werewolf, who was one
	VotedWell // voted for Other, who was a werewolf
	Paired    // it and Other each say that they share a role that knows its fellows
	numWhys
)

// weights are the whole opinion. A thing that proves weighs more than anything that only hints.
var weights = [numWhys]float32{
	SeenWolf:   12,   // certain
	Lied:       5,    // certain that it is a fake, which may still be human
	Refuted:    5,    // certain that it is a fake, which may still be human
	Cleared:    5,    // certain that it is a fake, which may still be human
	Clash:      5,    // certain that it is a fake, which may still be human
	Said:       4,    // may be a trick of a villager
	Rival:      3,    // a fake; in small games the possessed more often than the werewolf
	Black:      4.5,  // times the credit of the player who says so
	Retracted:  1.5,  // villagers do so too
	Split:      0.7,  // one of them is on the other side
	Broke:      1.3,  // liars vote differently from what they say
	Shield:     0.9,  // may be honest doubt
	Changed:    0.6,  // nervous, or looking for the crowd
	Pushed:     0.35, // for each such vote; everybody errs
	Against:    0.6,  // werewolves need victims, villagers err
	Quiet:      0.8,  // hides, or has nothing to say
	Open:       0.4,  // by elimination
	Crowd:      0.14, // for each announced vote, since a split vote helps the werewolves
	AlliesWish: 0.9,  // agreed in whispers
	Surplus:    0.05, // Split has weighed it
	Missed:     0.1,  // so did villagers
	Alike:      0.1,  // villagers err with them
	Sides:      0.1,  // believes a liar, as villagers do
	Aloof:      0.1,  // waits
	Gut:        0.6,  // at most, times a fixed random number

	SeenHuman: -12,  // certain
	Saved:     -10,  // but for werewolves who attack nobody
	FoundBy:   -2.5, // times the credit of the player who says so
	Sole:      -2,   // the real holder would have spoken
	ToldTruth: -1.2, // a guess would have been right too
	Confirmed: -2,   // werewolves do not betray each other early, but somebody may have guessed
	Paired:    -3,   // two liars would have to agree
	VotedWell: -0.9, // werewolves do so only when they must
}

// Reason is one event and its weight. The zero Reason is none.
type Reason struct {
	Why          Why
	Seat         werewolf.SeatID // the player it is about
	Other, Third werewolf.SeatID
	Role         werewolf.Role // for Split, Sole, Paired and Surplus
	N            int           // for Surplus the claimants, for Open the living of whom nothing is known once the table knows of some
	Weight       float32
}

// Thin reports whether the reason rests on nothing that the player has said or done.
func (r Reason) Thin() bool { return r.Why == Gut || r.Why == Open }

// Observer is who forms the opinion, and what it shows of itself.
type Observer struct {
	Me        werewolf.SeatID
	Role      werewolf.Role      // the role that it shows when asked
	Open      bool               // it has shown its role
	Divined   []werewolf.Finding // its results, as it tells them
	Mediumed  []werewolf.Finding
	Fellows   werewolf.SeatSet // players whom its role was shown: they are of the village
	Saved     werewolf.SeatSet // whom it guarded in nights in which nobody died
	Scapegoat werewolf.SeatID  // whom its own side wants gone, 0 for nobody
	Seed      uint64           // seed of its gut feelings
}

// Opinion is what one observer thinks of each player. The zero Opinion is empty; Weigh replaces everything in it.
type Opinion struct {
	Score [werewolf.MaxSeats + 1]float32

	reasons  []Reason
	proven   [werewolf.MaxSeats + 1]werewolf.Species
	fake     werewolf.SeatSet // claimants who cannot be what they claim
	faith    [werewolf.MaxSeats + 1]float32
	weight   func(Reason) float32
	o        *werewolf.Observation
	ledger   *ledger.Ledger
	observer Observer
}

// Weigh forms the opinion anew.
func (s *Opinion) Weigh(o *werewolf.Observation, heard *ledger.Ledger, observer Observer) {
	*s = Opinion{o: o, ledger: heard, observer: observer}
	for id := range o.Living.All() { // gut feelings break ties
		s.addReason(Reason{Why: Gut, Seat: id}, gut(observer.Seed, id))
	}
	s.prove()
	s.testResults()
	s.believe()
	s.weighClaims()
	s.weighFellows()
	s.weighResults()
	s.weighVotes()
	s.weighManner()
	s.o, s.ledger = nil, nil
}

func (s *Opinion) addReason(r Reason, times float32) {
	if r.Seat == s.observer.Me || times == 0 {
		return
	}
	r.Weight = weights[r.Why] * times
	if r.Weight > 0 && s.observer.Fellows.Has(r.Seat) {
		return
	}
	s.Score[r.Seat] += r.Weight
	s.reasons = append(s.reasons, r)
}

// Against returns the heaviest reason to suspect a player, the zero Reason if there is none.
func (s *Opinion) Against(id werewolf.SeatID) Reason {
	return s.heaviest(id, func(w float32) float32 { return w })
}

// For returns the heaviest reason to trust a player, the zero Reason if there is none.
func (s *Opinion) For(id werewolf.SeatID) Reason {
	return s.heaviest(id, func(w float32) float32 { return -w })
}

func (s *Opinion) heaviest(id werewolf.SeatID, sign func(float32) float32) (best Reason) {
	for r := range s.about(id) {
		if sign(r.Weight) > max(0, sign(best.Weight)) {
			best = r
		}
	}
	return best
}

// about yields the reasons to suspect or trust a player.
func (s *Opinion) about(id werewolf.SeatID) iter.Seq[Reason] {
	return func(yield func(Reason) bool) {
		for _, r := range s.reasons {
			if r.Seat != id {
				continue
			}
			if s.weight != nil {
				r.Weight = s.weight(r)
			}
			if r.Weight != 0 && !yield(r) {
				return
			}
		}
	}
}

// Reweigh has the reasons weighed by somebody who believes otherwise: by what weight returns when they are asked for, 0 for those that
// do not count. The scores stay as they are.
func (s *Opinion) Reweigh(weight func(Reason) float32) { s.weight = weight }

// Disbelieve adds to the claimants who are not taken for what they claim.
func (s *Opinion) Disbelieve(some werewolf.SeatSet) { s.fake |= some }

// ReasonsAgainst returns every reason to suspect a player, the heaviest first. The slice is fresh.
func (s *Opinion) ReasonsAgainst(id werewolf.SeatID) (list []Reason) {
	for r := range s.about(id) {
		if r.Weight <= 0 {
			continue
		}
		at := len(list)
		for at > 0 && list[at-1].Weight < r.Weight {
			at--
		}
		list = append(list, Reason{})
		copy(list[at+1:], list[at:])
		list[at] = r
	}
	return list
}

// Top returns the most suspicious of the players, 0 if there are none. Among equals, which gut feelings make rare, it
// is the lowest seat.
func (s *Opinion) Top(among werewolf.SeatSet) werewolf.SeatID {
	return among.Most(func(id werewolf.SeatID) float64 { return float64(s.Score[id]) })
}

// Least returns the most trusted of the players, 0 if there are none.
func (s *Opinion) Least(among werewolf.SeatSet) werewolf.SeatID {
	return among.Most(func(id werewolf.SeatID) float64 { return -float64(s.Score[id]) })
}

// IsFake reports whether a player cannot be what it claims, has told a result that cannot be true, or is disbelieved.
func (s *Opinion) IsFake(id werewolf.SeatID) bool { return s.fake.Has(id) }

// Proven returns what the observer knows for certain about a player, NoSpecies if nothing.
func (s *Opinion) Proven(id werewolf.SeatID) werewolf.Species { return s.proven[id] }
