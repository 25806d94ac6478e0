// Package speech is the language in which players think: the speech acts of the AIWolf protocol.
//
// The law of the package: an act is a value that says who does what to whom, and knows no words of any human language.
// Between text and thought stand acts: package understand makes them of what was said, package wording makes sentences
// of them.
package speech

import (
	"slices"

	"wolfden/werewolf"
)

// Agent is whom a sentence is about: a seat, or one of the two words of the protocol that name nobody in particular. The
// zero Agent is "not said", which as a subject means the speaker.
type Agent int8

// Any is everybody or anybody; Unspec leaves open who.
const (
	Any    Agent = -1
	Unspec Agent = -2
)

// Verb is what a sentence does. The zero Verb is no sentence.
type Verb uint8

// The verbs of the protocol, with the fields of Act each uses beside Subject.
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
	Request         // Target, one of Inner: Target is asked to do it
	Inquire         // Target, one of Inner: Target is asked about it
	Because         // two of Inner: the reason, then what follows from it
	Day             // Day, one of Inner: it happened or will happen then
	Not             // one of Inner
	And             // two or more of Inner
	Or              // two or more of Inner
	Xor             // two of Inner
)

// Talk names an utterance of a game.
type Talk struct {
	Whisper bool
	Day     int
	ID      int // its index in its day
}

// Act is one sentence. Fields that its Verb does not use are zero, so that acts without Inner can be compared. The zero
// Act says nothing.
type Act struct {
	Verb    Verb
	Subject Agent
	Target  Agent
	Role    werewolf.Role    // NoRole where the protocol says ANY, or where Species is what is said
	Species werewolf.Species // of Estimate: Human stands for the side; a werewolf is said by Role
	Talk    Talk
	Day     int
	Inner   []Act
}

// Equal reports whether two acts say the same.
func (a Act) Equal(b Act) bool {
	return a.Verb == b.Verb && a.Subject == b.Subject && a.Target == b.Target && a.Role == b.Role &&
		a.Species == b.Species && a.Talk == b.Talk && a.Day == b.Day && slices.EqualFunc(a.Inner, b.Inner, Act.Equal)
}
