package bot_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
	"wolfden/werewolf"
)

// windowOf is the window of the model that a player's paper names, in tokens: GPT-4 for kanolab, whose summary is for what its window does
// not hold; else GPT-4o, GPT-4 Turbo, GPT-4.1 or Gemini 2.5, of which none has less.
func windowOf(kind string) int {
	if kind == "kanolab" {
		return 8192
	}
	return 128_000
}

// askers counts what each module asks.
type askers struct {
	llm.Model
	mu    sync.Mutex
	calls map[string]int // by module and task
}

// Complete implements llm.Model.
func (t *askers) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	t.mu.Lock()
	t.calls[r.Label.Module+" "+r.Label.Task]++
	t.mu.Unlock()
	return t.Model.Complete(ctx, r)
}

// elsewhere are tasks of modules that the test does not see asked, and where it is seen that they are.
var elsewhere = map[string]string{
	"lycaon reading extract-claims":        "of what a model finds to be a claim: reading.TestInterpret",
	"Character-Lab reading extract-claims": "as in lycaon",
	"kanolab-nw inducement word-mention":   "the frame asks, in the name of talk: kanolabnw.TestNoAttemptIsLost",
}

// oddly plays from its prompts, and now and then says what no rule understands.
func oddly(names []string) llmtest.Behaviour {
	var n atomic.Int64
	player := actor.Player().Behave
	return func(p llmtest.Prompt) llmtest.Answer {
		if i := int(n.Add(1)); i%5 == 0 && bottest.Words(p) {
			return bottest.Saying(p, fmt.Sprintf("%s smiles like somebody who slept well, %d.", names[i%len(names)], i), false)
		}
		return player(p)
	}
}

// askedIn plays games of a player against itself, by turns in both languages, and adds how often each module asked for each task.
func askedIn(t *testing.T, kind string, players, games int, calls map[string]int) {
	t.Helper()
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(games) {
		lang := []string{"en", "ja"}[seed%2]
		m := &askers{Model: llmtest.Model(oddly(rosters[lang][:players])), calls: calls}
		seats := bottest.Seats(rosters[lang][:players]...)
		var seated []bottest.Player
		for i := range players {
			seats[i].Profile = bottest.Profile(lang)
			p, err := bot.New(kind, bot.Config{Seed: werewolf.SubSeed(seed, i), Lang: lang, Model: m, Window: windowOf(kind), Shared: understood})
			if err != nil {
				t.Fatal(err)
			}
			seated = append(seated, p)
		}
		table, err := bottest.Sit(rules, seats, seed, seated)
		if err == nil {
			err = table.Play()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Every module that has tasks for a model asks each of them, with the window of the model that its paper names: whatever a paper has its player do
// is done in its games. With -long these are twenty of five players and twenty of thirteen, and the table of calls is in the log.
func TestEveryModuleAsks(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, each in one goroutine")
	}
	for _, k := range bot.Kinds() {
		if k.Free || !k.Asks() {
			continue
		}
		all := map[string]int{}
		for players, games := range map[int]int{5: 2, 13: 1} {
			if *long {
				games = 20
			}
			if bot.Fits(k.Name, players) != nil || players > 5 && !*long && k.Name != "kanolab-nw" { // which whispers
				continue
			}
			calls := map[string]int{}
			askedIn(t, k.Name, players, games, calls)
			for _, asked := range slices.Sorted(maps.Keys(calls)) {
				all[asked] += calls[asked]
				t.Logf("%-16s %2d games of %2d players: %-30s %5d", k.Name, games, players, asked, calls[asked])
			}
		}
		for _, m := range k.Design().Modules {
			for task := range strings.SplitSeq(m.Tasks, ", ") {
				asked := m.Name + " " + task
				if task != "" && m.Name != "advice" && all[asked] == 0 && elsewhere[k.Name+" "+asked] == "" { // advice is off
					t.Errorf("%s: module %s never asks %s", k.Name, m.Name, task)
				}
			}
		}
	}
}
