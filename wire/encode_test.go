package wire

import (
	"bytes"
	"fmt"
	"testing"

	"wolfden/werewolf"
)

// morning is an observation on day 2 of a five-player game by its seer.
func morning(kind werewolf.RequestKind) werewolf.Observation {
	rules := werewolf.With(werewolf.RoleCounts{werewolf.Werewolf: 1, werewolf.Possessed: 1, werewolf.Seer: 1, werewolf.Villager: 2})
	return werewolf.Observation{
		Request: werewolf.Request{Kind: kind, Left: werewolf.Left{Count: 2, Length: werewolf.NoLimit, Skip: 0}},
		Rules:   &rules, Seat: 2, Profile: "age: 20\ncalm", Day: 2,
		Names: []string{"Emi", "Dan", "Cho", "Bob", "Ann"}, Living: werewolf.SetOf(1, 2, 3),
		Roles: []werewolf.Role{0, 0, werewolf.Seer, 0, 0, 0},
		Talks: []werewolf.Utterance{
			{Day: 1, Idx: 0, Seat: 1, Text: "yesterday"},
			{Day: 2, Idx: 0, Seat: 3, Text: "Good <morning>", Time: 1700000000123},
			{Day: 2, Idx: 1, Seat: 1, Text: "Over", Over: true},
		},
		Whispers: []werewolf.Utterance{{Day: 2, Idx: 0, Seat: 2, Text: "psst"}},
		Votes:    []werewolf.Choice{{Day: 0, Seat: 1, Target: 2}, {Day: 1, Seat: 1, Target: 5}, {Day: 1, Seat: 2, Target: 5}},
		Deaths:   []werewolf.Death{{Day: 1, Seat: 5, Cause: werewolf.ByExecution}, {Day: 1, Seat: 4, Cause: werewolf.ByAttack}},
		Divined:  []werewolf.Finding{{Day: 0, Target: 1, Species: werewolf.Human}, {Day: 1, Target: 3, Species: werewolf.Wolf}},
		Medium:   []werewolf.Finding{{Day: 1, Target: 5, Species: werewolf.Human}},
	}
}

const (
	wantResults = `"medium_result":{"day":1,"agent":"Ann","target":"Ann","result":"HUMAN"},` +
		`"divine_result":{"day":1,"agent":"Dan","target":"Cho","result":"WEREWOLF"},"executed_agent":"Ann","attacked_agent":"Bob",` +
		`"vote_list":[{"day":1,"agent":"Emi","target":"Ann"},{"day":1,"agent":"Dan","target":"Ann"}],`
	wantMaps = `"status_map":{"Ann":"DEAD","Bob":"DEAD","Cho":"ALIVE","Dan":"ALIVE","Emi":"ALIVE"},"role_map":{"Dan":"SEER"}}`
	wantTalk = `"max_length":{"count_in_word":false,"count_spaces":false,"mention_length":125,"base_length":125},"max_skip":0`
	wantRest = `"vote":{"max_count":1,"allow_self_vote":true},"attack_vote":{"max_count":1,"allow_self_vote":true,"allow_no_target":false},` +
		`"timeout":{"action":60000,"response":120000},"role_num_map":{"BODYGUARD":0,"MEDIUM":0,"POSSESSED":1,"SEER":1,"VILLAGER":2,"WEREWOLF":1}}}`
)

