package wire

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

func asJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// talkPacket is a packet with every kind of value but a setting.
const talkPacket = `{"request":"TALK","info":{"game_id":"01X","day":2,"agent":"Dan","executed_agent":"Ann",` +
	`"divine_result":{"day":1,"agent":"Dan","target":"Ann","result":"HUMAN"},"vote_list":[{"day":1,"agent":"Dan","target":"Ann"}],` +
	`"remain_count":2,"status_map":{"Ann":"DEAD","Dan":"ALIVE"},"role_map":{"Dan":"SEER"}},` +
	`"talk_history":[{"idx":0,"day":2,"turn":0,"agent":"Dan","text":"h\u00e9 {\"x\":[1]} \\","skip":false,"over":true,"time":1700000000123}]}`

func TestDecode(t *testing.T) {
	var spaced bytes.Buffer
	if err := json.Indent(&spaced, []byte(talkPacket), " ", "\t"); err != nil {
		t.Fatal(err)
	}
	p, err := Decode(spaced.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	two := 2
	want := Packet{
		Request: RequestTalk,
		Info: &Info{
			GameID: "01X", Day: 2, Agent: "Dan", ExecutedAgent: "Ann", RemainCount: &two,
			DivineResult: &Judge{Day: 1, Agent: "Dan", Target: "Ann", Result: werewolf.Human},
			VoteList:     []Vote{{Day: 1, Agent: "Dan", Target: "Ann"}},
			StatusMap:    map[string]Status{"Ann": Dead, "Dan": Alive},
			RoleMap:      map[string]werewolf.Role{"Dan": werewolf.Seer},
		},
		TalkHistory: []Talk{{Day: 2, Agent: "Dan", Text: `hé {"x":[1]} \`, Over: true, Time: 1700000000123}},
	}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("got  %s\nwant %s", asJSON(t, p), asJSON(t, want))
	}
	if p, err = Decode([]byte(talkPacket)); err != nil || !reflect.DeepEqual(p, want) {
		t.Errorf("%v, without blanks %s", err, asJSON(t, p))
	}
	if p, err := Decode(NamePacket()); err != nil || p.Request != RequestName || p.Info != nil {
		t.Errorf("%v, %+v", err, p)
	}
}

// change gives the packet with one thing in it replaced.
func change(t *testing.T, packet, from, to string) []byte {
	t.Helper()
	if !strings.Contains(packet, from) {
		t.Fatalf("no %s in %s", from, packet)
	}
	return []byte(strings.Replace(packet, from, to, 1))
}

func TestDecodeSaysWhatIsWrongAndWhere(t *testing.T) {
	start, err := NewEncoder("01X", February).Encode(morning(werewolf.Initialize))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ packet, from, to, want string }{
		{talkPacket, talkPacket, ``, "the packet is no JSON: unexpected end"},
		{talkPacket, `}]}`, `}]`, "no JSON"},
		{talkPacket, talkPacket, `[]`, "the packet: want an object, got `[]`"},
		{talkPacket, talkPacket, `null`, "the packet: want an object, got `null`"},
		{talkPacket, `"request":"TALK",`, ``, "request: is missing"},
		{talkPacket, `"TALK"`, `null`, "request: is null"},
		{talkPacket, `"TALK"`, `7`, "request: want a text, got `7`"},
		{talkPacket, `"TALK"`, `"TALKS"`, `request: unknown request "TALKS" (known: NAME, INITIALIZE, `},
		{talkPacket, `"TALK"`, `""`, "request: is empty"},
		{talkPacket, `"TALK"`, `"VOTE","request":"TALK"`, "request: is there twice"},
		{talkPacket, `"TALK"`, `"WHISPER"`, "whisper_history: is missing"},
		{talkPacket, `"TALK"`, `"INITIALIZE"`, "setting: is missing"},
		{talkPacket, `"TALK"`, `"TALK_BROADCAST"`, "new_talk: is missing"},
		{talkPacket, `"info":{`, `"info":[{}],"x":{`, "info: want an object, got `[{}]`"},
		{talkPacket, `"day":2`, `"day":"2"`, "info.day: want a whole number, got `\"2\"`"},
		{talkPacket, `"day":2`, `"day":2.5`, "info.day: want a whole number, got `2.5`"},
		{talkPacket, `"day":2,`, ``, "info.day: is missing"},
		{talkPacket, `"agent":"Dan",`, ``, "info.agent: is missing"},
		{talkPacket, `"remain_count":2`, `"remain_count":true`, "info.remain_count: want a whole number"},
		{talkPacket, `"DEAD"`, `"ZOMBIE"`, `info.status_map.Ann: unknown status "ZOMBIE" (known: ALIVE, DEAD)`},
		{talkPacket, `"SEER"`, `"FOX"`, `info.role_map.Dan: unknown role "FOX"`},
		{talkPacket, `"SEER"`, `""`, "info.role_map.Dan: is empty"},
		{talkPacket, `"Ann":"DEAD"`, `"Dan":"DEAD"`, "info.status_map.Dan: is there twice"},
		{talkPacket, `"HUMAN"`, `"CAT"`, `info.divine_result.result: unknown species "CAT"`},
		{talkPacket, `[{"day":1,`, `[{`, "info.vote_list[0].day: is missing"},
		{talkPacket, `[{"day":1,`, `[null,{"day":1,`, "info.vote_list[0]: want an object, got `null`"},
		{talkPacket, `"talk_history":[`, `"talk_history":7,"x":[`, "talk_history: want a list, got `7`"},
		{talkPacket, `"over":true`, `"over":"` + strings.Repeat("é", 99) + `"`, "talk_history[0].over: want true or false, got `\"ééééééééé"},
		{talkPacket, `"time":1700000000123`, `"time":1e999`, "talk_history[0].time: want a whole number"},
		{string(start), `"max_skip":0`, `"max_skip":null`, "setting.talk.max_skip: is null"},
		{string(start), `"whisper":{`, `"whisper":0,"x":{`, "setting.whisper: want an object"},
		{string(start), `"max_count":{"per_agent":4,"per_day":20},`, ``, "setting.talk.max_count: is missing"},
		{string(start), `"count_in_word":false`, `"count_in_word":0`, "setting.talk.max_length.count_in_word: want true or false"},
		{string(start), `"VILLAGER":2`, `"FARMER":2`, `setting.role_num_map.FARMER: unknown role "FARMER"`},
		{string(start), `"VILLAGER":2`, `"VILLAGER":61`, "setting.role_num_map.VILLAGER: 61 players have it"},
		{string(start), `"timeout":{`, `"timeout":{},"x":{`, "setting.timeout.action: is missing"},
		{`{"request":"TALK_BROADCAST","new_talk":{}}`, ``, ``, "new_talk.idx: is missing"},
		{`{"request":"NAME"` + strings.Repeat(`,"a":0`, 300) + `}`, ``, ``, "the packet: has 301 keys, at most 256 are read"},
	}
	for _, test := range tests {
		b := change(t, test.packet, test.from, test.to)
		p, err := Decode(b)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s for %s: error %v, want %q", test.to, test.from, err, test.want)
		}
		if err != nil && !reflect.DeepEqual(p, Packet{}) {
			t.Errorf("%v, but also a packet %+v", err, p)
		}
	}
}

