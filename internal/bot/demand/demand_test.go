package demand_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/demand"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

var (
	update = flag.Bool("update", false, "count again what seats ask of a model")
	long   = flag.Bool("long", false, "count every player and size, and not only small games of a few")
)

var names = []string{"Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Mallory", "Niaj", "Olivia"}

// counter counts what a model is asked.
type counter struct {
	llm.Model
	mu   sync.Mutex
	seat demand.Seat
	// asked are the prompts so far in the order of the alphabet, in which the one with the longest common beginning is a neighbour.
	asked []string
	last  string
}

// Complete implements llm.Model.
func (c *counter) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	answer, err := c.Model.Complete(ctx, r)
	var b strings.Builder
	for _, m := range r.Messages {
		b.WriteString(string(m.Role) + "\n" + m.Text + "\n")
	}
	text := b.String()
	c.mu.Lock()
	defer c.mu.Unlock()
	at, there := slices.BinarySearch(c.asked, text)
	shared := 0
	for _, i := range []int{at - 1, at} {
		if i >= 0 && i < len(c.asked) {
			shared = max(shared, common(c.asked[i], text))
		}
	}
	if !there {
		c.asked = slices.Insert(c.asked, at, text)
	}
	c.seat.Requests++
	c.seat.In += float64(len(text))
	c.seat.New += float64(len(text) - shared)
	c.seat.Switched += float64(len(text) - common(c.last, text))
	c.seat.Out += float64(len(answer.Text))
	c.seat.Room += float64(r.Sampling.MaxTokens)
	c.last = text
	return answer, err
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

// talkative makes the utterances of a stand-in as long as those of models at a table: about a hundred letters, or sixty Japanese ones.
func talkative(lang string, behave llmtest.Behaviour) llmtest.Behaviour {
	more := map[string]string{
		"en": " I have listened to all of you and thought about it and this is where I stand for now.",
		"ja": "皆さんの話を聞いてよく考えましたが、今のところ私の立場はこの通りです。ほかの意見も聞かせてください。",
	}[lang]
	return func(p llmtest.Prompt) llmtest.Answer {
		a := behave(p)
		var form struct {
			Utterance string `json:"utterance"`
		}
		if text := a.Text; bottest.Words(p) && text != werewolf.OverText {
			if json.Unmarshal([]byte(text), &form) == nil {
				text = form.Utterance
			}
			return bottest.Saying(p, text+more, false)
		}
		return a
	}
}

// count plays games of a player against itself.
func count(t *testing.T, kind, lang string, players, games int) demand.Seat {
	t.Helper()
	mode, err := actor.Find("last")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	var all demand.Seat
	for seed := range uint64(games) {
		c := &counter{Model: llmtest.Model(talkative(lang, mode))}
		shared := understand.NewShared()
		var seated []bottest.Player
		for range players {
			p, err := bot.New(kind, bot.Config{Seed: seed, Lang: lang, Model: c, Shared: shared})
			if err != nil {
				t.Fatal(err)
			}
			seated = append(seated, p)
		}
		table, err := bottest.Sit(rules, bottest.Seats(names[:players]...), seed, seated)
		if err == nil {
			err = table.Play()
		}
		if err != nil {
			t.Fatal(err)
		}
		all.Requests += c.seat.Requests
		all.In += c.seat.In
		all.New += c.seat.New
		all.Switched += c.seat.Switched
		all.Out += c.seat.Out
		all.Room += c.seat.Room
	}
	return all.Times(1 / float64(games*players))
}

// modelled are the players that ask a model of their own choosing.
func modelled(t *testing.T) (kinds []string) {
	t.Helper()
	for _, k := range bot.Kinds() {
		if k.Asks() && !k.Free {
			kinds = append(kinds, k.Name)
		}
	}
	return append(kinds, "baseline")
}

// game is one that is counted: all its seats are the same player.
type game struct {
	kind, lang string
	players    int
}

func games(t *testing.T) (all []game) {
	t.Helper()
	for _, kind := range slices.Compact(slices.Sorted(slices.Values(modelled(t)))) {
		for _, n := range demand.Sizes() {
			if bot.Fits(kind, n) == nil {
				all = append(all, game{kind, "en", n}, game{kind, "ja", n})
			}
		}
	}
	return all
}

const counts = 2 // games of each player and size

// TestGoldenSeats: the table says what players ask. Its games are few, and prompts change by a word now and then, so it is true as far
// as half or twice; beyond that the forecasts of wolfden models check are wrong, and -update counts again.
func TestGoldenSeats(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, each in one goroutine")
	}
	if *update {
		write(t)
		return // the table that was built in is the one of before
	}
	table, err := demand.Counted()
	if err != nil {
		t.Fatal(err)
	}
	small := 0
	for _, g := range games(t) {
		said, known := table.Of(g.kind, g.lang, g.players)
		if !known {
			t.Errorf("%v: it is not in seats.json; go test ./internal/bot/demand -update counts it", g)
		}
		if en, _ := table.Of(g.kind, "en", g.players); g.lang == "ja" && said.In == en.In {
			t.Errorf("%v: %.0f bytes of prompts, as many as in English", g, said.In)
		}
		if g.players == 5 {
			small++
		}
		if *long || g.players == 5 && small%5 == 0 { // by turns in both languages
			got := count(t, g.kind, g.lang, g.players, 1)
			for what, pair := range map[string][2]float64{
				"requests": {got.Requests, said.Requests}, "in": {got.In, said.In}, "new": {got.New, said.New},
				"switched": {got.Switched, said.Switched}, "out": {got.Out, said.Out}, "room": {got.Room, said.Room},
			} {
				if off := math.Abs(math.Log2(pair[0] / pair[1])); !(off < 1) {
					t.Errorf("%v: %s of a seat are %.0f, and %.0f by seats.json; go test ./internal/bot/demand -update counts again", g, what, pair[0], pair[1])
				}
			}
		}
	}
}

func write(t *testing.T) {
	t.Helper()
	table := demand.Table{}
	for _, g := range games(t) {
		s := count(t, g.kind, g.lang, g.players, counts)
		for _, figure := range []*float64{&s.Requests, &s.In, &s.New, &s.Switched, &s.Out, &s.Room} {
			*figure = math.Round(*figure)
		}
		if table[g.lang] == nil {
			table[g.lang] = map[string]map[string]demand.Seat{}
		}
		if table[g.lang][g.kind] == nil {
			table[g.lang][g.kind] = map[string]demand.Seat{}
		}
		table[g.lang][g.kind][fmt.Sprint(g.players)] = s
	}
	text, err := json.MarshalIndent(table, "", " ")
	if err == nil {
		err = os.WriteFile("seats.json", append(text, '\n'), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