func TestEncodeWholePackets(t *testing.T) {
	info := `"info":{"game_id":"01X","day":2,"agent":"Dan",`
	setting := `"setting":{"agent_count":5,"max_day":30,"vote_visibility":true,"talk":{"max_count":{"per_agent":4,"per_day":20},` +
		wantTalk + `},"whisper":{"max_count":{"per_agent":0,"per_day":0},` + wantTalk + `},` + wantRest
	news := `{"idx":0,"day":2,"turn":0,"agent":"Cho","text":"Good \u003cmorning\u003e","skip":false,"over":false`
	over := `{"idx":1,"day":2,"turn":0,"agent":"Emi","text":"Over","skip":false,"over":true}`
	e := NewEncoder("01X", Newest)
	steps := []struct {
		kind werewolf.RequestKind
		want string
	}{
		{werewolf.Initialize, `{"request":"INITIALIZE",` + info + `"profile":"age: 20\ncalm",` + wantResults + wantMaps + `,` + setting},
		{werewolf.DailyInitialize, `{"request":"DAILY_INITIALIZE",` + info + wantResults + wantMaps + `,` + setting},
		{werewolf.Talk, `{"request":"TALK",` + info + wantResults + `"remain_count":3,"remain_skip":0,` + wantMaps +
			`,"talk_history":[` + news + `,"time":1700000000123},` + over + `]}`},
		{werewolf.Talk, `{"request":"TALK",` + info + wantResults + `"remain_count":3,"remain_skip":0,` + wantMaps + `,"talk_history":[]}`},
		// The talks did not move the cursor of the whispers.
		{werewolf.Whisper, `{"request":"WHISPER",` + info + wantResults + `"remain_count":3,"remain_skip":0,` + wantMaps +
			`,"whisper_history":[{"idx":0,"day":2,"turn":0,"agent":"Dan","text":"psst","skip":false,"over":false}]}`},
		{werewolf.Attack, `{"request":"ATTACK",` + info + wantResults + wantMaps + `,"whisper_history":[]}`},
		{werewolf.DailyFinish, `{"request":"DAILY_FINISH",` + info + wantResults + wantMaps + `,"talk_history":[]}`},
		{werewolf.Vote, `{"request":"VOTE",` + info + wantResults + wantMaps + `}`},
	}
	for _, s := range steps {
		o := morning(s.kind)
		if s.kind == werewolf.DailyInitialize {
			o.Talks, o.Whispers = o.Talks[:1], nil // the day has only begun
		}
		got, err := e.Encode(o)
		if err != nil || string(got) != s.want {
			t.Errorf("%s: %v\n got %s\nwant %s", s.kind, err, got, s.want)
		}
	}
	got, err := NewEncoder("01X", February).Encode(morning(werewolf.Talk))
	want := `{"request":"TALK",` + info + wantResults + `"remain_count":2,"remain_skip":0,` + wantMaps + `,"talk_history":[` + news + `},` + over + `]}`
	if err != nil || string(got) != want {
		t.Errorf("February's: %v\n got %s\nwant %s", err, got, want)
	}
}

// Packets need nothing of what was said and chosen before yesterday.
func TestPacketsAreThoseOfWatchersThatForget(t *testing.T) {
	days := 0
	for seed := range uint64(10) {
		for _, players := range []int{5, 13} {
			rules, err := werewolf.Standard(players)
			if err != nil {
				t.Fatal(err)
			}
			var told [2][]sent
			for i, forgets := range []bool{false, true} {
				p := party{tb: t, dialect: Dialect(seed % 2), faults: 5, forgets: forgets, send: func(s sent) { told[i] = append(told[i], s) }}
				p.play(rules, seed)
			}
			for i, s := range told[0] {
				if !bytes.Equal(s.packet, told[1][i].packet) {
					t.Fatalf("seed %d, %d players, packet %d:\n got %s\nwant %s", seed, players, i, told[1][i].packet, s.packet)
				}
				days = max(days, s.o.Day)
				if talks := told[1][i].o.Talks; s.request != RequestFinish && len(talks) > 0 && talks[0].Day < s.o.Day-1 {
					t.Fatalf("on day %d talks of day %d are kept", s.o.Day, talks[0].Day)
				}
			}
			if len(told[0]) != len(told[1]) {
				t.Errorf("seed %d, %d players: %d and %d packets", seed, players, len(told[0]), len(told[1]))
			}
		}
	}
	if days < 4 {
		t.Errorf("the longest game has %d days", days)
	}
}

