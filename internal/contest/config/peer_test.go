package config

import (
	"slices"
	"strings"
	"testing"
	"time"

	"wolfden/werewolf"
)

// Each file here made the organisers' server end in a stack trace, play a broken game, or play on as if nothing were
// wrong. Ours refuses it and names the line, the key and what to do. Where a file is all right after all, what comes of
// it is in TestWhatIsNoFault.
func TestFilesThatBreakTheOrganisersServer(t *testing.T) {
	roles := "logic: {roles: {5: {WEREWOLF: 1, POSSESSED: 1, SEER: 1, VILLAGER: 2}}}\n"
	for name, test := range map[string]struct{ file, line string }{
		"syntax error": {"game:\n  agent_count: {5\n",
			"contest.yml:2: could not find flow map content"},
		"tab": {"game:\n\tagent_count: 5\n",
			"contest.yml:2: found character"},
		"duration without a unit": {"server:\n  timeout:\n    action: 60\n",
			`contest.yml:3: server.timeout.action: "60" has no unit; write a duration`},
		"bad duration": {"server:\n  timeout:\n    action: a minute\n",
			`contest.yml:3: server.timeout.action: "a minute" is not a duration; write`},
		"negative duration": {"server:\n  timeout:\n    action: -1s\n",
			`contest.yml:3: server.timeout.action: "-1s" is negative; write`},
		"no time at all": {"server:\n  timeout:\n    action: 0s\n",
			`contest.yml:3: server.timeout.action: "0s" is too short; write`},
		"unknown role": {"logic:\n  roles:\n    5:\n      WEREWOLF: 1\n      SEAR: 1\n      VILLAGER: 3\n",
			"contest.yml:5: logic.roles.5.SEAR: unknown key SEAR, did you mean SEER?"},
		"negative agent_count": {"game:\n  agent_count: -5\n",
			`contest.yml:2: game.agent_count: "-5" is out of range; write a whole number from 3 to 60`},
		"agent_count 0": {"game:\n  agent_count: 0\n",
			`contest.yml:2: game.agent_count: "0" is out of range`},
		"agent_count without roles": {roles + "game:\n  agent_count: 6\n",
			"contest.yml:3: game.agent_count: no roles for 6 players; add an entry 6 to logic.roles"},
		"agent_count without a standard setup": {"game:\n  agent_count: 6\n",
			"contest.yml:2: game.agent_count: no roles for 6 players"},
		"too few profiles": {"custom_profile:\n  profiles:\n  - name: A\n  - name: B\n",
			"contest.yml:2: custom_profile.profiles: 2 characters for 5 players (game.agent_count); add some"},
		"both count flags": {"game:\n  talk:\n    max_length:\n      count_in_word: true\n      count_spaces: true\n",
			"contest.yml:3: game.talk.max_length: count_in_word and count_spaces exclude each other"},
		"unknown key": {"game:\n  talk:\n    max_skp: 1\n",
			"contest.yml:3: game.talk.max_skp: unknown key max_skp, did you mean max_skip?"},
		"misspelt section": {"sever:\n  web_socket: {port: 9000}\n",
			"contest.yml:1: sever: unknown key sever, did you mean server?"},
		"roles for 4 of 5": {"logic:\n  roles:\n    5: {WEREWOLF: 1, VILLAGER: 3}\n",
			"contest.yml:3: logic.roles.5: 3 VILLAGER, 1 WEREWOLF make 4 players, not 5; change"},
		"roles for 7 of 5": {"logic:\n  roles:\n    5: {WEREWOLF: 2, VILLAGER: 5}\n",
			"contest.yml:3: logic.roles.5: 5 VILLAGER, 2 WEREWOLF make 7 players, not 5"},
		"negative role": {"logic:\n  roles:\n    5: {WEREWOLF: 1, VILLAGER: -1, SEER: 5}\n",
			`contest.yml:3: logic.roles.5.VILLAGER: "-1" is out of range; write a whole number from 0`},
		"a webhook that is none": {"slack_notifier:\n  webhook_url: hooks.example.org/secret\n",
			"contest.yml:2: slack_notifier.webhook_url: the value is not an address; write the address"},
		"a kind of message that nobody sends": {"slack_notifier:\n  events: [milestone, weather]\n",
			`contest.yml:2: slack_notifier.events[1]: "weather" is not known; write one of milestone, abort, quarantine`},
		"a window of no games": {"team_health:\n  window: 0\n",
			`contest.yml:2: team_health.window: "0" is out of range; write a whole number from 1`},
		"an open floor without an end": {"game:\n  talk:\n    mode: freeform\n",
			"contest.yml:2: game.talk.duration: the anytime mode needs one"},
		"too many werewolves": {"logic:\n  roles:\n    5: {WEREWOLF: 3, VILLAGER: 2}\n",
			"contest.yml:3: logic.roles.5: 3 werewolves and 2 humans; more humans than werewolves are needed"},
		"talk without any limit": {"game:\n  talk:\n    max_count:\n      per_agent: -1\n      per_day: -1\n",
			"contest.yml:3: game.talk.max_count: per_agent and per_day both without a limit"},
		"vote max_count 0": {"game:\n  vote:\n    max_count: 0\n",
			`contest.yml:3: game.vote.max_count: "0" is out of range; write a whole number from 1`},
		"vote max_count -1": {"game:\n  vote:\n    max_count: -1\n",
			`contest.yml:3: game.vote.max_count: "-1" is out of range`},
		"attack max_count -1": {"game:\n  attack_vote:\n    max_count: -1\n",
			`contest.yml:3: game.attack_vote.max_count: "-1" is out of range`},
		"endless game": {"game: {max_day: -1}\nlogic:\n  day_phases: []\n  night_phases:\n",
			"contest.yml:2: logic: neither execution nor attack comes every day and max_day is without a limit"},
		"ratio -1": {"server:\n  max_continue_error_ratio: -1\n",
			`contest.yml:2: server.max_continue_error_ratio: "-1" is out of range; write a number from 0 to 1`},
		"ratio 20": {"server:\n  max_continue_error_ratio: 20\n",
			`contest.yml:2: server.max_continue_error_ratio: "20" is out of range`},
		"unknown action": {"logic:\n  day_phases:\n  - name: noon\n    actions: [talk, dance]\n",
			`contest.yml:3: logic.day_phases[0]: unknown action "dance" (known: talk, whisper, execution, divine, guard, attack)`},
		"port 99999": {"server:\n  web_socket:\n    port: 99999\n",
			`contest.yml:3: server.web_socket.port: "99999" is out of range; write a whole number from 1 to 65535`},
		"both kinds of matching": {"matching:\n  self_match: false\n  is_optimize: true\n  team_count: 4\n",
			"contest.yml:4: matching.team_count: 4 teams, but an optimized schedule needs at least one for each of the 5"},
	} {
		t.Run(name, func(t *testing.T) {
			lines := faultsOf(t, test.file)
			if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, test.line) }) {
				t.Errorf("%s\nwant %s", strings.Join(lines, "\n"), test.line)
			}
		})
	}
}

