// Package plain is a modest player that talks. It is an honest villager or a careful liar, gives reasons, and votes as
// it says.
//
// The law of the package: it is the talker with simple rules and nothing else, so that it stays a fixed standard for
// comparisons.
package plain

import "wolfden/internal/bot/talker"

// New returns a player that speaks lang, "en" or "ja"; the empty string is English. Its chance follows from the seed.
func New(seed uint64, lang string) (*talker.Player, error) {
	return talker.New(seed, lang, talker.Rules{})
}
