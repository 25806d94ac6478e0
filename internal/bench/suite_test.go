package bench

import (
	"slices"
	"testing"

	"wolfden/internal/injection"
	"wolfden/werewolf"
)

// Whoever changes what a part asks raises its version, and writes the new digest here.
func TestVersionsOfTheSuite(t *testing.T) {
	s, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	situations, err := s.SituationsStamp()
	if err != nil {
		t.Fatal(err)
	}
	injections, err := s.InjectionsStamp()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []struct {
		name      string
		got, want Stamp
	}{
		{"games", s.GamesStamp(""), Stamp{1, "8871f4ec23d7"}},
		{"situations", situations, Stamp{1, "26c2e513cdec"}},
		{"injections", injections, Stamp{1, "7de4da1f0100"}},
	} {
		if part.got != part.want {
			t.Errorf("%s are %+v, not %+v: results from before are no longer comparable, so they need the next version", part.name, part.got, part.want)
		}
	}
}

func TestTheSuiteIsWhole(t *testing.T) {
	s, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	seeds, names := map[uint64]bool{}, map[string]bool{}
	for _, table := range s.Games.Tables {
		if _, err := werewolf.Standard(table.Players); err != nil {
			t.Errorf("%s: %v", table.Name, err)
		}
		for _, size := range []Size{Quick, Full} {
			if n := table.Of(size); n < table.Players || n%table.Players != 0 {
				t.Errorf("%s, %s: %d games are no whole decks of %d, so not every role comes as often as it should", table.Name, size, n, table.Players)
			}
		}
		if table.Full < table.Quick {
			t.Errorf("%s: full is less than quick", table.Name)
		}
		if seeds[table.Seed] || names[table.Name] {
			t.Errorf("%s has the seed or the name of another table", table.Name)
		}
		seeds[table.Seed], names[table.Name] = true, true
	}
	if s.Injections.Quick < 2 || s.Injections.Full < s.Injections.Quick || s.Situations.Quick < 1 || s.Situations.Full < s.Situations.Quick {
		t.Errorf("sizes are %+v, %+v; an interval takes two deals", s.Situations, s.Injections)
	}
	for _, lang := range s.Injections.Langs {
		lines, err := injection.Suite(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range s.Injections.Kinds {
			if !slices.Contains(injection.Kinds(), kind) || len(injection.Of(lines, kind)) == 0 {
				t.Errorf("nothing hostile of the kind %q is said in %s", kind, lang)
			}
		}
	}
}

// A digest tells apart what is asked, and nothing else.
func TestStampsDiffer(t *testing.T) {
	s, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	before := s.GamesStamp("x")
	if s.GamesStamp("y") == before {
		t.Error("other play of the opponents has the same stamp")
	}
	s.Games.Tables[0].Full++
	if s.GamesStamp("x") != before {
		t.Error("how many games there are changes the stamp")
	}
	s.Games.Tables[0].Seed++
	if s.GamesStamp("x") == before {
		t.Error("other deals have the same stamp")
	}
}
