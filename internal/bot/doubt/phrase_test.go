package doubt

import (
	"strings"
	"testing"

	"wolfden/werewolf"
)

func TestEveryReasonHasWords(t *testing.T) {
	o := &werewolf.Observation{Rules: &werewolf.Rules{}, Names: []string{"<1>", "<2>", "<3>"}}
	for lang, table := range phrases {
		if n := len(table()); n != int(numWhys)-1 {
			t.Errorf("%s: %d phrases for %d reasons", lang, n, numWhys-1)
		}
		for why := Why(1); why < numWhys; why++ {
			text := Reason{Why: why, Seat: 1, Other: 2, Third: 3, Role: werewolf.Medium}.Phrase(lang, o)
			if !strings.Contains(text, "<1>") && why != SeenWolf {
				t.Errorf("%s: reason %d does not say whom it is about: %q", lang, why, text)
			}
		}
	}
	got := Reason{Why: Broke, Seat: 3, Other: 1, Third: 2}.Phrase("en", o)
	if want := "<3> announced a vote for <1> but voted for <2>"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (Reason{}).Phrase("en", o) + (Reason{Why: Gut}).Phrase("fr", o); got != "" {
		t.Errorf("words for nothing: %q", got)
	}
}

// TestTablesKeepTheOrder: phrases are found by their place, so the names in the files must stand as the constants do.
func TestTablesKeepTheOrder(t *testing.T) {
	order := strings.Fields(`seen-wolf lied rival refuted cleared clash said black retracted split broke shield changed pushed against quiet open
		crowd surplus missed alike sides aloof pack gut seen-human saved found-by sole told-truth confirmed voted-well paired`)
	for _, lang := range []string{"en", "ja"} {
		text, err := words.ReadFile("words/" + lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for line := range strings.Lines(string(text)) {
			if name := strings.Fields(line)[0]; name != "#" {
				if at >= len(order) || name != order[at] {
					t.Fatalf("%s: line %d is %q", lang, at, name)
				}
				at++
			}
		}
	}
	if Lied != 2 || Rival != 3 || Gut != 25 || Paired != numWhys-1 {
		t.Error("the constants have another order")
	}
}
