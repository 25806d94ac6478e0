// Package hearing hands a player what it hears as single acts.
//
// The law of the package: it understands nothing by itself. What an utterance says it has from package understand; here
// a reading becomes a list of acts, one thing each, as a player that goes through them one by one wants them.
package hearing

import (
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Kind is what an utterance does. The zero Kind is nothing.
type Kind uint8

// What can be heard, with the fields of Act each uses.
const (
	Nothing Kind = iota
	Claim        // the speaker says it has Role
	Retract      // the speaker takes its claim back
	Found        // the speaker reports its own result: Target is Species, as Role where the words tell seer from medium
	Told         // the speaker tells the result of another, About: Target is Species
	Guarded      // the speaker says it guarded Target
	Vote         // the speaker says it will vote for Target
	Urge         // the speaker wants others to vote for Target
	Accuse       // the speaker speaks ill of Target
	Trust        // the speaker speaks well of Target
	Ask          // the speaker asks Target (everybody if 0) about Topic, or about the player About
	Strike       // the speaker names Target for an attack (whispers)
)

var kindNames = [...]string{
	"nothing", "claim", "retract", "found", "told", "guarded", "vote", "urge", "accuse", "trust", "ask", "strike",
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
	WhichPlan   = speech.WhichPlan
)

// Act is one thing heard. Fields that its Kind does not use are zero, so that acts can be compared.
type Act struct {
	Kind    Kind
	Target  werewolf.SeatID
	About   werewolf.SeatID // of a question: the player it is about; of a told result: whose it is
	Role    werewolf.Role
	Species werewolf.Species
	Topic   Topic
}

// Ear listens to one game. It is not safe for concurrent use.
type Ear struct {
	listener *understand.Listener
	buried   int // deaths the listener has been told of
	acts     []Act
}

// New listens at a table with these names, of seat 1, 2 and so on, and so many of each role; zero counts are not known.
func New(names []string, roles werewolf.RoleCounts) *Ear {
	return &Ear{listener: understand.New(understand.Table{Names: names, Roles: roles})}
}

// Attend tells the ear what has happened besides words. Call it before Hear.
func (e *Ear) Attend(o *werewolf.Observation) {
	for ; e.buried < len(o.Deaths); e.buried++ {
		e.listener.Died(o.Deaths[e.buried].Seat)
	}
}

// Hear returns what an utterance says. Utterances come in their order; whisper tells where this one was heard. The
// slice is valid until the next call.
func (e *Ear) Hear(u *werewolf.Utterance, whisper bool) []Act {
	r := e.listener.Hear(*u, whisper)
	return e.list(&r)
}

// list makes acts of a reading.
func (e *Ear) list(r *speech.Reading) []Act {
	e.acts = e.acts[:0]
	if r.Retract {
		e.add(Act{Kind: Retract})
	}
	if r.Claim != werewolf.NoRole {
		e.add(Act{Kind: Claim, Role: r.Claim})
	}
	e.results(r)
	if r.Vote != 0 {
		e.add(Act{Kind: Vote, Target: r.Vote})
	}
	if r.RequestVote != 0 {
		e.add(Act{Kind: Urge, Target: r.RequestVote})
	}
	for id := range r.Accuse.All() {
		e.add(Act{Kind: Accuse, Target: id})
	}
	for id := range r.Support.All() {
		e.add(Act{Kind: Trust, Target: id})
	}
	for _, q := range r.Questions {
		e.add(Act{Kind: Ask, Target: q.To, About: q.About, Topic: q.Topic})
	}
	if r.Attack != 0 {
		e.add(Act{Kind: Strike, Target: r.Attack})
	}
	return e.acts
}

func (e *Ear) add(a Act) { e.acts = append(e.acts, a) }

// results adds the speaker's own results and those it tells of others.
func (e *Ear) results(r *speech.Reading) {
	for _, f := range r.Results {
		switch {
		case f.Verb == speech.Guarded:
			e.add(Act{Kind: Guarded, Target: f.Target})
		case f.Species == werewolf.NoSpecies:
		case f.Verb == speech.Identified:
			e.add(Act{Kind: Found, Target: f.Target, Species: f.Species, Role: werewolf.Medium})
		default:
			e.add(Act{Kind: Found, Target: f.Target, Species: f.Species, Role: werewolf.Seer})
		}
	}
	for _, f := range r.Others {
		e.add(Act{Kind: Told, Target: f.Target, About: f.Claimant, Species: f.Species})
	}
}
