package llm

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"
)

// keeping keeps what it is asked.
type keeping struct{ asked []Request }

func (k *keeping) Complete(_ context.Context, r Request) (Response, error) {
	k.asked = append(k.asked, r)
	return Response{}, nil
}

// What the user wants goes before what the asker wants, and what the user leaves open stays the asker's.
func TestSettings(t *testing.T) {
	asker := Sampling{Temperature: new(0.3), MaxTokens: 50, Seed: new(int64(1)), Index: 4}
	if got := (Settings{}).Apply(asker); !reflect.DeepEqual(got, asker) {
		t.Errorf("no settings: %+v", got)
	}
	s := Settings{Temperature: new(0.0), TopP: new(0.5), Seed: new(int64(2)), Effort: Low, Thought: 7, Answer: 9, Extra: json.RawMessage(`{"a":1}`)}
	want := Sampling{Temperature: s.Temperature, TopP: s.TopP, Seed: s.Seed, Effort: Low, Thought: 7, MaxTokens: 9, Extra: s.Extra, Index: 4}
	if got := s.Apply(asker); !reflect.DeepEqual(got, want) {
		t.Errorf("all settings: %+v", got)
	}
}

// A budget sees the room for thought, since all of it may be spent.
func TestBudgetCountsTheRoomForThought(t *testing.T) {
	f := Family{Thinks: AlwaysThinks}
	req := Request{Messages: []Message{{Role: User, Text: "q"}}, Sampling: Sampling{MaxTokens: 50}}
	kept := &keeping{}
	m := Tuned(Budgeted(kept, Budget{Call: Limit{Tokens: 50 + usualRoom}}), Settings{}, f)
	if _, err := m.Complete(t.Context(), req); !errors.Is(err, ErrBudget) {
		t.Errorf("error %v", err)
	}
	m = Tuned(Budgeted(kept, Budget{Call: Limit{Tokens: 100 + usualRoom}}), Settings{}, f)
	if _, err := m.Complete(t.Context(), req); err != nil || len(kept.asked) != 1 || kept.asked[0].Sampling.Limit() != 50+usualRoom {
		t.Errorf("error %v, asked %+v", err, kept.asked)
	}
}

func TestByTask(t *testing.T) {
	main, vote := &keeping{}, &keeping{}
	m := ByTask(main, map[string]Model{"vote": vote})
	for _, task := range []string{"vote", "talk", ""} {
		if _, err := m.Complete(t.Context(), Request{Label: Label{Task: task}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, answers := range []string{"vote", "divine"} {
		if _, err := m.Complete(t.Context(), Request{Label: Label{Task: "choose", Answers: answers}}); err != nil {
			t.Fatal(err)
		}
	}
	if len(main.asked) != 3 || len(vote.asked) != 2 || ByTask(main, nil) != Model(main) {
		t.Errorf("main was asked %d times, vote %d times", len(main.asked), len(vote.asked))
	}
}

// What a provider writes into its cache has a price of its own.
func TestPriceOfCacheWrites(t *testing.T) {
	p := Price{Rate: Rate{In: 4, CachedIn: new(0.4), Written: new(5.0), Out: 20}}
	u := Usage{In: 1_000_000, CachedIn: 500_000, Written: 100_000, Out: 10_000, Thought: 9_000}
	if got, want := p.Of(u), 0.4*4+0.5*0.4+0.1*5+0.01*20; got < want-1e-9 || got > want+1e-9 {
		t.Errorf("%v USD, want %v", got, want)
	}
	p.Written = nil
	if got, want := p.Of(u), 0.5*4+0.5*0.4+0.01*20; got < want-1e-9 || got > want+1e-9 {
		t.Errorf("%v USD without a price of its own, want %v", got, want)
	}
}
