package lycaon_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/lycaon"
	"wolfden/werewolf"
)

// Werewolves vote for one of their own now and then, as somebody would who was what they pretend to be; not when the execution of
// anybody else wins. They attack nobody whom they take for the possessed.
func TestPack(t *testing.T) {
	sold, kept, late, attacks := 0, 0, 0, 0
	for seed := range bottest.Few(*lycaon.Long, uint64(12)) {
		table, players := sit(t, 9, seed)
		table.Observe = func(o *werewolf.Observation, answer string) {
			if !o.Spec().IsWolf() || !o.Request.Kind.Chooses() {
				return
			}
			target, pack := o.SeatOf(answer), (o.Allies() & o.Living).With(o.Seat)
			switch ally := o.Allies().Has(target); {
			case o.Request.Kind == werewolf.Attack:
				attacks++
				if players[o.Seat-1].TakenForPossessed(target) {
					t.Errorf("seed %d, day %d: %s attacks %s", seed, o.Day, o.Name(o.Seat), answer)
				}
			case o.Living.Len() <= 2*pack.Len()+2:
				late++
				if ally {
					t.Errorf("seed %d, day %d: %s votes for %s where anybody else wins", seed, o.Day, o.Name(o.Seat), answer)
				}
			case ally:
				sold++
			default:
				kept++
			}
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
	}
	if sold == 0 || kept == 0 || late == 0 || attacks == 0 {
		t.Errorf("votes: %d for their own side, %d for others, %d that decide; %d attacks", sold, kept, late, attacks)
	}
}

// A table of ways is written as it is read, and what is wrong with one is said.
func TestWays(t *testing.T) {
	text, err := os.ReadFile("ways.tsv")
	if err != nil {
		t.Fatal(err)
	}
	table, err := lycaon.ReadWays(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := table.Write(&b); err != nil || b.String() != string(text) {
		t.Errorf("%v:\n%s", err, &b)
	}
	if table.For(false, 7) != table.For(false, 3) || table.For(true, 0) != table.For(true, 1) || table.For(true, 1) == table.For(false, 1) {
		t.Error("a row stands elsewhere")
	}
	lines := strings.SplitAfter(string(text), "\n")
	for _, tt := range []struct{ old, to, want string }{
		{"1\tWEREWOLF", "4\tWEREWOLF", "number of werewolves"},
		{"1\tWEREWOLF", "1\tSEER", "SEER"},
		{"1\tWEREWOLF", "2\tWEREWOLF", "twice"},
		{"1\tWEREWOLF\t", "1\tWEREWOLF\t2\t", "fields"},
		{lines[2], "", "5 rows"},
		{lines[2], strings.Replace(lines[2], "\t0", "\t1.5", 1), "claims"},
	} {
		if _, err := lycaon.ReadWays(strings.NewReader(strings.Replace(string(text), tt.old, tt.to, 1))); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q for %q: %v, want %q", tt.to, tt.old, err, tt.want)
		}
	}
}
