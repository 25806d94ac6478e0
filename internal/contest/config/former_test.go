package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A file of former years is served as the same file in today's words, and every key is answered with what it is called now.
func TestFormerKeys(t *testing.T) {
	const before = `web_socket: {port: 8123}
server: {self_match: false, authentication: {enable: false, secret: word}}
game:
  agent_count: 5
  talk_on_first_day: true
  max_continue_error_ratio: 0.3
  talk: {max_count: {per_agent: 6, per_day: 24}}
  skip: {max_count: 2}
  attack: {max_count: 3, allow_no_target: true}
  timeout: {action: 50s, response: 100s, acceptable: 4s}
  custom_profile: {enable: true, profiles: [{name: Ada}, {name: Ben}, {name: Cleo}, {name: Dora}, {name: Egon}]}
analysis_service: {enable: true, output_dir: a, filename: "{game_id}"}
api_service: {enable: true, publish_running_game: true}
deprecated_log_service: {enable: false, output_dir: b, filename: "{game_id}"}
match_optimizer: {enable: true, team_count: 6, game_count: 30, output_path: m.json, infinite_loop: true}
agent_spawner: {enable: false, python_cmd: python}
`
	const now = `server:
  {web_socket: {port: 8123}, authentication: {enable: false}, max_continue_error_ratio: 0.3, timeout: {action: 50s, response: 100s, acceptable: 4s}}
game:
  agent_count: 5
  talk: {max_count: {per_agent: 6, per_day: 24}, max_skip: 2}
  whisper: {max_skip: 2}
  attack_vote: {max_count: 3, allow_no_target: true}
custom_profile: {enable: true, profiles: [{name: Ada}, {name: Ben}, {name: Cleo}, {name: Dora}, {name: Egon}]}
json_logger: {enable: true, output_dir: a, filename: "{game_id}"}
game_logger: {enable: false, output_dir: b, filename: "{game_id}"}
matching: {self_match: false, is_optimize: true, team_count: 6, game_count: 30, output_path: m.json, infinite_loop: true}
`
	old, today := mustParse(t, before), mustParse(t, now)
	var warned []string
	for _, w := range old.Warnings {
		_, text, _ := strings.Cut(w.String(), ": ")
		warned = append(warned, text)
	}
	for _, want := range []string{
		"web_socket: is called server.web_socket now", "server.self_match: is called matching.self_match now", "server.authentication.secret: the key of",
		"game.talk_on_first_day: what happens on day 0", "game.max_continue_error_ratio: is called server.max", "game.attack: is called game.attack_vote now",
		"game.skip.max_count: is called game.talk.max_skip and game.whisper.max_skip now", "game.timeout: is called server.timeout now",
		"game.custom_profile: is called custom_profile now", "analysis_service: is called json_logger now", "api_service: not used",
		"deprecated_log_service: is called game_logger now", "match_optimizer.enable: is called matching.is_optimize now",
		"match_optimizer: is called matching now", "agent_spawner: this server starts no players",
	} {
		if i := slices.IndexFunc(warned, func(text string) bool { return strings.HasPrefix(text, want) }); i < 0 {
			t.Errorf("not said: %s", want)
		} else {
			warned = slices.Delete(warned, i, i+1)
		}
	}
	if len(warned) > 0 {
		t.Errorf("said besides: %q", warned)
	}
	if len(today.Warnings) > 0 {
		t.Errorf("today's file: %v", today.Warnings)
	}
	old.Warnings, old.read, today.read = nil, nil, nil
	if !reflect.DeepEqual(old, today) {
		t.Errorf("served as\n%+v\nwant\n%+v", old, today)
	}
}

// What cannot be served as a former file has it is refused with what to write; what says nothing is not.
func TestFormerKeysThatAreRefused(t *testing.T) {
	for file, want := range map[string]string{
		"server: {authentication: {enable: true, secret: word}}":                         "set SECRET_KEY in the environment",
		"server: {manual_start: true}":                                                   "let the players connect when",
		"server: {manual_start: false, web: {enable: true, port: 3000}}":                 "",
		"game: {realtime: {enable: true, phase_timeout: 120s}}":                          "game.talk.duration here (phase_timeout)",
		"game: {realtime: {enable: false, phase_timeout: 120s}}":                         "",
		"agent_spawner: {enable: true, agent_dir: ../agent}":                             "starts no players",
		"game: {agent_count: 13, talk_on_first_day: false}":                              "out of logic.day_phases",
		"game: {agent_count: 5, talk_on_first_day: false}":                               "",
		"game: {custom_profile: {enable: true, profile: {Ada: {age: 20}}}}":              "below custom_profile.profiles now",
		"game: {custom_profile: {enable: false, profile: {Ada: {age: 20}}}}":             "",
		"game: {talk: {maxlength: {per_talk: 9}}, whisper: {maxlength: {per_agent: 9}}}": "",
		"custom_profiles: {enable: false, profiles: []}":                                 "",
		"game: {attack: {max_count: 2}, attack_vote: {allow_no_target: true}}":           "",
		"game: {talk: {max_skip: 1}}\nskip: 3":                                           "unknown key skip",
		"game: {skip: {max_count: 1}, talk: {max_skip: 2}}":                              "was the name of game.talk.max_skip",
		"game: {attack: 3}":                                                               "game.attack_vote: a single value, but keys belong below it",
		"game: {skip: {max_count: many}}":                                                 "write a whole number",
		"game: {skip: {least: 1}}":                                                        "unknown key skip",
		"matching: {output_path: ''}":                                                     "",
		"matching: {self_match: true, output_path: ''}":                                   "",
		"matching: {self_match: false, is_optimize: true, output_path: ''}":               "matching.output_path: is empty",
		"game: &g {timeout: {action: 5s}}\nx-copy: *g\nserver: {timeout: {response: 9s}}": "",
	} {
		_, err := Parse("f", []byte(file))
		if (err == nil) != (want == "") || want != "" && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
}
