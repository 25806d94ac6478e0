package bot_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chronicle"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
	"wolfden/internal/llm/source"
	"wolfden/internal/llm/store"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

var minutes = flag.Int("minutes", 0, "games of every system with slow models, of each size; 0 plays a sample")

// clocked is what a game against the clock came to.
type clocked struct {
	answers, faults int
	words, byRule   int // answers' own calls, and those of them that a rule answered
	votes, attacks  int // for which nothing was asked: the model decided them before
	most, calls     int // for an answer, and in all
	causes          map[string]int
}

// Append takes an entry of the record.
func (c *clocked) Append(e gamelog.Entry) {
	if e.Input == nil || e.Input.Action.Request == werewolf.NoRequest {
		return
	}
	if c.answers++; e.Input.Fault != gamelog.NoFault {
		c.faults++
	}
	calls := 0
	own := chronicle.Call{}
	for _, n := range e.Input.Notes {
		var call chronicle.Call
		if n.Topic != "model" || json.Unmarshal([]byte(n.Text), &call) != nil {
			continue
		}
		calls++
		if call.By == chronicle.ByRule {
			c.causes[call.Task+": "+call.Cause()]++
		}
		own = call // the answer's own call is the last
	}
	c.most, c.calls = max(c.most, calls), c.calls+calls
	kind := e.Input.Action.Request
	if !kind.Speaks() && !kind.Chooses() {
		return
	}
	switch c.words++; {
	case calls == 0 && kind == werewolf.Vote:
		c.votes++
	case calls == 0 && kind == werewolf.Attack:
		c.attacks++
	case own.By != chronicle.ByModel:
		c.byRule++
	default: // the model's
	}
}

// unasked is for how many votes and attacks a system asked nothing, but where it decides them by day: UEC-IL decides the vote in the
// last turn, and says so; the werewolf of sUper_IL votes for whom it persuades against, and attacks it.
func (c *clocked) unasked(system string) int {
	switch system {
	case "sUper_IL":
		return 0
	case "UEC-IL":
		return c.attacks
	default:
		return c.votes + c.attacks
	}
}

// Flush keeps nothing back.
func (*clocked) Flush() error { return nil }

// against plays a game of one kind against the clock.
func against(t *testing.T, c match.Observer, kind, lang string, players int, seed uint64, action time.Duration, model llm.Model) {
	t.Helper()
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	rules.Timeout = werewolf.Timeout{Action: int(action.Milliseconds()), Response: 1000}
	h := &gamelog.Header{Version: gamelog.Version, ID: "TIME", Seed: seed, Started: 1, Rules: rules}
	m := match.Match{Started: 1, Observer: c, Clock: match.WallClock(time.Now())}
	for i, name := range rosters[lang][:players] {
		h.Seats = append(h.Seats, werewolf.Seat{Name: name})
		p, err := bot.New(kind, bot.Config{Seed: seed + uint64(i), Lang: lang, Model: model, Shared: understood})
		if err != nil {
			t.Fatal(err)
		}
		m.Players = append(m.Players, p)
	}
	if m.Game, err = h.Game(); err != nil {
		t.Fatal(err)
	}
	if result, err := m.Run(t.Context()); err != nil || result.End == werewolf.Failure {
		t.Fatalf("%+v, %v", result, err)
	}
}

// TestSlowModel: where every answer of the model takes 25 s of the 60 s for an action, none is late, and what a player says
// and whom it chooses is the model's, where a model decides it.
func TestSlowModel(t *testing.T) {
	slow, err := actor.Find("sleeper")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range modelled() {
		for _, players := range []int{5, 13} {
			if bot.Fits(kind, players) != nil || players == 13 && *minutes == 0 && (kind != "Character-Lab" || !*long) {
				continue
			}
			t.Run(fmt.Sprint(kind, "/", players), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { sleepThrough(t, kind, players, slow) })
			})
		}
	}
}

