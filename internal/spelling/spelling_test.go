package spelling

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"max_count", "max_length", "max_skip", "mode", "order"}
	for word, want := range map[string]string{
		"max_skp":                  "max_skip",
		"maxskip":                  "max_skip",
		"max-skip":                 "max_skip",
		"MAX_SKIP":                 "max_skip",
		"max_legnth":               "max_length",
		"ordre":                    "order",
		"modes":                    "mode",
		"mx_cout":                  "max_count",
		"mo":                       "",
		"voting":                   "",
		"":                         "",
		strings.Repeat("mode", 99): "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("nearest %q is %q, want %q", word, got, want)
		}
	}
}

// Of two words as close the one that begins alike was meant.
func TestNearestBeginsAlike(t *testing.T) {
	for _, known := range [][]string{{"name", "games"}, {"games", "name"}} {
		if got := Nearest("game", known); got != "games" {
			t.Errorf("of %q %s", known, got)
		}
	}
}

// slowDistance tries every way to take the ends of both words away.
func slowDistance(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	change := 0
	if a[0] != b[0] {
		change = 1
	}
	best := min(slowDistance(a[1:], b)+1, slowDistance(a, b[1:])+1, slowDistance(a[1:], b[1:])+change)
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		best = min(best, slowDistance(a[2:], b[2:])+1)
	}
	return best
}

func TestDistanceIsThatOfTheSlowTwin(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		b := make([]byte, chance.IntN(7))
		for i := range b {
			b[i] = "abc"[chance.IntN(3)]
		}
		return string(b)
	}
	for range 500 {
		a, b := word(), word()
		if got, want := distance(a, b), slowDistance(a, b); got != want || got != distance(b, a) {
			t.Errorf("distance of %q and %q is %d, want %d", a, b, got, want)
		}
	}
}
