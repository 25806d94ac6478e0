package lab

import (
	"context"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/llm"
)

// talkative is a model whose utterances are as long as the paper's.
type talkative struct {
	mu    sync.Mutex
	asked []llm.Request
}

func (m *talkative) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, r)
	text := "Plan 111 "
	if strings.Contains(r.Messages[1].Text, "You are convinced that Plan 000") {
		text = "Plan 000 "
	}
	if r.Label.Task != "impression-vote" {
		text += strings.Repeat("has much for it ", 4*typicalTokens/16)
	}
	return llm.Response{JSON: []byte(`{"text":"` + text + `"}`)}, nil
}

// The paper's order stands, who one is first; within it a participant is shown what it was shown before, and then what is new: that is told
// to providers, and most of a prompt is in an earlier one.
func TestImpressionsBeginAsBefore(t *testing.T) {
	m := &talkative{}
	x := &Impressions{Seed: 1, Runs: 1, Model: m, Lang: "en", Parallel: 1}
	run(t, x)
	all, known, kept := 0, 0, 0
	before := map[string]string{} // by the rules, which begin with the name
	for i, r := range m.asked {
		rules, asked := r.Messages[0], r.Messages[1]
		if i%(len(m.asked)/len(allConditions())) == 0 {
			before = map[string]string{}
		}
		if last, seen := before[rules.Text]; seen {
			all += len(rules.Text)
			known += len(rules.Text)
			same := 0
			for same < len(last) && same < len(asked.Text) && last[same] == asked.Text[same] {
				same++
			}
			known += same
		} else {
			all += len(rules.Text)
		}
		all += len(asked.Text)
		kept += len(rules.Text[:rules.Kept]) + len(asked.Text[:asked.Kept])
		before[rules.Text] = asked.Text
		if end := strings.Index(asked.Text, "\n</discussion>"); asked.Kept > max(0, end+1) || end > 0 && asked.Kept < end && strings.Contains(asked.Text[:end], ": ") {
			t.Fatalf("kept %d, the discussion ends at %d:\n%s", asked.Kept, end, asked.Text)
		}
	}
	t.Logf("%d prompts, %d bytes: %.1f%% in an earlier prompt's prefix, some %d tokens read anew; %.1f%% told to be kept",
		len(m.asked), all, 100*float64(known)/float64(all), (all-known)/4, 100*float64(kept)/float64(all))
	if share := float64(known) / float64(all); share < 0.6 {
		t.Errorf("only %.2f of the prompts stood in an earlier one", share)
	}
}
