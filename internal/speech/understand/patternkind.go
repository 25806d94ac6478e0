package understand

// patternKind says what a pattern means. The sections of a patterns file are named after it.
type patternKind uint8

const (
	noKind       patternKind = iota
	scoping                  // marks words that are not meant as said: "scope supposed" and the like
	addressing               // the speaker addresses the players
	claiming                 // the speaker claims the role, or where none is named the role that its results belong to
	retracting               // the speaker takes its claim back
	owning                   // the utterance tells results of the speaker's ability, of the named role if there is one
	finding                  // the speaker's own result
	examining                // whom the speaker divined; the result may follow in another clause
	stating                  // a bare statement of somebody's species
	reporting                // somebody else's result
	guarding                 // whom the speaker guarded
	voting                   // the speaker votes for the player
	urging                   // others are asked to vote for the player
	planning                 // both of voting and urging
	deciding                 // the speaker votes for the player spoken of before
	accusing                 // the speaker accuses the player
	blaming                  // the speaker accuses the player spoken of before
	discrediting             // the speaker plans to accuse the player; used in whispers, where werewolves do not mean what they say of others
	trusting                 // the speaker trusts the player
	attacking                // the speaker names the player for the attack
	telling                  // the speaker asks the player, else the addressee, for information
	tellingAll               // the speaker asks everybody
	wondering                // the form of a question; without it a question mark is surprise
	inquiring                // the beginning of a question whose question mark comes after another clause
	opening                  // makes a question one to everybody, even if somebody was addressed
	rhetorical               // a question that wants no answer
	topicSuspect             // the topic of a question, like the next four
	topicVote
	topicResult
	topicRole
	topicWhy
	topicPlan
	confirming  // a bare statement with a word of certainty: it repeats a result
	disclaiming // the speaker denies a role, which takes back a claim to it
	denying     // a bare statement that somebody is no werewolf: a result if the speaker has results, else nothing
	protecting  // the speaker will guard somebody, which claims the role that guards
	referring   // a role that means its claimant, though no article says so
	voicing     // somebody claims a role and may be a source of results
	calling     // the speaker calls the player; the name has no other use
	insisting   // others are asked to vote for the player spoken of before
	judging     // a bare statement in the words of the ability: a result if the speaker claims to have results
	praising    // the speaker trusts the player spoken of before
	pressing    // a question to the addressee, else to the player spoken of before
	minding     // the speaker speaks of its ability, without a claim: a claimant repeats its claim, for others it says nothing
	continuing  // one more result, told in the clause of another: of whoever told that one
	divining    // the speaker will divine the player
	pairing     // the player shares the speaker's role, whose holders know each other
	recalling   // words of the ability about players of whom somebody has told just that
	owing       // a question to the player spoken of, who owes a reason, else to the addressee
	casting     // whoever has the role is asked to claim it; in whispers the player is, and of the speaker it is a plan
	framing     // the speaker plans to have the player blamed; in whispers only
	following   // others are asked to vote as the speaker does, wherever its utterance says for whom
	numKinds
)

// takesSide are the kinds that say for or against whom the speaker is.
var takesSide = [numKinds]bool{
	voting: true, urging: true, planning: true, deciding: true, insisting: true, accusing: true, blaming: true, trusting: true, praising: true,
}

// asksVotes are the kinds that ask others to vote for a player.
var asksVotes = [numKinds]bool{urging: true, planning: true, insisting: true, following: true}

var kindNames = [numKinds]string{
	"", "scope", "address", "claim", "retract", "own", "result", "examined", "fact", "report", "guarded", "vote", "urge",
	"plan", "decided", "accuse", "blame", "discredit", "support", "attack", "tell", "tell all", "wonder", "inquire", "open", "rhetorical",
	"topic suspect", "topic vote", "topic result", "topic role", "topic why", "topic plan", "confirmed", "disclaim", "denied", "protect", "refer", "claimant", "call", "urged", "verdict", "praise", "press", "mind", "more", "divine", "fellow", "recall", "owed", "cast", "frame", "follow",
}

func patternKindByName(name string) (patternKind, bool) {
	for i, n := range kindNames {
		if n == name && i > int(scoping) {
			return patternKind(i), true
		}
	}
	return noKind, false
}
