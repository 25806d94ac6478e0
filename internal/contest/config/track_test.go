package config

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"wolfden/werewolf"
)

// One file, all tracks of a contest: each says only in what it differs.
const contest = `
server:
  web_socket: {host: 0.0.0.0, port: 9000}
  timeout: {action: 30s, response: 40s}
  max_continue_error_ratio: 0.5
  data_dir: data
game:
  max_day: -1
  talk: {max_skip: 2, max_length: {base_length: 50}}
  whisper: {duration: 1m, silence: 5s}
logic:
  roles:
    5: {WEREWOLF: 1, POSSESSED: 1, SEER: 1, VILLAGER: 2}
matching: {self_match: false, is_optimize: true, team_count: 20, game_count: 100}
tracks:
  - name: five
    path: /ws/5
  - name: nine
    path: /ws/9
    game:
      agent_count: 9
      talk: {max_length: {mention_length: 60}}
      whisper: {mode: serial}
    logic:
      roles:
        9: {WEREWOLF: 2, POSSESSED: 1, SEER: 1, BODYGUARD: 1, MEDIUM: 1, VILLAGER: 3}
  - name: anytime
    port: 9001
    server:
      timeout: {action: 20s}
      reconnect: {grace: 1s}
    game:
      seed: 7
      talk: {duration: 10m, min_interval: 2s}
    matching: {self_match: true, is_optimize: false}
    custom_profile: {enable: false}
    logic: {night_phases: [{name: night, actions: [execution, attack]}]}
    json_logger: {output_dir: elsewhere}
`

func TestTracksDifferOnlyInWhatTheySay(t *testing.T) {
	c := mustParse(t, contest)
	five, nine, anytime := &c.Tracks[0], &c.Tracks[1], &c.Tracks[2]
	for _, test := range []struct {
		what      string
		got, want any
	}{
		{"addresses", []string{c.Address(five) + five.Path, c.Address(nine) + nine.Path, c.Address(anytime) + anytime.Path},
			[]string{"0.0.0.0:9000/ws/5", "0.0.0.0:9000/ws/9", "0.0.0.0:9001/ws"}},
		{"players", []int{five.Rules.Players(), nine.Rules.Players(), anytime.Rules.Players()}, []int{5, 9, 5}},
		{"talk a day", []int{five.Rules.Talk.MaxCount.PerDay, nine.Rules.Talk.MaxCount.PerDay}, []int{20, 36}},
		{"whisper a day", []int{five.Rules.Whisper.MaxCount.PerDay, nine.Rules.Whisper.MaxCount.PerDay}, []int{0, 8}},
		{"lengths", []int{five.Rules.Talk.MaxLength.MentionLength, nine.Rules.Talk.MaxLength.MentionLength,
			nine.Rules.Talk.MaxLength.BaseLength}, []int{-1, 60, 50}},
		{"talk modes", []werewolf.TalkMode{five.Rules.Talk.Mode, nine.Rules.Talk.Mode, anytime.Rules.Talk.Mode},
			[]werewolf.TalkMode{werewolf.Serial, werewolf.Serial, werewolf.Anytime}},
		{"talk durations", []int{five.Rules.Talk.Duration, anytime.Rules.Talk.Duration, anytime.Rules.Talk.MinInterval},
			[]int{0, 600_000, 2000}},
		{"whisper modes", []werewolf.TalkMode{five.Rules.Whisper.Mode, nine.Rules.Whisper.Mode, anytime.Rules.Whisper.Mode},
			[]werewolf.TalkMode{werewolf.Anytime, werewolf.Serial, werewolf.Anytime}},
		{"whisper durations", []int{five.Rules.Whisper.Silence, nine.Rules.Whisper.Silence, nine.Rules.Whisper.Duration},
			[]int{5000, 0, 0}},
		{"time-outs", []timeout{five.timeout, anytime.timeout}, []timeout{
			{30 * time.Second, 40 * time.Second, 5 * time.Second}, {20 * time.Second, 40 * time.Second, 5 * time.Second}}},
		{"graces", []time.Duration{five.ReconnectGrace, anytime.ReconnectGrace}, []time.Duration{40 * time.Second, time.Second}},
		{"seeds", []bool{five.Seed == nil, *anytime.Seed == 7}, []bool{true, true}},
		{"journals", []string{five.Matching.OutputPath, nine.Matching.OutputPath},
			[]string{filepath.Join("data", "match_optimizer_five.json"), filepath.Join("data", "match_optimizer_nine.json")}},
		{"matching", []bool{five.Matching.IsOptimize, anytime.Matching.IsOptimize}, []bool{true, false}},
		{"characters", []bool{five.Characters.Enable, anytime.Characters.Enable}, []bool{true, false}},
		{"nights", []int{len(five.Rules.NightPhases), len(anytime.Rules.NightPhases)}, []int{6, 1}},
		{"folders", []string{five.JSONLogger.Dir, anytime.JSONLogger.Dir, anytime.GameLogger.Dir},
			[]string{filepath.Join("data", "json"), "elsewhere", filepath.Join("data", "game")}},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s: %v, want %v", test.what, test.got, test.want)
		}
	}
	for _, track := range c.Tracks {
		if err := track.Rules.Validate(); err != nil {
			t.Errorf("%s: %v", track.Name, err)
		}
		if track.Rules.MaxDay != werewolf.NoLimit || track.Rules.MaxFailedRatio != 0.5 || track.Rules.Talk.MaxSkip != 2 {
			t.Errorf("%s does not have what the top says: %+v", track.Name, track.Rules)
		}
	}
}

// What a track reads must not show in another, in whatever order they stand.
func TestTracksDoNotShareWhatTheyChange(t *testing.T) {
	forth := mustParse(t, `
logic: {roles: {5: {WEREWOLF: 1, VILLAGER: 4}}}
custom_profile: {profiles: [{name: A}, {name: B}, {name: C}, {name: D}, {name: E}]}
tracks:
  - {name: a, path: /a, logic: {roles: {5: {WEREWOLF: 2, VILLAGER: 3}}}, custom_profile: {profile_encoding: {x: X}}}
  - {name: b, path: /b}
`)
	back := mustParse(t, `
logic: {roles: {5: {WEREWOLF: 1, VILLAGER: 4}}}
custom_profile: {profiles: [{name: A}, {name: B}, {name: C}, {name: D}, {name: E}]}
tracks:
  - {name: b, path: /b}
  - {name: a, path: /a, logic: {roles: {5: {WEREWOLF: 2, VILLAGER: 3}}}, custom_profile: {profile_encoding: {x: X}}}
`)
	for i := range 2 {
		one, other := forth.Tracks[i], back.Tracks[1-i]
		one.prefix, other.prefix = "", ""
		if !reflect.DeepEqual(one, other) {
			t.Errorf("%+v\n%+v", one, other)
		}
	}
}
