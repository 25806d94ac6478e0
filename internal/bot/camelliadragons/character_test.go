package camelliadragons

import (
	"encoding/json"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// A model makes one character of the profile when the game begins, and everything is worded as that character.
func TestCharacterIsMadeOnce(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		for _, off := range [][]string{nil, {"character"}} {
			on, made, worded := off == nil, map[werewolf.SeatID]int{}, 0
			playedGame{seed: 5, lang: lang, profile: bottest.Profile(lang), off: off, behave: bottest.Sailor(lang)}.play(t, func(x *moment) {
				for _, text := range x.Of("expand-character") {
					if made[x.O.Seat]++; x.O.Day > 0 || !strings.Contains(text, bottest.Profile(lang)[:8]) {
						t.Errorf("%s, day %d: a character is made of %s", lang, x.O.Day, text)
					}
				}
				for _, text := range x.Of("word") {
					worded++
					if strings.Contains(text, bottest.Habit) != on || strings.Contains(text, bottest.Profile(lang)) == on {
						t.Errorf("%s, off %v: the character is in the prompt: %v\n%s", lang, off, !on, text)
					}
				}
			})
			if worded < 20 || on != (len(made) == 5) {
				t.Errorf("%s, off %v: %d prompts for utterances, characters %v", lang, off, worded, made)
			}
			for seat, n := range made {
				if n != 1 {
					t.Errorf("%s: the character of seat %d is made %d times", lang, seat, n)
				}
			}
		}
	}
}

// Without a model the character holds what the profile says and a manner of speech, and is noted once by everybody.
func TestCharacterByRule(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		text := bottest.Profile(lang)
		for _, off := range [][]string{nil, {"character"}} {
			noted := map[werewolf.SeatID]int{}
			playedGame{seed: 5, lang: lang, profile: text, off: off}.play(t, func(x *moment) {
				for _, note := range x.Notes["character"] {
					noted[x.O.Seat]++
					var c task.Character
					err := json.Unmarshal([]byte(note), &c)
					if err != nil || !strings.HasPrefix(c.Age, "33") || !strings.Contains(text, c.Personality) || c.Speech == "" || len(c.Examples) == 0 {
						t.Errorf("%s: %v: %s", lang, err, note)
					}
				}
			})
			if want := map[bool]int{true: 5}[off == nil]; len(noted) != want {
				t.Errorf("%s, off %v: %v note a character", lang, off, noted)
			}
		}
	}
}

// Models of every bad mode leave games of every size whole, and everything in the design is noted.
func TestBadModels(t *testing.T) {
	noted := map[string]bool{}
	for i, mode := range llmtest.Modes() {
		if !*long && i%4 != 0 && i != 5 {
			continue // the test of all players samples the modes, too
		}
		if mode.Name == "slow" {
			continue // the test of all players has a clock for it
		}
		calls, n := 0, 5
		if i == 5 {
			n = 9
		}
		playedGame{players: n, seed: uint64(i), profile: bottest.Profile("en"), behave: mode.Behave}.play(t, func(x *moment) {
			for what := range x.Notes {
				noted[what] = true
			}
			calls += len(x.Notes["model"])
		})
		if calls == 0 {
			t.Errorf("%s: no call is noted", mode.Name)
		}
	}
	for _, m := range System.Design().Modules {
		if !m.Silent && !noted[m.Name] {
			t.Errorf("nothing is noted under %q", m.Name)
		}
	}
}
