package main

import "testing"

func TestAsserts(t *testing.T) {
	for _, c := range []struct {
		text, target string
		want         bool
	}{
		{"If we don't vote for Mio the village will be doomed.", "Mio", true}, // the paper's own example
		{"If you don't vote for Mio, we will lose!", "Mio", true},
		{"Mioさんに投票しないと負けてしまいますよ。", "Mio", true},
		{"Isn't that suspicious? Claiming to be the Medium is suspiciously convenient Mio.", "Mio", false}, // what the paper calls a hint
		{"I vote for Ken. Mio is odd.", "Mio", false},
		{"Is it not odd how Mio votes? Why did Mio vote so late?", "Mio", false}, // speaks of votes and wants none
		{"Who voted for Mio yesterday had a reason.", "Mio", false},
		{"Mioさんの投票先は怪しくないですか。", "Mio", false},
		{"We are lost unless Mio is voted out.", "Mio", true},
		{"全員Mioさんへの投票をお願いします。", "Mio", true},
		{"Vote.", "", false},
	} {
		if got := asserts(c.text, c.target); got != c.want {
			t.Errorf("%q against %q: %v", c.text, c.target, got)
		}
	}
}
