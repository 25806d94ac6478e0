package wording

import "wolfden/werewolf"

// Within accepts, for Say, what the rules leave as it is and what costs at most so much of the speaker's daily
// budget, left being what remains of it. others are the names of the other players, one of whom may be mentioned.
func Within(rules *werewolf.LengthRules, others []string, left, most int) func(string) bool {
	return func(text string) bool {
		kept, cost := rules.Fit(text, others, left)
		return kept == text && cost <= most
	}
}
