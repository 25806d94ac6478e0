package config

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
		{"matching.rounds", number(&m.Rounds, 1, 1000), "1", "Optimized: rounds of so many games each. An organiser can add others in the middle of the contest."},
		{"matching.begin", derived(moment(&m.Begin), "at once"), "", "When the first game may begin; until then those who come wait. A time like 2026-12-01 09:00 (of the server's place) or 2026-12-01T09:00:00+09:00."},
		{"matching.end", derived(moment(&m.End), "never"), "", "From then on no game begins; those that are played go on."},
		{"matching.balance", oneOf(&m.Balance, BalanceTight, BalanceLoose), "tight",
			"Optimized: how evenly roles are dealt; loose gives some of that up, so that who knows what was played " +
				"foresees less of what comes."},
		{"matching.output_path", derived(file(&m.OutputPath), "`match_optimizer_NAME.json` in `server.data_dir`"), "",
			"Optimized: file in which the schedule is kept. No two tracks share one."},
		{"matching.infinite_loop", boolean(&m.InfiniteLoop), "false",
			"Optimized: when the schedule is done, another round begins."},
		{"matching.tries", limit(&m.Tries, 1), "3",
			"Optimized: how many games of a match may fail because somebody is gone. Then it is given up: it counts as over, " +
				"and as lost for the teams that were gone from most of them."},
		{"matching.abort_weight_factor", fraction(&m.AbortWeightFactor), "0",
			"Optimized: what the weight of a match is multiplied with each time a game of it failed. It counts against the " +
				"weights of teams (team_health); without these a match that failed comes last anyway."},
	}
}

// file is the path of a file.
func file(p *string) form {
	return checked(p, "the path of a file", func(s string) string {
		if s == "" {
			return "" // it is absent: the organisers' files have it without a schedule
		}
		return checkPlace(s)
	})
}
