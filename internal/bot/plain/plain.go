// Package plain is a modest player that talks: an honest villager or a careful liar that gives reasons and votes as it
// says.
//
// The law of the package: it is the talker with the decider of simple rules, and nothing else, so that it stays a fixed
// point to measure others by.
package plain

import "wolfden/internal/bot/talker"

// New is a player of the seed that speaks lang, "en" or "ja"; the empty string is English.
func New(seed uint64, lang string) (*talker.Player, error) {
	return talker.New(seed, lang, talker.Rules{})
}
