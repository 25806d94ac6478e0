package wire

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// newestSchema is what the organisers publish of their packets, newest: of every
// object its keys, each with the type of its value. A key with ! must be there,
// no other key may. [X] is a list of X, {X} an object with values X under names.
var newestSchema = map[string]string{
	"packet": "request:request! info:info setting:setting talk_history:[talk] whisper_history:[talk] new_talk:talk new_whisper:talk",
	"info": "game_id:text! day:number! agent:text! profile:text medium_result:judge divine_result:judge executed_agent:text " +
		"attacked_agent:text vote_list:[vote] attack_vote_list:[vote] status_map:{status}! role_map:{role}! remain_count:number " +
		"remain_length:number remain_skip:number",
	"judge": "day:number! agent:text! target:text! result:species!",
	"vote":  "day:number! agent:text! target:text!",
	"talk":  "idx:number! day:number! turn:number! agent:text! text:text! skip:flag! over:flag! time:number!",
	"setting": "agent_count:number! max_day:number role_num_map:{number}! vote_visibility:flag! talk:talking! whisper:talking! " +
		"vote:voting! attack_vote:attacking! timeout:times!",
	"talking":   "max_count:counts! max_length:lengths! duration:number max_skip:number!",
	"counts":    "per_agent:number! per_day:number!",
	"lengths":   "count_in_word:flag count_spaces:flag per_talk:number mention_length:number per_agent:number base_length:number",
	"voting":    "max_count:number! allow_self_vote:flag!",
	"attacking": "max_count:number! allow_self_vote:flag! allow_no_target:flag!",
	"times":     "action:number! response:number!",
}

// schemaWords are the types that are words of a list.
var schemaWords = map[string]string{
	"request": "NAME TALK WHISPER VOTE DIVINE GUARD ATTACK INITIALIZE DAILY_INITIALIZE DAILY_FINISH FINISH TALK_PHASE_START " +
		"TALK_PHASE_END TALK_BROADCAST WHISPER_PHASE_START WHISPER_PHASE_END WHISPER_BROADCAST",
	"role":    "WEREWOLF POSSESSED SEER BODYGUARD VILLAGER MEDIUM",
	"species": "HUMAN WEREWOLF",
	"status":  "ALIVE DEAD",
}

// februarySchema is what February's server sent: talks without a time.
func februarySchema() map[string]string {
	s := maps.Clone(newestSchema)
	s["talk"] = strings.ReplaceAll(s["talk"], " time:number!", "")
	return s
}

// carried are the keys of every request's packet but request. Those in brackets
// the organisers' server sends to werewolves alone, or not at all; counts tells
// whether info says what is left.
var carried = map[string]struct {
	keys   string
	counts bool
}{
	"INITIALIZE":          {"info setting", false},
	"DAILY_INITIALIZE":    {"info setting", false},
	"TALK":                {"info talk_history", true},
	"WHISPER":             {"info whisper_history", true},
	"DAILY_FINISH":        {"info talk_history [whisper_history]", false},
	"VOTE":                {"info", false},
	"DIVINE":              {"info", false},
	"GUARD":               {"info", false},
	"ATTACK":              {"info whisper_history", false},
	"FINISH":              {"info", false},
	"TALK_PHASE_START":    {"info [setting]", true},
	"TALK_BROADCAST":      {"info new_talk", true},
	"TALK_PHASE_END":      {"info", true},
	"WHISPER_PHASE_START": {"info [setting]", true},
	"WHISPER_BROADCAST":   {"info new_whisper", true},
	"WHISPER_PHASE_END":   {"info", true},
}

