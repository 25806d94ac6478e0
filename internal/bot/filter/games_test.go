package filter_test

import (
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/filter"
	"wolfden/internal/bot/plain"
	"wolfden/werewolf"
)

// What players of rules say in whole games happened and fits, so it passes as it is. A refusal here is an error of
// the filter or of the player; one in five hundred is let go, since wordings grow.
func TestWhatRulesSayPasses(t *testing.T) {
	for lang, names := range map[string][]string{
		"en": {"Alice", "Benjamin", "Minato", "Dora", "Emil", "Fay", "Gilbert", "Hana", "Ivo", "Shizue", "Ken", "Lena", "Max"},
		"ja": {"ミナト", "美咲", "健太", "ベンジャミン", "静江", "翔", "桜", "大輔", "玲奈", "隆", "花", "誠", "結衣"},
	} {
		said, refused := 0, 0
		for seed := range uint64(6) {
			for _, n := range []int{5, 13} {
				a, b := play(t, lang, names[:n], seed)
				said, refused = said+a, refused+b
			}
		}
		t.Logf("%s: %d of %d utterances refused or changed", lang, refused, said)
		if said < 500 || refused*500 > said {
			t.Errorf("%s: %d of %d utterances refused or changed", lang, refused, said)
		}
	}
}

func play(t *testing.T, lang string, names []string, seed uint64) (said, refused int) {
	t.Helper()
	rules, err := werewolf.Standard(len(names))
	if err != nil {
		t.Fatal(err)
	}
	players := make([]bottest.Player, len(names))
	filters := make([]*filter.Filter, len(names))
	for i := range names {
		if players[i], err = plain.New(seed, lang); err != nil {
			t.Fatal(err)
		}
		filters[i] = filter.New(lang)
	}
	table, err := bottest.Sit(rules, bottest.Seats(names...), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	table.Observe = func(o *werewolf.Observation, answer string) {
		if !o.Request.Kind.Speaks() {
			return
		}
		said++
		if got, err := filters[o.Seat-1].Pass(o, answer); err != nil || got != answer {
			refused++
			t.Logf("day %d: %q became %q, %v", o.Day, answer, got, err)
		}
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	return said, refused
}
