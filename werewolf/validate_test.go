package werewolf

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

func day(n int) *int { return &n }

func TestValidateNamesEveryFault(t *testing.T) {
	cases := []struct {
		spoil func(*Rules)
		want  string // what the error must hold
	}{
		{func(r *Rules) { r.Roles[Werewolf] = 4 }, "roles: 4 werewolves and 4 humans"},
		{func(r *Rules) { r.Roles[Seer] = -1 }, "roles.SEER: -1 is negative"},
		{func(r *Rules) { r.Roles[Villager] = 60 }, "roles: 63 players, at most 60"},
		{func(r *Rules) { r.Roles[Villager], r.Roles[Seer], r.Roles[Medium] = math.MaxInt, math.MaxInt, 9 }, "roles.VILLAGER: 9223372036854775807, at most 60"},
		{func(r *Rules) { r.Roles[NoRole] = 1 }, "roles: 1 players without a role"},
		{func(r *Rules) { r.MaxDay = -2 }, "max_day: -2 is neither"},
		{func(r *Rules) { r.MaxDay = 1001 }, "max_day: 1001 is more than 1000"},
		{func(r *Rules) { r.MaxFailedRatio = -0.1 }, "max_continue_error_ratio: -0.1"},
		{func(r *Rules) { r.MaxFailedRatio = 1.1 }, "max_continue_error_ratio: 1.1"},
		{func(r *Rules) { r.MaxFailedRatio = math.NaN() }, "max_continue_error_ratio: NaN"},
		{func(r *Rules) { r.Vote.MaxCount = 0 }, "vote.max_count: 0"},
		{func(r *Rules) { r.AttackVote.MaxCount = -1 }, "attack_vote.max_count: -1"},
		{func(r *Rules) { r.Timeout.Action = -1 }, "timeout.action: -1"},
		{func(r *Rules) { r.Timeout.Response = -1 }, "timeout.response: -1"},
		{func(r *Rules) { r.Timeout.Acceptable = -1 }, "timeout.acceptable: -1"},
		{func(r *Rules) { r.Talk.Mode = 9 }, "talk.mode: unknown mode 9"},
		{func(r *Rules) { r.Whisper.Order = 9 }, "whisper.order: unknown order 9"},
		{func(r *Rules) { r.Talk.MaxCount.PerAgent = -2 }, "talk.max_count.per_agent: -2"},
		{func(r *Rules) { r.Whisper.MaxCount.PerDay = -2 }, "whisper.max_count.per_day: -2"},
		{func(r *Rules) { r.Talk.MaxLength.PerTalk = -2 }, "talk.max_length.per_talk: -2"},
		{func(r *Rules) { r.Talk.MaxLength.MentionLength = -2 }, "talk.max_length.mention_length: -2"},
		{func(r *Rules) { r.Talk.MaxLength.PerAgent = -2 }, "talk.max_length.per_agent: -2"},
		{func(r *Rules) { r.Talk.MaxLength.BaseLength = -2 }, "talk.max_length.base_length: -2"},
		{func(r *Rules) { r.Talk.MaxSkip = -2 }, "talk.max_skip: -2"},
		{func(r *Rules) { r.Talk.MaxLength.CountInWord, r.Talk.MaxLength.CountSpaces = true, true }, "talk.max_length: count_in_word and count_spaces"},
		{func(r *Rules) { r.Talk.MaxCount = CountRules{NoLimit, NoLimit} }, "talk.max_count: per_agent and per_day both without a limit"},
		{func(r *Rules) { r.Talk.Duration = -1 }, "talk.duration: -1"},
		{func(r *Rules) { r.Talk.Silence = -1 }, "talk.silence: -1"},
		{func(r *Rules) { r.Whisper.MinInterval = -1 }, "whisper.min_interval: -1"},
		{func(r *Rules) { r.Whisper.Mode = Anytime }, "whisper.duration: the anytime mode needs one"},
		{func(r *Rules) { r.DayPhases[0].Name = " " }, "day_phases[0]: a phase needs a name"},
		{func(r *Rules) { r.NightPhases[1].Name = r.DayPhases[0].Name }, "night_phases[1] (morning_whisper): the name is used twice"},
		{func(r *Rules) { r.DayPhases[1].Actions = nil }, "day_phases[1] (daily_talk): no actions"},
		{func(r *Rules) { r.DayPhases[0].OnlyDay = day(-1) }, "day_phases[0] (morning_whisper): only_day is negative"},
		{func(r *Rules) { r.NightPhases[3].ExceptDay = day(-1) }, "night_phases[3] (night_whisper): except_day is negative"},
		{func(r *Rules) { r.DayPhases[1].Actions = []string{"talk", "sleep"} }, `day_phases[1] (daily_talk): unknown action "sleep" (known: talk, whisper, execution, divine, guard, attack)`},
		{func(r *Rules) { r.DayPhases[1].Actions = []string{"dawn"} }, `unknown action "dawn"`},
		{func(r *Rules) { r.NightPhases, r.MaxDay = nil, NoLimit }, "phases: neither execution nor attack"},
		{func(r *Rules) {
			for range 130 {
				r.DayPhases = append(r.DayPhases, Phase{Name: fmt.Sprint(len(r.DayPhases)), Actions: []string{"talk"}})
			}
		}, "more than 127 phases"},
	}
	for _, c := range cases {
		t.Run(c.want, func(t *testing.T) {
			r := standard(t, 5)
			c.spoil(&r)
			err := r.Validate()
			if !errors.Is(err, ErrRules) || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v", err)
			}
			if _, newErr := New(r, table(5), 1); newErr == nil || newErr.Error() != err.Error() {
				t.Errorf("New says %v", newErr)
			}
		})
	}
}