// Keys that a newer server adds do not shut its players out; nor do optional
// keys that are null.
func TestDecodeNotesUnknownKeys(t *testing.T) {
	start, err := NewEncoder("01X", February).Encode(morning(werewolf.Initialize))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		packet, from, to string
		want             []string
	}{
		{talkPacket, `"request"`, `"mood":{"a":[]},"request"`, []string{"mood"}},
		{talkPacket, `"day":2`, `"weather":"rain","day":2`, []string{"info.weather"}},
		{talkPacket, `"over":true`, `"over":true,"to":null`, []string{"talk_history[0].to"}},
		{talkPacket, `"agent":"Dan","target"`, `"why":1,"agent":"Dan","target"`, []string{"info.divine_result.why"}},
		{talkPacket, `"remain_count":2`, `"remain_count":null,"profile":null,"attack_vote_list":null,"medium_result":null`, nil},
		{talkPacket, `"talk_history":[`, `"talk_history":null,"x":[`, []string{"x"}},
		{talkPacket, `"request":"TALK"`, `"request":"DAILY_FINISH","whisper_history":null,"setting":null`, nil},
		{string(start), `"BODYGUARD":0`, `"FOX":0,"CAT":0`, []string{"setting.role_num_map.CAT", "setting.role_num_map.FOX"}},
		{string(start), `"max_skip":0`, `"max_skip":0,"duration":null`, nil},
	}
	for _, test := range tests {
		p, err := Decode(change(t, test.packet, test.from, test.to))
		if err != nil || !slices.Equal(p.Unknown, test.want) {
			t.Errorf("%s for %s: %v, unknown %q, want %q", test.to, test.from, err, p.Unknown, test.want)
		}
	}
	p, err := Decode(change(t, talkPacket, `"talk_history":[`, `"talk_history":null,"x":[`))
	if err != nil || p.TalkHistory == nil || len(p.TalkHistory) != 0 {
		t.Errorf("%v: a history that is null is %v", err, p.TalkHistory)
	}
}

func TestRequests(t *testing.T) {
	answered := map[Request]bool{
		RequestName: true, RequestTalk: true, RequestWhisper: true, RequestVote: true, RequestDivine: true, RequestGuard: true, RequestAttack: true,
	}
	for r := NoRequest; r < numRequests; r++ {
		if r.Answered() != answered[r] {
			t.Errorf("%s: answered %t", r, r.Answered())
		}
		var again Request
		if err := again.UnmarshalText([]byte(r.String())); (err == nil) != (r != NoRequest) || again != r {
			t.Errorf("%s reads as %s, %v", r, again, err)
		}
	}
	if got := (numRequests + 1).String(); got != "?19" || (numRequests+1).Kind() != werewolf.NoRequest {
		t.Errorf("an unknown request is %s", got)
	}
}

// FuzzDecode: whatever comes, Decode gives an error or a packet that is the
// same when it is written and read again.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(talkPacket))
	f.Add(NamePacket())
	f.Add([]byte(`{"request":"DAILY_FINISH","info":{"game_id":"","day":-1,"agent":"\ud800","status_map":{},"role_map":{}},"talk_history":null,"x":[1e3,{}]}`))
	seen := map[Request]bool{}
	for _, mode := range []werewolf.TalkMode{werewolf.Serial, werewolf.Anytime} {
		rules, err := werewolf.Standard(9)
		if err != nil {
			f.Fatal(err)
		}
		rules.Talk.Mode, rules.Talk.Duration, rules.Whisper.Mode, rules.Whisper.Duration = mode, 9, mode, 9
		p := party{tb: f, dialect: Newest, send: func(s sent) {
			if !seen[s.request] {
				f.Add(s.packet)
			}
			seen[s.request] = true
		}}
		p.play(rules, 5)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Decode(b)
		if err != nil {
			return
		}
		p.Unknown = nil
		again, err := Decode([]byte(asJSON(t, &p)))
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Errorf("%v\nread %s\nthen %s", err, asJSON(t, &p), asJSON(t, &again))
		}
		var r Observer
		if o, err := r.See(&p); err == nil && o.Rules == nil && p.Request != RequestName {
			t.Error("an observation without rules")
		}
	})
}
