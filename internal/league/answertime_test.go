package league

import (
	"testing"

	"wolfden/werewolf"
)

func TestAnswerTime(t *testing.T) {
	for text, want := range map[string]int{"none": 0, "5m": 300_000, "500ms": 500, "": -1, "0s": -1, "-1s": -1, "5": -1, "25h": -1, "1ns": -1, "None": -1} {
		rules, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		var a AnswerTime
		if err := a.UnmarshalText([]byte(text)); (err != nil) != (want < 0) {
			t.Errorf("%q: %v", text, err)
		} else if err != nil {
			continue
		}
		if a.Set(&rules); rules.Timeout.Action != want || a.Endless() != (want == 0) {
			t.Errorf("%q: %d ms, endless %t", text, rules.Timeout.Action, a.Endless())
		}
	}
	rules := werewolf.Rules{Timeout: werewolf.Timeout{Action: 7}}
	if (AnswerTime{}).Set(&rules); rules.Timeout.Action != 7 {
		t.Error("no time was given and the rules have another")
	}
}
