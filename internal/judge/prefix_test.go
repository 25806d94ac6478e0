package judge_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/judge"
	"wolfden/internal/judge/judgetest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/prompt"
)

// sharedBytes is how many bytes two texts begin alike with.
func sharedBytes(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// reading is how much of prompts a server reads.
type reading struct{ all, known, slot int } // bytes; known from any prompt before, or from the one right before

func (r reading) String() string {
	return fmt.Sprintf("%d bytes, %.1f%% in an earlier prompt's prefix; some %d tokens read anew with every prompt kept, %d with the last one kept",
		r.all, 100*float64(r.known)/float64(r.all), (r.all-r.known+3)/4, (r.all-r.slot+3)/4)
}

// readingOf counts the prompts in the order in which they came.
func readingOf(prompts []llmtest.Prompt) (r reading) {
	var before []string
	for _, p := range prompts {
		text, most := p.Text(), 0
		for _, b := range before {
			most = max(most, sharedBytes(text, b))
		}
		r.all, r.known = r.all+len(text), r.known+most
		if len(before) > 0 {
			r.slot += sharedBytes(text, before[len(before)-1])
		}
		before = append(before, text)
	}
	return r
}

// What is asked about a game begins with the game: a server that keeps what it has read reads the log once, also where it keeps only
// the last prompt.
func TestAGameIsReadOnce(t *testing.T) {
	for _, scale := range []judge.Scale{judge.Ranked, judge.Rated} {
		for _, players := range []int{5, 13} {
			server := llmtest.During(t, func(p llmtest.Prompt) llmtest.Answer {
				if scale == judge.Rated {
					return judgetest.Ratings(threes(p))
				}
				return alphabetical(p)
			})
			p := panelOf(t, server.Name("openai"))
			p.Scale = scale
			p.Parallel = 1
			games := []*judge.Game{newGame(t, players, 1, nil), newGame(t, players, 2, nil), newGame(t, players, 3, nil)}
			if _, err := p.Ask(context.Background(), games, openBook(t, filepath.Join(t.TempDir(), "answers")), nil); err != nil {
				t.Fatal(err)
			}
			r := readingOf(server.Prompts())
			t.Logf("%d players, %ss, %d prompts: %v", players, scale.Noun(), server.Calls(), r)
			if share := float64(r.slot) / float64(r.all); share < 0.7 {
				t.Errorf("%d players, %ss: only %.2f of the prompts were read before", players, scale.Noun(), share)
			}
			checkCommonPart(t, server.Prompts(), p.Criteria)
		}
	}
}

// checkCommonPart holds that all prompts of a game have the log's bytes in the part that they share, and no prompt its criterion there.
func checkCommonPart(t *testing.T, prompts []llmtest.Prompt, criteria []judge.Criterion) {
	t.Helper()
	byLog := map[string][]string{}
	for _, p := range prompts {
		text := p.Text()
		_, rest, _ := strings.Cut(text, "<log>")
		log, _, whole := strings.Cut(rest, "</log>")
		if !whole {
			t.Fatalf("no log in\n%s", text)
		}
		byLog[log] = append(byLog[log], text)
	}
	if len(byLog) != 3 {
		t.Errorf("%d logs of 3 games: they are not the same for all that is asked", len(byLog))
	}
	for log, texts := range byLog {
		for _, text := range texts {
			end := strings.Index(text, log) + len(log)
			if text[:end] != texts[0][:end] {
				t.Error("two prompts of a game begin differently")
			}
			for i := range criteria {
				if strings.Contains(text[:end], criteria[i].Text("en")) {
					t.Errorf("criterion %s stands before the log", criteria[i].Letter)
				}
			}
		}
	}
}

// turns is a model that notes what it is asked, and whether it is asked two things about one game at once.
type turns struct {
	llm.Model
	mu       sync.Mutex
	requests []llm.Request
	busy     map[string]bool // by log
	most     int             // games at once
	twice    bool            // about one game
}

func (m *turns) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	_, rest, _ := strings.Cut(req.Messages[1].Text, "<log>")
	log, _, _ := strings.Cut(rest, "</log>")
	m.mu.Lock()
	m.requests = append(m.requests, req)
	m.twice = m.twice || m.busy[log]
	m.busy[log] = true
	m.most = max(m.most, len(m.busy))
	m.mu.Unlock()
	defer func() { m.mu.Lock(); defer m.mu.Unlock(); delete(m.busy, log) }()
	return m.Model.Complete(ctx, req)
}

