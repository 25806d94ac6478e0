package config

import (
	"slices"
	"strings"

	"wolfden/internal/settings"
)

// formerKeys are keys that a server of the organisers had once, or a server that others have made of theirs has.
func formerKeys() []settings.Former {
	return []settings.Former{
		{Key: "web_socket", Now: []string{"server.web_socket"}},
		{Key: "server.self_match", Now: []string{"matching.self_match"}},
		{Key: "game.max_continue_error_ratio", Now: []string{"server.max_continue_error_ratio"}},
		{Key: "game.max_has_error_agents_ratio", Now: []string{"server.max_continue_error_ratio"}},
		{Key: "game.timeout", Now: []string{"server.timeout"}},
		{Key: "game.skip.max_count", Now: []string{"game.talk.max_skip", "game.whisper.max_skip"}},
		{Key: "game.talk.max_count.skip", Now: []string{"game.talk.max_skip"}},
		{Key: "game.whisper.max_count.skip", Now: []string{"game.whisper.max_skip"}},
		{Key: "game.talk.maxlength", Now: []string{"game.talk.max_length"}},
		{Key: "game.whisper.maxlength", Now: []string{"game.whisper.max_length"}},
		{Key: "game.attack", Now: []string{"game.attack_vote"}},
		{Key: "game.allow_no_attack", Now: []string{"game.attack_vote.allow_no_target"}},
		{Key: "game.custom_profile", Now: []string{"custom_profile"}},
		{Key: "custom_profiles", Now: []string{"custom_profile"}},
		{Key: "analysis_service", Now: []string{"json_logger"}},
		{Key: "deprecated_log_service", Now: []string{"game_logger"}},
		{Key: "match_optimizer.enable", Now: []string{"matching.is_optimize"}},
		{Key: "match_optimizer", Now: []string{"matching"}},
		{Key: "custom_profile.profile", Fault: is("custom_profile.enable"),
			Why: "characters are a list below custom_profile.profiles now, each with its name; take it out, or write that"},
		{Key: "game.talk_on_first_day", Fault: func(root *settings.Node) bool {
			players := root.At("game.agent_count")
			return !is("game.talk_on_first_day")(root) && players != nil && players.Text != "5" // of which one is a werewolf
		}, Why: "what happens on day 0 is in logic Now: where this is false, leave the phases that whisper on day 0 alone out of logic.day_phases and " +
			"logic.night_phases; there is talk in any case"},
		{Key: "server.authentication.secret", Fault: is("server.authentication.enable"),
			Why: "the key of the tokens is never in this file: take it out, and set SECRET_KEY in the environment"},
		{Key: "api_service", Why: "not used: what the API tells of running games is the same for everybody (docs/api.md)"},
		{Key: "server.manual_start", Fault: is("server.manual_start"),
			Why: "games begin here when their players are there; take it out, and let the players connect when they are to begin"},
		{Key: "game.realtime", Fault: is("game.realtime.enable"),
			Why: "an open floor is game.talk.duration here (phase_timeout), with silence (silence_timeout) and min_interval (rate_limit); " +
				"players are told of it as the organisers' server does, by TALK_PHASE_START"},
		{Key: "agent_spawner", Fault: is("agent_spawner.enable"),
			Why: "this server starts no players: take it out, and start them yourself (wolfden join, or server.call)"},
		{Key: "server.web", Why: "not used: the pages of the games are at /view/ on the server's own address"},
	}
}

// is tells whether a key is set to true.
func is(key string) func(*settings.Node) bool {
	return func(root *settings.Node) bool {
		n := root.At(key)
		return n != nil && slices.Contains([]string{"true", "yes", "on"}, strings.ToLower(n.Text))
	}
}
