package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/task"
	"wolfden/internal/chronicle"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// refusingChoices is a model that answers everything but whom to choose.
func refusingChoices(p llmtest.Prompt) llmtest.Answer {
	if p.Task == "choose-target" {
		return llmtest.Refusing(p)
	}
	return llmtest.Echo(p)
}

// The figures of a run are those of its records, and of the model that was asked.
func TestCallsOfRunAndRecords(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the same goroutines meet in TestPlayIsReplayed")
	}
	s := llmtest.During(t, refusingChoices)
	dir := t.TempDir()
	var out, said bytes.Buffer
	args := []string{"play", "--bots", "sUper_IL,plain", "--games", "2", "--seed", "5", "--parallel", "1", "-q", "--json", "--model", s.Name("openai"), "--out", dir}
	if got := run(t.Context(), args, &out, &said); got != exitOK {
		t.Fatalf("status %d\n%s", got, &said)
	}
	asked, failed := s.Calls(), 0
	for _, p := range s.Prompts() {
		if p.Task == "choose-target" {
			failed++
		}
	}
	var sum struct{ ByRule, Requests, In, Out int }
	seats := 0
	for line := range strings.Lines(out.String()) {
		var o struct {
			Record string
			Seats  []struct {
				Bot   string
				Calls json.RawMessage
			}
		}
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatal(err)
		}
		g, err := chronicle.ReadFile(filepath.FromSlash(o.Record))
		if err != nil {
			t.Fatal(err)
		}
		for i, seat := range o.Seats {
			if seat.Bot == "plain" {
				if seat.Calls != nil || g.Players[i].Calls != nil {
					t.Errorf("plain asked a model: %s, %v", seat.Calls, g.Players[i].Calls)
				}
				continue
			}
			seats++
			recorded, err := json.Marshal(g.Players[i].Calls)
			if err != nil || string(recorded) != string(seat.Calls) {
				t.Errorf("seat %d: the run says  %s\nits record says %s, %v", i+1, seat.Calls, recorded, err)
			}
			var c struct {
				ByModel int `json:"by_model"`
				ByRule  int `json:"by_rule"`
				Sent    int `json:"requests"`
				In      int `json:"tokens_in"`
				Out     int `json:"tokens_out"`
				Causes  map[string]int
			}
			if err := json.Unmarshal(seat.Calls, &c); err != nil {
				t.Fatal(err)
			}
			for _, n := range c.Causes {
				c.ByRule -= n
			}
			if c.ByRule != 0 {
				t.Errorf("causes %v, of more or fewer answers by %d", c.Causes, c.ByRule)
			}
			sum.ByRule, sum.Requests, sum.In, sum.Out = sum.ByRule+c.Causes["refused by the model"], sum.Requests+c.Sent, sum.In+c.In, sum.Out+c.Out
		}
	}
	if seats == 0 || sum.ByRule != failed || sum.Requests != asked || failed == 0 {
		t.Errorf("%d seats: %+v; the model was asked %d times and refused %d", seats, sum, asked, failed)
	}
	if !strings.Contains(said.String(), fmt.Sprintf(" USD, %d requests\n", asked)) {
		t.Errorf("%d requests; the run says\n%s", asked, &said)
	}
	if spent := fmt.Sprintf("%d tokens in, 0 of them cached, %d out", sum.In, sum.Out); !strings.Contains(said.String(), spent) {
		t.Errorf("%s, by the records; the run says\n%s", spent, &said)
	}
	totals := ""
	for line := range strings.Lines(said.String()) {
		if strings.HasPrefix(line, "sUper_IL ") {
			totals = strings.Join(strings.Fields(line), " ")
		}
	}
	if !strings.Contains(totals, fmt.Sprintf(") 0 %d %d %d 0 %d 0 ", sumOfRules(t, dir), sum.Requests, sum.In, sum.Out)) {
		t.Errorf("the table says %q; %+v", totals, sum)
	}
}

