package bot_test

import (
	"cmp"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
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
	all              int // tokens of calls that show the table
	own              int // those of them in a prefix of an earlier prompt of the seat
	again, long      int // in one of the table, of any seat; in one of at least 1,024 tokens
	same             int // in a prefix of a prompt of the table for the same task
	tasks            map[string]spent
	table            prefixes // of the game that is played
}

// spent is what calls for one task took.
type spent struct {
	calls, tokens int
	all, again    int // tokens of prompts that show the table, and those of them in a prefix of the table
}

// seatLog is a model that keeps the prompts of one seat.
type seatLog struct {
	llm.Model
	sum *tally
	own prefixes
}

// prefixes are earlier prompts: all of them, and those of each task.
type prefixes map[string]*sorted

// sorted are prompts in their order: what begins most like one stands beside it.
type sorted []string

// shared is how many bytes a prompt has in common with the beginning of one of them.
func (s *sorted) shared(text string) (most int) {
	at, _ := slices.BinarySearch(*s, text)
	for _, beside := range (*s)[max(0, at-1):min(len(*s), at+1)] {
		most = max(most, common(beside, text))
	}
	return most
}

func (s *sorted) add(text string) {
	at, _ := slices.BinarySearch(*s, text)
	*s = slices.Insert(*s, at, text)
}

// shared counts the tokens of a request that stood at the beginning of an earlier prompt of any task, and of the same one, with whose
// schema it began as well; then it keeps the prompt.
func (p prefixes) shared(r llm.Request, text string) (any, same int) {
	const every = ""
	for _, task := range []string{every, r.Label.Task} {
		if p[task] == nil {
			p[task] = &sorted{}
		}
	}
	any = llm.Tokens(text[:p[every].shared(text)])
	if of := p[r.Label.Task]; len(*of) > 0 {
		same = llm.Tokens(text[:of.shared(text)]) + llm.Estimate(llm.Request{Schema: r.Schema})
	}
	p[every].add(text)
	p[r.Label.Task].add(text)
	return max(any, same), same
}

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
	own, _ := s.own.shared(r, text)
	again, same := sum.table.shared(r, text)
	tokens := llm.Estimate(llm.Request{Messages: r.Messages, Schema: r.Schema})
	sum.calls++
	sum.in += tokens
	one := sum.tasks[r.Label.Task]
	one.calls, one.tokens = one.calls+1, one.tokens+tokens
	sum.tasks[r.Label.Task] = one
	asked := func(m llm.Message) bool { return m.Role == llm.Assistant }
	if aside(r.Label.Task) || slices.ContainsFunc(r.Messages, asked) && !strings.HasPrefix(r.Label.Task, "baseline") {
		return // what is asked again begins as before, and would flatter; baseline's prompts are conversations
	}
	one = sum.tasks[r.Label.Task]
	one.all, one.again = one.all+tokens, one.again+again
	sum.tasks[r.Label.Task] = one
	sum.all += tokens
	sum.own += own
	sum.again += again
	sum.same += same
	if again >= least {
		sum.long += again
	}
}

// aside reports whether a task is about something else than the table: a character, or a text.
func aside(task string) bool {
	return task == "expand-character" || task == "infer-personality" || task == "translate"
}

// earlier is what each system took before the order of its prompts was changed.
//
//go:embed testdata/before.txt
var earlier string

// before reads what a system took, by task.
func before(t *testing.T, kind string, players int) map[string]spent {
	t.Helper()
	list := map[string]spent{}
	for line := range strings.Lines(earlier) {
		var (
			name, task string
			n          int
			one        spent
		)
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscan(line, &name, &n, &task, &one.calls, &one.tokens); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if name == kind && n == players {
			list[task] = one
		}
	}
	return list
}

// against is how many times the tokens of before a game takes: in all, and with no more calls of each task than there were.
func (sum *tally) against(before map[string]spent) (all, alike float64) {
	old, now, same := 0.0, 0.0, 0.0
	for _, one := range before {
		old += float64(one.tokens)
	}
	for task, one := range sum.tasks {
		calls, tokens := float64(one.calls)/float64(sum.games), float64(one.tokens)/float64(sum.games)
		now += tokens
		same += tokens * min(1, float64(before[task].calls)/calls)
	}
	return now / old, same / old
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
	sum := &tally{games: games, tasks: map[string]spent{}}
	r, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range games {
		sum.table = prefixes{}
		var players []bottest.Player
		seats := bottest.Seats(rosters["en"][:n]...)
		for i := range n {
			m := &seatLog{Model: llmtest.Model(bottest.Mute), sum: sum, own: prefixes{}}
			p, err := bot.New(kind, bot.Config{Seed: werewolf.SubSeed(uint64(seed), i), Model: m, Shared: understood})
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

func percent(part, all int) string {
	return strconv.Itoa((200*part+max(1, all))/(2*max(1, all))) + "%"
}

// grown is how many times the tokens of before a system may take whose prompts lacked what its paper has: docs/models.md says what.
var grown = map[string]float64{"gptaku": 2.2, "kanolab-nw": 2, "Character-Lab": 1.8, "UEC-IL": 1.55, "sunamelli": 1.5, "kanolab": 1.4}

// TestPromptsBeginAlike tabulates how much of their prompts the seats of a table have sent before: the table of docs/models.md.
func TestPromptsBeginAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for _, kind := range modelled() {
		for _, n := range []int{5, 13} {
			if bot.Fits(kind, n) != nil || n > 5 && *reuse == 0 {
				continue
			}
			s := asking(t, kind, n, max(1, *reuse))
			least := 60
			if *reuse < 3 || kind == "gptaku" {
				least = 50 // one game may be short, and so are prompts for one draft
			}
			if 100*s.again < least*s.all {
				t.Errorf("%s, %d players: %d of %d tokens stand in a prefix of an earlier prompt", kind, n, s.again, s.all)
			}
			short := kind == "lycaon" || kind == "yharada"                          // most of their prompts have less than 1,024 tokens
			if n == 13 && *reuse >= 3 && !short && 200*s.long < (2*least-1)*s.all { // rounded
				t.Errorf("%s: %d of %d tokens stand in a prefix of 1,024 or more", kind, s.long, s.all)
			}
			more, alike := s.against(before(t, kind, n))
			if *reuse >= 3 && more > cmp.Or(grown[kind], 1.35) {
				t.Errorf("%s, %d players: %.2f times the tokens of before", kind, n, more)
			}
			for _, name := range slices.Sorted(maps.Keys(s.tasks)) {
				one := s.tasks[name]
				t.Logf("%s, %d players: %s %d calls, %d tokens a game, %s in a prefix", kind, n, name, one.calls/s.games, one.tokens/s.games, percent(one.again, one.all))
			}
			t.Logf("| %s | %d | %d | %d | %.2f | %.2f | %s | %s | %s | %s |", kind, n, s.calls/s.games, s.in/s.games, more, alike,
				percent(s.own, s.all), percent(s.again, s.all), percent(s.long, s.all), percent(s.same, s.all))
		}
	}
}
