package columns

import "testing"

func TestAlign(t *testing.T) {
	rows := "team\tgames\nfox\t3\n\n狼\tleft open\t\nno cells\n"
	if got, want := Align(rows), "team  games\nfox   3\n\n狼  left open\nno cells\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
