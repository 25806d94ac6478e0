package uecil

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Both languages have the same sets of the same strategies; the seer has five, and so has every set of the werewolf.
func TestStrategiesAreWhole(t *testing.T) {
	shape := func(lang string) (list []string) {
		sets, err := readStrategies(lang)
		if err != nil {
			t.Fatal(err)
		}
		for name, set := range sets {
			if len(set) != 5 {
				t.Errorf("%s: %d strategies of %s", lang, len(set), name)
			}
			titles := map[string]bool{}
			for _, s := range set {
				list = append(list, name+" "+s.key)
				if titles[s.option.Title] = true; s.example == "" || len(s.option.Advice) == 0 || s.option.When == "" {
					t.Errorf("%s: %s of %s is not whole", lang, s.key, name)
				}
			}
			if len(titles) != len(set) {
				t.Errorf("%s: titles of %s stand twice", lang, name)
			}
		}
		slices.Sort(list)
		return list
	}
	if en, ja := shape("en"), shape("ja"); !slices.Equal(en, ja) || len(en) != 20 {
		t.Errorf("%v\n%v", en, ja)
	}
	if _, err := readStrategies("fr"); err == nil || !strings.Contains(err.Error(), "en, ja") {
		t.Errorf("French: %v", err)
	}
}

// What rules say of their own is understood as it is meant, in every voice.
func TestWordsAreUnderstood(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	for lang, names := range rosters {
		words, err := phrase.Read(files, "words", lang)
		if err != nil {
			t.Fatal(err)
		}
		asks := func(r speech.Rows) bool { some, _ := r.Asked(1); return some.Has(2) }
		for kind, means := range map[string]func(speech.Rows) bool{
			"persuade": func(r speech.Rows) bool { return r.Requested(speech.Vote) == 2 },
			"affirm":   func(r speech.Rows) bool { return r.Suspected().Has(2) },
			"question": asks, "plea": func(speech.Rows) bool { return true },
		} {
			list, slots := words.All(kind), wording.Slots{T: 2, O: 3}
			if kind == "affirm" { // which is about o
				slots = wording.Slots{O: 2}
			}
			if len(list) < 3 {
				t.Errorf("%s: %d sentences to %s", lang, len(list), kind)
			}
			for _, text := range bottest.Voiced(t, lang, list, wording.Seating{Me: 1, Names: names[:5]}, slots) {
				heard := understand.New(understand.Table{Names: names[:5], Roles: rules.Roles}).Hear(werewolf.Utterance{Day: 1, Seat: 1, Text: text}, false)
				role := heard.Claimed(1)
				tells := len(slices.Collect(heard.Results(1))) > 0 && kind != "persuade"
				judges := (heard.Suspected() | heard.Trusted()).Has(3) || heard.Announced(speech.Vote) == 3 || heard.Requested(speech.Vote) == 3
				if !means(heard) || tells || role != werewolf.NoRole && role != werewolf.Seer || judges {
					t.Errorf("%q is understood as %v", text, heard)
				}
			}
		}
	}
}

// Models of every bad mode leave the game whole, and every module is noted.
func TestBadModels(t *testing.T) {
	noted := map[string]bool{}
	for i, mode := range llmtest.Modes() {
		if !*Long && i%4 != 3 {
			continue // the test of all players samples the modes, too
		}
		if mode.Name == "slow" {
			continue // the test of all players has a clock for it
		}
		behave, err := llmtest.Find(mode.Name)
		if err != nil {
			t.Fatal(err)
		}
		g := play(t, 5, uint64(i), agent.Config{Lang: []string{"en", "ja"}[i%2]}, behave, nil)
		calls := 0
		for _, notes := range g.notes {
			calls += len(notes["model"])
			for topic := range notes {
				noted[topic] = true
			}
		}
		if calls == 0 {
			t.Errorf("%s: no call is noted", mode.Name)
		}
	}
	d := System.Design()
	for _, m := range d.Modules {
		if !m.Silent && !noted[m.Name] {
			t.Errorf("nothing is noted under %q", m.Name)
		}
	}
}
