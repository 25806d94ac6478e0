package bot_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
	"wolfden/werewolf"
)

var (
	overhead = flag.Bool("overhead", false, "measure what an answer takes beside the model")
	costs    = flag.Int("costs", 0, "games of every player whose calls and tokens are counted")
	latency  = flag.Duration("latency", 5*time.Millisecond, "how long a model takes in the measurement of what is not the model")
)

// counter counts what a model is asked, and how long it took.
type counter struct {
	llm.Model
	calls, in, out atomic.Int64
	inside         atomic.Int64
}

func (c *counter) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	began := time.Now()
	answer, err := c.Model.Complete(ctx, r)
	c.inside.Add(int64(time.Since(began)))
	c.calls.Add(1)
	for _, m := range r.Messages {
		c.in.Add(int64(len(m.Text)+2) / 3)
	}
	c.out.Add(int64(len(answer.Text)+2) / 3)
	return answer, err
}

// TestCosts tabulates what each player asks of a model: the table of docs/players.md. Tokens are estimated as package llm
// does, three bytes each.
func TestCosts(t *testing.T) {
	if *costs == 0 {
		t.Skip("makes a table: -costs 10; that every player asks and speaks is seen in TestPromptsBeginAlike")
	}
	speaks, err := actor.Find("last")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range modelled() {
		for _, n := range []int{5, 13} {
			if bot.Fits(kind, n) != nil {
				continue
			}
			c := &counter{Model: llmtest.Model(speaks)}
			utterances, seats := 0, 0
			for seed := range uint64(*costs) {
				table, _ := kin(t, kind, bottest.Seats(rosters["en"][:n]...), bot.Config{Seed: seed, Model: c, Shared: understood})
				table.Observe = func(o *werewolf.Observation, answer string) {
					if o.Request.Kind.Speaks() && answer != werewolf.OverText && answer != werewolf.SkipText {
						utterances++
					}
				}
				if err := table.Play(); err != nil {
					t.Fatal(err)
				}
				seats += n
			}
			if c.calls.Load() == 0 || utterances == 0 {
				t.Errorf("%s, %d players: %d calls, %d utterances", kind, n, c.calls.Load(), utterances)
				continue
			}
			t.Logf("| %s | %d | %.1f | %.0f | %.0f | %.0f |", kind, n, float64(c.calls.Load())/float64(utterances),
				float64(c.calls.Load())/float64(seats), float64(c.in.Load())/float64(seats), float64(c.out.Load())/float64(seats))
		}
	}
}

// TestOverhead measures what an answer takes beside the model: at most 5 ms an utterance.
func TestOverhead(t *testing.T) {
	if !*overhead {
		t.Skip("measures time: -overhead")
	}
	const most = 5 * time.Millisecond
	slow := llmtest.Slow(*latency, llmtest.Echo)
	for _, kind := range modelled() {
		c := &counter{Model: llmtest.Model(slow)}
		var beside []time.Duration
		table, _ := kin(t, kind, bottest.Seats(rosters["en"][:5]...), bot.Config{Seed: 1, Model: c, Shared: understood})
		began, inside := time.Now(), int64(0)
		table.Observe = func(o *werewolf.Observation, _ string) {
			now, spent := time.Now(), c.inside.Load()
			if o.Request.Kind.Speaks() {
				beside = append(beside, now.Sub(began)-time.Duration(spent-inside))
			}
			began, inside = now, spent
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
		slices.Sort(beside)
		median := beside[len(beside)/2]
		t.Logf("%-16s %s, at most %s, beside a model of %s", kind, median, beside[len(beside)-1], fmt.Sprint(*latency))
		if median > most {
			t.Errorf("%s: an utterance takes %s beside the model, at most %s was wanted", kind, median, most)
		}
	}
}
