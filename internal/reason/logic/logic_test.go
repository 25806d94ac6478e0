package logic

import (
	"flag"
	"os"
	"strings"
	"testing"
	"wolfden/internal/ledger"

	"wolfden/internal/reason/evidence"
	"wolfden/internal/reason/worlds"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// morning is a second day: 1 and 2 both claim to be the seer, 4 was executed and 5 killed.
func morning(t *testing.T, seat werewolf.SeatID, role werewolf.Role) Elements {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	o := werewolf.Observation{
		Rules: &rules, Seat: seat, Day: 2, Roles: make([]werewolf.Role, 6),
		Talks:  []werewolf.Utterance{{Day: 1, Seat: 1}, {Day: 1, Seat: 2}, {Day: 2, Seat: 2}},
		Deaths: []werewolf.Death{{Day: 1, Seat: 4, Cause: werewolf.ByExecution}, {Day: 1, Seat: 5, Cause: werewolf.ByAttack}},
	}
	o.Roles[seat] = role
	var book ledger.Writer
	for i, found := range []speech.Act{
		{Verb: speech.Divined, Target: 3, Species: werewolf.Human},
		{Verb: speech.Divined, Target: 4, Species: werewolf.Wolf},
		{Verb: speech.Divined, Target: 3, Species: werewolf.Wolf},
	} {
		u := &o.Talks[i]
		book.Hear(u, speech.Join(speech.Claim(u.Seat, werewolf.Seer), speech.Of(found)))
	}
	var l evidence.List
	l.See(&o, book.Reader())
	return Of(worlds.Known(&o), book.Reader(), &l)
}

func TestElements(t *testing.T) {
	e := morning(t, 3, werewolf.Villager)
	if len(e.Excesses) != 1 || e.Excesses[0].Claimants != werewolf.SetOf(1, 2) || e.Excesses[0].Liars() != 1 {
		t.Fatalf("excesses: %+v", e.Excesses)
	}
	if e.NotWolves != werewolf.SetOf(3, 4, 5) || e.Wolves != 0 {
		t.Errorf("not werewolves: %v, werewolves: %v", e.NotWolves, e.Wolves)
	}
	if e.Possible[3].Only() != werewolf.Villager || e.Possible[1].Has(werewolf.Werewolf) != true {
		t.Errorf("possible: %v", e.Possible)
	}
	if len(e.Patterns) != 2 {
		t.Fatalf("patterns: %+v", e.Patterns)
	}
	first, second := e.Patterns[0], e.Patterns[1]
	if first.Real != 1 || first.Wolves != werewolf.SetOf(2) || first.Possible[1].Only() != werewolf.Seer {
		t.Errorf("if 1 is real, 2 is the werewolf: %+v", first)
	}
	if second.Real != 2 || second.Worlds != 0 || second.Wolves != 0 {
		t.Errorf("2 called 4 a werewolf, and the game went on: %+v", second)
	}
}

func TestNothingFollowsFromNothing(t *testing.T) {
	rules, err := werewolf.Standard(9)
	if err != nil {
		t.Fatal(err)
	}
	e := Of(worlds.Setup(nil, rules.Roles), &ledger.Ledger{}, &evidence.List{})
	if len(e.Excesses)+len(e.Patterns) != 0 || e.NotWolves != 0 || e.Worlds != 30240 {
		t.Errorf("%+v", e)
	}
}

func TestSentencesGolden(t *testing.T) {
	names := map[string][]string{
		"en": {"Ada", "Bela", "Cleo", "Dora", "Emil"},
		"ja": {"アオイ", "イツキ", "ウタ", "エマ", "オト"},
	}
	for lang, who := range names {
		e := morning(t, 3, werewolf.Villager)
		lines, err := e.Sentences(lang, who)
		if err != nil {
			t.Fatal(err)
		}
		path, got := "testdata/"+lang+".golden", strings.Join(lines, "\n")+"\n"
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", lang, got, want)
		}
	}
}

func TestEverySentenceIsThereAndFilled(t *testing.T) {
	english := books()["en"]
	for lang, book := range books() {
		if len(book) != len(english) {
			t.Errorf("%s has %d sentences, en %d", lang, len(book), len(english))
		}
	}
	for _, lang := range []string{"en", "ja"} {
		for seat, role := range map[werewolf.SeatID]werewolf.Role{0: werewolf.NoRole, 1: werewolf.Werewolf, 2: werewolf.Seer} {
			e := morning(t, seat, role)
			lines, err := e.Sentences(lang, []string{"A", "B"})
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range lines {
				if line == "" || strings.ContainsAny(line, "{}\n") {
					t.Errorf("%s: %q", lang, line)
				}
			}
		}
	}
	if _, err := new(Elements).Sentences("fr", nil); err == nil {
		t.Error("no error about an unknown language")
	}
}
