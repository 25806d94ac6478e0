// Package evidence is what speaks for and against players in public: what they said, did and failed to do, each taken for
// what it may mean.
//
// The law of the package: it keeps no record of its own of what was said. It interprets observations and the ledger of the
// table, always in the order of the game, so that who begins late comes to the same as who was there from the start. What
// somebody failed to do by the end of a day is evidence as well.
package evidence

import (
	"wolfden/internal/ledger"
	"wolfden/werewolf"
)

// Kind is what a piece of evidence is about. The zero Kind is none.
type Kind uint8

// Kinds of evidence, with the fields they use beside Actor, Day and At.
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

// Item is one thing that happened in public. Its fields beyond Kind, Actor, Day and At are zero where the kind does not
// use them.
type Item struct {
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

// List is the evidence of one game. The zero List has seen nothing. It is not safe for concurrent use.
type List struct {
	items []Item

	ledger *ledger.Ledger
	seats  werewolf.SeatSet
	living werewolf.SeatSet
	counts werewolf.RoleCounts
	roles  *werewolf.RoleTable
	spoken werewolf.SeatSet // who has ever claimed anything
	blamed werewolf.SeatSet
	clear  werewolf.SeatSet
	wants  [werewolf.MaxSeats + 1]werewolf.SeatID // whose execution a player last announced or asked for today

	day    int
	talks  int  // utterances taken in
	taken  int  // and the one that is being taken in
	dusk   bool // the day's talk is over
	deaths int  // taken in
	votes  int
}

// Items is all evidence so far, in order. An opinion that grows firmer within a day (accused, then announced, then voted)
// is one item, at the place of its beginning. The slice shares the list's memory and must not be changed; it is valid
// until the next See.
func (l *List) Items() []Item { return l.items }

// claimOf is the role a player claimed when what is taken in now was said, NoRole when none, or one that nobody has here.
func (l *List) claimOf(id werewolf.SeatID) werewolf.Role {
	if r := l.ledger.ClaimAt(id, l.taken-1); l.counts[r] > 0 {
		return r
	}
	return werewolf.NoRole
}

// Results is what a player has told as results of the role that an honest one could tell, each target once with what was
// told of it last.
func (l *List) Results(by werewolf.SeatID, as werewolf.Role) (told []werewolf.Finding) {
next:
	for i := range l.items {
		f := &l.items[i]
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

// WantsOut is whose execution a player last announced or asked for today, no seat when nobody's.
func (l *List) WantsOut(id werewolf.SeatID) werewolf.SeatID {
	if !l.seats.Has(id) {
		return 0
	}
	return l.wants[id]
}

// Against is the players who last announced or asked for the target's execution today.
func (l *List) Against(target werewolf.SeatID) (s werewolf.SeatSet) {
	for id := range l.seats.All() {
		if target != 0 && l.wants[id] == target {
			s = s.With(id)
		}
	}
	return s
}

// StandingOf is how a player stands in public now.
func (l *List) StandingOf(id werewolf.SeatID) Standing {
	switch {
	case l.blamed.Has(id):
		return Blamed
	case l.seats.Has(id) && l.powers(l.claimOf(id)):
		return Claimant
	case l.clear.Has(id):
		return Cleared
	}
	return Plain
}

// powers reports whether the role can do what others cannot, so that claiming it means something.
func (l *List) powers(r werewolf.Role) bool {
	spec := l.roles.Spec(r)
	return spec.Team == werewolf.VillagerTeam && spec.Power != werewolf.NoPower
}
