package werewolf

import "fmt"

// setups are the role counts of the contest's rules page.
var setups = map[int]RoleCounts{
	5:  {Werewolf: 1, Possessed: 1, Seer: 1, Villager: 2},
	9:  {Werewolf: 2, Possessed: 1, Seer: 1, Bodyguard: 1, Medium: 1, Villager: 3},
	13: {Werewolf: 3, Possessed: 1, Seer: 1, Bodyguard: 1, Medium: 1, Villager: 6},
}

// defaultMaxDay ends games in which nobody ever dies, as happens with silent players. Other games never last
// nearly as long.
const defaultMaxDay = 30

// Standard returns the contest's rules for 5, 9 or 13 players.
func Standard(players int) (Rules, error) {
	roles, ok := setups[players]
	if !ok {
		return Rules{}, fmt.Errorf("no standard setup for %d players (5, 9 and 13 have one)", players)
	}
	return With(roles), nil
}

// With returns the contest's rules for any counts of the standard roles. It does not check them: see Validate.
func With(roles RoleCounts) Rules { return StandardRoles().Rules(roles) }

// Rules returns the contest's rules for any counts of the table's roles. It does not check them: see Validate.
func (t *RoleTable) Rules(roles RoleCounts) Rules {
	n := roles.Total()
	r := Rules{
		Table:          t,
		Roles:          roles,
		MaxDay:         defaultMaxDay,
		VoteVisibility: true,
		Talk:           contestTalk(4, 4*n),
		Whisper:        contestTalk(0, 0),
		Vote:           VoteRules{MaxCount: 1, AllowSelfVote: true},
		AttackVote:     AttackRules{MaxCount: 1, AllowSelfVote: true},
		MaxFailedRatio: 0.2,
		Timeout:        Timeout{Action: 60_000, Response: 120_000, Acceptable: 5_000},
	}
	if n := roles.Of(t.Where(func(s RoleSpec) bool { return s.Whispers })); n > 1 {
		r.Whisper = contestTalk(4, 4*n)
	}
	r.DayPhases, r.NightPhases = contestPhases()
	return r
}

func contestTalk(perAgent, perDay int) TalkRules {
	return TalkRules{
		MaxCount:  CountRules{PerAgent: perAgent, PerDay: perDay},
		MaxLength: LengthRules{PerTalk: NoLimit, MentionLength: 125, PerAgent: NoLimit, BaseLength: 125},
	}
}

// contestPhases returns the day phases and the night phases of the contest.
func contestPhases() (day, night []Phase) {
	zero := func() *int { return new(int) }
	day = []Phase{
		{Name: "morning_whisper", Actions: []string{"whisper"}, OnlyDay: zero()},
		{Name: "daily_talk", Actions: []string{"talk"}},
	}
	night = []Phase{
		{Name: "evening_whisper", Actions: []string{"whisper"}, OnlyDay: zero()},
		{Name: "execution", Actions: []string{"execution"}, ExceptDay: zero()},
		{Name: "divine", Actions: []string{"divine"}},
		{Name: "night_whisper", Actions: []string{"whisper"}, ExceptDay: zero()},
		{Name: "guard", Actions: []string{"guard"}, ExceptDay: zero()},
		{Name: "attack", Actions: []string{"attack"}, ExceptDay: zero()},
	}
	return day, night
}
