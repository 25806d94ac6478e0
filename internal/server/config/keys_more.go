package config

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// matchingSettings are the keys below matching.
func matchingSettings(m *Matching) []setting {
	return []setting{
		{"matching.self_match", boolean(&m.SelfMatch), "true",
			"Players of one team fill a game; else every player is of another team."},
		{"matching.is_optimize", boolean(&m.IsOptimize), "false",
			"Without self_match: a schedule in which every team gets every role as evenly as can be."},
		{"matching.team_count", number(&m.TeamCount, 0, 10_000), "0",
			"Optimized: teams of the schedule, at least game.agent_count."},
		{"matching.game_count", number(&m.GameCount, 0, maxCount), "0", "Optimized: games of the schedule."},
		{"matching.balance", oneOf(&m.Balance, BalanceTight, BalanceLoose), "tight",
			"Optimized: how evenly roles are dealt; loose gives some of that up, so that who knows what was played " +
				"foresees less of what comes."},
		{"matching.output_path", derived(file(&m.OutputPath), "`match_optimizer_NAME.json` in `server.data_dir`"), "",
			"Optimized: file in which the schedule is kept. No two tracks share one."},
		{"matching.infinite_loop", boolean(&m.InfiniteLoop), "false",
			"Optimized: when the schedule is done, another round begins."},
		{"matching.abort_weight_factor", fraction(&m.AbortWeightFactor), "0",
			"Optimized: what the priority of a match that failed is multiplied with."},
	}
}

// file is the path of a file.
func file(p *string) form {
	return checked(p, "the path of a file", checkPlace)
}

// logSettings are the keys of what is written down of a game for others.
func logSettings(t *Track) []setting {
	return slices.Concat(
		loggerSettings("json_logger", &t.JSONLogger, "The communication log: every packet and its answer.", "json"),
		loggerSettings("game_logger", &t.GameLogger, "The contest log: what happened, a line an event.", "game"),
		loggerSettings("realtime_broadcaster", &t.RealtimeBroadcaster.Logger, "The realtime feed, for viewers.", "realtime"),
		[]setting{{"realtime_broadcaster.delay", span(&t.RealtimeBroadcaster.Delay, 0), "0s", "How far the feed lags behind the game."}})
}

func loggerSettings(path string, l *Logger, doc, dir string) []setting {
	return []setting{
		{path + ".enable", boolean(&l.Enable), "true", doc},
		{path + ".output_dir", derived(folder(&l.Dir), "`"+dir+"` in `server.data_dir`"), "", "Folder of its files."},
		{path + ".filename", filename(&l.Filename), "{timestamp}_{teams}",
			"Name of a file without its ending. {game_id}, {timestamp} and {teams} become the game's."},
	}
}

func filename(p *string) form {
	const want = "the name of a file without folder and ending, with {game_id}, {timestamp} or {teams} in it"
	return checked(p, want, func(s string) string {
		bare := strings.NewReplacer("{game_id}", "x", "{timestamp}", "x", "{teams}", "x").Replace(s)
		switch {
		case bare == s:
			return "would be the same for every game"
		case strings.ContainsAny(bare, `/\`) || strings.HasPrefix(bare, "."):
			return "is not a plain file name"
		case strings.ContainsAny(bare, "{}"):
			return "has an unknown placeholder"
		case strings.ContainsFunc(bare, unicode.IsControl):
			return "holds control characters"
		case len(bare) > 100:
			return "is too long"
		default:
			return ""
		}
	})
}

// characterSettings are the keys below custom_profile.
func characterSettings(d *draft) []setting {
	c := &d.Characters
	return []setting{
		{"custom_profile.enable", boolean(&c.Enable), "true",
			"Players appear as characters; else as Agent[01], Agent[02] and so on, without profiles."},
		{"custom_profile.profile_encoding", derived(encoding(&c.Encoding), "age, gender, personality"), "",
			"The lines of the profile a player is sent, in this order: item of the profiles, and how the line " +
				"calls it."},
		{"custom_profile.profiles", derived(descriptions(&d.described), "the characters that come with Wolfden"), "",
			"The characters, at least as many as players. Items besides these keys are named by " +
				"profile_encoding; others are not sent."},
		{"custom_profile.dynamic_profile.enable", boolean(&c.Dynamic.Enable), "false",
			"A language model makes up the characters; when it fails, they come from profiles."},
		{"custom_profile.dynamic_profile.prompt", text(&c.Dynamic.Prompt),
			"Please generate a profile for this character, at most 300 letters long. Please do not include anything " +
				"related to the Werewolf game. For the name, please only include the first name.",
			"What the model is asked."},
		{"custom_profile.dynamic_profile.attempts", number(&c.Dynamic.Attempts, 1, 100), "3",
			"How often it is asked for one character."},
		{"custom_profile.dynamic_profile.model", text(&c.Dynamic.Model), "", "Name of the model; needed when enabled."},
		{"custom_profile.dynamic_profile.max_tokens", number(&c.Dynamic.MaxTokens, 1, maxCount), "300",
			"Most tokens of an answer."},
		{"custom_profile.dynamic_profile.avatars", texts(&c.Dynamic.Avatars, "pictures", "an address, http or https", checkAvatar), "",
			"Pictures to choose from."},
	}
}

// checkAvatar keeps out addresses that do something in a viewer's page.
func checkAvatar(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil || strings.ContainsFunc(s, unicode.IsControl):
		return "is not an address"
	case u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https":
		return "is neither http nor https"
	default:
		return ""
	}
}

// unused is what is switched on of the parts that only the organisers' server has.
type unused struct{ tts, health, slack bool }

// unusedSettings are read so that a file that has them is accepted.
func unusedSettings(u *unused) []setting {
	table := []setting{
		{"tts_broadcaster.enable", boolean(&u.tts), "false", "Not used: this server does not speak."},
		{"team_health.enable", boolean(&u.health), "false",
			"Not used: failed games are put back with abort_weight_factor."},
		{"slack_notifier.enable", boolean(&u.slack), "false", "Not used: watch the metrics."},
	}
	for _, path := range []string{
		"tts_broadcaster.async", "tts_broadcaster.target_duration", "tts_broadcaster.segment_dir", "tts_broadcaster.temp_dir",
		"tts_broadcaster.host", "tts_broadcaster.timeout", "tts_broadcaster.ffmpeg_path", "tts_broadcaster.ffprobe_path",
		"tts_broadcaster.convert_args", "tts_broadcaster.duration_args", "tts_broadcaster.pre_convert_args", "tts_broadcaster.split_args",
		"team_health.window", "team_health.min_games", "team_health.scores.request_error", "team_health.scores.fatal",
		"team_health.scores.abort", "team_health.weight_floor", "team_health.quarantine_rate", "team_health.quarantine_duration",
		"team_health.abort_weight_factor",
		"slack_notifier.webhook_url", "slack_notifier.username", "slack_notifier.icon_emoji", "slack_notifier.timeout",
		"slack_notifier.min_interval", "slack_notifier.events", "slack_notifier.stall_threshold", "slack_notifier.milestone_every",
	} {
		table = append(table, setting{path: path, form: ignored()})
	}
	return table
}
