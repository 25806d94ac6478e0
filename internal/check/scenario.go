package check

import (
	"fmt"

	"wolfden/werewolf"
)

// scenario is one game of the check: the agent's role and what happens to it.
type scenario struct {
	title   string
	role    werewolf.Role
	lang    string // of the table
	people  []string
	hostile bool           // what the others say
	tie     bool           // the first vote of day 1 is tied
	late    bool           // one answer of day 1 is declared late at once
	tight   bool           // the limits are much tighter than the contest's
	dies    werewolf.Cause // how the agent dies on day 1, if it does
	set     func(*werewolf.Rules)
}

// lastDay keeps the games of the check short.
const lastDay = 3

// scenarios are the games of a check, in order: one a role. On the open floor
// turns and skips mean nothing; the rest stays.
func scenarios(players int) []scenario {
	list := []scenario{
		{
			title: "a tie and a second vote", role: werewolf.Villager, lang: "en", people: plainNames, tie: true,
			set: func(r *werewolf.Rules) { r.Vote.MaxCount = 2 },
		},
		{
			title: "hostile words, a late answer, death in the night", role: werewolf.Seer, lang: "ja", people: japaneseNames,
			hostile: true, late: true, dies: werewolf.ByAttack, set: func(*werewolf.Rules) {},
		},
		{
			title: "tight limits, no skips, no vote for oneself, execution", role: werewolf.Possessed, lang: "en",
			people: plainNames, tight: true, dies: werewolf.ByExecution, set: tighten,
		},
		{
			title: "hostile words without limits, skips, names of all kinds", role: werewolf.Werewolf, lang: "en",
			people: mixedNames, hostile: true, set: loosen,
		},
	}
	if players == 5 {
		return list
	}
	return append(list,
		scenario{
			title: "all of a turn asked at once, hostile words", role: werewolf.Medium, lang: "ja", people: japaneseNames, hostile: true,
			set: func(r *werewolf.Rules) { r.Talk.Mode = werewolf.Synchronized },
		},
		scenario{
			title: "names of all kinds, death in the night", role: werewolf.StandardRoles().WithPower(werewolf.Guards).Only(), lang: "en", people: mixedNames,
			dies: werewolf.ByAttack, set: func(r *werewolf.Rules) { r.VoteVisibility = false },
		},
	)
}

// outsider is the game in which the agent has a role that the contest does not send: alone, or with one fellow if the role knows
// its fellows. They take the places of villagers.
func outsider(role werewolf.Role) scenario {
	return scenario{
		title: "a role that contests do not send", role: role, lang: "en", people: plainNames,
		set: func(r *werewolf.Rules) {
			n := 1
			if r.Table.Spec(role).Knows {
				n = 2
			}
			r.Roles[role] += n
			r.Roles[r.Ordinary()] -= n
		},
	}
}

// tighten sets limits so low that only an agent that reads them can keep them.
func tighten(r *werewolf.Rules) {
	for _, t := range []*werewolf.TalkRules{&r.Talk, &r.Whisper} {
		t.MaxSkip = 0
		t.MaxLength = werewolf.LengthRules{PerTalk: werewolf.NoLimit, MentionLength: 10, PerAgent: 30, BaseLength: 10}
	}
	r.Vote.AllowSelfVote = false
}

// loosen removes the limits of length, so that the packets do not have their keys.
func loosen(r *werewolf.Rules) {
	for _, t := range []*werewolf.TalkRules{&r.Talk, &r.Whisper} {
		t.MaxSkip = manySkips
		t.MaxLength = werewolf.LengthRules{
			PerTalk: werewolf.NoLimit, MentionLength: werewolf.NoLimit, PerAgent: werewolf.NoLimit, BaseLength: werewolf.NoLimit,
		}
	}
	r.Talk.MaxCount.PerAgent, r.Talk.MaxCount.PerDay = 5, werewolf.NoLimit
	r.AttackVote.MaxCount = 2
}

// rules are those of the scenario's game.
func (s *scenario) rules(c *Config) (werewolf.Rules, error) {
	r, err := werewolf.Standard(c.Players)
	if err != nil {
		return r, err
	}
	r.MaxDay = lastDay
	r.MaxFailedRatio = 1
	// The deadlines are kept by the subject; the match must not be faster.
	r.Timeout = werewolf.Timeout{
		Action: int(c.Timeout.Milliseconds()), Response: int(c.response().Milliseconds()), Acceptable: 24 * 3600 * 1000,
	}
	s.set(&r)
	if c.Anytime {
		for _, t := range []*werewolf.TalkRules{&r.Talk, &r.Whisper} {
			t.Mode, t.Duration = werewolf.Anytime, int(c.Floor.Milliseconds())
		}
	}
	return r, nil
}

// seats seats everybody; the agent's seat and the roles of the others follow
// from the number of the game.
func (s *scenario) seats(r *werewolf.Rules, number int) (seats []werewolf.Seat, agent werewolf.SeatID) {
	n := r.Players()
	order := werewolf.DrawSeats.Permutation(uint64(number), n)
	seats = make([]werewolf.Seat, n)
	agent = werewolf.SeatID(order[0] + 1)
	seats[agent-1].Role = s.role
	next := 1
	for _, role := range r.Roles.InPlay().Slice() {
		left := r.Roles[role]
		if role == s.role {
			left--
		}
		for range left {
			seats[order[next]].Role = role
			next++
		}
	}
	for i := range seats {
		seats[i].Name = s.people[i]
		seats[i].Profile = profile(s.lang, s.people[i])
	}
	return seats, agent
}

func profile(lang, name string) string {
	if lang == "ja" {
		return fmt.Sprintf("%sは町の図書館で働いている。物静かだが、気になることは納得するまで調べる。", name)
	}
	return fmt.Sprintf("%s works at the town library, speaks quietly and looks everything up twice.", name)
}