func TestValidateNamesAllFaultsAtOnce(t *testing.T) {
	err := (&Rules{}).Validate()
	for _, want := range []string{"roles: 0 werewolves", "vote.max_count", "attack_vote.max_count"} {
		if err == nil || !strings.Contains(err.Error(), "\n"+want) {
			t.Errorf("no line begins with %s: %v", want, err)
		}
	}
	r := standard(t, 9)
	r.MaxDay, r.Talk.MaxSkip, r.NightPhases[2].Actions[0] = -2, -7, "DIVINE"
	if err := r.Validate(); err == nil || strings.Count(err.Error(), "\n") != 3 {
		t.Errorf("want three faults, one a line: %v", err)
	}
}

func TestAllLegalCompositionsPass(t *testing.T) {
	legal := 0
	for total := 0; total <= 9; total++ {
		for c := range compositions(total) {
			err := func() error { r := With(c); return r.Validate() }()
			want := total-c[Werewolf] > c[Werewolf]
			if (err == nil) != want {
				t.Fatalf("%v: %v", c, err)
			}
			if want {
				legal++
			}
		}
	}
	if legal < 1000 {
		t.Errorf("only %d legal compositions", legal)
	}
	for wolves := 1; wolves <= 29; wolves++ {
		r := With(RoleCounts{Werewolf: wolves, Villager: MaxSeats - wolves})
		if err := r.Validate(); err != nil {
			t.Errorf("%d werewolves of %d: %v", wolves, MaxSeats, err)
		}
	}
}

// compositions yields every way to give the players roles.
func compositions(total int) func(func(RoleCounts) bool) {
	return func(yield func(RoleCounts) bool) {
		var fill func(c RoleCounts, role Role, left int) bool
		fill = func(c RoleCounts, role Role, left int) bool {
			if role == Werewolf {
				c[role] = left
				return yield(c)
			}
			for n := 0; n <= left; n++ {
				c[role] = n
				if !fill(c, role+1, left-n) {
					return false
				}
			}
			return true
		}
		fill(RoleCounts{}, Villager, total)
	}
}

func TestStandard(t *testing.T) {
	want := map[int]RoleCounts{
		5:  {Werewolf: 1, Possessed: 1, Seer: 1, Villager: 2},
		9:  {Werewolf: 2, Possessed: 1, Seer: 1, Bodyguard: 1, Medium: 1, Villager: 3},
		13: {Werewolf: 3, Possessed: 1, Seer: 1, Bodyguard: 1, Medium: 1, Villager: 6},
	}
	whispers := map[int]CountRules{5: {0, 0}, 9: {4, 8}, 13: {4, 12}}
	for n := -1; n <= 20; n++ {
		r, err := Standard(n)
		if _, ok := want[n]; !ok {
			if err == nil {
				t.Errorf("%d players have a setup", n)
			}
			continue
		}
		if err != nil || r.Validate() != nil || r.Roles != want[n] || r.Players() != n {
			t.Errorf("%d players: %v %v", n, r.Roles, err)
		}
		if r.Talk.MaxCount != (CountRules{4, 4 * n}) || r.Whisper.MaxCount != whispers[n] {
			t.Errorf("%d players: talk %v whisper %v", n, r.Talk.MaxCount, r.Whisper.MaxCount)
		}
	}
}

func TestSeatsAreChecked(t *testing.T) {
	cases := []struct {
		name  string
		spoil func([]Seat) []Seat
		want  string
	}{
		{"too few", func(s []Seat) []Seat { return s[:4] }, "4 seats for 5 players"},
		{"none", func([]Seat) []Seat { return nil }, "0 seats for 5 players"},
		{"too many", func(s []Seat) []Seat { return append(s, Seat{Name: "P6"}) }, "6 seats for 5 players"},
		{"no name", func(s []Seat) []Seat { s[1].Name = ""; return s }, "seat 2: the name"},
		{"blanks", func(s []Seat) []Seat { s[1].Name = "P2 "; return s }, "seat 2: the name"},
		{"line break", func(s []Seat) []Seat { s[1].Name = "P\n2"; return s }, "seat 2: the name"},
		{"shared", func(s []Seat) []Seat { s[4].Name = "P1"; return s }, `seats 1 and 5 share the name "P1"`},
		{"Over", func(s []Seat) []Seat { s[0].Name = "over"; return s }, `seat 1: "over" cannot be a name`},
		{"Skip", func(s []Seat) []Seat { s[0].Name = "Skip"; return s }, `seat 1: "Skip" cannot be a name`},
		{"unknown role", func(s []Seat) []Seat { s[0].Role = 99; return s }, "seat 1: unknown role 99"},
		{"one fixed role", func(s []Seat) []Seat { s[0].Role = Seer; return s }, "the roles of the seats are SEER=1,none=4, the rules want VILLAGER=2,SEER=1,POSSESSED=1,WEREWOLF=1"},
		{"other roles", func(s []Seat) []Seat { return fixed(Werewolf, Seer, Medium, Villager, Villager) }, "the roles of the seats are VILLAGER=2,SEER=1,MEDIUM=1,WEREWOLF=1, the rules"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(standard(t, 5), c.spoil(table(5)), 1)
			if !errors.Is(err, errSeats) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}
