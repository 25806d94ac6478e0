package analysis

import (
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/stats"
)

// Share is a count by another: how many of how many.
type Share struct {
	Name   string `json:"name"`
	Theme  string `json:"theme"`
	Part   Count  `json:"-"`
	Whole  Count  `json:"-"`
	Chance Count  `json:"-"` // what Part would be by chance, where that is known
	Text   string `json:"text"`
}

// Shares are the shares that summaries show, theme by theme. The table is the caller's.
func Shares() []Share { return slices.Clone(shares[:]) }

// Chance is the zero Count where none is known: nothing is by chance an utterance.
var shares = [...]Share{
	{"repeats", "Repetition", repeats, utterances, 0, "utterances like an earlier one of one's own"},
	{"verbatim", "Repetition", verbatim, utterances, 0, "utterances that are an earlier one of one's own"},
	{"echoes", "Repetition", echoes, utterances, 0, "utterances like one of somebody else that day"},
	{"left_silent", "Answers", leftSilent, addressed, 0, "times spoken to without another word that day"},
	{"left_unanswered", "Answers", leftUnanswered, addressed, 0, "times spoken to without taking the matter up"},
	{"gone_unanswered", "Answers", goneUnanswered, addresses, 0, "times speaking to somebody who did not take it up"},
	{"role_presses", "Answers", rolePresses, roleQuestions, 0, "questions for a role that are put again without an answer between"},
	{"role_presses_met", "Answers", rolePressesMet, rolePresses, 0, "of those, with a word of the other on its role that day"},
	{"silence_early", "Answers", silenceEarly, silenceWords, 0, "complaints of silence before the others had their turn"},
	{"voice_kept", "Voice", voiceKept, voiceHeard, voiceChance, "utterances that sound like the player's earlier days, more than like anybody else's"},
	{"follows", "Agreement", followsOther, utterances, 0, "utterances that take the stand of the one before"},
	{"in_chains", "Agreement", inChains, utterances, 0, "utterances in chains of three or more of one stand"},
	{"role_claims_false", "Claims", roleClaimsFalse, roleClaims, 0, "roles claimed that are not one's own"},
	{"power_claims_ignored", "Claims", powerClaimsIgnored, powerClaims, 0, "claims of a power at night nobody took up that day"},
	{"results_false", "Claims", resultsFalse, results, 0, "results told that the roles contradict"},
	{"results_invented", "Claims", resultsInvented, results, 0, "results told that were not obtained"},
	{"reports_unfounded", "Claims", reportsUnfounded, reports, 0, "others' results spoken of that they had not told"},
	{"votes_declared", "Votes", votesDeclared, VotesCast, 0, "votes that had been announced"},
	{"votes_kept", "Votes", votesKept, votesDeclared, 0, "announced votes that were cast so"},
	{"votes_on_enemy", "Votes", VotesOnEnemy, VotesCast, 0, "votes for the other side"},
	{"votes_on_executed", "Votes", votesOnExecuted, VotesCast, 0, "votes for whom was executed"},
	{"asks_executed", "Vote inducement", asksExecuted, asks, asksChance, "requests to vote for somebody who was executed"},
	{"hints_executed", "Vote inducement", hintsExecuted, hints, hintsChance, "last words against somebody who was executed"},
	{"power_plays_won", "Vote inducement", powerPlaysWon, powerPlays, 0, "power plays with an execution of the village's side"},
	{"whispers_on_claims", "Whispers", whispersOnClaims, whispers, 0, "whispers that name who claimed a power role"},
	{"attacks_kept", "Whispers", attacksKept, attacksNamed, 0, "victims named in whispers and then voted for"},
	{"attack_votes_united", "Whispers", attackVotesUnited, attackVotes, 0, "attack votes all werewolves agreed on at first"},
}

// By is what summaries put together.
type By string

// By everything, by team, by role.
const (
	ByAll  By = "all"
	ByTeam By = "team"
	ByRole By = "role"
)

// Group is the players of one team or one role, over all games.
type Group struct {
	Name    string
	Players int // seats in games
	Total   figures
	Rates   []Rate // by place in Shares
	// Calls is what they asked of language models, nil where they asked nothing.
	Calls *chronicle.Calls

	latest *Game     // of those that were added
	games  []figures // what they did, a game each
}

// Rate is a share with its interval, which rests on games: they show how much what happens in one hangs together.
type Rate struct {
	stats.Rate
	// Chance is the share that chance would give, -1 where that is not known.
	Chance float64
}

// Summarize puts the figures of games together, groups in the order of their names.
func Summarize(games []*Game, by By) (all []Group) {
	var found grouping[string, Group]
	for _, g := range games {
		for i := range g.Players {
			name := groupName(g, i, by)
			one := found.of(name, Group{Name: name})
			one.Players++
			if asked := g.Players[i].Calls; asked != nil {
				if one.Calls == nil {
					one.Calls = &chronicle.Calls{}
				}
				one.Calls.Add(asked)
			}
			if one.latest != g {
				one.latest, one.games = g, append(one.games, figures{})
			}
			for c, n := range g.figures[i] {
				one.games[len(one.games)-1][c] += n
			}
		}
	}
	for _, one := range found.sorted(func(a, b *Group) int { return strings.Compare(a.Name, b.Name) }) {
		one.finish()
		all = append(all, *one)
	}
	return all
}

// finish works out the sums and rates from what was done in the games.
func (g *Group) finish() {
	for i := range g.games {
		for c, n := range g.games[i] {
			g.Total[c] += n
		}
	}
	for i := range shares {
		s, r := &shares[i], Rate{Chance: -1}
		var games parts
		for at := range g.games {
			games.add(at, g.games[at][s.Part], g.games[at][s.Whole])
		}
		if r.Rate = stats.Ratio(games); s.Chance != 0 && g.Total[s.Whole] > 0 {
			r.Chance = g.Total[s.Chance] / g.Total[s.Whole]
		}
		g.Rates = append(g.Rates, r)
	}
	g.games = nil // which may be many
}

// groupName is the group of a player, those of a division apart.
func groupName(g *Game, i int, by By) string {
	name := "all"
	switch by {
	case ByTeam:
		name = g.Players[i].Team
	case ByRole:
		name = g.Roles().Name(g.Players[i].Role)
	default: // one group
	}
	if g.Division != "" {
		name += " (" + g.Division + ")"
	}
	return name
}

// FewGames is what to know of figures from so many games, nothing where they are many.
func FewGames(n int) []string {
	const few = 10
	if n >= few {
		return nil
	}
	return []string{"few games: intervals are wide, and figures of single players are anecdotes"}
}

// Warnings say what the figures cannot carry.
func Warnings(games []*Game) []string {
	warnings, logs := FewGames(len(games)), 0
	for _, g := range games {
		if !g.Recorded {
			logs++
		}
	}
	if logs > 0 {
		warnings = append(warnings, "games from "+contestlog.Extension+
			" files tell nothing of time-outs, cuts and faults: these are empty there")
	}
	return append(warnings, "what utterances say is understood by rules, which miss some and mistake some: compare players under the same rules, not with other studies")
}