// sumOfRules is how many answers of the records in a folder are a rule's.
func sumOfRules(t *testing.T, dir string) (n int) {
	t.Helper()
	for name := range folder(t, dir) {
		g, err := chronicle.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Players {
			if calls := g.Players[i].Calls; calls != nil {
				n += calls.ByRule
			}
		}
	}
	return n
}

// A league that was played and the same league read from its folder say the same.
func TestCallsOfLeagueAndFolder(t *testing.T) {
	t.Parallel()
	s := llmtest.During(t, refusingChoices)
	dir := t.TempDir()
	plan := filepath.Join(dir, "plan.yml")
	text := fmt.Sprintf("entries:\n- {name: a, bot: sUper_IL, model: %q}\n- {name: b, bot: sUper_IL, model: %q}\n- {bot: plain}\n"+
		"setups:\n- {players: 5, games: 6}\n", s.Name("openai"), s.Name("openai"))
	if err := os.WriteFile(plan, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	told := func(args ...string) string {
		t.Helper()
		var out, said bytes.Buffer
		if got := run(t.Context(), append(args, plan), &out, &said); got != exitOK {
			t.Fatalf("status %d\n%s", got, &said)
		}
		return out.String()
	}
	played, _, _ := strings.Cut(told("league", "run", "-q"), "records: ")
	if read := told("league", "status"); played != read || !strings.Contains(read, "language models: ") {
		t.Errorf("played:\n%s\nread:\n%s", played, read)
	}
	entries, requests := map[string]*chronicle.Calls{}, 0
	for name := range folder(t, filepath.Join(dir, "plan", "games")) {
		g, err := chronicle.ReadFile(filepath.Join(dir, "plan", "games", name))
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Players {
			entry := g.Provenance.Players[i].Entry
			if entries[entry] == nil {
				entries[entry] = &chronicle.Calls{}
			}
			entries[entry].Add(g.Players[i].Calls)
		}
	}
	var status struct {
		Setups []struct {
			Models []struct {
				Entry string
				Calls struct {
					ByModel int `json:"by_model"`
					Sent    int `json:"requests"`
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(told("league", "status", "--json")), &status); err != nil {
		t.Fatal(err)
	}
	for _, m := range status.Setups[0].Models {
		requests += m.Calls.Sent
		if e := entries[m.Entry]; e == nil || e.Sent != m.Calls.Sent || e.ByModel != m.Calls.ByModel || e.Sent == 0 {
			t.Errorf("%+v, by the records %+v", m, e)
		}
	}
	if len(status.Setups[0].Models) != 2 || requests != s.Calls() {
		t.Errorf("%d entries with %d requests, the model had %d", len(status.Setups[0].Models), requests, s.Calls())
	}
}

// Whatever players give as the reason for which a rule answered has its kind, noted where it arose. It is the one that readers of
// records without kinds find in the words.
func TestEveryReasonHasItsKind(t *testing.T) {
	if testing.Short() {
		t.Skip("games of one goroutine")
	}
	t.Parallel()
	s := llmtest.During(t, llmtest.EveryOther(llmtest.Echo, llmtest.Malformed))
	kinds := map[string]int{}
	languages := []string{"en", "ja"}
	if !*long {
		languages = languages[:1] // what is wrong with an answer is said in English in every game
	}
	for _, lang := range languages {
		dir := t.TempDir()
		var said bytes.Buffer
		args := []string{"play", "--players", "13", "--lang", lang, "--seed", "11", "-q", "--model", s.Name("openai"), "--out", dir, "--bots",
			"kanolab,kanolab-nw,yharada,sunamelli,CanisLupus,CamelliaDragons,Character-Lab,sUper_IL,UEC-IL,baseline,lycaon"}
		if got := run(t.Context(), args, &said, &said); got != exitOK {
			t.Fatalf("status %d\n%s", got, &said)
		}
		for name := range folder(t, dir) {
			g, err := chronicle.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range g.Notes {
				c := n.Call
				if c == nil || c.By != chronicle.ByRule {
					continue
				}
				kind, old := c.Cause(), *c
				old.Kind = ""
				if kinds[kind]++; kind == "another reason" || kind == "does not hold: other" || c.Kind != kind || old.Cause() != kind {
					t.Errorf("%s, noted as %q, in words %s: %s", kind, c.Kind, old.Cause(), c.Why)
				}
			}
		}
	}
	if len(kinds) < 4 {
		t.Errorf("only %v", kinds)
	}
}

// What is too little is never printed like enough.
func TestShareReadsAsItIs(t *testing.T) {
	t.Parallel()
	calls := chronicle.Counted(9999, []string{"no model"})
	if cell := calls.Cells()[1]; cell != "9998 (99.9%)" {
		t.Errorf("the table says %q", cell)
	}
	for share, says := range map[float64]string{0.9999: "a model gave 99.9899", 1: "required are 100%", 0.95: ""} {
		f := requireFlag{RequireModel: share}
		if err := f.enough("me", calls); (err != nil) != (says != "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%v required: %v", share, err)
		}
	}
}

// A question that nobody needs the answer to any more, since the game is over, is no failure on the bill.
func TestUnwantedIsNoFailure(t *testing.T) {
	t.Parallel()
	var m models
	over, cancel := context.WithCancelCause(t.Context())
	cancel(llm.ErrUnwanted)
	late, stop := context.WithCancel(t.Context())
	stop()
	for _, ctx := range []context.Context{over, late} {
		m.addCall(ctx, llm.Call{Err: fmt.Errorf("%w: %w", llm.ErrUnavailable, ctx.Err()), Response: llm.Response{Attempts: 1}})
	}
	m.addCall(t.Context(), llm.Call{Err: fmt.Errorf("%w: %w", llm.ErrUnavailable, llm.ErrUnwanted), Response: llm.Response{Attempts: 1}}) // replayed
	if m.failed != 1 || m.calls != 3 || m.sent != 3 {
		t.Errorf("%d of %d failed, %d sent", m.failed, m.calls, m.sent)
	}
}

// A limit of nothing or below is an error, since it would be none.
func TestLimitsAreAboveNothing(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"--game-usd=-1", "--run-usd=NaN", "--game-tokens=-1", "--run-tokens=-1", "--game-usd=0", "--run-usd=0", "--game-tokens=0", "--run-tokens=0"} {
		var said bytes.Buffer
		args := []string{"tasks", "try", "word", "--model", "openai@http://127.0.0.1:1/v1:m", flag}
		if status := run(t.Context(), args, io.Discard, &said); status != exitUsage || !strings.Contains(said.String(), "no limit") {
			t.Errorf("%s: %d, %s", flag, status, &said)
		}
	}
}

// A question that was broken off has no answer, and is no success.
func TestTryThatIsStopped(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var said, failed bytes.Buffer
	if status := run(ctx, []string{"tasks", "try", "word"}, &said, &failed); status != exitFailure || said.Len() > 0 {
		t.Errorf("%d, %s%s", status, &said, &failed)
	}
}

// Every cause that is given to an error is one that records may hold.
func TestCausesAreKinds(t *testing.T) {
	t.Parallel()
	given := task.Causes()
	for _, err := range []error{
		llm.ErrUnavailable, llm.ErrResting, llm.ErrNoRoom, llm.ErrRejected, llm.ErrBudget, llm.ErrRefused, llm.ErrTruncated, llm.ErrUnstructured,
		llm.ErrNotRecorded, context.Canceled, context.DeadlineExceeded, errors.New("another"),
	} {
		given = append(given, llm.CauseOf(err))
	}
	for _, cause := range given {
		if !slices.Contains(chronicle.Kinds(), cause) {
			t.Errorf("%q is not among the kinds of package chronicle", cause)
		}
	}
}
