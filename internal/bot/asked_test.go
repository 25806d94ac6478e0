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

// paperWindow is the window, in tokens, of the models that the papers name, or less: GPT-4 Turbo (gpt-4-1106-preview) and GPT-4o have so
// much, GPT-4.1 and Gemini 2.5 more.
const paperWindow = 128_000

// askers counts what each module asks.
type askers struct {
	llm.Model
	mu    sync.Mutex
	calls map[string]int  // by module and task
	still map[string]bool // what has to be asked and has not been
}

// Complete implements llm.Model.
func (t *askers) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	asked := r.Label.Module + " " + r.Label.Task
	t.mu.Lock()
	t.calls[asked]++
	delete(t.still, asked)
	t.mu.Unlock()
	return t.Model.Complete(ctx, r)
}

// enough reports whether everything has been asked. With -long it never is: the whole games are counted.
func (t *askers) enough() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.still) == 0 && !*long
}

// elsewhere are tasks of modules that the test does not see asked, and where it is seen that they are.
var elsewhere = map[string]string{
	"lycaon reading extract-claims":        "of what a model finds to be a claim: reading.TestInterpret",
	"Character-Lab reading extract-claims": "as in lycaon",
	"kanolab-nw inducement word-mention":   "the frame asks, in the name of talk: kanolabnw.TestTheSilentAttemptToo",
}

// playing is the actor that plays, which reads each schema once in all tests.
var playing = sync.OnceValue(actor.Playing)

// oddly plays from its prompts, and now and then says what no rule understands.
func oddly(names []string) llmtest.Behaviour {
	var n atomic.Int64
	player := playing()
	return func(p llmtest.Prompt) llmtest.Answer {
		if i := int(n.Add(1)); i%5 == 0 && bottest.Words(p) {
			return bottest.Saying(p, fmt.Sprintf("%s smiles like somebody who slept well, %d.", names[i%len(names)], i), false)
		}
		return player(p)
	}
}

// askedIn plays games of a player against itself, by turns in both languages, until what is still to be asked has been, and returns how
// often each module asked for each task.
func askedIn(t *testing.T, kind string, players, games int, still map[string]bool) map[string]int {
	t.Helper()
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	m := &askers{calls: map[string]int{}, still: still}
	for seed := uint64(0); seed < uint64(games) && !m.enough(); seed++ {
		lang := []string{"en", "ja"}[seed%2]
		m.Model = llmtest.Model(oddly(rosters[lang][:players]))
		seats := bottest.Seats(rosters[lang][:players]...)
		var seated []bottest.Player
		for i := range players {
			seats[i].Profile = bottest.Profile(lang)
			p, err := bot.New(kind, bot.Config{Seed: werewolf.SubSeed(seed, i), Lang: lang, Model: m, Window: paperWindow, Shared: understood})
			if err != nil {
				t.Fatal(err)
			}
			seated = append(seated, p)
		}
		table, err := bottest.Sit(rules, seats, seed, seated)
		if err == nil {
			table.Enough = m.enough
			err = table.Play()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return m.calls
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
		for players, games := range map[int]int{5: 2, 13: 1} {
			if *long {
				games = 20
			}
			if bot.Fits(k.Name, players) != nil || players > 5 && !*long && k.Name != "kanolab-nw" { // which whispers
				continue
			}
			still := map[string]bool{}
			for _, m := range k.Design().Modules {
				off := m.Name == "advice" || m.Name == "whisper" && players == 5 // one is off, the other for two werewolves
				for task := range strings.SplitSeq(m.Tasks, ", ") {
					if asked := m.Name + " " + task; task != "" && !off && elsewhere[k.Name+" "+asked] == "" {
						still[asked] = true
					}
				}
			}
			calls := askedIn(t, k.Name, players, games, still)
			for _, asked := range slices.Sorted(maps.Keys(calls)) {
				t.Logf("%-16s %2d games of %2d players: %-30s %5d", k.Name, games, players, asked, calls[asked])
			}
			for asked := range still {
				t.Errorf("%s: in %d games of %d the module and task %q never come", k.Name, games, players, asked)
			}
		}
	}
}