func TestWhatIsNoFault(t *testing.T) {
	for name, test := range map[string]struct {
		file  string
		check func(c *Config) bool
	}{
		"ratio 0 lets one player be gone": {"server: {max_continue_error_ratio: 0}", func(c *Config) bool {
			return c.Tracks[0].Rules.MaxFailedRatio == 0
		}},
		"one count without a limit": {"game: {talk: {max_count: {per_agent: -1}}}", func(c *Config) bool {
			return c.Tracks[0].Rules.Talk.MaxCount == werewolf.CountRules{PerAgent: -1, PerDay: 20}
		}},
		"no phases, but a last day": {"game: {max_day: 2}\nlogic: {day_phases: [], night_phases: }", func(c *Config) bool {
			return len(c.Tracks[0].Rules.DayPhases)+len(c.Tracks[0].Rules.NightPhases) == 0
		}},
		"no werewolf and no last day": {"game: {max_day: -1}\nlogic: {roles: {5: {VILLAGER: 5}}}", func(c *Config) bool {
			return c.Tracks[0].Rules.Roles == werewolf.RoleCounts{werewolf.Villager: 5}
		}},
		"a last day that is the first": {"game: {max_day: 0}", func(c *Config) bool { return c.Tracks[0].Rules.MaxDay == 0 }},
		"an open floor in older words": {"game: {talk: {mode: freeform, time_limit: 30}, whisper: {mode: turn, time_limit: 20}}",
			func(c *Config) bool {
				r := c.Tracks[0].Rules
				return r.Talk.Mode == werewolf.Anytime && r.Talk.Duration == 30_000 &&
					r.Whisper.Mode == werewolf.Serial && r.Whisper.Duration == 0
			}},
		"team health with nothing but its switch": {"team_health: {enable: true, scores: {request_error: 0, fatal: 0, abort: 0}}",
			func(c *Config) bool {
				return c.Server.TeamHealth == TeamHealth{Enable: true, Window: 20, MinGames: 3, RequestError: 1, Fatal: 3, Abort: 1,
					WeightFloor: 0.1, QuarantineRate: 0.5, QuarantineDuration: 30 * time.Minute}
			}},
		"the factor in both places": {"matching: {abort_weight_factor: 0.25}\nteam_health: {abort_weight_factor: 0}", func(c *Config) bool {
			return c.Tracks[0].Matching.AbortWeightFactor == 0.25
		}},
		"the factor in its older place": {"team_health: {abort_weight_factor: 0.5}", func(c *Config) bool {
			return c.Tracks[0].Matching.AbortWeightFactor == 0.5
		}},
		"a webhook": {"slack_notifier: {enable: true, webhook_url: 'https://hooks.example.org/x', events: [stall], timeout: 3s}",
			func(c *Config) bool {
				s := c.Server.Slack
				return s.Enable && s.WebhookURL == "https://hooks.example.org/x" && s.Timeout == 3*time.Second &&
					s.MinInterval == time.Second && s.StallThreshold == 10*time.Minute && len(s.Events) == 1 && s.Events[0] == "stall"
			}},
		"few profiles that are not used": {"custom_profile: {enable: false, profiles: [{name: A}]}", func(c *Config) bool {
			return c.Tracks[0].Characters.Profiles == nil
		}},
		"lengths left out in a max_length": {"game: {talk: {max_length: {per_talk: 80}}}", func(c *Config) bool {
			return c.Tracks[0].Rules.Talk.MaxLength ==
				werewolf.LengthRules{PerTalk: 80, MentionLength: -1, PerAgent: -1, BaseLength: -1}
		}},
		"what YAML 1.1 calls true": {"game: {vote: {allow_self_vote: Off}, vote_visibility: yes}", func(c *Config) bool {
			return !c.Tracks[0].Rules.Vote.AllowSelfVote && c.Tracks[0].Rules.VoteVisibility
		}},
		"nothing after a key": {"server:\n  timeout:\n    action:\ngame:\nmatching: ~", func(c *Config) bool {
			return c.Tracks[0].Rules.Timeout.Action == 60_000
		}},
		"a comment and no more": {"# nothing yet\n", func(c *Config) bool { return len(c.Tracks) == 1 }},
	} {
		if c := mustParse(t, test.file); !test.check(c) {
			t.Errorf("%s: %+v", name, c.Tracks[0])
		}
	}
}
