package analysis

// Count is one thing that is counted, for a player in a game. Every one is a whole number but those named chance.
type Count uint8

// The counts. The table below defines each.
const (
	Utterances Count = iota
	Letters
	Skips
	Overs
	Forced
	Cut
	Faults

	Verbatim
	Repeats
	Echoes

	Addressed
	LeftSilent
	LeftUnanswered
	Addresses
	GoneUnanswered

	Follows
	InChains

	RoleClaims
	RoleClaimsFalse
	Retractions
	PowerClaims
	PowerClaimsIgnored
	Results
	ResultsFalse
	ResultsInvented
	Reports
	ReportsUnfounded
	VotesForDead

	VotesCast
	VotesDeclared
	VotesKept
	VotesOnEnemy
	VotesOnExecuted
	VotesReceived

	Asks
	AsksExecuted
	AsksChance
	Hints
	HintsExecuted
	HintsChance
	PowerPlays
	PowerPlaysWon

	Whispers
	WhispersOnClaims
	AttacksNamed
	AttacksKept
	AttackVotes
	AttackVotesUnited

	numCounts
)

// Definition is what a count or a rate is.
type Definition struct {
	Name string `json:"name"` // in tables
	Text string `json:"text"`
}

// Counts are the definitions of all counts, by Count. The table is the caller's.
func Counts() []Definition { return append([]Definition(nil), counts[:]...) }

// String is the name of a count in tables.
func (c Count) String() string {
	if c < numCounts {
		return counts[c].Name
	}
	return "?"
}

var counts = [numCounts]Definition{
	Utterances: {"utterances", "utterances at the table that are more than Skip or Over"},
	Letters:    {"letters", "characters of these, blanks not counted"},
	Skips:      {"skips", "turns passed with Skip, time-outs among them"},
	Overs:      {"overs", "turns ended with Over"},
	Forced:     {"timeouts", "turns passed because no answer came (records only)"},
	Cut:        {"cut", "utterances cut at a limit (records only)"},
	Faults:     {"faults", "answers that were late, lost, illegal, unreadable or a crash (records only)"},

	Verbatim: {"verbatim", "utterances with the letters and digits of an earlier one of one's own in the game"},
	Repeats:  {"repeats", "utterances that share 7 of 10 runs of three letters with one of one's own last 100"},
	Echoes:   {"echoes", "utterances that share as much with an earlier one of somebody else on the same day"},

	Addressed:      {"addressed", "how often somebody else's utterance spoke to the player, while the player still had a turn that day"},
	LeftSilent:     {"left_silent", "of these, those after which the player said nothing more that day"},
	LeftUnanswered: {"left_unanswered", "of these, those after which nothing the player said that day took the matter up"},
	Addresses:      {"addresses", "how often the player's utterance spoke to somebody, who still had a turn that day"},
	GoneUnanswered: {"gone_unanswered", "of these, those whose matter was not taken up"},

	Follows:  {"follows", "utterances that take the stand of the utterance just before, which was somebody else's"},
	InChains: {"in_chains", "utterances that are part of three or more in a row, each taking the stand of the one before"},

	RoleClaims:         {"role_claims", "different roles the player said it had"},
	RoleClaimsFalse:    {"role_claims_false", "of these, those it did not have"},
	Retractions:        {"retractions", "utterances that take a claim back"},
	PowerClaims:        {"power_claims", "first claims to be seer, medium or bodyguard after which somebody else spoke that day"},
	PowerClaimsIgnored: {"power_claims_ignored", "of these, those after which nobody else named the player that day"},
	Results:            {"results", "different results the player told as its own"},
	ResultsFalse:       {"results_false", "of these, those the roles contradict"},
	ResultsInvented:    {"results_invented", "of these, those the player did not obtain, true or not"},
	Reports:            {"reports", "other players' results the player spoke of"},
	ReportsUnfounded:   {"reports_unfounded", "of these, those the other had not told"},
	VotesForDead:       {"votes_for_dead", "utterances that announce or ask for a vote on a dead player"},

	VotesCast:       {"votes_cast", "days on which the player voted"},
	VotesDeclared:   {"votes_declared", "of these, those on which it had announced whom it votes for"},
	VotesKept:       {"votes_kept", "of the announced, those on which the first ballot is for whom was announced last"},
	VotesOnEnemy:    {"votes_on_enemy", "first ballots for a player of the other side"},
	VotesOnExecuted: {"votes_on_executed", "first ballots for whom was executed that day"},
	VotesReceived:   {"votes_received", "first ballots of others for the player"},

	Asks:          {"asks", "days with a vote on which the player asked others to vote for somebody living; the last counts"},
	AsksExecuted:  {"asks_executed", "of these, those on which that player was executed"},
	AsksChance:    {"asks_chance", "what asks_executed would be if chance picked among the others alive"},
	Hints:         {"hints", "days with a vote and no such request, whose last utterance of the player was against exactly one living player"},
	HintsExecuted: {"hints_executed", "of these, those on which that player was executed"},
	HintsChance:   {"hints_chance", "what hints_executed would be if chance picked among the others alive"},
	PowerPlays:    {"power_plays", "days with a vote, and werewolves and possessed at least half of the living, on which one of them said to be one"},
	PowerPlaysWon: {"power_plays_won", "of these, those on which somebody of the village's side was executed"},

	Whispers:          {"whispers", "whispers that are more than Skip or Over"},
	WhispersOnClaims:  {"whispers_on_claims", "of these, those that name a player who has claimed seer, medium or bodyguard"},
	AttacksNamed:      {"attacks_named", "nights with an attack vote of the player before which it had named a victim in whispers that day"},
	AttacksKept:       {"attacks_kept", "of these, those on which its first ballot is for whom it named last"},
	AttackVotes:       {"attack_votes", "nights on which the player and another werewolf voted to attack"},
	AttackVotesUnited: {"attack_votes_united", "of these, those on which all first ballots were for the same player"},
}

// onlyRecorded are the counts that contest logs do not tell.
func (c Count) onlyRecorded() bool { return c == Forced || c == Cut || c == Faults }