// ask has the panel's only judge, by rules of the alphabet, answer all questions about the games.
func ask(t *testing.T, p *judge.Panel, games ...*judge.Game) *turns {
	t.Helper()
	m := &turns{Model: llm.Structured(llmtest.Model(alphabetical)), busy: map[string]bool{}}
	p.Judges = []judge.Panelist{{Name: "m", Model: m}}
	progress, err := p.Ask(context.Background(), games, openBook(t, filepath.Join(t.TempDir(), "answers")), nil)
	if err != nil || progress.Failed > 0 {
		t.Fatalf("%+v, %v", progress, err)
	}
	return m
}

// However many questions may be under way, those about one game come one after another.
func TestQuestionsAboutAGameTakeTurns(t *testing.T) {
	var games []*judge.Game
	for seed := range uint64(20) {
		games = append(games, newGame(t, 5, seed, nil))
	}
	p := panelOf(t)
	p.Samples = 3
	m := ask(t, p, games...)
	if m.twice || m.most < 2 {
		t.Errorf("two questions about one game at once: %t; %d games at once", m.twice, m.most)
	}
	if want := 20 * 3 * asked(p.Criteria, 5); len(m.requests) != want {
		t.Errorf("%d questions, want %d", len(m.requests), want)
	}
}

// Providers are told what the questions about a game have in common: all up to the criterion, and nothing where there is one question. A
// prompt that has the criterion first has little of it.
func TestWhatQuestionsShareIsTold(t *testing.T) {
	game := newGame(t, 5, 1, nil)
	p := panelOf(t)
	texts := map[string]bool{}
	for _, req := range ask(t, p, game).requests {
		system, question := req.Messages[0], req.Messages[1]
		common := question.Text[:question.Kept]
		texts[common] = true
		if system.Kept != len(system.Text) || !strings.HasSuffix(strings.TrimSpace(common), "</log>") || !strings.HasPrefix(question.Text[question.Kept:], "Criterion ") {
			t.Errorf("kept %d of\n%s", question.Kept, question.Text)
		}
	}
	if len(texts) != 1 {
		t.Errorf("%d beginnings of one game", len(texts))
	}
	p.Criteria = p.Criteria[:1]
	for _, req := range ask(t, p, game).requests {
		if req.Messages[1].Kept != 0 {
			t.Errorf("kept %d of the only question", req.Messages[1].Kept)
		}
	}
	dir := t.TempDir()
	page := "{{.Characters}}\nCriterion: {{.Criterion}}\n{{.Log}}\n{{.Names}}"
	if err := os.MkdirAll(filepath.Join(dir, "judge", "en"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "judge", "en", "question.txt"), []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	over, err := prompt.Open(dir, []string{"judge/en/question.txt"})
	if err != nil {
		t.Fatal(err)
	}
	p.Prompts, p.Samples = over, 2
	for _, req := range ask(t, p, game).requests {
		if m := req.Messages[1]; strings.Contains(m.Text[:m.Kept], "<log>") || !strings.Contains(m.Text[:m.Kept], "<characters>") {
			t.Errorf("kept %d of\n%s", m.Kept, m.Text)
		}
	}
}

// The order that all questions about a game share is drawn for the game, so that no seat has a place in it either.
func TestTheGamesOwnOrderGivesNobodyAPlace(t *testing.T) {
	first := map[int]int{}
	for seed := range uint64(300) {
		g := newGame(t, 5, seed, nil)
		first[g.Order(1, "", 0)[0]]++
		if slices.Equal(g.Order(1, "", 0), g.Order(2, "", 0)) && slices.Equal(g.Order(1, "", 0), g.Order(3, "", 0)) {
			t.Errorf("game %d has one order for all seeds", seed)
		}
	}
	for player, n := range first {
		if n < 30 || n > 90 {
			t.Errorf("player %d is listed first in %d games of 300", player, n)
		}
	}
}
