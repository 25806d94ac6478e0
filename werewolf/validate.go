package werewolf

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// ErrRules is wrapped by every error about rules that cannot be played.
var ErrRules = errors.New("rules cannot be played")

// mostDays limits how long the rules in a stranger's file can make a game.
const mostDays = 1000

// faults collects everything that is wrong, so that an author can mend it all at once.
type faults struct{ list []error }

func (f *faults) add(when bool, format string, args ...any) {
	if when {
		f.list = append(f.list, fmt.Errorf(format, args...))
	}
}

// Validate returns an error that names every fault of the rules, or nil when a game by them can be played to
// an end. The error wraps ErrRules and has one line for each fault, beginning with the path of the setting.
func (r *Rules) Validate() error {
	f := &faults{}
	f.add(r.Version < 0 || r.Version > rulesVersion, "version: %d is none of 1 to %d", r.Version, rulesVersion)
	r.checkRoles(f)
	f.add(r.MaxDay < NoLimit, "max_day: %d is neither -1 (no limit) nor a day from 0", r.MaxDay)
	f.add(r.MaxDay > mostDays, "max_day: %d is more than %d", r.MaxDay, mostDays)
	f.add(math.IsNaN(r.MaxFailedRatio) || r.MaxFailedRatio < 0 || r.MaxFailedRatio > 1,
		"max_continue_error_ratio: %v is not between 0 and 1", r.MaxFailedRatio)
	f.add(r.Vote.MaxCount < 1, "vote.max_count: %d, but a vote takes place at least once", r.Vote.MaxCount)
	f.add(r.AttackVote.MaxCount < 1, "attack_vote.max_count: %d, but a vote takes place at least once", r.AttackVote.MaxCount)
	f.add(r.Timeout.Action < 0, "timeout.action: %d ms is negative", r.Timeout.Action)
	f.add(r.Timeout.Response < 0, "timeout.response: %d ms is negative", r.Timeout.Response)
	f.add(r.Timeout.Acceptable < 0, "timeout.acceptable: %d ms is negative", r.Timeout.Acceptable)
	r.Talk.check(f, "talk")
	r.Whisper.check(f, "whisper")
	r.checkPhases(f)
	return f.err(ErrRules)
}

// err returns all faults as one error that wraps what, or nil when there are none.
func (f *faults) err(what error) error {
	if len(f.list) == 0 {
		return nil
	}
	return fmt.Errorf("%w:\n%w", what, errors.Join(f.list...))
}

func (r *Rules) checkRoles(f *faults) {
	for role, n := range r.Roles {
		if n == 0 {
			continue
		}
		f.add(role != int(NoRole) && !r.Table.Has(Role(role)), "roles: %d players have role %d, which the table of roles has not", n, role)
		f.add(n < 0, "roles.%s: %d is negative", r.Table.Name(Role(role)), n)
		// Each by itself too: numbers large enough overflow the total.
		f.add(n > MaxSeats, "roles.%s: %d, at most %d can play", r.Table.Name(Role(role)), n, MaxSeats)
	}
	f.add(r.Roles[NoRole] != 0, "roles: %d players without a role", r.Roles[NoRole])
	total, wolves := r.Roles.Total(), r.Wolves()
	f.add(total > MaxSeats, "roles: %d players, at most %d can play", total, MaxSeats)
	f.add(wolves >= total-wolves, "roles: %d werewolves and %d humans; more humans than werewolves are needed", wolves, total-wolves)
}

func (t *TalkRules) check(f *faults, path string) {
	limit := func(name string, n int) {
		f.add(n < NoLimit, "%s.%s: %d is neither -1 (no limit) nor a number from 0", path, name, n)
	}
	f.add(int(t.Mode) >= len(talkModeNames), "%s.mode: unknown mode %d", path, t.Mode)
	f.add(int(t.Order) >= len(talkOrderNames), "%s.order: unknown order %d", path, t.Order)
	limit("max_count.per_agent", t.MaxCount.PerAgent)
	limit("max_count.per_day", t.MaxCount.PerDay)
	limit("max_length.per_talk", t.MaxLength.PerTalk)
	limit("max_length.mention_length", t.MaxLength.MentionLength)
	limit("max_length.per_agent", t.MaxLength.PerAgent)
	limit("max_length.base_length", t.MaxLength.BaseLength)
	limit("max_skip", t.MaxSkip)
	f.add(t.MaxLength.CountInWord && t.MaxLength.CountSpaces,
		"%s.max_length: count_in_word and count_spaces exclude each other", path)
	f.add(t.Mode != Anytime && t.MaxCount.PerAgent == NoLimit && t.MaxCount.PerDay == NoLimit,
		"%s.max_count: per_agent and per_day both without a limit, so the phase need never end", path)
	f.add(t.Duration < 0, "%s.duration: %d ms is negative", path, t.Duration)
	f.add(t.Silence < 0, "%s.silence: %d ms is negative", path, t.Silence)
	f.add(t.MinInterval < 0, "%s.min_interval: %d ms is negative", path, t.MinInterval)
	f.add(t.Mode == Anytime && t.Duration == 0, "%s.duration: the anytime mode needs one", path)
}

func (r *Rules) checkPhases(f *faults) {
	seen := map[string]bool{}
	kills := false
	check := func(path string, phases []Phase) {
		for i := range phases {
			p := &phases[i]
			where := fmt.Sprintf("%s[%d] (%s)", path, i, p.Name)
			f.add(strings.TrimSpace(p.Name) == "", "%s[%d]: a phase needs a name", path, i)
			f.add(seen[p.Name], "%s: the name is used twice", where)
			seen[p.Name] = true
			f.add(len(p.Actions) == 0, "%s: no actions", where)
			f.add(p.OnlyDay != nil && *p.OnlyDay < 0, "%s: only_day is negative", where)
			f.add(p.ExceptDay != nil && *p.ExceptDay < 0, "%s: except_day is negative", where)
			for _, name := range p.Actions {
				a, err := indexOf(actionNames[:], name, "action")
				f.add(err != nil, "%s: unknown action %q (known: %s)", where, name, strings.Join(actionNames[:], ", "))
				kills = kills || err == nil && p.OnlyDay == nil && (action(a) == execution || action(a) == attack)
			}
		}
	}
	check("day_phases", r.DayPhases)
	check("night_phases", r.NightPhases)
	f.add(len(r.DayPhases)+len(r.NightPhases) > math.MaxInt8, "more than %d phases", math.MaxInt8)
	f.add(!kills && r.MaxDay == NoLimit && r.Wolves() > 0,
		"phases: neither execution nor attack comes every day and max_day is without a limit, so the game need never end")
}
