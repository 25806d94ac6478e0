package situation_test

import (
	"fmt"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/situation"
	"wolfden/werewolf"
)

// suite is all situations that come with the program.
func suite(t *testing.T) []*situation.Situation {
	t.Helper()
	all, err := situation.Suite()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSuite: fifty, in both languages, at least half of them by the course of real games, and all with names of their own.
func TestSuite(t *testing.T) {
	course, langs := 0, map[string]int{}
	for _, s := range suite(t) {
		text, err := situation.Text(s.Name)
		if err == nil {
			_, err = situation.Parse(s.Name, text) // checks it, as the suite does not
		}
		if err != nil {
			t.Error(err)
		}
		if strings.Contains(s.Source, "contest game") {
			course++
		}
		langs[s.Lang]++
		if !strings.HasPrefix(s.Name, fmt.Sprint(s.Lang, s.Players(), "-")) || s.About == "" {
			t.Errorf("%s: it is %s with %d players, about %q", s.Name, s.Lang, s.Players(), s.About)
		}
	}
	if langs["en"]+langs["ja"] != 50 || langs["en"] < 20 || langs["ja"] < 20 || course < 25 {
		t.Errorf("%v, %d of them by real games", langs, course)
	}
}

// TestSuiteTellsPlayersApart: who weighs what is known does what the game asks for, and chance does not.
func TestSuiteTellsPlayersApart(t *testing.T) {
	if testing.Short() {
		t.Skip("players in fifty positions")
	}
	held := map[string]int{}
	for _, name := range []string{"lycaon", "random"} {
		for n, s := range suite(t) {
			fails := 0
			for run := range s.Runs {
				p, err := bot.New(name, bot.Config{Seed: werewolf.SubSeed(1, n<<8|run), Lang: s.Lang, Commas: true})
				if err != nil {
					t.Fatal(err)
				}
				result, err := s.Try(t.Context(), situation.Wired(p, "G"))
				if err != nil {
					t.Fatal(err)
				}
				fails += len(result.Broken)
			}
			if fails == 0 {
				held[name]++
			}
		}
	}
	if held["lycaon"] < 45 || held["random"] > 25 {
		t.Errorf("of 50 situations: %v", held)
	}
}
