package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"wolfden/werewolf"
)

// gameSettings are the keys below game.
func gameSettings(d *draft) []setting {
	rules := &d.Rules
	return slices.Concat([]setting{
		{"game.agent_count", number(&d.players, 3, werewolf.MaxSeats), "5", "Players of a game."},
		{"game.max_day", limit(&rules.MaxDay, 0), "30",
			"The last day, counted from 0; when it has passed nobody wins. A game in which somebody dies never reaches day 30."},
		{"game.vote_visibility", boolean(&rules.VoteVisibility), "true", "The next day shows who voted for whom."},
		{"game.seed", derived(seed(&d.Seed), "drawn for every game"), "",
			"Where all chances of the games come from: the same seed and the same answers give the same games. " +
				"For experiments: whoever knows it knows all roles beforehand, so a server that others reach refuses it " +
				"without `--foreseeable`."},
		{"game.vote.max_count", number(&rules.Vote.MaxCount, 1, maxCount), "1",
			"Votes in all while there is a tie; after the last, one of the tied is drawn."},
		{"game.vote.allow_self_vote", boolean(&rules.Vote.AllowSelfVote), "true", "Players may vote for themselves."},
		{"game.attack_vote.max_count", number(&rules.AttackVote.MaxCount, 1, maxCount), "1",
			"The same for the werewolves' vote."},
		{"game.attack_vote.allow_self_vote", boolean(&rules.AttackVote.AllowSelfVote), "true",
			"Told to the players; votes for werewolves are void all the same."},
		{"game.attack_vote.allow_no_target", boolean(&rules.AttackVote.AllowNoTarget), "false", "A tie attacks nobody."},
	}, talkSettings("game.talk", &rules.Talk, &d.talkSeconds, "4", "4 × `game.agent_count`"),
		talkSettings("game.whisper", &rules.Whisper, &d.whisperSeconds, "4; 0 with a single werewolf", "4 × the werewolves; 0 with a single one"))
}

// talkSettings are the keys of talk or whisper. Lengths that are absent are no limit; only when max_length is absent as
// a whole are they the contest's (see draft.limits).
func talkSettings(path string, t *werewolf.TalkRules, seconds *int, perAgent, perDay string) []setting {
	none, contest := strconv.Itoa(werewolf.NoLimit), "125 without `max_length`, else -1"
	table := []setting{
		{"mode", derived(talkMode(&t.Mode), "anytime with `duration`, else serial"), "",
			"Who may speak when: one after another, all of a turn at once, or an open floor (speak-anytime). turn and " +
				"freeform are older words of the organisers for serial and anytime."},
		{"order", oneOf(&t.Order, werewolf.EachTurn, werewolf.EachPhase), "every_turn",
			"How often the order is drawn: every turn, as the regulations have it, or every phase, as the " +
				"organisers' server does."},
		{"duration", derived(millis(&t.Duration, time.Millisecond), "turn by turn"), "",
			"The floor closes after this. Its presence makes the mode anytime."},
		{"time_limit", derived(number(seconds, 1, 86_400), "none"), "",
			"An older way of the organisers to write the duration, in seconds; it counts with mode freeform or anytime."},
		{"silence", derived(millis(&t.Silence, 0), "none"), "",
			"Anytime: the floor closes after this long without a word."},
		{"min_interval", derived(millis(&t.MinInterval, 0), "none"), "",
			"Anytime: the least time between two utterances of a player."},
		{"max_count.per_agent", derived(limit(&t.MaxCount.PerAgent, 0), perAgent), "",
			"Utterances of a player a day; skips count."},
		{"max_count.per_day", derived(limit(&t.MaxCount.PerDay, 0), perDay), "",
			"Utterances of all players together a day. Not in the anytime mode."},
		{"max_length.count_in_word", boolean(&t.MaxLength.CountInWord), "false",
			"Lengths are counted in words; else in characters."},
		{"max_length.count_spaces", boolean(&t.MaxLength.CountSpaces), "false",
			"White space counts too. Not together with count_in_word."},
		{"max_length.per_talk", limit(&t.MaxLength.PerTalk, 0), none,
			"Cap of one utterance, whatever the other limits."},
		{"max_length.mention_length", derived(limit(&t.MaxLength.MentionLength, 0), contest), none,
			"Free for what follows a mention; -1: a mention is ordinary text."},
		{"max_length.per_agent", limit(&t.MaxLength.PerAgent, 0), none,
			"A day's budget of a player for what exceeds the free lengths."},
		{"max_length.base_length", derived(limit(&t.MaxLength.BaseLength, 0), contest), none,
			"Free for what precedes a mention, or for all without one; -1: 0 where there is a budget, else " +
				"everything."},
		{"max_skip", limit(&t.MaxSkip, 0), "0", "Skips in a row beyond this are Over."},
	}
	for i := range table {
		table[i].path = join(path, table[i].path)
	}
	return table
}