// conforms reports what in the value is not of the type.
func conforms(schema map[string]string, kind, at string, v any) error {
	inner := strings.Trim(kind, "[]{}")
	switch words := schemaWords[kind]; {
	case kind[0] == '[':
		list, ok := v.([]any)
		for i, item := range list {
			if err := conforms(schema, inner, fmt.Sprintf("%s[%d]", at, i), item); err != nil {
				return err
			}
		}
		return isA(ok, kind, at, v)
	case kind[0] == '{':
		m, ok := v.(map[string]any)
		for name, item := range m {
			if err := conforms(schema, inner, at+"."+name, item); err != nil {
				return err
			}
		}
		return isA(ok, kind, at, v)
	case words != "":
		word, ok := v.(string)
		return isA(ok && slices.Contains(strings.Fields(words), word), kind, at, v)
	case schema[kind] != "":
		return conformsObject(schema, kind, at, v)
	}
	n, number := v.(json.Number)
	_, text := v.(string)
	_, flag := v.(bool)
	whole := number && !strings.ContainsAny(n.String(), ".eE")
	return isA(map[string]bool{"number": whole, "text": text, "flag": flag}[kind], kind, at, v)
}

func conformsObject(schema map[string]string, kind, at string, v any) error {
	m, ok := v.(map[string]any)
	if !ok {
		return isA(false, kind, at, v)
	}
	left := maps.Clone(m)
	for _, field := range strings.Fields(schema[kind]) {
		key, of, _ := strings.Cut(strings.TrimSuffix(field, "!"), ":")
		value, there := m[key]
		if !there {
			if strings.HasSuffix(field, "!") {
				return fmt.Errorf("%s.%s is missing", at, key)
			}
			continue
		}
		delete(left, key)
		if err := conforms(schema, of, at+"."+key, value); err != nil {
			return err
		}
	}
	for key := range left {
		return fmt.Errorf("%s.%s is no key of the protocol", at, key)
	}
	return nil
}

func isA(ok bool, kind, at string, v any) error {
	if ok {
		return nil
	}
	return fmt.Errorf("%s is %v, no %s", at, v, kind)
}

func parsePacket(t *testing.T, b []byte) map[string]any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// checkCarried checks that a packet has the keys of its request.
func checkCarried(p map[string]any, o *werewolf.Observation) error {
	request := p["request"].(string)
	want := carried[request]
	for key := range p {
		if key != "request" && !slices.Contains(strings.Fields(strings.NewReplacer("[", "", "]", "").Replace(want.keys)), key) {
			return fmt.Errorf("%s has %s", request, key)
		}
	}
	for _, key := range strings.Fields(want.keys) {
		if _, there := p[key]; key[0] != '[' && !there {
			return fmt.Errorf("%s has no %s", request, key)
		}
	}
	info := p["info"].(map[string]any)
	limits := o.Rules.Talk
	if strings.HasPrefix(request, "WHISPER") {
		limits = o.Rules.Whisper
	}
	for key, must := range map[string]bool{
		"remain_count":  want.counts,
		"remain_length": want.counts && limits.MaxLength.PerAgent != werewolf.NoLimit,
		"remain_skip":   want.counts && limits.MaxSkip != werewolf.NoLimit,
		"profile":       request == "INITIALIZE" && o.Profile != "",
	} {
		if _, there := info[key]; there != must {
			return fmt.Errorf("%s: info.%s is there: %t, want %t", request, key, there, must)
		}
	}
	return nil
}

var long = flag.Bool("long", false, "look at the packets of more games")

func TestPacketsConformToTheSchema(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	games := 20
	if !*long {
		games = 8
	}
	for dialect, schema := range map[Dialect]map[string]string{Newest: newestSchema, February: februarySchema()} {
		seen := map[string]int{}
		for seed := range games {
			rng := rand.New(rand.NewPCG(uint64(seed), 3))
			rules := testRules(t, []int{5, 9, 13}[seed%3], rng)
			p := party{tb: t, dialect: dialect, faults: rng.IntN(2) * 5}
			p.send = func(s sent) {
				packet := parsePacket(t, s.packet)
				err := conforms(schema, "packet", "packet", packet)
				if err == nil {
					err = checkCarried(packet, &s.o)
				}
				if err != nil {
					t.Fatalf("dialect %d: %v\n%s", dialect, err, s.packet)
				}
				seen[packet["request"].(string)]++
			}
			p.play(rules, uint64(seed))
		}
		for request := range carried {
			if seen[request] == 0 {
				t.Errorf("dialect %d: no game had a %s", dialect, request)
			}
		}
	}
	if err := conforms(newestSchema, "packet", "packet", parsePacket(t, NamePacket())); err != nil {
		t.Error(err)
	}
}

