package understand

// patternKind is what a pattern means: the sections of a patterns file.
type patternKind uint8

const (
	noKind       patternKind = iota
	scoping                  // marks tokens as not meant: "scope supposed" and its like
	addressing               // the players are spoken to
	claiming                 // the speaker has the role; without a role in the match, the one its results are of
	retracting               // the speaker takes its claim back
	owning                   // the utterance tells results of the speaker's own ability, of the role where one is matched
	finding                  // the speaker's own result
	examining                // whom the speaker divined; the result may come in another clause
	stating                  // a bare statement of somebody's species
	reporting                // somebody else's result
	guarding                 // whom the speaker guarded
	voting                   // the speaker votes for the player
	urging                   // others are asked to vote for the player
	planning                 // both
	deciding                 // the speaker votes, for whom was said before
	accusing                 // ill is spoken of the player
	blaming                  // ill is spoken of who was spoken of before
	discrediting             // ill is to be spoken of the player; holds among wolves, who do not mean what they say of others
	trusting                 // good is spoken of the player
	attacking                // the player is named for the attack
	telling                  // who is spoken to, or the player, is asked for information
	tellingAll               // everybody is
	wondering                // the shape of a question: without it a question mark is surprise
	inquiring                // how a question begins, for a clause whose question mark stands after another
	opening                  // what makes a question one to everybody, even where somebody was spoken to
	rhetorical               // a question that wants no answer
	topicSuspect             // what a question is about, as the four that follow
	topicVote
	topicResult
	topicRole
	topicWhy
	topicPlan
	confirming  // a bare statement with a word of certainty: a result told again
	disclaiming // the speaker denies a role: takes a claim back if it has made one
	denying     // a bare statement that somebody is no werewolf: a result of who has results, else nothing
	protecting  // the speaker will guard somebody: the claim of who guards
	referring   // a role that means the player who claims it, though no article says so
	voicing     // somebody claims a role: a source of results
	calling     // the player is spoken to, and the name does nothing else
	insisting   // others are asked to vote, for whom was said before
	judging     // a bare statement in the words of the ability: a result of who claims to have results
	praising    // good is spoken of who was spoken of before
	pressing    // a question to who is spoken to, else to who was spoken of before
	pairing     // the player is a fellow of the speaker, whose role knows its fellows
	numKinds
)

var kindNames = [numKinds]string{
	"", "scope", "address", "claim", "retract", "own", "result", "examined", "fact", "report", "guarded", "vote", "urge",
	"plan", "decided", "accuse", "blame", "discredit", "support", "attack", "tell", "tell all", "wonder", "inquire", "open", "rhetorical",
	"topic suspect", "topic vote", "topic result", "topic role", "topic why", "topic plan", "confirmed", "disclaim", "denied", "protect", "refer", "claimant", "call", "urged", "verdict", "praise", "press", "fellow",
}

func patternKindByName(name string) (patternKind, bool) {
	for i, n := range kindNames {
		if n == name && i > int(scoping) {
			return patternKind(i), true
		}
	}
	return noKind, false
}
