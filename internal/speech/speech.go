// Package speech is the language in which players think: the speech acts of the AIWolf protocol.
//
// The law of the package: an act is a value that says who does what to whom, and knows no words of any human language.
// An utterance says rows of acts; a row that stands in another (what is asked for, denied, given as a reason) follows it
// and names it. Between text and thought stand rows: package understand makes them of what was said, package wording
// has them for every kind of sentence it makes. There is no other form of meaning.
package speech

import "wolfden/werewolf"

// Any and Unspec are the two subjects of the protocol that name nobody in particular: everybody or anybody, and somebody.
const (
	Any    werewolf.SeatID = -1
	Unspec werewolf.SeatID = -2
)

// Verb is what a sentence does. The zero Verb is no sentence.
type Verb uint8

// The verbs of the protocol, with the fields of Act each uses beside Subject and In.
const (
	NoVerb     Verb = iota
	Estimate        // Target, Role or Species: an opinion
	ComingOut       // Target, Role (NoRole is ANY): a claim
	Divination      // Target: an intention, as the three that follow
	Guard           // Target
	Vote            // Target
	Attack          // Target
	Divined         // Target, Species (NoSpecies is ANY): what was done, as the four that follow
	Identified      // Target, Species
	Guarded         // Target
	Voted           // Target
	Attacked        // Target
	Agree           // Talk
	Disagree        // Talk
	Skip            // nothing more
	Over            // nothing more
	Request         // Target is asked to do the one row in it
	Inquire         // Target is asked about the one row in it; Topic and About say it where that row cannot
	Because         // two rows: the reason, then what follows from it
	Day             // Day; the one row in it happened or will happen then
	Not             // one row
	And             // two or more rows
	Or              // two or more rows
	Xor             // two rows
)

// Talk names an utterance of a game.
type Talk struct {
	Whisper bool
	Day     int
	ID      int // its index in its day
}

// Topic is what a question wants to know. The protocol has no words for AnyTopic and WhyTopic.
type Topic uint8

// Topics, from what answers them.
const (
	AnyTopic    Topic = iota
	SuspectWhom       // whom one suspects
	VoteWhom          // whom one votes for
	WhichResult       // what one divined or learned
	WhichRole         // who one is
	WhyTopic          // a reason
	WhichPlan         // whom one will divine, guard or attack
)

// Act is one row. Fields that its Verb does not use are zero, so that acts can be compared with ==. The zero Act says
// nothing.
type Act struct {
	Verb    Verb
	In      int              // the number, from 1, of the row this one stands in; 0: it stands by itself
	Subject werewolf.SeatID  // 0 is the speaker
	Target  werewolf.SeatID  // 0 is ANY
	Role    werewolf.Role    // NoRole where the protocol says ANY, or where Species is what is said
	Species werewolf.Species // of Estimate: Human stands for the side; a werewolf is said by Role
	Topic   Topic
	About   werewolf.SeatID // the player whom a question is about
	Day     int
	Talk    Talk
}

// Suspects reports whether the act is the opinion that its target is a werewolf.
func (a Act) Suspects() bool { return a.Verb == Estimate && a.Role == werewolf.Werewolf }

// Trusts reports whether the act is the opinion that its target is human.
func (a Act) Trusts() bool { return a.Verb == Estimate && a.Species == werewolf.Human }

// telling are the verbs in which results of a power are told.
var telling = [Xor + 1]werewolf.Power{Divined: werewolf.Divines, Identified: werewolf.Identifies, Guarded: werewolf.Guards}

// Power is the power whose results are told with the verb, NoPower where none are.
func (v Verb) Power() werewolf.Power { return telling[v] }

// Telling is the verb in which results of the power are told: DIVINED for a power that has none.
func Telling(p werewolf.Power) Verb {
	for v, of := range telling {
		if of == p && p != werewolf.NoPower {
			return Verb(v)
		}
	}
	return Divined
}

// Tells reports whether the act is a result: of the speaker, or of its Subject.
func (a Act) Tells() bool { return a.Verb == Divined || a.Verb == Identified }
