package judge_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/judge"
	"wolfden/internal/judge/judgetest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// Answers with slips that have one reading are verdicts, counted as repaired and kept with their slips; what has two readings, or names
// somebody else, is none.
func TestSlipsAreRepaired(t *testing.T) {
	for name, test := range map[string]struct {
		answer func([]string) string
		slips  string // "" for an answer that is no verdict
	}{
		"comma":   {func(n []string) string { return `{"ranking": ["` + strings.Join(n, `", "`) + `",]}` }, "comma"},
		"letters": {func(n []string) string { return `{"ranking": ["` + strings.ToLower(strings.Join(n, `", "`)) + `"]}` }, "name"},
		"numbers": {func(n []string) string { return `{"ranking": ["1. ` + strings.Join(n, `", "2) @`) + `"]}` }, "name"},
		"reasons": {func(n []string) string {
			return `{"ranking": ["` + strings.Join(n, `（SEER）", "`) + `: speaks well"]}`
		}, "name"},
		"both":   {func(n []string) string { return "{'ranking': ['" + strings.Join(n, " (you)', '") + "']}" }, "quotes,name"},
		"pairs":  {func(n []string) string { return `{"ranking": ["` + strings.Join(n, ` and Alder", "`) + `"]}` }, ""},
		"twice":  {func(n []string) string { return `{"ranking": ["ALDER", "` + strings.Join(n, `", "`) + `"]}` }, ""},
		"others": {func(n []string) string { return `{"ranking": ["Not ` + strings.Join(n, `", "`) + `"]}` }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			model := llm.Structured(llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
				return llmtest.Answer{Text: test.answer(judgetest.Players(p))}
			}))
			p := panelOf(t)
			p.Judges, p.Criteria = []judge.Panelist{{Name: "m", Model: model}}, p.Criteria[:1]
			path := filepath.Join(t.TempDir(), "answers")
			progress, err := p.Ask(context.Background(), []*judge.Game{newGame(t, 5, 1, nil)}, openBook(t, path), nil)
			if err != nil {
				t.Fatal(err)
			}
			entry, calls := readBook(t, path)[0], progress.Calls[0]
			switch {
			case test.slips == "":
				if entry.Answer != nil || calls.ByRule != 1 || calls.Repaired != 0 {
					t.Errorf("it is taken: %+v", entry.Answer)
				}
			case entry.Answer == nil || entry.Answer.Repaired != test.slips || calls.Repaired != 1 || progress.Asked != 0:
				t.Errorf("%+v, %+v", entry, calls)
			case !slices.Equal(entry.Answer.Ranking, judgetest.Names()[:5]):
				t.Errorf("it is read as %q", entry.Answer.Ranking)
			}
		})
	}
}

// A criterion to which nothing of use comes is named with its causes; all others are kept, and so are games behind it.
func TestOneBadCriterionCostsNoOther(t *testing.T) {
	m := llm.Structured(llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		switch {
		case strings.Contains(p.Text(), "Criterion B: "):
			return llmtest.Answer{Text: "All of them were great!"}
		case strings.Contains(p.Text(), "Criterion C: "):
			return llmtest.Answer{Text: `{"ranking": [`, Finish: llm.Truncated}
		}
		return alphabetical(p)
	}))
	p := panelOf(t)
	p.Judges = []judge.Panelist{{Name: "m", Model: m}}
	path := filepath.Join(t.TempDir(), "answers")
	games := []*judge.Game{newGame(t, 5, 1, nil), newGame(t, 5, 2, nil)}
	progress, err := p.Ask(context.Background(), games, openBook(t, path), nil)
	if want := 2 * (asked(p.Criteria, 5) - 2); err != nil || progress.Answered != want || progress.Failed != 4 {
		t.Errorf("%d answered, %d failed, %v; want %d and 4", progress.Answered, progress.Failed, err, want)
	}
	told := ""
	for _, f := range progress.Faults {
		told += fmt.Sprintf("%s %s %v %v\n", f.Judge, f.Criterion, f.Times, f.Without)
	}
	if want := "m B map[no JSON:6] map[]\nm C map[] map[cut off:2]\n"; told != want {
		t.Errorf("told\n%swant\n%s", told, want)
	}
}

// A budget of the run that is used up ends it, and no question is lost: a run with more asks what is left.
func TestABudgetEndsTheRun(t *testing.T) {
	meter := llm.NewMeter("run", llm.Limit{Tokens: 9000}, nil)
	m := llm.Structured(llmtest.Model(alphabetical))
	p := panelOf(t)
	p.Judges = []judge.Panelist{{Name: "m", Of: func(*judge.Game) (llm.Model, error) {
		return llm.Budgeted(m, llm.Budget{Meter: meter}), nil
	}}}
	p.Parallel = 1
	path := filepath.Join(t.TempDir(), "answers")
	games := []*judge.Game{newGame(t, 5, 1, nil), newGame(t, 5, 2, nil)}
	b := openBook(t, path)
	progress, err := p.Ask(context.Background(), games, b, nil)
	if !errors.Is(err, llm.ErrRunBudget) || progress.Answered < 1 || progress.Failed != 1 {
		t.Errorf("%+v, %v", progress, err)
	}
	p.Judges[0] = judge.Panelist{Name: "m", Model: m}
	more, err := p.Ask(context.Background(), games, b, nil)
	if err != nil || more.Skipped != progress.Answered || more.Skipped+more.Answered != 2*asked(p.Criteria, 5) {
		t.Errorf("going on: %+v, %v", more, err)
	}
}
