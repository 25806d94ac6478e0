package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// packetKeys are the keys of each request's packet in order, as the protocol's
// table has them.
var packetKeys = map[Request]string{
	RequestInitialize:        "request info setting",
	RequestDailyInitialize:   "request info setting",
	RequestTalk:              "request info talk_history",
	RequestWhisper:           "request info whisper_history",
	RequestDailyFinish:       "request info talk_history",
	RequestVote:              "request info",
	RequestDivine:            "request info",
	RequestGuard:             "request info",
	RequestAttack:            "request info whisper_history",
	RequestFinish:            "request info",
	RequestTalkPhaseStart:    "request info setting",
	RequestTalkBroadcast:     "request info new_talk",
	RequestTalkPhaseEnd:      "request info",
	RequestWhisperPhaseStart: "request info setting",
	RequestWhisperBroadcast:  "request info new_whisper",
	RequestWhisperPhaseEnd:   "request info",
}

// objectKeys are the keys of every other object in order, those in brackets
// only where they have a value. List items and map values are named after their
// key.
var objectKeys = map[string]string{
	"info": "game_id day agent [profile] [medium_result] [divine_result] [executed_agent] [attacked_agent] [vote_list] " +
		"[attack_vote_list] [remain_count] [remain_length] [remain_skip] status_map role_map",
	"talk_history": "idx day turn agent text skip over [time]",
	"vote_list":    "day agent target",
	"result":       "day agent target result",
	"setting":      "agent_count [max_day] vote_visibility talk whisper vote attack_vote timeout role_num_map",
	"talk":         "max_count max_length max_skip [duration]",
	"max_count":    "per_agent per_day",
	"max_length":   "[count_in_word] [count_spaces] [per_talk] [mention_length] [per_agent] [base_length]",
	"vote":         "max_count allow_self_vote",
	"attack_vote":  "max_count allow_self_vote allow_no_target",
	"timeout":      "action response",
	"role_num_map": "BODYGUARD MEDIUM POSSESSED SEER VILLAGER WEREWOLF",
}

// sameKeys are objects with the keys of another.
var sameKeys = map[string]string{
	"whisper_history": "talk_history", "new_talk": "talk_history", "new_whisper": "talk_history", "attack_vote_list": "vote_list",
	"medium_result": "result", "divine_result": "result", "whisper": "talk",
}

// valueTypes are the JSON types of plain values by key; what is not here is a
// text or, in role_num_map, a number.
var valueTypes = map[string]string{
	"day": "number", "idx": "number", "turn": "number", "time": "number", "skip": "bool", "over": "bool", "agent_count": "number",
	"max_day": "number", "vote_visibility": "bool", "max_skip": "number", "duration": "number", "per_agent": "number",
	"per_day": "number", "per_talk": "number", "mention_length": "number", "base_length": "number", "count_in_word": "bool",
	"count_spaces": "bool", "max_count": "number", "allow_self_vote": "bool", "allow_no_target": "bool", "action": "number",
	"response": "number", "remain_count": "number", "remain_length": "number", "remain_skip": "number",
}

// checkShape walks a packet and reports what the tables above do not allow.
func checkShape(t *testing.T, name string, raw []byte) {
	t.Helper()
	switch raw[0] {
	case '{':
		checkObject(t, name, raw)
	case '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			t.Error(err)
		}
		for _, item := range items {
			checkShape(t, name, item)
		}
	default:
		want := valueTypes[name]
		if want == "" {
			want = "text"
		}
		if got := map[byte]string{'"': "text", 't': "bool", 'f': "bool", 'n': "null"}[raw[0]]; got != want && (got != "" || want != "number") {
			t.Errorf("%s is %s, want a %s", name, raw, want)
		}
	}
}

func checkObject(t *testing.T, name string, raw []byte) {
	t.Helper()
	keys, values := orderedKeys(t, raw)
	if name == "status_map" || name == "role_map" {
		if !slices.IsSorted(keys) {
			t.Errorf("%s is not sorted: %q", name, keys)
		}
		return
	}
	if same, ok := sameKeys[name]; ok {
		name = same
	}
	left := keys
	for _, want := range strings.Fields(objectKeys[name]) {
		key := strings.Trim(want, "[]")
		if len(left) > 0 && left[0] == key {
			left = left[1:]
		} else if key == want {
			t.Errorf("%s lacks %s in its place: %q", name, key, keys)
		}
	}
	if name != "" && len(left) > 0 {
		t.Errorf("%s has keys that it should not have, or not there: %q", name, left)
	}
	for i, key := range keys {
		if name != "role_num_map" {
			checkShape(t, key, values[i])
		}
	}
}

