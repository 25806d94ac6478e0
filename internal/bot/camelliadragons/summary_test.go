package camelliadragons

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// By rules alone the history stays within the budget of the design: what is beyond is summed up, in long games of five and all of
// thirteen, and the summary is noted.
func TestHistoryFitsTheBudget(t *testing.T) {
	for _, off := range [][]string{nil, {"summary"}} {
		summed, noted, games := 0, 0, 0
		for seed := range bottest.Few(*long, uint64(8)) {
			n := 5
			if seed > 6 {
				n = 13
			}
			long := false
			playedGame{players: n, seed: seed, off: off}.play(t, func(x *moment) {
				s := x.Player.State().Rolling
				if length := lengthOf(s.Lines()); length > number("history") || llm.Tokens(s.Summary()) > number("summary") {
					t.Errorf("seed %d, day %d: %d tokens of history, %d of summary", seed, x.O.Day, length, len(s.Summary()))
				}
				long = long || s.Summary() != ""
				noted += len(x.Notes["summary"])
			})
			if games++; long {
				summed++
			} else if n == 13 && off == nil {
				t.Errorf("seed %d: the history of a long game is not summed up", seed)
			}
		}
		if on := off == nil; on && (summed < 1 || noted < summed) || !on && summed+noted > 0 {
			t.Errorf("off %v: in %d of %d games the history is summed up, %d notes", off, summed, games, noted)
		}
	}
}

func lengthOf(lines []scene.Line) (n int) {
	for _, l := range lines {
		n += llm.Tokens(l.Speaker + " " + l.Text)
	}
	return n
}

// Whatever is said after it, a result told stays within reach as long as it counts, while both live: in the summary, or word
// for word.
func TestSummaryKeepsWhatCounts(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		looked, lost := 0, 0
		for seed := range uint64(2) {
			playedGame{players: 13, seed: seed, lang: lang}.play(t, func(x *moment) {
				s := x.Player.State().Rolling
				first := len(x.Player.Table().Scene.Talks) - len(s.Lines())
				for _, r := range x.Player.Table().Self.Ledger().Findings() {
					if at := spokenBefore(x.O, r.At); at >= first || !x.O.Living.Has(r.By) || !x.O.Living.Has(r.Target) {
						continue // stands there word for word, or is about the dead
					}
					looked++
					if !bottest.OnOneLine(s.Summary(), x.O.Name(r.By), x.O.Name(r.Target)) {
						lost++
					}
				}
			})
		}
		if t.Logf("%s: %d results looked for, %d lost", lang, looked, lost); looked < 100 || lost > 0 {
			t.Errorf("%s: of %d results that were summed up %d are lost", lang, looked, lost)
		}
	}
}

// spokenBefore is how many lines of a scene come before a place of the talk.
func spokenBefore(o *werewolf.Observation, at int) (n int) {
	for i := range at {
		if u := &o.Talks[i]; !u.Skip && !u.Over {
			n++
		}
	}
	return n
}

// A model makes the summary of the last one, where there is one, and the lines since; whatever else is asked is shown the summary in the place of
// those lines, which stand there where the module is out.
func TestSummaryStandsForTheTalk(t *testing.T) {
	behave := func(p llmtest.Prompt) llmtest.Answer {
		if p.Task == "summarise" {
			return llmtest.Answer{Text: `{"summary": "Somebody moved the ladder, ` + strings.Repeat("i", p.N%40+1) + `."}`}
		}
		return bottest.Mute(p)
	}
	for _, lang := range []string{"en", "ja"} {
		for _, off := range [][]string{nil, {"summary"}} {
			on, prompts, made := off == nil, map[string]int{}, 0
			last := map[werewolf.SeatID]string{}
			playedGame{players: 9, seed: 3, lang: lang, off: off, behave: behave}.play(t, func(x *moment) {
				s := x.Player.State().Rolling
				for _, text := range x.Of("summarise") {
					if made++; s.Summary() != "" && !strings.Contains(text, s.Summary()) {
						t.Errorf("%s: the last summary is not shown: %s", lang, text)
					}
					old := strings.Contains(text, "<summary>")
					if asked := strings.Contains(text, "the old ones") || strings.Contains(text, "古い記録"); asked != old {
						t.Errorf("%s: old notes stand there: %v, they are to be replaced: %v", lang, old, asked)
					}
				}
				if last[x.O.Seat] = s.Summary(); (last[x.O.Seat] == "") && on || len(x.Player.Table().Scene.Talks) < 20 {
					return
				}
				covered := x.Player.Table().Scene.Talks[:len(x.Player.Table().Scene.Talks)-len(s.Lines())]
				for _, what := range []string{"word", "choose-target", "macro-plan"} {
					for _, text := range x.Of(what) {
						prompts[what]++
						if has := strings.Contains(text, "moved the ladder"); has != on {
							t.Errorf("%s, off %v: the summary is in the prompt to %s: %v", lang, off, what, has)
						}
						for _, l := range covered {
							line := fmt.Sprintf("\n%s: %s\n", l.Speaker, l.Text)
							kept := slices.ContainsFunc(s.Lines(), func(k scene.Line) bool { return k.Speaker == l.Speaker && k.Text == l.Text })
							if !kept && strings.Contains(text, line) == on {
								t.Errorf("%s, off %v: %q is in the prompt to %s: %v", lang, off, l.Text, what, on)
							}
						}
					}
				}
			})
			if prompts["word"] < 20 || prompts["choose-target"] < 2 || prompts["macro-plan"] < 5 || (made > 5) != on {
				t.Errorf("%s, off %v: prompts %v, %d summaries", lang, off, prompts, made)
			}
		}
	}
}

// number is a parameter of the list.
func number(name string) int {
	d := System.Design()
	values, _ := d.Values(nil)
	return int(values[name])
}
