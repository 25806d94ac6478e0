package bot_test

import (
	"context"
	"flag"
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
	utterances       int
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
	again         int // tokens in a prefix of an earlier prompt of the table
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
func (p prefixes) shared(r llm.Request, text string) (most, same int) {
	const every = ""
	for _, task := range []string{every, r.Label.Task} {
		if p[task] == nil {
			p[task] = &sorted{}
		}
	}
	most = llm.Tokens(text[:p[every].shared(text)])
	if of := p[r.Label.Task]; len(*of) > 0 {
		same = llm.Tokens(text[:of.shared(text)]) + llm.Estimate(llm.Request{Schema: r.Schema})
	}
	p[every].add(text)
	p[r.Label.Task].add(text)
	return max(most, same), same
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
	asked := func(m llm.Message) bool { return m.Role == llm.Assistant }
	if slices.ContainsFunc(r.Messages, asked) && !strings.HasPrefix(r.Label.Task, "baseline") {
		return // what is asked again begins as before, and would flatter; baseline's prompts are conversations
	}
	tokens := llm.Estimate(llm.Request{Messages: r.Messages, Schema: r.Schema})
	sum.calls++
	sum.in += tokens
	one := sum.tasks[r.Label.Task]
	one.calls, one.tokens, one.again = one.calls+1, one.tokens+tokens, one.again+again
	sum.tasks[r.Label.Task] = one
	if aside(r.Label.Task) {
		return
	}
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
	return task == "expand-character" || task == "infer-personality"
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
		table.Observe = func(o *werewolf.Observation, answer string) {
			if o.Request.Kind.Speaks() && answer != werewolf.OverText && answer != werewolf.SkipText {
				sum.utterances++
			}
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
			if s.calls == 0 || s.utterances == 0 {
				t.Errorf("%s, %d players: %d calls, %d utterances", kind, n, s.calls, s.utterances)
			}
			least := 55 // UEC-IL has but the talk of the day, and who sums up a long talk has the rest in words of its own
			if *reuse < 3 {
				least = 50 // one game may be short
			}
			if 100*s.again < least*s.all {
				t.Errorf("%s, %d players: %d of %d tokens stand in a prefix of an earlier prompt of the table", kind, n, s.again, s.all)
			}
			for _, name := range slices.Sorted(maps.Keys(s.tasks)) {
				one := s.tasks[name]
				t.Logf("%s, %d players: %s %d calls, %d tokens a game, %s in a prefix", kind, n, name, one.calls/s.games, one.tokens/s.games, percent(one.again, one.tokens))
			}
			t.Logf("| %s | %d | %d | %d | %s | %s | %s | %s |", kind, n, s.calls/s.games, s.in/s.games,
				percent(s.own, s.all), percent(s.again, s.all), percent(s.long, s.all), percent(s.same, s.all))
		}
	}
}
