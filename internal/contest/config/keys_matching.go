package config

import (
	"wolfden/internal/settings"
	"wolfden/werewolf"
)

// matchingSettings are the keys below matching.
func matchingSettings(m *Matching) []settings.Key {
	return []settings.Key{
		settings.Row("matching.self_match", settings.Boolean(&m.SelfMatch), "true",
			"Players of one team fill a game; else every player is of another team."),
		settings.Row("matching.is_optimize", settings.Boolean(&m.IsOptimize), "false",
			"Without self_match: a schedule in which every team gets every role as evenly as can be."),
		settings.Row("matching.team_count", settings.Number(&m.TeamCount, 0, 10_000), "0",
			"Optimized: teams of the schedule, at least game.agent_count."),
		settings.Row("matching.game_count", settings.Number(&m.GameCount, 0, settings.MaxCount), "0", "Optimized: games of the schedule."),
		settings.Row("matching.rounds", settings.Number(&m.Rounds, 1, 1000), "1", "Optimized: rounds of so many games each. An organiser can add others in the middle of the contest."),
		settings.Row("matching.begin", settings.Moment(&m.Begin).Otherwise("at once"), "", "When the first game may begin; until then those who come wait. A time like 2026-12-01 09:00 (of the server's place) or 2026-12-01T09:00:00+09:00."),
		settings.Row("matching.end", settings.Moment(&m.End).Otherwise("never"), "", "From then on no game begins; those that are played go on."),
		settings.Row("matching.balance", settings.OneOf(&m.Balance, BalanceTight, BalanceLoose), "tight",
			"Optimized: how evenly roles are dealt; loose gives some of that up, so that who knows what was played "+
				"foresees less of what comes."),
		settings.Row("matching.output_path", file(&m.OutputPath).Otherwise("`match_optimizer_NAME.json` in `server.data_dir`"), "",
			"Optimized: file in which the schedule is kept. No two tracks share one."),
		settings.Row("matching.infinite_loop", settings.Boolean(&m.InfiniteLoop), "false",
			"Optimized: when the schedule is done, another round begins."),
		settings.Row("matching.tries", settings.Limit(&m.Tries, 1, werewolf.NoLimit), "3",
			"Optimized: how many games of a match may fail because somebody is gone. Then it is given up: it counts as over, "+
				"and as lost for the teams that were gone from most of them."),
		settings.Row("matching.abort_weight_factor", settings.Fraction(&m.AbortWeightFactor), "0",
			"Optimized: what the weight of a match is multiplied with each time a game of it failed. It counts against the "+
				"weights of teams (team_health); without these a match that failed comes last anyway."),
	}
}

// file is the path of a file.
func file(p *string) settings.Form {
	return settings.Checked(p, "the path of a file", func(s string) string {
		if s == "" {
			return "" // it is absent: the organisers' files have it without a schedule
		}
		return checkPlace(s)
	})
}
