// Package doubt says how suspicious each player looks to one observer, with the reasons.
//
// The law of the package: an opinion is a sum of weights from one table, each earned by something that happened. It
// sees what its observer may know and believes of it what the observer shows to the table: a werewolf that plays a
// villager doubts as that villager would.
package doubt

import (
	"wolfden/internal/ledger"
	"wolfden/werewolf"
)

// Why is what a weight is earned by.
type Why uint8

// Reasons to suspect, then reasons to trust. The comments say what Reason's Other and Third are.
const (
	NoReason   Why = iota
	SeenWolf       // own result
	Lied           // called me a werewolf
	Rival          // claims the role I show
	Refuted        // called Other a werewolf, who was none
	Cleared        // called Other human, who was a werewolf
	Clash          // its result on Other contradicts mine
	Said           // says itself to be on the werewolves' side
	Black          // Other found it a werewolf
	Retracted      // took a claim back
	Split          // it and Other claim one role, and Other looks better
	Broke          // announced a vote for Other and voted Third
	Shield         // speaks for Other, who was found a werewolf
	Changed        // changed its announced vote more than once in a day
	Pushed         // voted for Other, who was human
	Against        // goes for me
	Quiet          // says little
	Open           // nobody vouches for it while others are vouched for
	Crowd          // several announce votes for it
	AlliesWish     // one's own side has settled on it
	Gut            // a feeling

	SeenHuman // own result
	FoundBy   // Other found it human
	Sole      // alone claims a role
	ToldTruth // its result on me is true
	Confirmed // called Other a werewolf, who was one
	VotedWell // voted for Other, who was a werewolf
	Paired    // it and Other say of each other to have a role that knows its fellows
	numWhys
)

// weights are the whole opinion. A thing that proves weighs more than anything that only hints.
var weights = [numWhys]float32{
	SeenWolf:   12,   // certain
	Lied:       5,    // certain that it is a fake, which may still be human
	Refuted:    5,    // the same
	Cleared:    5,    // the same
	Clash:      5,    // the same
	Said:       4,    // may be a trick of a villager
	Rival:      3,    // a fake; in small games more often the possessed than the werewolf
	Black:      4.5,  // times the credit of who says so
	Retracted:  1.5,  // villagers do so too
	Split:      0.7,  // one of them is on the other side
	Broke:      1.3,  // liars vote otherwise than they say
	Shield:     0.9,  // may be honest doubt
	Changed:    0.6,  // nervous, or looking for the crowd
	Pushed:     0.35, // for each; everybody errs
	Against:    0.6,  // werewolves need victims, villagers err
	Quiet:      0.8,  // hides, or has nothing to say
	Open:       0.4,  // by elimination
	Crowd:      0.14, // for each announced vote: a split vote helps the werewolves
	AlliesWish: 0.9,  // agreed in whispers
	Gut:        0.6,  // at most

	SeenHuman: -12,  // certain
	FoundBy:   -2.5, // times the credit of who says so
	Sole:      -2,   // the real one would have spoken
	ToldTruth: -1.2, // a guess would have been right too
	Confirmed: -2,   // werewolves do not betray each other early, but somebody may have guessed
	Paired:    -3,   // two liars would have to agree
	VotedWell: -0.9, // werewolves do so only when they must
}

// Reason is one earned weight. Its zero value is no reason.
type Reason struct {
	Why          Why
	Seat         werewolf.SeatID // whom it is about
	Other, Third werewolf.SeatID
	Role         werewolf.Role // of Split, Sole and Paired
	Weight       float32
}

// Observer are the observer and what it shows of itself.
type Observer struct {
	Me        werewolf.SeatID
	Role      werewolf.Role      // the role it shows to others once asked
	Open      bool               // whether it has shown it
	Divined   []werewolf.Finding // its results as it tells them
	Mediumed  []werewolf.Finding
	Fellows   werewolf.SeatSet // whom its role was told of: they are of the village
	Scapegoat werewolf.SeatID  // whom its own side wants gone, 0 for nobody
	Seed      uint64           // of its gut feelings
}

// Opinion is the opinion. The zero Opinion has none; Weigh replaces what was there.
type Opinion struct {
	Score [werewolf.MaxSeats + 1]float32

	reasons  []Reason
	proven   [werewolf.MaxSeats + 1]werewolf.Species
	fake     werewolf.SeatSet // claimants who cannot be what they claim
	faith    [werewolf.MaxSeats + 1]float32
	o        *werewolf.Observation
	ledger   *ledger.Ledger
	observer Observer
}

// Weigh forms the opinion anew.
func (s *Opinion) Weigh(o *werewolf.Observation, heard *ledger.Ledger, observer Observer) {
	*s = Opinion{reasons: s.reasons[:0], o: o, ledger: heard, observer: observer}
	s.feel()
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

// Against is the heaviest reason to suspect a player, For the heaviest to trust it; the zero Reason when there is none.
func (s *Opinion) Against(id werewolf.SeatID) Reason {
	return s.heaviest(id, func(w float32) float32 { return w })
}

// For is the heaviest reason to trust a player.
func (s *Opinion) For(id werewolf.SeatID) Reason {
	return s.heaviest(id, func(w float32) float32 { return -w })
}

func (s *Opinion) heaviest(id werewolf.SeatID, sign func(float32) float32) (best Reason) {
	for _, r := range s.reasons {
		if r.Seat == id && sign(r.Weight) > max(0, sign(best.Weight)) {
			best = r
		}
	}
	return best
}

// ReasonsAgainst yields every reason to suspect a player, the heaviest first. The slice is fresh.
func (s *Opinion) ReasonsAgainst(id werewolf.SeatID) (list []Reason) {
	for _, r := range s.reasons {
		if r.Seat != id || r.Weight <= 0 {
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

// Top is the most suspicious of the players, none of none. Of equals the lowest seat: gut feelings make equals rare.
func (s *Opinion) Top(among werewolf.SeatSet) (top werewolf.SeatID) {
	for id := range among.All() {
		if top == 0 || s.Score[id] > s.Score[top] {
			top = id
		}
	}
	return top
}

// Least is the most trusted of the players, none of none.
func (s *Opinion) Least(among werewolf.SeatSet) (least werewolf.SeatID) {
	for id := range among.All() {
		if least == 0 || s.Score[id] < s.Score[least] {
			least = id
		}
	}
	return least
}

// IsFake reports whether a player cannot be what it claims, or has told a result that cannot be true.
func (s *Opinion) IsFake(id werewolf.SeatID) bool { return s.fake.Has(id) }

// Proven is what the observer knows for certain about a player, NoSpecies when it knows nothing.
func (s *Opinion) Proven(id werewolf.SeatID) werewolf.Species { return s.proven[id] }
