package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

// sizes are those of the prompts of a game.
type sizes struct {
	llm.Model
	window int

	mu      sync.Mutex
	longest int // prompt and answer
	over    []string
	calls   int
}

func (s *sizes) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	s.count(&r)
	return s.Model.Complete(ctx, r)
}

// count takes one request; several may come at once.
func (s *sizes) count(r *llm.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := llm.Estimate(*r)
	s.calls++
	if s.longest = max(s.longest, n); n > s.window {
		s.over = append(s.over, fmt.Sprintf("%s: %d", r.Label.Task, n))
	}
}

// chatty says as much as it may whenever it is asked to speak, and is of no use else.
func chatty() llmtest.Behaviour {
	var n atomic.Int64
	return func(p llmtest.Prompt) llmtest.Answer {
		text := fmt.Sprintf("number %d: %s", n.Add(1), strings.Repeat("all of this has been said before and will be said again ", 2))[:118]
		if strings.HasPrefix(p.Task, "baseline-") {
			return llmtest.Answer{Text: text}
		}
		if !bottest.Words(p) {
			return bottest.Mute(p)
		}
		return bottest.Saying(p, text, false)
	}
}

// longGame plays a game in which everybody talks as much as the rules allow, and returns the prompts' sizes and for how many
// questions there was no room.
func longGame(t *testing.T, kind string, window int) (s *sizes, tooLong int) {
	t.Helper()
	s = &sizes{Model: llmtest.Model(chatty()), window: window}
	n := 5
	if *long || kind == everything[0] {
		n = 9
	}
	if *reuse > 0 {
		n = 13
	}
	if bot.Fits(kind, n) != nil || kind == "yharada" && *reuse == 0 { // it asks 5,000 times
		n = 5
	}
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	seats := bottest.Seats(rosters["en"][:n]...)
	var players []bottest.Player
	for i := range n {
		seats[i].Profile = bottest.Profile("en")
		p, err := bot.New(kind, bot.Config{Seed: werewolf.SubSeed(5, i), Model: s, Window: window, Shared: understood})
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	table, err := bottest.Sit(rules, seats, 5, players)
	if err != nil {
		t.Fatal(err)
	}
	table.Observe = func(o *werewolf.Observation, _ string) {
		for topic, text := range players[o.Seat-1].(match.Thinker).Notes() {
			var call struct{ Cause string }
			if topic == "model" && json.Unmarshal([]byte(text), &call) == nil && call.Cause == "too long for the model" {
				tooLong++
			}
		}
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	return s, tooLong
}

// everything are players whose prompts hold the whole talk where there is room.
var everything = []string{"CanisLupus", "baseline"}

// A whole game of long talk stays within a small window, for every player, and uses a larger one. With -long it is a game of nine
// for all, and all whose prompts hold the whole talk are asked whether they use the larger one; else one is.
func TestGamesStayWithinTheWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("the same goroutines meet in shorter games")
	}
	const small, large = 4096, 128_000
	for _, kind := range modelled() {
		s, tooLong := longGame(t, kind, small)
		if len(s.over) > 0 || s.calls == 0 {
			t.Errorf("%s: %d of %d prompts are longer than %d tokens: %v", kind, len(s.over), s.calls, small, s.over[:min(5, len(s.over))])
		}
		if tooLong > 0 {
			t.Errorf("%s: there was no room for %d of %d questions", kind, tooLong, s.calls)
		}
		t.Logf("%s: %d calls, the longest %d", kind, s.calls, s.longest)
		wanted := kind == everything[0] || *long && slices.Contains(everything, kind) || *reuse > 0
		if !wanted || kind == "lycaon" || kind == "gptaku" || kind == "yharada" {
			continue // the last ask about single utterances
		}
		if l, _ := longGame(t, kind, large); l.longest <= small {
			t.Errorf("%s: of a window of %d tokens the longest prompt has %d", kind, large, l.longest)
		} else {
			t.Logf("%s: %d of %d", kind, l.longest, large)
		}
	}
}
