package room

import (
	"context"
	"iter"
	"time"
	"unicode/utf8"

	"wolfden/internal/match"
	"wolfden/werewolf"
)

// typist lets a program speak no faster than somebody types where everybody speaks at any time: people could not follow
// otherwise. Everywhere else it answers at once.
type typist struct {
	match.Player
	lang string
}

// The pace of typing, and how long it takes at least and at most.
const (
	typing         = 50 * time.Millisecond // a letter
	typingJapanese = 130 * time.Millisecond
	leastTyping    = 2 * time.Second
	mostTyping     = 12 * time.Second
)

// Answer is the player's answer, in time for who types it.
func (t *typist) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	text, err := t.Player.Answer(ctx, o)
	if !o.Request.Open || err != nil || text == "" {
		return text, err
	}
	pace := typing
	if t.lang == "ja" {
		pace = typingJapanese
	}
	timer := time.NewTimer(min(max(time.Duration(utf8.RuneCountInString(text))*pace, leastTyping), mostTyping))
	defer timer.Stop()
	select {
	case <-timer.C:
		return text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Notes are the player's own.
func (t *typist) Notes() iter.Seq2[string, string] {
	if thinker, ok := t.Player.(match.Thinker); ok {
		return thinker.Notes()
	}
	return func(func(string, string) bool) {}
}
