package english

import "testing"

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 games", 1: "1 game", 2: "2 games", 11: "11 games", -1: "-1 games"} {
		if got := Count(n, "game"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