// What the tables refuse, so that they are known to look.
func TestSchemaRefuses(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{`"day":2`, `"day":2.5`, "packet.info.day is 2.5, no number"},
		{`"game_id":"01X",`, ``, "packet.info.game_id is missing"},
		{`"info":{`, `"info":{"moon":1,`, "packet.info.moon is no key"},
		{`"SEER"`, `"FOX"`, "packet.info.role_map.Dan is FOX, no role"},
		{`"skip":false`, `"skip":0`, "packet.talk_history[0].skip is 0, no flag"},
		{`,"time":1700000000123`, ``, "packet.talk_history[0].time is missing"},
		{`"talk_history":[`, `"talk_history":7,"new_talk":[`, "no [talk]"},
	} {
		packet := parsePacket(t, change(t, talkPacket, test.from, test.to))
		if err := conforms(newestSchema, "packet", "packet", packet); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s for %s: %v, want %s", test.to, test.from, err, test.want)
		}
	}
	packet := parsePacket(t, []byte(talkPacket))
	if err := conforms(februarySchema(), "packet", "packet", packet); err == nil || !strings.Contains(err.Error(), "time is no key") {
		t.Errorf("February's: %v", err)
	}
}

// One game in both dialects: the packets differ in the times and numbers of
// talks, and in the counts of requests, by the one that is asked for.
func TestDialectsDifferInTimesAndCounts(t *testing.T) {
	for seed := range 20 {
		packets := map[Dialect][]map[string]any{}
		for _, dialect := range []Dialect{Newest, February} {
			rng := rand.New(rand.NewPCG(uint64(seed), 3))
			p := party{tb: t, dialect: dialect}
			p.send = func(s sent) { packets[dialect] = append(packets[dialect], parsePacket(t, s.packet)) }
			p.play(testRules(t, 5, rng), uint64(seed))
		}
		for i, newest := range packets[Newest] {
			february := packets[February][i]
			untime(t, newest, true)
			untime(t, february, false)
			if request := newest["request"]; request == "TALK" || request == "WHISPER" {
				a, b := newest["info"].(map[string]any), february["info"].(map[string]any)
				var n, m int
				if _, err := fmt.Sscan(fmt.Sprint(a["remain_count"], " ", b["remain_count"]), &n, &m); err != nil || n != m+1 || m < 0 {
					t.Fatalf("%v left in the newest, %v in February's: %v", a["remain_count"], b["remain_count"], err)
				}
				a["remain_count"] = b["remain_count"]
			}
			if a, b := asJSON(t, newest), asJSON(t, february); a != b {
				t.Fatalf("the packets differ in more:\n%s\n%s", a, b)
			}
		}
	}
}

// untime removes the times of talks, and where they stand on their day.
func untime(t *testing.T, p map[string]any, timed bool) {
	t.Helper()
	var talks []any
	for _, key := range []string{"talk_history", "whisper_history"} {
		list, _ := p[key].([]any)
		talks = append(talks, list...)
	}
	for _, key := range []string{"new_talk", "new_whisper"} {
		if talk, there := p[key]; there {
			talks = append(talks, talk)
		}
	}
	for _, talk := range talks {
		talk := talk.(map[string]any)
		if _, there := talk["time"]; there != timed {
			t.Errorf("a talk has a time: %t", there)
		}
		delete(talk, "time")
		delete(talk, "idx")
	}
}
