package gptaku

import (
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/werewolf"
)

// Behind a result whose teller has taken the claim back since stands that it is so, and behind no other.
func TestResultsTakenBackAreMarked(t *testing.T) {
	for lang, mark := range map[string]string{"en": " (taken back since)", "ja": "（のちに撤回）"} {
		marked, standing := 0, 0
		for seed := range bottest.Few(*long, uint64(40)) {
			instructed(t, lang, seed, func(p *state, o *werewolf.Observation, prompt string) {
				for _, r := range p.heard.Findings() {
					stands := p.heard.Claimants(r.Role).Has(r.By)
					line := map[string]string{"en": o.Name(r.By) + ": " + o.Name(r.Target) + " is " + r.Species.String(), "ja": o.Name(r.By) + "「" + o.Name(r.Target) + "は" + r.Species.String() + "」"}[lang]
					_, strategy, _ := strings.Cut(prompt, "<strategy>")
					_, after, told := strings.Cut(strategy, line)
					if !told {
						continue
					}
					if stands {
						standing++
					} else {
						marked++
					}
					if strings.HasPrefix(after, mark) == stands {
						t.Errorf("%s, seed %d, day %d: behind the result of %s stands %.30q", lang, seed, o.Day, o.Name(r.By), after)
					}
				}
			})
		}
		if t.Logf("%s: %d results taken back, %d that stand", lang, marked, standing); marked < 10 || standing < 100 {
			t.Errorf("%s: %d results taken back, %d that stand", lang, marked, standing)
		}
	}
}
