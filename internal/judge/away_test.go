package judge_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/judge"
	"wolfden/internal/judge/judgetest"
	"wolfden/internal/llm"
)

// elsewhere is a crew of one worker who has the panel.
type elsewhere struct {
	panel *judge.Panel
	said  []string              // jobs
	after func([]judge.Outcome) // changes what comes
}

func (c *elsewhere) Do(ctx context.Context, _ string, job json.RawMessage) ([]byte, error) {
	c.said = append(c.said, string(job))
	var asked judge.Asked
	if err := json.Unmarshal(job, &asked); err != nil {
		return nil, err
	}
	came, err := c.panel.Put(ctx, &asked)
	if c.after != nil {
		c.after(came)
	}
	text, wrong := json.Marshal(came)
	return text, errors.Join(err, wrong)
}

// wavering answers by what it is asked: rankings, what is none, and nothing at all.
type wavering struct{}

func (wavering) Complete(_ context.Context, q llm.Request) (llm.Response, error) {
	text := fmt.Sprint(q.Messages)
	switch len(text) % 4 {
	case 0:
		return llm.Response{}, errors.New("the line is dead")
	case 1:
		return llm.Response{Text: "I like them all", Usage: llm.Usage{In: 7, Out: 3}}, llm.ErrUnstructured
	}
	var names []string
	for _, p := range strings.Split(text, `"player_name":"`)[1:] {
		name, _, _ := strings.Cut(p, `"`)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	ranking, err := json.Marshal(map[string]any{"ranking": names})
	return llm.Response{Text: string(ranking), JSON: ranking, Model: "w-1", Usage: llm.Usage{In: 11, Out: 5, Cost: 0.25}}, err
}

// TestJudgedElsewhere: what a worker is asked and answers comes to the same answers, failures and counts, whatever the model says, in games of
// every form; what it is sent names no team, and answers to other questions are refused.
func TestJudgedElsewhere(t *testing.T) {
	t.Parallel()
	criteria, err := judge.Criteria()
	if err != nil {
		t.Fatal(err)
	}
	var games []*judge.Game
	for seed := range uint64(6) {
		g, err := judgetest.Game(5, seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Players {
			g.Players[i].Team = "secretteam"
		}
		for i := range g.Lines {
			g.Lines[i].Client = "secretteam1"
		}
		games = append(games, g)
	}
	panel := func() *judge.Panel {
		return &judge.Panel{Criteria: criteria, Seed: 4, Parallel: 1, Samples: 2, Judges: []judge.Panelist{{Name: "a", Model: wavering{}}, {Name: "b", Model: wavering{}}}}
	}
	dir := t.TempDir()
	here, err := panel().Ask(t.Context(), games, openBook(t, dir+"/here"), nil)
	if err != nil || here.Answered == 0 || here.Failed == 0 || here.Asked == 0 {
		t.Fatalf("%+v: %v", here, err)
	}
	crew := &elsewhere{panel: panel()}
	away := panel()
	away.Crew, away.Judges = crew, []judge.Panelist{{Name: "a"}, {Name: "b"}}
	there, err := away.Ask(t.Context(), games, openBook(t, dir+"/there"), nil)
	if err != nil || !reflect.DeepEqual(here, there) {
		t.Errorf("here %+v\nthere %+v: %v", here, there, err)
	}
	if a, b := readBook(t, dir+"/here"), readBook(t, dir+"/there"); !reflect.DeepEqual(a, b) {
		t.Errorf("here %v\nthere %v", a, b)
	}
	if len(crew.said) != 12 || strings.Contains(strings.Join(crew.said, ""), "secretteam") {
		t.Errorf("%d jobs: %s", len(crew.said), crew.said[0])
	}
	for name, after := range map[string]func([]judge.Outcome){
		"another game": func(all []judge.Outcome) {
			if all[0].Answer != nil {
				all[0].Answer.Game = "x"
			} else {
				all[0].Failure.Game = "x"
			}
		},
		"nothing":   func(all []judge.Outcome) { all[1] = judge.Outcome{} },
		"a key too": func(all []judge.Outcome) { all[0].Key = &judge.Key{Game: "x"} },
	} {
		crew.after = after
		if _, err := away.Ask(t.Context(), games, openBook(t, dir+"/"+name), nil); err == nil || !strings.Contains(err.Error(), "other answers than to what it was asked") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