// sleepThrough plays games with a slow model.
func sleepThrough(t *testing.T, kind string, players int, slow llmtest.Behaviour) {
	t.Helper()
	c := &clocked{causes: map[string]int{}}
	for seed := range uint64(max(1, *minutes)) {
		against(t, c, kind, []string{"en", "ja"}[seed%2], players, seed, time.Minute, llmtest.Model(slow))
	}
	t.Logf("%d answers, %d calls, at most %d for one; %d of %d words and choices by rule; %d faults; %v",
		c.answers, c.calls, c.most, c.byRule, c.words, c.faults, c.causes)
	if c.causes["word: no time"] > 0 {
		t.Error("there is no time for words")
	}
	allowed := 0
	if !slices.Contains(deciding(), kind) { // rules choose, and word what is not reworded
		allowed = c.words
	}
	if kind == "baseline" { // which answers announcements too, so that three calls may stand before its first word
		allowed = c.words / 20
	}
	c.byRule += c.unasked(kind)
	if c.faults > 0 || c.byRule > allowed || c.words < 10 {
		t.Error("the model's time does not suffice for what it is there for")
	}
}

// TestThinkingModel: 3,000 tokens of thought cost no answer, whatever the limits of the tasks, at every vendor's interface.
func TestThinkingModel(t *testing.T) {
	thinks, err := actor.Find("thinker")
	if err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T, kind string, model llm.Model) {
		t.Helper()
		c := &clocked{causes: map[string]int{}}
		against(t, c, kind, "en", 5, 3, 0, model)
		for cause := range c.causes {
			if strings.Contains(cause, "cut off") {
				t.Errorf("%s: answers by rule: %v", kind, c.causes)
			}
		}
		if c.byRule > 0 || c.unasked(kind) > 0 || c.words < 10 {
			t.Errorf("%s: %d of %d words and choices by rule: %v", kind, c.byRule, c.words, c.causes)
		}
	}
	for k, kind := range deciding() {
		if !*long && k%2 > 0 {
			continue
		}
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			check(t, kind, llmtest.Model(thinks))
		})
	}
	for _, dialect := range []string{"openai", "responses", "anthropic", "gemini", "ollama"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			server := llmtest.During(t, thinks)
			s, err := source.New(source.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			model, err := s.Open(server.Name(dialect))
			if err != nil {
				t.Fatal(err)
			}
			check(t, "Character-Lab", model)
			if slices.ContainsFunc(server.Prompts(), func(p llmtest.Prompt) bool { return p.MaxTokens == 0 }) {
				t.Error("a question without a limit")
			}
		})
	}
}

// TestSlowGamesComeAgain: what a slow model said and what it had no time for is recorded, and the same game comes of the
// recording in no time: the same answers and the same notes, byte for byte.
func TestSlowGamesComeAgain(t *testing.T) {
	for _, kind := range []string{"CanisLupus", "kanolab", "UEC-IL", "yharada"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				slow := llmtest.Slow(25*time.Second, llmtest.Echo)
				model, err := store.Record("slow", llmtest.Model(slow), dir)
				if err != nil {
					t.Fatal(err)
				}
				replay, err := store.Replay("slow", dir)
				if err != nil {
					t.Fatal(err)
				}
				var games [2]answersOf
				for i, m := range []llm.Model{model, replay} {
					began := time.Now()
					against(t, &games[i], kind, "en", 5, 4, time.Minute, m)
					if took := time.Since(began); i == 1 && took > 0 || i == 0 && took < time.Minute {
						t.Errorf("game %d took %v", i, took)
					}
				}
				if i := differ(games[0], games[1]); i >= 0 {
					t.Errorf("answer %d differs:\n%s\n%s", i, at(games[0], i), at(games[1], i))
				}
				if all := strings.Join(games[0], ""); !strings.Contains(all, "deadline exceeded") && kind != "UEC-IL" {
					t.Error("nothing was ever too slow")
				}
			})
		})
	}
}

// answersOf are the answers of a game with their notes.
type answersOf []string

// Append takes an entry of the record.
func (a *answersOf) Append(e gamelog.Entry) {
	if e.Input != nil {
		text, _ := json.Marshal(e.Input) // it goes into records
		*a = append(*a, string(text))
	}
}

// Flush keeps nothing back.
func (*answersOf) Flush() error { return nil }
