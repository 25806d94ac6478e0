package contestlog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// The game of five is serial and has everything a small game has; the one of
// thirteen is played on an open floor, with times, ties and missing answers.
func goldenGames() map[string]playedGame {
	return map[string]playedGame{
		"5":  {players: 5, seed: 4, rounds: 1, maxDay: 30},
		"13": {players: 13, seed: 15, mode: werewolf.Anytime, rounds: 2, maxDay: 30, missing: 60, illegal: 30, timed: true},
	}
}

func TestGolden(t *testing.T) {
	for name, c := range goldenGames() {
		rec := c.play(t)
		log := c.log(t, rec)
		golden(t, name+".log", log)
		var feed, native bytes.Buffer
		if err := WriteRealtime(&feed, rec, Newest); err != nil {
			t.Fatal(err)
		}
		if name == "5" { // the other's is large and says nothing more
			golden(t, "realtime_5.jsonl", feed.Bytes())
		}
		again, findings := readLog(t, log).Record()
		if bad := mismatches(findings); bad != nil {
			t.Error(bad)
		}
		if err := gamelog.Write(&native, again); err != nil {
			t.Fatal(err)
		}
		golden(t, name+"_record.jsonl", native.Bytes())
	}
}

// brief is a packet in one line.
func brief(p *RealtimePacket) string {
	var living strings.Builder
	for _, a := range p.Agents {
		living.WriteString(map[bool]string{true: fmt.Sprint(a.Idx), false: "-"}[a.IsAlive])
	}
	s := fmt.Sprintf("%d %d %t %s %s", p.Idx, p.Day, p.IsDay, living.String(), p.Event)
	for _, n := range []struct {
		name  string
		value *int
	}{{"from", p.FromIdx}, {"to", p.ToIdx}, {"bubble", p.BubbleIdx}} {
		if n.value != nil {
			s += fmt.Sprintf(" %s %d", n.name, *n.value)
		}
	}
	if p.Message != nil {
		s += " " + *p.Message
	}
	return s
}

func feed(t *testing.T, log string) (packets []string) {
	t.Helper()
	rec, findings := readLog(t, []byte(log)).Record()
	if bad := mismatches(findings); bad != nil {
		t.Fatal(bad)
	}
	r := NewRealtime(&rec.Header, Newest)
	for _, e := range rec.Entries {
		for _, p := range r.Packets(e) {
			packets = append(packets, brief(&p))
		}
	}
	return packets
}

func TestRealtimePackets(t *testing.T) {
	without := func(log string, words ...string) string {
		var kept []string
		for _, l := range strings.Split(log, "\n") {
			if !strings.Contains(l, ",talk,") && !strings.Contains(l, ",whisper,") {
				kept = append(kept, l)
			}
		}
		return strings.NewReplacer(words...).Replace(strings.Join(kept, "\n"))
	}
	for _, test := range []struct {
		name, log string
		want      string
	}{
		{"the werewolves win", wolvesWin, `1 0 true 1234567 開始 ゲームが開始されました
2 0 true 1234567 囁き bubble 1 We are two
3 0 true 1234567 囁き bubble 2 Over
4 0 true 1234567 トーク bubble 6 Hello
5 0 false 1234567 囁き bubble 2 Attack 3
6 0 false 1234567 囁き bubble 1 Over
7 0 false 1234567 占い from 3 to 6
8 1 true 1234567 トーク bubble 1 I am the seer
9 1 false 1234567 投票 from 1 to 6
10 1 false 1234567 投票 from 2 to 6
11 1 false 1234567 投票 from 3 to 1
12 1 false 1234567 投票 from 4 to 6
13 1 false 12345-7 追放 to 6
14 1 false 12345-7 占い from 3 to 1
15 1 false 12345-7 囁き bubble 2 Attack 3
16 1 false 12345-7 護衛 from 4 to 3
17 1 false 12345-7 襲撃投票 from 1 to 3
18 1 false 12345-7 襲撃投票 from 2 to 3
19 1 false 12345-7 襲撃 from -1 to 3
20 2 false 12345-7 投票 from 1 to 4
21 2 false 12345-7 投票 from 2 to 4
22 2 false 123-5-7 追放 to 4
23 2 false 123-5-7 占い from 3 to 2
24 2 false 123-5-7 襲撃投票 from 1 to 3
25 2 false 123-5-7 襲撃投票 from 2 to 7
26 2 false 123-5-- 襲撃 to 7
27 3 false 123-5-- 終了 WEREWOLF`},
		{"nobody is executed or attacked", without(villageWins, "1,vote,1,3\n1,vote,2,3\n1,vote,3,2\n1,vote,5,2\n1,execute,2,POSSESSED\n", "",
			"1,attackVote,1,4\n1,attack,4,true", "1,attack,-1,true", "2,POSSESSED,DEAD", "2,POSSESSED,ALIVE", "4,VILLAGER,DEAD", "4,VILLAGER,ALIVE", "3,result,2", "3,result,4"),
			`1 0 true 12345 開始 ゲームが開始されました
2 0 false 12345 占い from 3 to 2
3 1 false 12345 追放
4 1 false 12345 占い from 3 to 1
5 1 false 12345 襲撃
6 2 false 12345 投票 from 1 to 3
7 2 false 12345 投票 from 3 to 1
8 2 false 12345 投票 from 5 to 1
9 2 false -2345 追放 to 1
10 3 false -2345 終了 VILLAGER`},
		{"the last day", without(strings.Join(strings.SplitAfter(villageWins, "\n")[:15], "") + "1,attack,-1,true\n" +
			strings.ReplaceAll(strings.Join(strings.SplitAfter(villageWins, "\n")[10:15], ""), "1,status", "2,status") + "2,result,4,1,NONE"),
			`1 0 true 12345 開始 ゲームが開始されました
2 0 false 12345 占い from 3 to 2
3 1 false 12345 追放
4 1 false 12345 襲撃
5 2 false 12345 終了 NONE`},
	} {
		if got := strings.Join(feed(t, test.log), "\n"); got != test.want {
			t.Errorf("%s: %v\n%s", test.name, firstDifference([]byte(test.want), []byte(got)), got)
		}
	}
}

