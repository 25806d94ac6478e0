package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/league"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
)

// asked counts prompts by what a test wants to know of them.
type asked struct {
	mu     sync.Mutex
	counts map[string]int
}

func (a *asked) count(what func(llmtest.Prompt) string, then llmtest.Behaviour) llmtest.Behaviour {
	return func(p llmtest.Prompt) llmtest.Answer {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.counts == nil {
			a.counts = map[string]int{}
		}
		a.counts[what(p)]++
		return then(p)
	}
}

// all are the counts so far. Calls that nobody needs any more may still be under way.
func (a *asked) all() map[string]int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return maps.Clone(a.counts)
}

func wolfden(t *testing.T, want int, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	if got := run(t.Context(), args, &said, &said); got != want {
		t.Fatalf("%v: status %d, want %d\n%s", args, got, want, &said)
	}
	return said.String()
}

// A request may have a model of its own, which gives the answer whatever task it is, and nothing else.
func TestModelsByRequest(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the same goroutines meet in TestPlayIsReplayed")
	}
	for player, votes := range map[string]string{"kanolab": "You are asked to vote on who is executed", "baseline": "Whom do you vote to execute?"} {
		main, other := llmtest.During(t, llmtest.Echo), llmtest.During(t, llmtest.Echo)
		wolfden(t, exitOK, "play", "--bots", player, "--seed", "3", "-q", "--out", filepath.Join(t.TempDir(), "games"),
			"--model", "main="+main.Name("openai")+",vote="+other.Name("openai"))
		ofVotes := func(s *llmtest.Server) (votesAsked, all int) {
			for _, p := range s.Prompts() {
				all++
				text := p.Text()
				if player == "baseline" { // whose prompts hold the whole conversation
					text = p.Messages[len(p.Messages)-1].Text
				}
				if strings.Contains(text, votes) {
					votesAsked++
				}
			}
			return votesAsked, all
		}
		if n, all := ofVotes(main); n > 0 || all == 0 {
			t.Errorf("%s: the main model was asked %d times, %d for votes", player, all, n)
		}
		if n, all := ofVotes(other); n == 0 || n != all {
			t.Errorf("%s: the votes' model was asked %d times, %d for votes", player, all, n)
		}
	}
}

// taskOf is the task of a prompt as a server sees it, which is told by the form that is asked for: a text is an utterance, or what
// baseline asks.
func taskOf(p llmtest.Prompt) string {
	switch {
	case p.Task != "":
		return p.Task
	case strings.Contains(p.Text(), "We are going to play Werewolf by chat."):
		return "baseline"
	}
	return "word"
}

// A task with a model of its own is asked of it, and all others of the main one, with the settings that the user gave.
func TestModelsByTask(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the same goroutines meet in TestPlayIsReplayed")
	}
	var main, other asked
	mainServer := llmtest.During(t, main.count(taskOf, llmtest.Echo))
	otherServer := llmtest.During(t, other.count(func(p llmtest.Prompt) string { return p.Task + " " + p.Effort }, llmtest.Thinking(3000, llmtest.Echo)))
	out := filepath.Join(t.TempDir(), "games")
	said := wolfden(t, exitOK, "play", "--bots", "kanolab", "--seed", "3", "-q", "--out", out, "--model-effort", "low", "--model-top-p", "0.5",
		"--model-answer", "700", "--model-extra", `{"top_k":20}`, "--model", "main="+mainServer.Name("openai")+", choose-target="+otherServer.Name("anthropic"))
	if main.all()["choose-target"] > 0 || main.all()["word"] == 0 || other.all()[" low"] == 0 || len(other.all()) != 1 {
		t.Errorf("main %v, other %v", main.all(), other.all())
	}
	body := string(otherServer.Prompts()[0].Body)
	for _, part := range []string{`"top_k":20`, `"top_p":0.5`, `"max_tokens":4796`} {
		if !strings.Contains(body, part) {
			t.Errorf("no %s in %s", part, body)
		}
	}
	if !strings.Contains(said, "of them thought") {
		t.Errorf("nothing is said of thought: %s", said)
	}
	for name, text := range folder(t, out) {
		for _, part := range []string{`"effort":"low"`, `"model":"` + otherServer.Name("anthropic") + `"`, `"extra":{"top_k":20}`, `\"tokens_thought\":3000`} {
			if !bytes.Contains(text, []byte(part)) {
				t.Errorf("%s lacks %s", name, part)
			}
		}
	}
}