// talkMode takes our words for the modes, and the organisers' former ones.
func talkMode(p *werewolf.TalkMode) form {
	ours := oneOf(p, werewolf.Serial, werewolf.Synchronized, werewolf.Anytime)
	read := ours.read
	ours.read = func(r *reader, path string, n *node) {
		switch {
		case n.kind == scalar && n.text == "turn":
			*p = werewolf.Serial
		case n.kind == scalar && n.text == "freeform":
			*p = werewolf.Anytime
		default:
			read(r, path, n)
		}
	}
	return ours
}

// logicSettings are the keys below logic.
func logicSettings(d *draft) []setting {
	return []setting{
		{"logic.day_phases", derived(each(&d.Rules.DayPhases, "phases, each a group of keys", phaseSettings), "the contest's"), "",
			"What happens by day, in this order. Nothing after the key: no phases."},
		{"logic.night_phases", derived(each(&d.Rules.NightPhases, "phases, each a group of keys", phaseSettings), "the contest's"), "",
			"What happens by night, in this order."},
		{"logic.roles", derived(roles(&d.roles), "the standard ones for 5, 9 and 13"), "",
			"For each number of players, how many have each role. There must be an entry for game.agent_count."},
	}
}

func phaseSettings(p *werewolf.Phase) []setting {
	return []setting{
		{"name", text(&p.Name), "", "Name of the phase, no other's."},
		{"actions", texts(&p.Actions, "actions", "one of talk, whisper, execution, divine, guard, attack", nil), "",
			"What is done, in this order."},
		{"only_day", derived(optional(&p.OnlyDay, 0), "every day"), "", "The only day on which it takes place."},
		{"except_day", derived(optional(&p.ExceptDay, 0), "no day"), "", "The day on which it does not."},
	}
}

// roles reads compositions by the number of players. What a track adds does not change the map of the others.
func roles(p *map[int]werewolf.RoleCounts) form {
	const want = "a number of players and below it the roles, such as 5: {WEREWOLF: 1, POSSESSED: 1, SEER: 1, VILLAGER: 2}"
	return form{want: want, read: func(r *reader, path string, n *node) {
		if n.kind != mapping {
			r.fault(path, n.line, "%s does not fit; write %s", n.kind, want)
			return
		}
		all := map[int]werewolf.RoleCounts{}
		for players, counts := range *p {
			all[players] = counts
		}
		for _, entry := range n.pairs {
			at := join(path, entry.key)
			r.lines[at] = entry.line
			players, why := whole(entry.key, 3, werewolf.MaxSeats)
			if why != "" {
				r.fault(at, entry.line, "%s %s; write how many play, from 3 to %d", quote(entry.key), why, werewolf.MaxSeats)
				continue
			}
			all[players] = r.composition(at, players, entry.value)
		}
		*p = all
	}}
}

// composition reads how many players have each role. A sum that does not fit is a fault where everything else does.
func (r *reader) composition(path string, players int, n *node) (counts werewolf.RoleCounts) {
	var table []setting
	for _, role := range werewolf.StandardRoles().Roles() {
		table = append(table, setting{path: role.String(), form: number(&counts[role], 0, werewolf.MaxSeats)})
	}
	before := len(r.faults)
	r.walk(path, n, sections(table), nil)
	if total := counts.Total(); total != players && len(r.faults) == before {
		r.fault(path, max(r.lines[path], n.line), "%s make %d players, not %d; change the numbers or the key",
			spell(counts), total, players)
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