// A player that comes back in the middle of a day is told what it missed of it,
// once.
func TestEncodeTellsWhatWasMissed(t *testing.T) {
	e := NewEncoder("01X", February)
	for i, step := range []struct {
		kind            werewolf.RequestKind
		talks, whispers int
	}{
		{werewolf.Talk, 2, 0}, {werewolf.Initialize, 0, 0}, {werewolf.DailyInitialize, 2, 1}, {werewolf.Talk, 0, 0}, {werewolf.Whisper, 0, 0},
	} {
		b, err := e.Encode(morning(step.kind))
		if err != nil {
			t.Fatal(err)
		}
		p, err := Decode(b)
		if err != nil || len(p.TalkHistory) != step.talks || len(p.WhisperHistory) != step.whispers {
			t.Errorf("packet %d, %s: %v, %d talks and %d whispers", i, step.kind, err, len(p.TalkHistory), len(p.WhisperHistory))
		}
	}
}

// Whispers of the morning and of the evening are one count in the newest
// dialect, two in February's; what was sent before counts too.
func TestEncodeNumbersTheUtterancesOfADay(t *testing.T) {
	for dialect, want := range map[Dialect]string{Newest: "[0 1][2 3]", February: "[0 1][0 1]"} {
		e, got := NewEncoder("01X", dialect), ""
		o := morning(werewolf.Whisper)
		all := []werewolf.Utterance{{Day: 1, Text: "before"}, {Day: 2, Text: "a"}, {Day: 2, Idx: 1, Text: "b"}, {Day: 2, Text: "c"}, {Day: 2, Idx: 1, Text: "d"}}
		for _, n := range []int{3, 5} {
			o.Whispers = all[:n]
			b, err := e.Encode(o)
			if err != nil {
				t.Fatal(err)
			}
			p, err := Decode(b)
			if err != nil {
				t.Fatal(err)
			}
			var idx []int
			for _, talk := range p.WhisperHistory {
				idx = append(idx, talk.Idx)
			}
			got += fmt.Sprint(idx)
		}
		if got != want {
			t.Errorf("dialect %d: %s, want %s", dialect, got, want)
		}
	}
}

