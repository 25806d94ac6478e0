package wire

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"wolfden/werewolf"
)

// Every packet of many games is what json.Marshal makes of it.
func TestPacketsAreWrittenAsMarshalled(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	n := 0
	for seed := range uint64(40) {
		p := party{tb: t, dialect: Dialect(seed % 2), faults: 10, send: func(s sent) {
			packet, err := Decode(s.packet)
			if err != nil {
				t.Fatalf("%v: %s", err, s.packet)
			}
			want, err := json.Marshal(&packet)
			if err != nil || string(want) != string(s.packet) {
				t.Fatalf("%v\n got %s\nwant %s", err, s.packet, want)
			}
			n++
		}}
		p.play(testRules(t, []int{5, 9, 13}[seed%3], rand.New(rand.NewPCG(seed, 1))), seed)
	}
	if n < 1000 {
		t.Errorf("%d packets", n)
	}
}

// The rules of the next game of a connection are another's.
func TestSettingIsWrittenAnew(t *testing.T) {
	e := NewEncoder("01X", Newest)
	for _, days := range []int{3, 4} {
		o := morning(werewolf.DailyInitialize)
		o.Rules.MaxDay = days
		b, err := e.Encode(o)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := Decode(b); err != nil || *p.Setting.MaxDay != days {
			t.Errorf("%v, %s", err, b)
		}
	}
}

func FuzzQuoting(f *testing.F) {
	for _, s := range []string{"", "plain", `"\<>&`, "a\u2028b", "\xff\xe2", "日本語…", "\x00\x7f\n", "€"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, _ := json.Marshal(text)
		if got := appendString(nil, text); string(got) != string(want) {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	})
}
