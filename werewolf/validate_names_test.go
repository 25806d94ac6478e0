package werewolf

import (
	"strings"
	"testing"
)

// Errors about limits of talk say which limit, by its own name, and the number that it has.
func TestValidateNamesTheLimit(t *testing.T) {
	for _, test := range []struct {
		want   string
		change func(*Rules)
	}{
		{"talk.max_count.per_agent: -7", func(r *Rules) { r.Talk.MaxCount.PerAgent = -7 }},
		{"talk.max_count.per_day: -6", func(r *Rules) { r.Talk.MaxCount.PerDay = -6 }},
		{"whisper.max_count.per_agent: -5", func(r *Rules) { r.Whisper.MaxCount.PerAgent = -5 }},
		{"talk.max_skip: -4", func(r *Rules) { r.Talk.MaxSkip = -4 }},
		{"roles.SEER: -2 is negative", func(r *Rules) { r.Roles[Seer] = -2 }},
		{"roles.MEDIUM: 77, at most 60 can play", func(r *Rules) { r.Roles[Medium] = 77 }},
		{"2 werewolves and 2 humans", func(r *Rules) { r.Roles = RoleCounts{}; r.Roles[Werewolf], r.Roles[Villager] = 2, 2 }},
	} {
		r, err := Standard(13)
		if err != nil {
			t.Fatal(err)
		}
		test.change(&r)
		if err := r.Validate(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}
