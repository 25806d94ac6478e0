package bot_test

import (
	"context"
	"flag"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

var reuse = flag.Int("reuse", 0, "games of every system whose prompts are compared with earlier ones of their seat; 0 is one game of five players")

// tally sums up what the seats of some games asked.
type tally struct {
	sync.Mutex       // memos and summaries are asked for beside the game
	games, calls, in int
	all              int // tokens of calls that show the talk
	again, long      int // those of them in a prefix of an earlier prompt of the seat; in one of at least 1,024 tokens
	same             int // those of them in a prefix of an earlier prompt for the same task
}

// seatLog is a model that keeps the prompts of one seat.
type seatLog struct {
	llm.Model
	sum   *tally
	asked []asked
}

// asked is an earlier prompt.
type asked struct{ task, text string }

func (s *seatLog) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	var b strings.Builder
	for _, m := range r.Messages {
		b.WriteString(string(m.Role) + "\n" + m.Text + "\n")
	}
	s.sum.add(s, r, b.String())
	return s.Model.Complete(ctx, r)
}

// add counts a request of a seat, whose text is given.
func (sum *tally) add(s *seatLog, r llm.Request, text string) {
	sum.Lock()
	defer sum.Unlock()
	const least = 1024
	shared, same := 0, 0
	for _, earlier := range s.asked {
		n := llm.Tokens(text[:common(earlier.text, text)])
		if earlier.task == r.Label.Task { // the schema stood there as well
			n += llm.Estimate(llm.Request{Schema: r.Schema})
			same = max(same, n)
		}
		shared = max(shared, n)
	}
	s.asked = append(s.asked, asked{r.Label.Task, text})
	tokens := llm.Estimate(llm.Request{Messages: r.Messages, Schema: r.Schema})
	sum.calls++
	sum.in += tokens
	if !aside(r.Label.Task) {
		sum.all += tokens
		sum.again += shared
		sum.same += same
		if shared >= least {
			sum.long += shared
		}
	}
}

// aside reports whether a task is about something else than the table: a character, or a text.
func aside(task string) bool {
	return task == "expand-character" || task == "infer-personality" || task == "translate"
}

func common(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// asking plays games of one system with a model whose answers are of no use, so that its rules play the same games
// whatever stands in a prompt.
func asking(t *testing.T, kind string, n, games int) *tally {
	t.Helper()
	sum := &tally{games: games}
	r, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range games {
		var players []bottest.Player
		seats := bottest.Seats(rosters["en"][:n]...)
		for i := range n {
			m := &seatLog{Model: llmtest.Model(bottest.Mute), sum: sum}
			p, err := bot.New(kind, bot.Config{Seed: werewolf.SubSeed(uint64(seed), i), Model: m})
			if err != nil {
				t.Fatal(err)
			}
			players = append(players, p)
			seats[i].Profile = bottest.Profile("en")
		}
		table, err := bottest.Sit(r, seats, uint64(seed), players)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
	}
	return sum
}

// TestPromptsBeginAlike tabulates how much of its prompts a seat has sent before: the table of docs/models.md.
func TestPromptsBeginAlike(t *testing.T) {
	for _, kind := range modelled() {
		for _, n := range []int{5, 13} {
			if bot.Fits(kind, n) != nil || n > 5 && *reuse == 0 {
				continue
			}
			s := asking(t, kind, n, max(1, *reuse))
			least := 60
			if *reuse < 3 {
				least = 50 // one game may be short
			}
			if 100*s.again < least*s.all {
				t.Errorf("%s, %d players: %d of %d tokens stand in a prefix of an earlier prompt", kind, n, s.again, s.all)
			}
			t.Logf("| %s | %d | %d | %d | %.0f%% | %.0f%% | %.0f%% |", kind, n, s.calls/s.games, s.in/s.games,
				100*float64(s.again)/float64(max(1, s.all)), 100*float64(s.long)/float64(max(1, s.all)), 100*float64(s.same)/float64(max(1, s.all)))
		}
	}
}
