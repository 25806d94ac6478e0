// Package facts is the list of what was said and done in public in one game, as typed facts.
//
// The law of the package: it records and holds no opinion. It is folded from observations and readings alone, always in
// the order of the game, so that a ledger begun late says the same as one that was there from the start. What somebody
// failed to do by the end of a day is a fact as well.
package facts

import "wolfden/werewolf"

// Kind is what a fact is about. The zero Kind is no fact.
type Kind uint8

// Kinds of facts, with the fields they use beside Actor, Day and At.
const (
	NoKind    Kind = iota
	Claim          // Role, Counter: the actor says who it is
	Unclaimed      // the talk of a day is over and the actor has never said who it is
	Retract        // Role: the actor takes a claim back, or claims something else
	Told           // Role, Target, Species: a result of its own
	Slip           // Role, Target: a result that an honest claimant could not have told
	Accuse         // Target and its Standing, Choices: spoke against it on the day
	Declare        // the same: announced a vote or asked for votes
	Cast           // the same: voted, where votes are shown
	Support        // the same: spoke for it
	Kept           // Target: voted as announced last
	Broke          // Target: voted otherwise than announced last
	Attacked       // Standing: the actor was killed at night
	Spared         // Standing: the actor lived through a night in which somebody was killed
	Spoke          // the actor took part in a day's talk
	Quiet          // the actor said nothing, or little beside the others
	Executed       // the actor was executed
)

var kindNames = [...]string{
	"", "claim", "unclaimed", "retract", "told", "slip", "accuse", "declare", "cast", "support", "kept", "broke",
	"attacked", "spared", "spoke", "quiet", "executed",
}

// String is a name for people and for data files.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "?"
}

// Standing is how a player stands in public, which decides how much it means to go for it: everybody goes for a player
// who was called a werewolf. The zero Standing is of nobody in particular.
type Standing uint8

// Standings, of which the last that holds counts.
const (
	Plain    Standing = iota
	Cleared           // a result says it is human
	Claimant          // it claims a role with a power
	Blamed            // a result says it is a werewolf
)

// Fact is one thing that happened in public. Its fields beyond Kind, Actor, Day and At are zero where the kind does not
// use them.
type Fact struct {
	Kind     Kind
	Role     werewolf.Role
	Species  werewolf.Species
	Standing Standing
	Counter  bool // of a claim: as many as there are of the role had claimed it before
	Actor    werewolf.SeatID
	Target   werewolf.SeatID
	Day      int
	At       int              // index of the utterance in Observation.Talks, -1 where nobody spoke
	Choices  werewolf.SeatSet // those of the same standing whom the actor could have chosen instead, with the target
}

// Ledger is the facts of one game. The zero Ledger has seen nothing. It is not safe for concurrent use.
type Ledger struct {
	list []Fact

	seats  werewolf.SeatSet
	living werewolf.SeatSet
	counts werewolf.RoleCounts
	claim  [werewolf.MaxSeats + 1]werewolf.Role // that stands
	ever   werewolf.SeatSet                     // who has ever claimed a role with a power
	spoken werewolf.SeatSet                     // who has ever claimed anything
	blamed werewolf.SeatSet
	clear  werewolf.SeatSet
	words  [werewolf.MaxSeats + 1]int // today
	plan   [werewolf.MaxSeats + 1]werewolf.SeatID

	day    int
	talks  int  // utterances taken in
	dusk   bool // the day's talk is over
	deaths int  // taken in
	votes  int
}

// List is every fact so far, in order. An opinion that grows firmer within a day (accused, then announced, then voted)
// is one fact, at the place of its beginning. The slice shares the ledger's memory and must not be changed; it is valid
// until the next See.
func (l *Ledger) List() []Fact { return l.list }

// ClaimOf is the role a player claims now, NoRole when it claims none.
func (l *Ledger) ClaimOf(id werewolf.SeatID) werewolf.Role {
	if !l.seats.Has(id) {
		return werewolf.NoRole
	}
	return l.claim[id]
}

// Claimants is the players who claim the role now, dead or alive.
func (l *Ledger) Claimants(r werewolf.Role) (s werewolf.SeatSet) {
	for id := range l.seats.All() {
		if r != werewolf.NoRole && l.claim[id] == r {
			s = s.With(id)
		}
	}
	return s
}

// Results is what a player has told as results of the role, each target once with what was told of it last.
func (l *Ledger) Results(by werewolf.SeatID, as werewolf.Role) (told []werewolf.Finding) {
next:
	for _, f := range l.list {
		if f.Kind != Told || f.Actor != by || f.Role != as {
			continue
		}
		for i := range told {
			if told[i].Target == f.Target {
				told[i] = werewolf.Finding{Day: f.Day, Target: f.Target, Species: f.Species}
				continue next
			}
		}
		told = append(told, werewolf.Finding{Day: f.Day, Target: f.Target, Species: f.Species})
	}
	return told
}

// PlanOf is the vote a player last announced today, no seat when it announced none.
func (l *Ledger) PlanOf(id werewolf.SeatID) werewolf.SeatID {
	if !l.seats.Has(id) {
		return 0
	}
	return l.plan[id]
}

// Backing is the players whose last announced vote of today is against the target.
func (l *Ledger) Backing(target werewolf.SeatID) (s werewolf.SeatSet) {
	for id := range l.seats.All() {
		if target != 0 && l.plan[id] == target {
			s = s.With(id)
		}
	}
	return s
}

// StandingOf is how a player stands in public now.
func (l *Ledger) StandingOf(id werewolf.SeatID) Standing {
	switch {
	case l.blamed.Has(id):
		return Blamed
	case powers(l.ClaimOf(id)):
		return Claimant
	case l.clear.Has(id):
		return Cleared
	}
	return Plain
}

// powers reports whether the role can do what others cannot, so that claiming it means something.
func powers(r werewolf.Role) bool {
	return r == werewolf.Seer || r == werewolf.Medium || r == werewolf.Bodyguard
}