func orderedKeys(t *testing.T, raw []byte) (keys []string, values []json.RawMessage) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		keys, values = append(keys, key.(string)), append(values, v)
	}
	return keys, values
}

// checkInfo checks which of the optional keys are there, from what happened in
// the game.
func checkInfo(t *testing.T, s *sent, info map[string]json.RawMessage) {
	t.Helper()
	died := func(cause werewolf.Cause) bool {
		return slices.ContainsFunc(s.o.Deaths, func(d werewolf.Death) bool { return d.Day == s.o.Day-1 && d.Cause == cause })
	}
	speaks := s.request.Kind().Speaks()
	role := s.o.Role()
	must := map[string]bool{
		"profile":          s.request == RequestInitialize,
		"executed_agent":   died(werewolf.ByExecution),
		"attacked_agent":   died(werewolf.ByAttack),
		"medium_result":    role == werewolf.Medium && died(werewolf.ByExecution),
		"vote_list":        s.o.Day >= 2,
		"attack_vote_list": role == werewolf.Werewolf && s.o.Day >= 2 && len(s.o.AttackVotes) > 0 && s.o.AttackVotes[len(s.o.AttackVotes)-1].Day == s.o.Day-1,
		"remain_count":     speaks,
		"remain_skip":      speaks,
		"remain_length":    false, // the contest sets no daily length
		"divine_result":    role == werewolf.Seer && s.o.Day >= 1 && slices.ContainsFunc(s.o.Chosen, func(m werewolf.OwnChoice) bool { return m.Kind == werewolf.Divine && m.Day == s.o.Day-1 }),
	}
	for key, want := range must {
		if _, got := info[key]; got != want {
			t.Errorf("%s of the %s on day %d: %s is there: %t, want %t", s.request, role, s.o.Day, key, got, want)
		}
	}
	var roles map[string]string
	if err := json.Unmarshal(info["role_map"], &roles); err != nil {
		t.Fatal(err)
	}
	want := 1
	switch {
	case s.request == RequestFinish:
		want = len(s.o.Names)
	case role == werewolf.Werewolf:
		want = s.o.Rules.Roles[werewolf.Werewolf]
	}
	if len(roles) != want {
		t.Errorf("%s of the %s: role_map %v, want %d", s.request, role, roles, want)
	}
}

func TestPacketsHaveTheProtocolsShape(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for _, players := range []int{5, 13} {
		games := uint64(12)
		if !*long {
			games = 4 // of each rule and dialect
		}
		for seed := range games {
			rules, err := werewolf.Standard(players)
			if err != nil {
				t.Fatal(err)
			}
			if seed%4 == 3 {
				rules.Talk.Mode, rules.Talk.Duration = werewolf.Anytime, 1000
				rules.Whisper.Mode, rules.Whisper.Duration = werewolf.Anytime, 1000
			}
			if seed%2 == 1 {
				rules.MaxDay = werewolf.NoLimit
			}
			p := party{tb: t, dialect: Dialect(seed % 2)}
			p.send = func(s sent) {
				keys, values := orderedKeys(t, s.packet)
				want := packetKeys[s.request]
				if s.request == RequestDailyFinish && s.o.Role() == werewolf.Werewolf {
					want += " whisper_history"
				}
				if got := strings.Join(keys, " "); got != want || string(values[0]) != fmt.Sprintf("%q", s.request) {
					t.Errorf("%s has the keys %q, want %q", values[0], got, want)
				}
				checkShape(t, "", s.packet)
				if keys[1] == "info" {
					var info map[string]json.RawMessage
					if err := json.Unmarshal(values[1], &info); err != nil {
						t.Fatal(err)
					}
					checkInfo(t, &s, info)
				}
				if t.Failed() {
					t.Fatalf("the packet is %s", s.packet)
				}
			}
			p.play(rules, seed)
		}
	}
}