// A temperature and a seed of 0 are sent: they are values, and not flags left out.
func TestNothingIsAValue(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("goroutines of a league with models meet in TestCallsOfLeagueAndFolder")
	}
	for dialect, parts := range map[string][]string{
		"openai": {`"temperature":0,`, `"seed":0`}, "ollama": {`"temperature":0,`, `"seed":0`}, "anthropic": {`"temperature":0`},
		"gemini": {`"temperature":0`, `"seed":0`},
	} {
		s := llmtest.During(t, llmtest.Echo)
		plan := filepath.Join(t.TempDir(), "plan.yml")
		text := "entries:\n  - {name: a, bot: lycaon, model: '" + s.Name(dialect) + "', settings: {temperature: 0, seed: 0}}\n  - {name: b, bot: plain}\n" +
			"setups:\n  - {players: 5, games: 2}\n"
		if err := os.WriteFile(plan, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"tasks", "try", "word", "--model", s.Name(dialect), "--model-temperature", "0", "--model-seed", "0"}, {"league", "run", plan, "--quiet"},
		} {
			before := len(s.Prompts())
			var said bytes.Buffer
			run(t.Context(), args, &said, &said) // an echo is no answer to a task
			if len(s.Prompts()) == before {
				t.Errorf("%v asks nothing: %s", args, &said)
			}
			for _, p := range s.Prompts()[before:] {
				body := strings.NewReplacer(" ", "", "}", ",}").Replace(string(p.Body))
				for _, part := range parts {
					if !strings.Contains(body, part) {
						t.Errorf("%v: no %s in %s", args, part, p.Body)
					}
				}
			}
		}
	}
}

// A model that thinks for 3,000 tokens, asked with limits of a few hundred, loses no answer of any player.
func TestThinkingModelLosesNoAnswer(t *testing.T) {
	t.Parallel()
	for _, dialect := range []string{"openai", "anthropic"} {
		s := llmtest.During(t, llmtest.Thinking(3000, llmtest.Echo))
		out := filepath.Join(t.TempDir(), "games")
		wolfden(t, exitOK, "play", "--bots", "kanolab,baseline,CanisLupus,sunamelli,lycaon", "--seed", "3", "-q", "--out", out, "--model", s.Name(dialect))
		calls := 0
		for name, text := range folder(t, out) {
			calls += bytes.Count(text, []byte(`\"by\":\"model\"`))
			if bytes.Contains(text, []byte("truncated")) {
				t.Errorf("%s: an answer in %s was cut off", dialect, name)
			}
		}
		if calls == 0 {
			t.Errorf("%s: the model answered nothing", dialect)
		}
	}
}

// A module of a player may have a model of its own, which answers all that it asks, also later and beside the game, and nothing
// else.
func TestModelsByModule(t *testing.T) {
	if testing.Short() {
		t.Skip("games of one goroutine")
	}
	t.Parallel()
	for _, test := range []struct{ player, module, tasks, rest string }{
		{"kanolab-nw", "extraction", "extract-claims", "word-mention"},
		{"CanisLupus", "memo", "play-memo", "word"},
		{"sunamelli", "strategy", "choose-target derive-strategy", "word"},
		{"UEC-IL", "decision", "choose-target", "choose-strategy"},
		{"lycaon", "wording", "word", "message-type"},
		{"kanolab-nw", "target", "choose-target", "choose-target"}, // of the night: the vote's is another module's
	} {
		var main, other asked
		mainServer, otherServer := llmtest.During(t, main.count(taskOf, llmtest.Echo)), llmtest.During(t, other.count(taskOf, llmtest.Echo))
		out := filepath.Join(t.TempDir(), "games")
		wolfden(t, exitOK, "play", "--bots", test.player, "--seed", "4", "-q", "--out", out,
			"--model", "main="+mainServer.Name("openai")+","+test.module+"="+otherServer.Name("openai"))
		for name := range other.all() {
			if !slices.Contains(strings.Fields(test.tasks), name) {
				t.Errorf("%s: the model of %s was asked %v", test.player, test.module, other.all())
			}
		}
		if len(other.all()) == 0 || main.all()[test.rest] == 0 {
			t.Errorf("%s, %s: main %v, other %v", test.player, test.module, main.all(), other.all())
		}
		for name, text := range folder(t, out) {
			if !bytes.Contains(text, []byte(`"models":{"`+test.module+`":"`+otherServer.Name("openai")+`"}`)) {
				t.Errorf("%s does not name the model of %s", name, test.module)
			}
		}
	}
}

func TestModelFlagsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	name := "openai@http://127.0.0.1:1/v1:x"
	for want, args := range map[string][]string{
		`"wrod" is no task, no request and no module that asks a model; known are main, attack,`: {"--model", "main=" + name + ",wrod=" + name},
		`and the modules analysis, character,`:                                                   {"--model", "main=" + name + ",wrod=" + name},
		"memo=" + name + ": nothing called memo asks a model in kanolab, lycaon; there may stand main, the tasks and requests choose-target, expand-character,": {"--bots", "kanolab,lycaon", "--model", "main=" + name + ",memo=" + name},
		"and the modules character, extraction, reading, summary, talk, wording":                                                                                {"--bots", "kanolab,lycaon", "--model", "main=" + name + ",memo=" + name},
		"summarise=" + name + ": nothing called summarise asks a model in kanolab:off=summary;":                                                                 {"--bots", "kanolab:off=summary", "--model", "main=" + name + ",summarise=" + name},
		"vote=" + name + ": nothing called vote asks a model in gptaku; there may stand main, the tasks and requests word, talk, whisper, and the modules":      {"--bots", "gptaku", "--model", "main=" + name + ",vote=" + name},
		"vote=" + name + ": plain asks no model": {"--bots", "plain", "--model", "main=" + name + ",vote=" + name},
		"main is missing":                        {"--model", "word=" + name},
		"main is there twice":                    {"--model", "main=" + name + ",main=" + name},
		`no effort "hgih"`:                       {"--model", name, "--model-effort", "hgih"},
		"--model-temperature 3":                  {"--model", name, "--model-temperature", "3"},
		"--model-top-p 0":                        {"--model", name, "--model-top-p", "0"},
		`--model-timeout "soon"`:                 {"--model", name, "--model-timeout", "soon"},
		"--model-window 0: at least 1, or nothing for what the table":                    {"--model", name, "--model-window", "0"},
		"--model-thought 0: at least 1, or for a model that does not think, effort none": {"--model", name, "--model-thought", "0"},
		"--model-tokens 0: at least 1":                                                   {"--model", name, "--model-tokens", "0"},
		"--model-requests 0: at least 1":                                                 {"--model", name, "--model-requests", "0"},
		"--model-parallel 0: at least 1":                                                 {"--model", name, "--model-parallel", "0"},
		"(--model-effort and others) need --model":                                       {"--model-window", "0"},
		"limit what a model may spend: they need --model":                                {"--run-tokens", "0"},
		"--model-answer":                      {"--model", name, "--model-answer", "-1"},
		"the field messages is the program's": {"--model", name, "--model-extra", `{"messages":[]}`},
		"--model-extra: the field max_tokens is set by --model-answer":       {"--model", name, "--model-extra", `{"max_tokens":1}`},
		"--model-extra: the field options.num_ctx is set by --model-window":  {"--model", name, "--model-extra", `{"options":{"top_k":2,"num_ctx":9}}`},
		"--model-extra: the field reasoning_effort is set by --model-effort": {"--model", name, "--model-extra", `{"reasoning_effort":"low"}`},
		"--model-extra: the field text.format is the program's":              {"--model", name, "--model-extra", `{"text":{"format":{}}}`},
		"write a JSON object": {"--model", name, "--model-extra", `null`},
		"need --model":        {"--model-effort", "low"},
	} {
		said := wolfden(t, exitUsage, append([]string{"play", "-q", "--out", filepath.Join(t.TempDir(), "x")}, args...)...)
		if !strings.Contains(said, want) {
			t.Errorf("%v: %s; want %q", args, said, want)
		}
	}
}

// A model without a known price is played with and warned of; only a budget in USD needs one.
func TestUnknownPrice(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the same goroutines meet in TestPlayIsReplayed")
	}
	s := llmtest.During(t, llmtest.Echo)
	name := strings.Replace(s.Name("openai"), "127.0.0.1", "[::ffff:7f00:1]", 1) // the same address, of which the price table knows nothing
	args := []string{"play", "--bots", "kanolab", "--seed", "3", "-q", "--out", filepath.Join(t.TempDir(), "x"), "--model", name}
	if said := wolfden(t, exitOK, args...); strings.Count(said, "the price of "+name+" is not known") != 1 {
		t.Errorf("said %s", said)
	}
	if said := wolfden(t, exitUsage, append(args, "--game-usd", "1")...); !strings.Contains(said, "a budget in USD needs the price") {
		t.Errorf("said %s", said)
	}
}

