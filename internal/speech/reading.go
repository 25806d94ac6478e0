package speech

import "wolfden/werewolf"

// Phase tells a word of the protocol from an utterance. The zero Phase is an utterance.
type Phase uint8

// An utterance is talk unless all it says is Skip (or "...") or Over.
const (
	TalkPhase Phase = iota
	SkipPhase
	OverPhase
)

// Result is what a speaker says it learned or did with its own ability.
type Result struct {
	Verb    Verb // Divined, Identified or Guarded
	Target  werewolf.SeatID
	Species werewolf.Species // NoSpecies where it is not said
}

// Report is somebody else's result as a speaker tells it.
type Report struct {
	Claimant werewolf.SeatID
	Target   werewolf.SeatID
	Species  werewolf.Species
}

// Topic is what a question wants to know. The zero Topic is anything.
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

// Question is one thing asked.
type Question struct {
	To    werewolf.SeatID // 0 is everybody
	Topic Topic
	About werewolf.SeatID // the player it is about, where there is one
}

// Reading is what one utterance says: the keys of `wolfden parse`. The zero Reading says nothing. What the keys mean in
// doubtful cases is documented in docs/speech-en.md and docs/speech-ja.md.
type Reading struct {
	Phase       Phase
	Claim       werewolf.Role // the role the speaker says it has
	Retract     bool          // an earlier claim is taken back
	Results     []Result
	Others      []Report
	Vote        werewolf.SeatID // whom the speaker says it votes for
	RequestVote werewolf.SeatID // whom others are asked to vote for
	Attack      werewolf.SeatID // whom the speaker names for the attack, in whispers
	Accuse      werewolf.SeatSet
	Support     werewolf.SeatSet
	Asked       werewolf.SeatSet // who is asked something, by name or by being spoken to
	AskedAll    bool             // everybody is
	Mention     []werewolf.SeatID
	Questions   []Question // the same in detail
	Acts        []Act      // the same as sentences of the protocol
}
