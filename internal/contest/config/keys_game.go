package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"wolfden/internal/settings"
	"wolfden/werewolf"
)

// gameSettings are the keys below game.
func gameSettings(d *draft) []settings.Key {
	rules := &d.Rules
	return slices.Concat([]settings.Key{
		settings.Row("game.agent_count", settings.Number(&d.players, 3, werewolf.MaxSeats), "5", "Players of a game."),
		settings.Row("game.max_day", settings.Limit(&rules.MaxDay, 0, werewolf.NoLimit), "30",
			"The last day, counted from 0; when it has passed nobody wins. A game in which somebody dies never reaches day 30."),
		settings.Row("game.vote_visibility", settings.Boolean(&rules.VoteVisibility), "true", "The next day shows who voted for whom."),
		settings.Row("game.seed", settings.Seed(&d.Seed).Otherwise("drawn for every game"), "",
			"Where all chances of the games come from: the same seed and the same answers give the same games. "+
				"For experiments: whoever knows it knows all roles beforehand, so a server that others reach refuses it "+
				"without `--foreseeable`."),
		settings.Row("game.vote.max_count", settings.Number(&rules.Vote.MaxCount, 1, settings.MaxCount), "1",
			"Votes in all while there is a tie; after the last, one of the tied is drawn."),
		settings.Row("game.vote.allow_self_vote", settings.Boolean(&rules.Vote.AllowSelfVote), "true", "Players may vote for themselves."),
		settings.Row("game.attack_vote.max_count", settings.Number(&rules.AttackVote.MaxCount, 1, settings.MaxCount), "1",
			"The same for the werewolves' vote."),
		settings.Row("game.attack_vote.allow_self_vote", settings.Boolean(&rules.AttackVote.AllowSelfVote), "true",
			"Told to the players; votes for werewolves are void all the same."),
		settings.Row("game.attack_vote.allow_no_target", settings.Boolean(&rules.AttackVote.AllowNoTarget), "false", "A tie attacks nobody."),
	}, talkSettings("game.talk", &rules.Talk, &d.talkSeconds, "4", "4 × `game.agent_count`"),
		talkSettings("game.whisper", &rules.Whisper, &d.whisperSeconds, "4; 0 with a single werewolf", "4 × the werewolves; 0 with a single one"))
}

// talkSettings are the keys of talk or whisper. Lengths that are absent are no limit; only when max_length is absent as
// a whole are they the contest's (see draft.limits).
func talkSettings(path string, t *werewolf.TalkRules, seconds *int, perAgent, perDay string) []settings.Key {
	none, contest := strconv.Itoa(werewolf.NoLimit), "125 without `max_length`, else -1"
	table := []settings.Key{
		settings.Row("mode", talkMode(&t.Mode).Otherwise("anytime with `duration`, else serial"), "",
			"Who may speak when: one after another, all of a turn at once, or an open floor (speak-anytime). turn and "+
				"freeform are older words of the organisers for serial and anytime."),
		settings.Row("order", settings.OneOf(&t.Order, werewolf.EachTurn, werewolf.EachPhase), "every_turn",
			"How often the order is drawn: every turn, as the regulations have it, or every phase, as the "+
				"organisers' server does."),
		settings.Row("duration", settings.Millis(&t.Duration, time.Millisecond).Otherwise("turn by turn"), "",
			"The floor closes after this. Its presence makes the mode anytime."),
		settings.Row("time_limit", settings.Number(seconds, 1, 86_400).Otherwise("none"), "",
			"An older way of the organisers to write the duration, in seconds; it counts with mode freeform or anytime."),
		settings.Row("silence", settings.Millis(&t.Silence, 0).Otherwise("none"), "",
			"Anytime: the floor closes after this long without a word."),
		settings.Row("min_interval", settings.Millis(&t.MinInterval, 0).Otherwise("none"), "",
			"Anytime: the least time between two utterances of a player."),
		settings.Row("max_count.per_agent", settings.Limit(&t.MaxCount.PerAgent, 0, werewolf.NoLimit).Otherwise(perAgent), "",
			"Utterances of a player a day; skips count."),
		settings.Row("max_count.per_day", settings.Limit(&t.MaxCount.PerDay, 0, werewolf.NoLimit).Otherwise(perDay), "",
			"Utterances of all players together a day. Not in the anytime mode."),
		settings.Row("max_length.count_in_word", settings.Boolean(&t.MaxLength.CountInWord), "false",
			"Lengths are counted in words; else in characters."),
		settings.Row("max_length.count_spaces", settings.Boolean(&t.MaxLength.CountSpaces), "false",
			"White space counts too. Not together with count_in_word."),
		settings.Row("max_length.per_talk", settings.Limit(&t.MaxLength.PerTalk, 0, werewolf.NoLimit), none,
			"Cap of one utterance, whatever the other limits."),
		settings.Row("max_length.mention_length", settings.Limit(&t.MaxLength.MentionLength, 0, werewolf.NoLimit).Otherwise(contest), none,
			"Free for what follows a mention; -1: a mention is ordinary text."),
		settings.Row("max_length.per_agent", settings.Limit(&t.MaxLength.PerAgent, 0, werewolf.NoLimit), none,
			"A day's budget of a player for what exceeds the free lengths."),
		settings.Row("max_length.base_length", settings.Limit(&t.MaxLength.BaseLength, 0, werewolf.NoLimit).Otherwise(contest), none,
			"Free for what precedes a mention, or for all without one; -1: 0 where there is a budget, else "+
				"everything."),
		settings.Row("max_skip", settings.Limit(&t.MaxSkip, 0, werewolf.NoLimit), "0", "Skips in a row beyond this are Over."),
	}
	for i := range table {
		table[i].Path = settings.Join(path, table[i].Path)
	}
	return table
}