// A day without any word of the night, and phases of one's own: the packet of
// an execution without a victim comes once, and before those of the next day.
func TestRealtimeSpared(t *testing.T) {
	rules := werewolf.With(werewolf.RoleCounts{werewolf.Werewolf: 1, werewolf.Villager: 3})
	rules.MaxDay = 2
	rules.DayPhases = []werewolf.Phase{{Name: "noon", Actions: []string{"execution"}}, {Name: "talk", Actions: []string{"talk"}}}
	rules.NightPhases = []werewolf.Phase{{Name: "again", Actions: []string{"execution"}, ExceptDay: new(int)}}
	rec := &gamelog.Record{Header: gamelog.Header{Rules: rules, Seats: []werewolf.Seat{{Name: "A"}, {Name: "B"}, {Name: "C"}, {Name: "D"}}}}
	g, err := rec.Header.Game()
	if err != nil {
		t.Fatal(err)
	}
	for len(g.Pending()) > 0 {
		q := g.Pending()[0]
		if err := g.Apply(werewolf.Action{Seat: q.Seat, Request: q.Kind, Text: werewolf.OverText, Missing: !q.Kind.Speaks()}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range g.Log() {
		rec.Entries = append(rec.Entries, gamelog.Entry{Event: &g.Log()[i]})
	}
	var out bytes.Buffer
	if err := WriteRealtime(&out, rec, Newest); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		var p RealtimePacket
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		if p.Agents[0].Role != g.Role(1) || p.Agents[0].Team != "A" {
			t.Errorf("agent %+v", p.Agents[0])
		}
		if p.Event == RealtimeExecution || p.Event == RealtimeEnd {
			got = append(got, fmt.Sprint(p.Day, p.Event))
		}
	}
	if want := "0追放 1追放 1追放 2追放 2追放 3終了"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// Lines are what json.Marshal makes of the packets, whatever stands in them.
func TestRealtimeLinesAreJSON(t *testing.T) {
	rec := mustParse(t, shortRecord(t))
	rec.Header.Seats = slices.Clone(rec.Header.Seats)
	rec.Header.Seats[1].Profile = "<b>\u202e\"\n\xff"
	for i := range rec.Entries {
		if e := &rec.Entries[i]; e.Event != nil && e.Event.Kind == werewolf.Talked {
			e.Event.Text = "a & \u061c\x7f\\ é\xe2"
		}
	}
	var want, got bytes.Buffer
	r := NewRealtime(&rec.Header, Newest)
	for _, e := range rec.Entries {
		for _, p := range r.Packets(e) {
			line, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			want.Write(append(Shown(line), '\n'))
		}
	}
	if err := WriteRealtime(&got, rec, Newest); err != nil {
		t.Fatal(err)
	}
	if got.WriteByte('\n'); got.String() != want.String() {
		t.Errorf("got\n%s\nwant\n%s", &got, &want)
	}
}
