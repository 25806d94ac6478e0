package main

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"wolfden/internal/league"
	"wolfden/internal/llm"
)

// slowly tells the models of answers that took so long.
func slowly(m *models, answers int, took time.Duration) {
	for range answers {
		m.addCall(context.Background(), slowCall(took, false))
	}
}

// slowCall is an answer that took so long, to a question that is asked again or not.
func slowCall(took time.Duration, again bool) llm.Call {
	return llm.Call{
		Elapsed:  took,
		Request:  llm.Request{Label: llm.Label{Again: again}, Messages: []llm.Message{{Role: llm.User, Text: strings.Repeat("word ", 600)}}},
		Response: llm.Response{Text: "x", Usage: llm.Usage{In: 750, Out: 50}, Attempts: 1},
	}
}

// TestPaceIsTold: who plays with a slow model reads once how long a game takes, and nobody else reads anything.
func TestPaceIsTold(t *testing.T) {
	table := [][]string{{"kanolab", "kanolab", "plain", "plain", "plain"}}
	line := regexp.MustCompile(`^wolfden: at this model's pace a game takes about (\d+) min( to \d+ min)?\n$`)
	for _, tt := range []struct {
		name    string
		flags   modelFlags
		seats   [][]string
		answers int
		took    time.Duration
		told    bool
	}{
		{"slow", modelFlags{}, table, 2*pacedBy - 1, 20 * time.Second, true},
		{"too few answers", modelFlags{}, table, pacedBy - 1, 20 * time.Second, false},
		{"quick", modelFlags{}, table, pacedBy, 50 * time.Millisecond, false},
		{"replayed", modelFlags{recordFlags: recordFlags{ModelReplay: "r"}}, table, pacedBy, 20 * time.Second, false},
		{"never counted", modelFlags{}, [][]string{{"kanolab", "kanolab", "kanolab"}}, pacedBy, 20 * time.Second, false},
		{"nobody asks", modelFlags{}, [][]string{{"plain", "plain", "plain", "plain", "plain"}}, pacedBy, 20 * time.Second, false},
	} {
		var said strings.Builder
		m := &models{}
		if err := tt.flags.tellPace(&said, m, 1, "en", tt.seats...); err != nil {
			t.Fatal(err)
		}
		slowly(m, tt.answers, tt.took)
		if line.MatchString(said.String()) != tt.told || !tt.told && said.Len() > 0 {
			t.Errorf("%s: %q", tt.name, &said)
		}
	}
}

// TestPaceIsToldOtherwise: questions that are put again make a game longer than the greetings told. That is said once, and nothing else is.
func TestPaceIsToldOtherwise(t *testing.T) {
	const told = `^wolfden: at this model's pace a game takes about \d+( min)?( to \d+)? min\n`
	good := func(again bool) llm.Call { return slowCall(20*time.Second, again) }
	reasked := func(bool) llm.Call {
		c := slowCall(40*time.Second, false)
		c.Response.Reasked, c.Response.Usage = true, llm.Usage{In: 1500, Out: 100}
		return c
	}
	circled := func(again bool) llm.Call {
		c := slowCall(20*time.Second, again)
		if !again {
			c.Err = llm.ErrTruncated
		}
		return c
	}
	slower := func(bool) llm.Call { return slowCall(100*time.Second, false) }
	quicker := func(bool) llm.Call { return slowCall(4*time.Second, false) }
	for _, tt := range []struct {
		name   string
		first  func(bool) llm.Call
		later  func(again bool) llm.Call
		times  [2]int // that each of the first is asked, and of the later
		wanted string
	}{
		{"as before", good, good, [2]int{1, 1}, told + "$"},
		{"slower", good, slower, [2]int{1, 1}, told + "$"},
		{"quicker", good, quicker, [2]int{1, 1}, told + "$"},
		{"twice", good, good, [2]int{1, 2}, told + `wolfden: a game takes rather \d+( min)?( to \d+)? min, since 7 of 21 requests had to be put again\n$`},
		{"four times", good, good, [2]int{1, 4}, told + `wolfden: a game takes rather \d+( min)?( to \d+)? min, since 6 of 15 requests had to be put again\n$`},
		{"again as ever", circled, circled, [2]int{2, 2}, told + "$"},
		{"in form at the second attempt", good, reasked, [2]int{1, 1}, told + `wolfden: a game takes rather \d+( min)?( to \d+)? min, since 6 of 18 requests had to be put again\n$`},
	} {
		var said strings.Builder
		m := &models{}
		if err := (&modelFlags{}).tellPace(&said, m, 1, "en", []string{"gptaku", "gptaku", "plain", "plain", "plain"}); err != nil {
			t.Fatal(err)
		}
		now := time.Unix(0, 0)
		ask := func(questions, times int, call func(bool) llm.Call) {
			for range questions {
				for i := range times {
					c := call(i > 0)
					now = now.Add(c.Elapsed)
					m.pace.add(now, &c)
				}
			}
		}
		ask(pacedBy, tt.times[0], tt.first)
		ask(10*pacedBy, tt.times[1], tt.later)
		if !regexp.MustCompile(tt.wanted).MatchString(said.String()) {
			t.Errorf("%s: %q", tt.name, &said)
		}
	}
}

// TestPaceOfALeague: games at the same time share the model, and entries that have none ask nothing.
func TestPaceOfALeague(t *testing.T) {
	spec := &league.Spec{Entries: []league.Entry{{Bot: "kanolab", Model: "m"}, {Bot: "kanolab"}}, Against: []league.Entry{{Bot: "plain"}}}
	seat := func(entry int) league.Seat { return league.Seat{Entry: entry} }
	r := &league.Runner{Spec: spec, Games: []league.Game{
		{Seats: []league.Seat{seat(0), seat(1), seat(2), seat(2), seat(2)}}, {Seats: []league.Seat{seat(1), seat(2), seat(2), seat(2), seat(2)}},
	}}
	var took []time.Duration
	for _, atOnce := range []int{1, 2, 9} {
		m := &models{}
		if err := (&modelFlags{}).tellPace(&strings.Builder{}, m, atOnce, "en", askingInLeague(r)...); err != nil {
			t.Fatal(err)
		}
		slowly(m, pacedBy-1, 20*time.Second)
		took = append(took, m.pace.forecast().Longest)
	}
	if took[0] <= 0 || took[1] < 2*took[0]-time.Second || took[1] > 2*took[0]+time.Second || took[1].Round(time.Second) != took[2].Round(time.Second) {
		t.Errorf("%v", took)
	}
}

// TestTimesTogetherCountOnce: of calls side by side the time is theirs together.
func TestTimesTogetherCountOnce(t *testing.T) {
	at := func(seconds int) time.Time { return time.Unix(int64(seconds), 0) }
	p := &gamePace{busy: []span{{at(50), at(60)}, {at(0), at(10)}, {at(5), at(15)}, {at(6), at(8)}}}
	if took := p.took(); took != 25*time.Second {
		t.Error(took)
	}
}