// talkMode takes our words for the modes, and the organisers' former ones.
func talkMode(p *werewolf.TalkMode) settings.Form {
	f := settings.OneOf(p, werewolf.Serial, werewolf.Synchronized, werewolf.Anytime)
	read := f.Read
	f.Read = func(r *settings.Reader, path string, n *settings.Node) {
		switch {
		case n.Kind == settings.Scalar && n.Text == "turn":
			*p = werewolf.Serial
		case n.Kind == settings.Scalar && n.Text == "freeform":
			*p = werewolf.Anytime
		default:
			read(r, path, n)
		}
	}
	return f
}

// logicSettings are the keys below logic.
func logicSettings(d *draft) []settings.Key {
	return []settings.Key{
		settings.Row("logic.day_phases", settings.Each(&d.Rules.DayPhases, "phases, each a group of keys", phaseSettings).Otherwise("the contest's"), "",
			"What happens by day, in this order. Nothing after the key: no phases."),
		settings.Row("logic.night_phases", settings.Each(&d.Rules.NightPhases, "phases, each a group of keys", phaseSettings).Otherwise("the contest's"), "",
			"What happens by night, in this order."),
		settings.Row("logic.roles", roles(&d.roles).Otherwise("the standard ones for 5, 9 and 13"), "",
			"For each number of players, how many have each role. There must be an entry for game.agent_count."),
	}
}

func phaseSettings(p *werewolf.Phase) []settings.Key {
	return []settings.Key{
		settings.Row("name", settings.Text(&p.Name), "", "Name of the phase, no other's."),
		settings.Row("actions", settings.Texts(&p.Actions, "actions", "one of talk, whisper, execution, divine, guard, attack", nil), "",
			"What is done, in this order."),
		settings.Row("only_day", settings.Optional(&p.OnlyDay, 0).Otherwise("every day"), "", "The only day on which it takes place."),
		settings.Row("except_day", settings.Optional(&p.ExceptDay, 0).Otherwise("no day"), "", "The day on which it does not."),
	}
}

// roles reads compositions by the number of players. What a track adds does not change the map of the others.
func roles(p *map[int]werewolf.RoleCounts) settings.Form {
	const want = "a number of players and below it the roles, such as 5: {WEREWOLF: 1, POSSESSED: 1, SEER: 1, VILLAGER: 2}"
	return settings.Form{Want: want, Read: func(r *settings.Reader, path string, n *settings.Node) {
		all := maps.Clone(*p)
		if all == nil {
			all = map[int]werewolf.RoleCounts{}
		}
		if r.Entries(path, n, want, func(at string, entry settings.Pair) {
			players, why := settings.Whole(entry.Key, 3, werewolf.MaxSeats)
			if why != "" {
				r.Fault(at, entry.Line, "%s %s; write how many play, from 3 to %d", settings.Quote(entry.Key), why, werewolf.MaxSeats)
				return
			}
			all[players] = composition(r, at, players, entry)
		}) {
			*p = all
		}
	}}
}

// composition reads how many players have each role. A sum that does not fit is a fault where everything else does.
func composition(r *settings.Reader, path string, players int, p settings.Pair) (counts werewolf.RoleCounts) {
	roles := werewolf.StandardRoles().Roles()
	r.Walk(path, p.Value, settings.Counts(roles, werewolf.MaxSeats, func(role werewolf.Role) *int { return &counts[role] }), nil)
	if total := counts.Total(); total != players && !r.IsBad(path) {
		r.Fault(path, max(p.Line, p.Value.Line), "%s make %d players, not %d; change the numbers or the key", spell(counts), total, players)
	}
	return counts
}

func spell(counts werewolf.RoleCounts) string {
	var parts []string
	for _, role := range counts.InPlay().Slice() {
		parts = append(parts, fmt.Sprintf("%d %s", counts[role], role))
	}
	if len(parts) == 0 {
		return "no roles"
	}
	return strings.Join(parts, ", ")
}
