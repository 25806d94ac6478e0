// Package hearing understands what one utterance says, as far as a modest listener needs it.
//
// The law of the package: it knows the text and the names at the table and nothing else. It keeps no state between
// utterances, believes nobody, and would rather miss something than hear what was not said: quoted, negated,
// conditional and asked things are left out.
//
// A text is cut into clauses, a clause into tokens of one letter each (the word lists en.lex and ja.lex), and the
// tables in patterns.go say which rows of letters mean what.
package hearing

import (
	"strings"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Kind is what an utterance does. The zero Kind is nothing.
type Kind uint8

// What can be heard, with the fields of Act each uses.
const (
	Nothing Kind = iota
	Claim        // the speaker says it has Role
	Retract      // the speaker takes its claim back; Role where it was named
	Found        // the speaker reports its own result: Target is Species; Role where the words tell seer from medium
	Call         // the speaker states without more that Target is Species: a result if the speaker is known to have some
	Guarded      // the speaker says it guarded Target
	Vote         // the speaker says it will vote for Target
	Urge         // the speaker wants others to vote for Target
	Accuse       // the speaker speaks ill of Target
	Trust        // the speaker speaks well of Target
	Ask          // the speaker asks Target (everybody if 0) about Topic, or about the player About
	Strike       // the speaker names Target for an attack (whispers)
)

var kindNames = [...]string{
	"nothing", "claim", "retract", "found", "call", "guarded", "vote", "urge", "accuse", "trust", "ask", "strike",
}

// String is the name used in tests and messages.
func (k Kind) String() string { return kindNames[k] }

// Topic is what a question is about.
type Topic = speech.Topic

// Topics, from what answers them.
const (
	AnyTopic    = speech.AnyTopic
	SuspectWhom = speech.SuspectWhom
	VoteWhom    = speech.VoteWhom
	WhichResult = speech.WhichResult
	WhichRole   = speech.WhichRole
	WhyTopic    = speech.WhyTopic
)

// Act is one thing heard. Fields that its Kind does not use are zero, so that acts can be compared.
type Act struct {
	Kind    Kind
	Target  werewolf.SeatID
	About   werewolf.SeatID // of a question: the player it is about
	Role    werewolf.Role
	Species werewolf.Species
	Topic   Topic
}

// Ear listens to one table. It is not safe for concurrent use.
type Ear struct {
	names  *trie
	clause clause
	acts   []Act
	state  state
}

// state is what one clause of an utterance leaves to the next.
type state struct {
	addressee werewolf.SeatID // the player spoken to
	divined   werewolf.SeatID // named as divined, the result not said yet
	reporting bool            // the speaker is telling own results
	medium    bool            // and they are a medium's
	supposing bool            // the clause before was a condition
}

// New listens at a table with these names, of seat 1, 2 and so on, and so many of each role; zero counts are not known.
func New(names []string, _ werewolf.RoleCounts) *Ear {
	e := &Ear{names: &trie{}}
	for i, n := range names {
		e.names.add(n, "N", int8(i+1), true)
	}
	return e
}

// Hear returns what an utterance says. Utterances come in their order; whisper tells where this one was heard. The
// slice is valid until the next call. Texts in English and in Japanese may come in any order.
func (e *Ear) Hear(u *werewolf.Utterance, _ bool) []Act {
	text := u.Text
	e.acts = e.acts[:0]
	e.state = state{}
	text = strings.ReplaceAll(text, "’", "'")
	table := english()
	if isJapanese(text) {
		table = japanese()
	}
	for text != "" {
		rest, mentioned, asked := e.clause.read(e.names, text)
		if mentioned != 0 {
			e.state.addressee = mentioned
		}
		e.sentence(table, asked)
		e.state.supposing = false
		text = rest
	}
	e.settle()
	return e.acts
}

// settle turns bare statements into results where the utterance says elsewhere that results are what it tells.
func (e *Ear) settle() {
	if !e.state.reporting {
		return
	}
	for i := range e.acts {
		if a := &e.acts[i]; a.Kind == Call {
			a.Kind, a.Role = Found, e.reporter(0)
		}
	}
}

// Attend tells the ear what has happened besides words. Call it before Hear.
func (e *Ear) Attend(*werewolf.Observation) {}

// add appends an act that has not been heard in this utterance.
func (e *Ear) add(a Act) {
	for _, known := range e.acts {
		if known == a {
			return
		}
	}
	e.acts = append(e.acts, a)
}

// isJapanese tells a Japanese text by its first kana or kanji.
func isJapanese(text string) bool {
	for _, r := range text {
		if r >= 0x3040 && r <= 0x9fff {
			return true
		}
	}
	return false
}