// Entries of a plan have settings of their own, and compare keeps its flags in the plan that it leaves.
func TestSettingsOfEntries(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("goroutines of a league with models meet in TestCallsOfLeagueAndFolder")
	}
	var seen asked
	s := llmtest.During(t, seen.count(func(p llmtest.Prompt) string { return p.Effort }, llmtest.Echo))
	dir := t.TempDir()
	plans := 0
	plan := func(settings string) string {
		plans++
		path := filepath.Join(dir, fmt.Sprintf("plan%d.yml", plans))
		text := "entries:\n  - {name: a, bot: kanolab, model: '" + s.Name("openai") + "', settings: {effort: low}}\n" +
			"  - {name: b, bot: kanolab, model: '" + s.Name("openai") + "', settings: " + settings + "}\n" +
			"setups:\n  - {players: 5, games: 2}\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	wolfden(t, exitOK, "league", "run", plan("{effort: high, answer: 900, timeout: 20s, extra: {top_k: 3}}"), "--quiet")
	if seen.all()["low"] == 0 || seen.all()["high"] == 0 || len(seen.all()) != 2 {
		t.Errorf("efforts %v", seen.all())
	}
	for settings, want := range map[string]string{
		"{effort: hgih}": `entry b: settings.effort: no effort "hgih"`, "{timeout: soon}": `entry b: settings.timeout "soon": write a duration`,
		"{extra: {generationConfig: {topP: 1}}}": "entry b: settings.extra: the field generationConfig.topP is set by settings.top_p",
		"{extra: {model: x}}":                    "entry b: settings.extra: the field model is the program's", "{thought: -1}": "entry b: settings.thought -1: at least 1",
		"{window: 0}": "entry b: settings.window 0: at least 1", "{answer: 0}": "entry b: settings.answer 0: at least 1", "{requests: 0}": "entry b: settings.requests 0: at least 1",
		"{top_p: 0}": "entry b: settings.top_p 0: above 0", "{temperature: 3}": "entry b: settings.temperature 3: from 0 to 2",
	} {
		path := plan(settings)
		said := wolfden(t, exitUsage, "league", "run", path, "--quiet")
		if !strings.Contains(said, want) || strings.Contains(said, "--model") {
			t.Errorf("%s: %s; want %q, and no flag", settings, said, want)
		}
		if _, err := os.Stat(strings.TrimSuffix(path, ".yml")); err == nil {
			t.Errorf("%s: a folder is left, which would turn down the plan once it is mended", settings)
		}
	}
	other := filepath.Join(dir, "module.yml")
	if err := os.WriteFile(other, []byte("entries:\n  - {name: a, bot: kanolab, model: 'main="+s.Name("openai")+",memo="+s.Name("openai")+"'}\n"+
		"  - {name: b, bot: plain}\nsetups:\n  - {players: 5, games: 2}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := wolfden(t, exitUsage, "league", "run", other, "--quiet"); !strings.Contains(said, "entry a: memo="+s.Name("openai")+": nothing called memo asks a model in kanolab; there may stand main, the tasks and requests choose-target,") {
		t.Errorf("said %s", said)
	}
	if said := wolfden(t, exitFailure, "league", "run", plan("{heat: 1}"), "--quiet"); !strings.Contains(said, "entries[1].settings.heat: unknown key heat, known here: temperature") {
		t.Errorf("said %s", said)
	}
	f := modelTuning{Effort: "low", Extra: map[string]any{"top_k": 3.0}, Timeout: "20s", Answer: new(5), Parallel: new(2)}
	settings := f.settings()
	asked, way, err := readSettings(settings, flagKeys)
	if err != nil || asked.Effort != llm.Low || asked.Answer != 5 || string(asked.Extra) != `{"top_k":3}` || way.Timeout != 20*time.Second || way.Limits.Concurrent != 2 {
		t.Errorf("%+v asks with %+v, %+v, %v", f, asked, way, err)
	}
	if none := (modelTuning{}).settings(); none != nil {
		t.Errorf("no flags make settings %+v", none)
	}
	if modelKey(league.Entry{Model: "m", Settings: settings}) == modelKey(league.Entry{Model: "m"}) {
		t.Error("entries that ask in different ways share a model")
	}
}

// The smallest window of the models counts, less what they think, and what the user sets before the table.
func TestWindowOfModels(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		model    string
		settings *league.Settings
		want     int
	}{
		{"openai:gpt-4o-mini", nil, 128_000},
		{"main=openai:gpt-4o-mini,vote=openai:gpt-4", nil, 8192},
		{"main=openai:unheard-of,vote=openai:gpt-4o", nil, 128_000},
		{"openai:unheard-of", nil, 0},
		{"openai:unheard-of", &league.Settings{Window: new(8192)}, 8192},
		{"openai:gpt-4o-mini", &league.Settings{Window: new(8192)}, 8192},
		{"ollama:llama3.1:8b", nil, 16_384},
		{"ollama:llama3.1:8b", &league.Settings{Window: new(4096)}, 4096},
		{"ollama:qwen3:8b", nil, 8192}, // half of it is for thought
		{"openai:gpt-5", &league.Settings{Effort: "low", Answer: new(1000)}, 400_000 - 4096 - 1000},
	} {
		c, err := chooseModel(test.model, test.settings, planKeys)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.window(); err != nil || got != test.want {
			t.Errorf("%s, %+v: %d, %v; want %d", test.model, test.settings, got, err, test.want)
		}
	}
}

