package task_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// slowDesk is a desk whose model takes so long for every answer, and what was asked.
func slowDesk(t *testing.T, wait time.Duration) (*task.Desk, func() int) {
	t.Helper()
	asked := make(chan struct{}, 100)
	return task.NewDesk(nil, "en", llmtest.Model(func(llmtest.Prompt) llmtest.Answer {
		asked <- struct{}{}
		return llmtest.Answer{Text: `{"summary": "by the model"}`, Delay: wait}
	})), func() int { return len(asked) }
}

func question(notes ...string) task.SummariseIn {
	return task.SummariseIn{
		Scene: scene.Scene{Me: "Ann", Players: []scene.Person{{Name: "Ann", Alive: true}, {Name: "Bob", Alive: true}}},
		New:   []scene.Line{{Speaker: "Bob", Text: "Hello " + strings.Join(notes, " ")}}, Notes: notes, Max: 200,
	}
}

// within is an answer of the game, with so much time.
func within(t *testing.T, d *task.Desk, limit time.Duration, think func(context.Context)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	before, done := d.Open(ctx)
	think(before)
	done()
	d.Close(ctx)
}

// TestLaterLetsOthersGoFirst: what is asked for later is not waited for until the next answer is begun.
func TestLaterLetsOthersGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []<-chan struct{}
		d := task.NewDesk(nil, "en", observed(func(ctx context.Context, r llm.Request) (llm.Response, error) {
			hurry := llm.Hurry(ctx)
			if asked = append(asked, hurry); hurry != nil {
				<-hurry
			}
			return llm.Response{Text: `{"summary": "by the model"}`}, nil
		}))
		used := ""
		within(t, d, time.Minute, func(ctx context.Context) {
			task.Ask(ctx, d, task.Summarise, question())
			task.Later(ctx, d, task.Summarise, question("known"), func(s task.Summary) { used = s.Summary })
		})
		synctest.Wait()
		if len(asked) != 2 || asked[0] != nil || asked[1] == nil || used != "" {
			t.Errorf("%d asked, used %q", len(asked), used)
		}
		within(t, d, time.Minute, func(context.Context) {})
		if used != "by the model" {
			t.Errorf("used %q", used)
		}
	})
}

// TestLaterHasNoLimitOfItsOwn: where the game sets no time for an answer, what is asked for later takes as long as it takes.
func TestLaterHasNoLimitOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _ := slowDesk(t, time.Hour)
		used := ""
		for range 2 {
			before, done := d.Open(t.Context())
			if used == "" {
				task.Later(before, d, task.Summarise, question(), func(s task.Summary) { used = s.Summary })
			}
			done()
			d.Close(t.Context())
		}
		if d.Leave(); used != "by the model" {
			t.Errorf("used %q", used)
		}
	})
}

// observed is a model that is a function.
type observed func(context.Context, llm.Request) (llm.Response, error)

// Complete implements llm.Model.
func (o observed) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	return o(ctx, r)
}

// All that comes before the answer's own call has half of the time.
func TestHalfOfTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _ := slowDesk(t, 20*time.Second)
		began := time.Now()
		within(t, d, time.Minute, func(ctx context.Context) {
			if out := task.Ask(ctx, d, task.Summarise, question()); out.Summary != "by the model" {
				t.Errorf("the first is answered by %q", out.Summary)
			}
			if out := task.Ask(ctx, d, task.Summarise, question("known")); out.Summary == "by the model" {
				t.Error("the second takes more than is left")
			}
		})
		if took := time.Since(began); took > 30*time.Second || took < 29*time.Second {
			t.Errorf("both take %v of a minute", took)
		}
		ctx, done := d.Open(t.Context())
		defer done()
		if _, limited := ctx.Deadline(); limited {
			t.Error("a share of no limit")
		}
	})
}