func TestEncodeOpenFloor(t *testing.T) {
	o := morning(werewolf.Talk)
	o.Request.Open = true
	o.Rules.Talk.Mode, o.Rules.Talk.Duration = werewolf.Anytime, 600_000
	e := NewEncoder("01X", February)
	start, err := e.Encode(o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Decode(start)
	if err != nil || p.Request != RequestTalkPhaseStart || *p.Info.RemainCount != 3 || *p.Info.RemainSkip != 0 || p.Info.RemainLength != nil || p.TalkHistory != nil {
		t.Errorf("%v, start %s", err, start)
	}
	if d := p.Setting.Talk.Duration; d == nil || *d != 600_000 || p.Setting.Whisper.Duration != nil {
		t.Errorf("start %s", start)
	}
	packets, err := e.Broadcasts(o)
	info := `"info":{"game_id":"01X","day":2,"agent":"Dan",` + wantResults + `"remain_count":3,"remain_skip":0,` + wantMaps
	want := `{"request":"TALK_BROADCAST",` + info + `,"new_talk":{"idx":1,"day":2,"turn":0,"agent":"Emi","text":"Over","skip":false,"over":true}}`
	if err != nil || len(packets) != 2 || string(packets[1]) != want {
		t.Errorf("%v, broadcasts %s", err, packets)
	}
	if packets, err = e.Broadcasts(o); err != nil || len(packets) != 0 {
		t.Errorf("%v, broadcasts again %s", err, packets)
	}
	o.Request.Kind = werewolf.Whisper
	packets, err = e.Broadcasts(o)
	want = `{"request":"WHISPER_BROADCAST",` + info + `,"new_whisper":{"idx":0,"day":2,"turn":0,"agent":"Dan","text":"psst","skip":false,"over":false}}`
	if err != nil || len(packets) != 1 || string(packets[0]) != want {
		t.Errorf("%v, broadcasts %s", err, packets)
	}
	end, err := e.PhaseEnd(o)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = Decode(end); err != nil || p.Request != RequestWhisperPhaseEnd || *p.Info.RemainCount != 3 || p.Setting != nil {
		t.Errorf("%v, end %s", err, end)
	}
}

func TestEncodeRefuses(t *testing.T) {
	e := NewEncoder("01X", February)
	if b, err := e.Encode(morning(werewolf.NoRequest)); err == nil {
		t.Errorf("no request gives %s", b)
	}
	gallery := morning(werewolf.Vote)
	gallery.Seat = 0
	if b, err := e.Encode(gallery); err == nil {
		t.Errorf("the gallery is asked %s", b)
	}
	if b, err := e.Broadcasts(morning(werewolf.Vote)); err == nil {
		t.Errorf("a vote is broadcast as %s", b)
	}
	if b, err := e.PhaseEnd(morning(werewolf.Finish)); err == nil {
		t.Errorf("the end of the game ends a phase with %s", b)
	}
}

// With several of a kind in one night, which only rules of one's own bring
// about, the last is told.
func TestEncodeTellsTheLastOfSeveral(t *testing.T) {
	o := morning(werewolf.DailyInitialize)
	o.Deaths = append(o.Deaths, werewolf.Death{Day: 1, Seat: 1, Cause: werewolf.ByAttack}, werewolf.Death{Day: 2, Seat: 3, Cause: werewolf.ByExecution})
	o.Divined = append(o.Divined, werewolf.Finding{Day: 1, Target: 5, Species: werewolf.Human})
	b, err := NewEncoder("01X", February).Encode(o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if p.Info.AttackedAgent != "Emi" || p.Info.ExecutedAgent != "Ann" || p.Info.DivineResult.Target != "Ann" {
		t.Errorf("%+v", p.Info)
	}
}

func TestSettingTellsTheRules(t *testing.T) {
	n := func(n int) *int { return &n }
	tests := []struct {
		name   string
		length werewolf.LengthRules
		want   LengthSetting
	}{
		{"no limit", werewolf.LengthRules{PerTalk: -1, MentionLength: 9, PerAgent: -1, BaseLength: -1}, LengthSetting{}},
		{"per talk", werewolf.LengthRules{CountInWord: true, PerTalk: 5, MentionLength: 9, PerAgent: -1, BaseLength: -1},
			LengthSetting{CountInWord: new(true), CountSpaces: new(false), PerTalk: n(5)}},
		{"per agent", werewolf.LengthRules{CountSpaces: true, PerTalk: -1, MentionLength: 9, PerAgent: 50, BaseLength: -1},
			LengthSetting{CountInWord: new(false), CountSpaces: new(true), MentionLength: n(9), PerAgent: n(50)}},
		{"base, no mention", werewolf.LengthRules{PerTalk: -1, MentionLength: -1, PerAgent: -1, BaseLength: 0},
			LengthSetting{CountInWord: new(false), CountSpaces: new(false), BaseLength: n(0)}},
	}
	for _, test := range tests {
		rules, err := werewolf.Standard(9)
		if err != nil {
			t.Fatal(err)
		}
		rules.Talk.MaxLength = test.length
		s := NewSetting(&rules)
		if got, want := asJSON(t, s.Talk.MaxLength), asJSON(t, test.want); got != want {
			t.Errorf("%s: %s, want %s", test.name, got, want)
		}
		if s.Talk.Duration != nil || s.AgentCount != 9 || s.RoleNumMap[werewolf.Villager] != 3 {
			t.Errorf("%s: %+v", test.name, s)
		}
	}
}

// What Rules makes of a setting is what the setting was made from, but for what
// no setting tells.
func TestSettingRoundTrip(t *testing.T) {
	rules, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	rules.Talk.Mode, rules.Talk.Duration, rules.Talk.MaxSkip = werewolf.Anytime, 5000, werewolf.NoLimit
	rules.Whisper.MaxLength = werewolf.LengthRules{CountInWord: true, PerTalk: 3, MentionLength: 4, PerAgent: 5, BaseLength: 6}
	rules.MaxDay, rules.VoteVisibility, rules.Vote.MaxCount, rules.AttackVote.AllowNoTarget = 7, false, 3, true
	got := NewSetting(&rules).Rules()
	rules.MaxFailedRatio, rules.Timeout.Acceptable = 0, 0
	if a, b := asJSON(t, got), asJSON(t, rules); a != b {
		t.Errorf("got  %s\nwant %s", a, b)
	}
}
