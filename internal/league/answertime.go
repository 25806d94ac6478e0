package league

import (
	"fmt"
	"time"

	"wolfden/internal/settings"
	"wolfden/werewolf"
)

// AnswerTime is how long a player may take for an answer: a duration, or "none" for as long as it takes. The zero value leaves it at what
// the rules say.
type AnswerTime struct {
	given bool
	limit time.Duration
}

// mostAnswerTime is far above any answer.
const mostAnswerTime = 24 * time.Hour

// UnmarshalText reads a duration such as 5m, or none.
func (a *AnswerTime) UnmarshalText(text []byte) error {
	if string(text) == "none" {
		*a = AnswerTime{given: true}
		return nil
	}
	limit, err := time.ParseDuration(string(text))
	if err != nil || limit < time.Millisecond || limit > mostAnswerTime {
		return fmt.Errorf("%s; write a duration such as 90s or 5m, up to 24h, or none for no limit", settings.Quote(string(text)))
	}
	*a = AnswerTime{true, limit}
	return nil
}

// Endless reports whether an answer may take as long as it takes.
func (a AnswerTime) Endless() bool { return a.given && a.limit == 0 }

// String is the time as UnmarshalText reads it, "" where none was given.
func (a AnswerTime) String() string {
	switch {
	case a.Endless():
		return "none"
	case a.given:
		return a.limit.String()
	}
	return ""
}

// Set changes the time of rules, where one was given.
func (a AnswerTime) Set(r *werewolf.Rules) {
	if a.given {
		r.Timeout.Action = int(a.limit / time.Millisecond)
	}
}
