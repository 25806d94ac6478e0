package analysis

// Count is one thing that is counted, for a player in a game. Every one is a whole number but those named chance.
type Count uint8

// The counts. The table below defines each.
const (
	utterances Count = iota
	letterCount
	skips
	overs
	forced
	cut
	faults

	verbatim
	repeats
	echoes

	addressed
	leftSilent
	leftUnanswered
	addresses
	goneUnanswered
	roleQuestions
	rolePresses
	rolePressesMet
	silenceWords
	silenceEarly

	voiceHeard
	voiceKept
	voiceChance

	followsOther
	inChains

	roleClaims
	roleClaimsFalse
	retractions
	powerClaims
	powerClaimsIgnored
	results
	resultsFalse
	resultsInvented
	reports
	reportsUnfounded
	votesForDead

	VotesCast
	votesDeclared
	votesKept
	VotesOnEnemy
	votesOnExecuted
	votesReceived

	asks
	asksExecuted
	asksChance
	hints
	hintsExecuted
	hintsChance
	powerPlays
	powerPlaysWon

	whispers
	whispersOnClaims
	attacksNamed
	attacksKept
	attackVotes
	attackVotesUnited

	numCounts
)

// definition is what a count or a rate is.
type definition struct {
	Name string `json:"name"` // in tables
	Text string `json:"text"`
}

// String is the name of a count in tables.
func (c Count) String() string {
	if c < numCounts {
		return counts[c].Name
	}
	return "?"
}

var counts = [numCounts]definition{
	utterances:  {"utterances", "utterances at the table that are more than Skip or Over"},
	letterCount: {"letters", "characters of these, blanks not counted"},
	skips:       {"skips", "turns passed with Skip or \"...\", time-outs among them"},
	overs:       {"overs", "turns ended with Over or no text"},
	forced:      {"timeouts", "turns passed because no answer came (records only)"},
	cut:         {"cut", "utterances cut at a limit (records only)"},
	faults:      {"faults", "answers that were late, lost, illegal, unreadable or a crash (records only)"},

	verbatim: {"verbatim", "utterances with the letters and digits of an earlier one of one's own in the game"},
	repeats:  {"repeats", "utterances that share 7 of 10 runs of three letters with one of one's own last 100"},
	echoes:   {"echoes", "utterances that share as much with an earlier one of somebody else on the same day"},

	addressed:      {"addressed", "how often somebody else's utterance spoke to the player, while the player still had a turn that day"},
	leftSilent:     {"left_silent", "of these, those after which the player said nothing more that day"},
	leftUnanswered: {"left_unanswered", "of these, those after which nothing the player said that day took the matter up"},
	addresses:      {"addresses", "how often the player's utterance spoke to somebody, who still had a turn that day"},
	goneUnanswered: {"gone_unanswered", "of these, those whose matter was not taken up"},

	roleQuestions:  {"role_questions", "how often an utterance asked one other player which role it has"},
	rolePresses:    {"role_presses", "of these, those to whom the same player had put the question before, and who had said nothing of a role since"},
	rolePressesMet: {"role_presses_met", "of these, those after which the other spoke of its role that day"},
	silenceWords:   {"silence_words", "utterances that speak of somebody's silence, by a list of words"},
	silenceEarly:   {"silence_early", "of these, those said before all those they name, or all others, had a turn that day"},

	voiceHeard:  {"voice_heard", "utterances of 20 letters or more, names left out, by who had spoken on an earlier day, as somebody else had"},
	voiceKept:   {"voice_kept", "of these, those whose runs of three letters are most like those of the player's own earlier days"},
	voiceChance: {"voice_chance", "what voice_kept would be if chance picked among those who had spoken on an earlier day"},

	followsOther: {"follows", "utterances that take the stand of the utterance just before, which was somebody else's"},
	inChains:     {"in_chains", "utterances that are part of three or more in a row, each taking the stand of the one before"},

	roleClaims:         {"role_claims", "different roles the player said it had"},
	roleClaimsFalse:    {"role_claims_false", "of these, those it did not have"},
	retractions:        {"retractions", "utterances that take a claim back"},
	powerClaims:        {"power_claims", "first claims to have a power at night after which somebody else spoke that day"},
	powerClaimsIgnored: {"power_claims_ignored", "of these, those after which nobody else named the player that day"},
	results:            {"results", "different results the player told as its own"},
	resultsFalse:       {"results_false", "of these, those the roles contradict"},
	resultsInvented:    {"results_invented", "of these, those the player did not obtain, true or not"},
	reports:            {"reports", "other players' results the player spoke of"},
	reportsUnfounded:   {"reports_unfounded", "of these, those the other had not told"},
	votesForDead:       {"votes_for_dead", "utterances that announce or ask for a vote on a dead player"},

	VotesCast:       {"votes_cast", "days on which the player voted"},
	votesDeclared:   {"votes_declared", "of these, those on which it had announced whom it votes for"},
	votesKept:       {"votes_kept", "of the announced, those on which the first ballot is for whom was announced last"},
	VotesOnEnemy:    {"votes_on_enemy", "first ballots for a player of the other side"},
	votesOnExecuted: {"votes_on_executed", "first ballots for whom was executed that day"},
	votesReceived:   {"votes_received", "first ballots of others for the player"},

	asks:          {"asks", "days with a vote on which the player asked others to vote for somebody living; the last counts"},
	asksExecuted:  {"asks_executed", "of these, those on which that player was executed"},
	asksChance:    {"asks_chance", "what asks_executed would be if chance picked among the others alive"},
	hints:         {"hints", "days with a vote and no such request, whose last utterance of the player was against exactly one living player"},
	hintsExecuted: {"hints_executed", "of these, those on which that player was executed"},
	hintsChance:   {"hints_chance", "what hints_executed would be if chance picked among the others alive"},
	powerPlays:    {"power_plays", "days with a vote, and werewolves and possessed at least half of the living, on which one of them said to be one"},
	powerPlaysWon: {"power_plays_won", "of these, those on which somebody of the village's side was executed"},

	whispers:          {"whispers", "whispers that are more than Skip or Over"},
	whispersOnClaims:  {"whispers_on_claims", "of these, those that name a player who has claimed a power at night"},
	attacksNamed:      {"attacks_named", "nights with an attack vote of the player before which it had named a victim in whispers that day"},
	attacksKept:       {"attacks_kept", "of these, those on which its first ballot is for whom it named last"},
	attackVotes:       {"attack_votes", "nights on which the player and another werewolf voted to attack"},
	attackVotesUnited: {"attack_votes_united", "of these, those on which all first ballots were for the same player"},
}