// With a small window histories are shorter, unless the user sets them; the record names the window, and with it a replay is
// the same game.
func TestPlayWithinAWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("games of one goroutine")
	}
	t.Parallel()
	dir := t.TempDir()
	var mu sync.Mutex
	seen := 0 // bytes of the longest prompt of a run
	s := llmtest.During(t, func(p llmtest.Prompt) llmtest.Answer {
		mu.Lock()
		seen = max(seen, len(p.Text()))
		mu.Unlock()
		if bottest.Words(p) { // the talk is long, whatever becomes of choices
			return bottest.Saying(p, fmt.Sprintf("I have thought about all of you, and see nothing that tells you apart, number %d.", len(p.Text())), false)
		}
		return llmtest.Echo(p)
	})
	longest := func(player, out string, more ...string) (most int, games map[string][]byte) {
		wolfden(t, exitOK, append([]string{"play", "--bots", player, "--players", "5", "--seed", "3", "-q", "--parallel", "1", "--model", s.Name("openai"), "--out", filepath.Join(dir, out)}, more...)...)
		mu.Lock()
		defer mu.Unlock()
		most, seen = seen, 0
		return most, folder(t, filepath.Join(dir, out))
	}
	kept := filepath.Join(dir, "calls")
	usual, _ := longest("kanolab", "usual")
	small, first := longest("kanolab", "small", "--model-window", "4096", "--model-record", kept)
	set, _ := longest("kanolab:history=1638", "set", "--model-window", "16384")
	if small > 3*4096 || small >= usual || set != usual {
		t.Errorf("the longest prompts have %d bytes, with a window of 4,096 tokens %d, with one of 16,384 and the usual sizes %d", usual, small, set)
	}
	_, second := longest("kanolab", "again", "--model-window", "4096", "--model-replay", kept)
	for name, text := range first {
		if !bytes.Equal(text, second[name]) {
			t.Errorf("%s is another game", name)
		}
		if !bytes.Contains(text, []byte(`"window":4096`)) {
			t.Errorf("%s does not name the window", name)
		}
	}
}

// A moment of a game that a player tells apart may have a model of its own, which answers all that is asked then and nothing else:
// UEC-IL's declaration is an utterance, and the vote that it declares is decided before.
func TestModelsByMoment(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("goroutines of a game with models meet in TestPlayIsReplayed")
	}
	speaks, err := actor.Find("last")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ player, moment, sign, tasks string }{
		{"UEC-IL", "declaration", "This is your last word today.", "word true"},
		{"sunamelli", "introduction", "It is day 0.", "derive-strategy true, word true"},
	} {
		var main, other asked
		at := func(p llmtest.Prompt) string {
			return fmt.Sprint(taskOf(p), " ", strings.Contains(p.Text(), test.sign))
		}
		mainServer, otherServer := llmtest.During(t, main.count(at, speaks)), llmtest.During(t, other.count(at, speaks))
		wolfden(t, exitOK, "play", "--bots", test.player, "--seed", "3", "-q", "--out", filepath.Join(t.TempDir(), "games"),
			"--model", "main="+mainServer.Name("openai")+","+test.moment+"="+otherServer.Name("openai"))
		if other.all()["word true"] == 0 || other.all()["word false"] > 0 || main.all()["word true"] > 0 || main.all()["word false"] == 0 {
			t.Errorf("%s, %s: main %v, other %v", test.player, test.moment, main.all(), other.all())
		}
		if tasks := strings.Join(slices.Sorted(maps.Keys(other.all())), ", "); tasks != test.tasks {
			t.Errorf("the model of %s answers %s", test.moment, tasks)
		}
	}
}