// What is asked for later is put when the answer is given, and handed over before the next, not in between.
func TestLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, asked := slowDesk(t, 25*time.Second)
		var got []string
		began := time.Now()
		within(t, d, time.Minute, func(ctx context.Context) {
			for _, note := range []string{"one", "two"} {
				task.Later(ctx, d, task.Summarise, question(note), func(out task.Summary) { got = append(got, note+" "+out.Summary) })
			}
			if asked() > 0 {
				t.Error("it is asked before the answer is given")
			}
		})
		if time.Since(began) > 0 || got != nil {
			t.Errorf("the answer waits %v; %q", time.Since(began), got)
		}
		synctest.Wait()
		if asked() != 2 {
			t.Errorf("asked %d times when the answer was given", asked())
		}
		time.Sleep(10 * time.Second)
		within(t, d, time.Minute, func(context.Context) {
			if took := time.Since(began); took != 25*time.Second || len(got) != 2 || got[0] != "one by the model" || got[1] != "two by the model" {
				t.Errorf("after %v: %q", took, got)
			}
		})
		if notes := collect(d); len(notes) != 2 || !strings.Contains(notes[0], `"by":"model"`) {
			t.Errorf("%d calls are noted: %q", len(notes), notes)
		}
	})
}

// A memo that takes too long costs the next answer at most half of its time, and is the rule's.
func TestLaterIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _ := slowDesk(t, time.Hour)
		got := ""
		ask := func(ctx context.Context) {
			task.Later(ctx, d, task.Summarise, question("known"), func(out task.Summary) { got = out.Summary })
		}
		within(t, d, time.Minute, ask)
		began := time.Now()
		within(t, d, 10*time.Second, func(ctx context.Context) {
			if took := time.Since(began); took != 5*time.Second || got == "" || got == "by the model" {
				t.Errorf("after %v: %q", took, got)
			}
			ask(ctx)
		})
		if notes := collect(d); len(notes) != 1 || !strings.Contains(notes[0], "context canceled") {
			t.Errorf("noted: %q", notes)
		}
		got = ""
		began = time.Now()
		if d.Leave(); got != "" || time.Since(began) > 0 {
			t.Errorf("over, and waited %v for %q", time.Since(began), got)
		}
	})
}

// What is given up because the game is over is no failure to those who watch the calls, and what took too long is.
func TestLeaveSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _ := slowDesk(t, time.Hour)
		var unwanted []bool
		d.Through(func(m llm.Model) llm.Model {
			return llm.Observe("m", m, func(ctx context.Context, _ llm.Call) {
				unwanted = append(unwanted, errors.Is(context.Cause(ctx), llm.ErrUnwanted))
			})
		})
		ask := func(ctx context.Context) {
			task.Later(ctx, d, task.Summarise, question("known"), func(task.Summary) {})
		}
		within(t, d, time.Minute, ask)
		within(t, d, time.Minute, ask)
		d.Leave()
		if !slices.Equal(unwanted, []bool{false, true}) {
			t.Errorf("unwanted: %v; the first took too long", unwanted)
		}
	})
}

// Calls begun together take as long as one of them, and are noted in their order.
func TestBegin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _ := slowDesk(t, 25*time.Second)
		began := time.Now()
		one := task.Begin(t.Context(), d, task.Summarise, question("one"))
		two := task.Begin(t.Context(), d, task.Summarise, question("two"))
		if one().Summary != "by the model" || two().Summary != "by the model" || time.Since(began) != 25*time.Second {
			t.Errorf("after %v", time.Since(began))
		}
		if notes := collect(d); len(notes) != 2 || !strings.Contains(notes[0], "Hello one") || !strings.Contains(notes[1], "Hello two") {
			t.Errorf("noted: %q", notes)
		}
	})
}

// Without a model everything is answered at once.
func TestNoModelWaitsForNothing(t *testing.T) {
	d, got := task.NewDesk(nil, "en", nil), ""
	task.Later(t.Context(), d, task.Summarise, question("known"), func(out task.Summary) { got = out.Summary })
	if begun := task.Begin(t.Context(), d, task.Summarise, question("known"))().Summary; got == "" || begun != got {
		t.Errorf("%q, %q", got, begun)
	}
}

func collect(d *task.Desk) (notes []string) {
	for _, text := range d.Notes() {
		notes = append(notes, text)
	}
	return notes
}
