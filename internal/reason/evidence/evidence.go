// Package evidence collects what speaks for and against players in public: what they said, did and failed to do.
//
// The law of the package: it does not record what was said. It reads observations and the ledger of the table, always
// in the order of the game, so a list that starts late ends up the same as one that was there from the start. What a
// player failed to do by the end of a day is evidence as well.
package evidence

import (
	"wolfden/internal/ledger"
	"wolfden/werewolf"
)

// Kind says what a piece of evidence is about. The zero Kind is none.
type Kind uint8

// Kinds of evidence, with the fields they use besides Actor, Day and At.
const (
	NoKind    Kind = iota
	Claim          // Role, Counter: the actor says who it is
	Unclaimed      // the day's talk is over and the actor has never said who it is
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

// Standing is how a player looks in public. It decides how much it means to speak against that player: everybody speaks
// against a player who was called a werewolf. The zero Standing is nothing in particular.
type Standing uint8

// Standings. Where several hold, the last one counts.
const (
	Plain    Standing = iota
	Cleared           // a result says it is human
	Claimant          // it claims a role with a power
	Blamed            // a result says it is a werewolf
)

// Item is one thing that happened in public. Beside Kind, Actor, Day and At, an item sets only the fields that its kind
// uses.
type Item struct {
	Kind     Kind
	Role     werewolf.Role
	Species  werewolf.Species
	Standing Standing
	Counter  bool // of a claim: others had claimed all places of the role before
	Actor    werewolf.SeatID
	Target   werewolf.SeatID
	Day      int
	At       int              // index of the utterance in Observation.Talks, -1 where nobody spoke
	Choices  werewolf.SeatSet // the players of the same standing whom the actor could have chosen, with the target
}

// List is the evidence of one game. The zero List has seen nothing. It is not safe for concurrent use.
type List struct {
	items    []Item
	revision int

	ledger *ledger.Ledger
	seats  werewolf.SeatSet
	living werewolf.SeatSet
	counts werewolf.RoleCounts
	roles  *werewolf.RoleTable
	spoken werewolf.SeatSet // who has ever claimed anything
	blamed werewolf.SeatSet
	clear  werewolf.SeatSet
	wants  [werewolf.MaxSeats + 1]werewolf.SeatID // by player, whose execution it last announced or asked for today

	day      int
	talks    int  // number of utterances read
	taken    int  // the same, with the utterance that is being read
	talkOver bool // the day's talk is over
	deaths   int  // number of deaths read
	votes    int
}

// Items returns all evidence so far, in order. When an opinion grows firmer within a day (accused, then announced, then
// voted) it stays one item, at the place where it began. The slice shares the list's memory and must not be changed; it
// is valid until the next See.
func (l *List) Items() []Item { return l.items }

// Revision returns a number that grows whenever an item is added or changes.
func (l *List) Revision() int { return l.revision }

// claimOf returns the role that a player claimed at the utterance that is being read; NoRole when it claimed none, or
// one that is not in play.
func (l *List) claimOf(id werewolf.SeatID) werewolf.Role {
	if r := l.ledger.ClaimAt(id, l.taken-1); l.counts[r] > 0 {
		return r
	}
	return werewolf.NoRole
}

// Results returns the results that a player has told in the role and could have had if it were honest. Each target
// appears once, with the latest result about it.
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

// WantsOut returns whose execution a player last announced or asked for today, 0 for nobody's.
func (l *List) WantsOut(id werewolf.SeatID) werewolf.SeatID {
	if !l.seats.Has(id) {
		return 0
	}
	return l.wants[id]
}

// Against returns the players who last announced or asked for the target's execution today.
func (l *List) Against(target werewolf.SeatID) (s werewolf.SeatSet) {
	for id := range l.seats.All() {
		if target != 0 && l.wants[id] == target {
			s = s.With(id)
		}
	}
	return s
}

// StandingOf returns how a player looks in public now.
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

// powers reports whether the role has a power of the village, so that a claim to it means something.
func (l *List) powers(r werewolf.Role) bool {
	spec := l.roles.Spec(r)
	return spec.Team == werewolf.VillagerTeam && spec.Power != werewolf.NoPower
}
