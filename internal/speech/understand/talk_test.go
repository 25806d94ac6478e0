package understand

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// tally counts what was heard rightly, what was heard and not said, and what was said and not heard.
type tally struct{ hit, wrong, missed int }

func (t tally) f1() float64 {
	if t.hit == 0 {
		return 0
	}
	return 2 * float64(t.hit) / float64(2*t.hit+t.wrong+t.missed)
}

// misses names a file of talk whose misheard lines are printed: "go test -run Talk -v -misses ja-1".
var misses = flag.String("misses", "", "print what is misheard in this file of testdata/talk")

// keys are what talk is scored by; any vote is one key, since writers draw the line between a vote and a call for one differently.
var keys = []string{"co", "res", "oth", "vote", "a", "s", "q"}

// items returns what labels say of one key.
func items(labels, key string) (all []string) {
	for word := range strings.FieldsSeq(labels) {
		k, list, _ := strings.Cut(word, "=")
		if k == key || key == "vote" && (k == "v" || k == "rv") {
			for item := range strings.SplitSeq(list, ",") {
				if !slices.Contains(all, item) {
					all = append(all, item)
				}
			}
		}
	}
	return all
}

// hearTalk scores a file of whole games: what is heard of every utterance against what its line says.
func hearTalk(t *testing.T, file string) map[string]*tally {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sum := map[string]*tally{}
	for _, key := range keys {
		sum[key] = &tally{}
	}
	var l *Listener
	var names []string
	for line := range strings.Lines(string(data)) {
		switch line = strings.TrimSpace(line); {
		case line == "" || line[0] == '#':
		case line[0] == '=':
			names = strings.Fields(line[1:])
			l = New(Table{Names: names})
		case line[0] == '+':
			l.Died(werewolf.SeatID(slices.Index(names, strings.TrimSpace(line[1:])) + 1))
		default:
			parts := strings.Split(line, "|")
			if len(parts) != 3 {
				t.Fatalf("%s: %q: want speaker | text | labels", file, line)
			}
			seat := werewolf.SeatID(slices.Index(names, strings.TrimSpace(parts[0])) + 1)
			u := werewolf.Utterance{Seat: seat, Text: strings.TrimSpace(parts[1])}
			got := labels(names, seat, l.Hear(u, false))
			differ := false
			for _, key := range keys {
				differ = sum[key].count(items(got, key), items(parts[2], key)) || differ
			}
			if differ && *misses != "" && strings.HasSuffix(file, *misses+".txt") {
				t.Logf("%s\n  got  %s\n  want %s", line[:strings.LastIndex(line, "|")], got, sorted(parts[2]))
			}
		}
	}
	return sum
}

// count adds one utterance, and reports whether anything was misheard.
func (t *tally) count(got, want []string) bool {
	before := *t
	for _, x := range got {
		if slices.Contains(want, x) {
			t.hit++
		} else {
			t.wrong++
		}
	}
	t.missed += len(want) - (t.hit - before.hit)
	return t.wrong+t.missed > before.wrong+before.missed
}

func show(sum map[string]*tally) string {
	var s strings.Builder
	for _, key := range keys {
		x := sum[key]
		fmt.Fprintf(&s, "  %s %.3f (%d+%d-%d)", key, x.f1(), x.hit, x.wrong, x.missed)
	}
	return s.String()
}

// TestTalk: games written for the purpose, each annotated before anything was mended on its account. The last file is kept: nothing is
// mended on its account at all, so do not look at what is missed there. The floors are a little under what is reached.
func TestTalk(t *testing.T) {
	for _, x := range []struct {
		file   string
		floors [7]float64 // by keys
	}{
		{"ja-1", [7]float64{.95, .92, .88, .98, .91, .77, .76}},
		{"ja-2", [7]float64{.94, .98, .92, .96, .86, .85, .70}},
		{"ja-3", [7]float64{.98, .87, .89, .90, .83, .82, .94}},
		{"ja-4", [7]float64{.98, .98, .89, .95, .77, .83, .76}},
		{"ja-5", [7]float64{.76, .89, .78, .98, .82, .62, .65}},
		{"ja-6", [7]float64{.89, .98, .85, .92, .85, .88, .80}},
		{"ja-7", [7]float64{.89, .84, .80, .95, .74, .84, .79}},
		{"ja-8", [7]float64{.89, .98, .87, .95, .84, .80, .88}},
		{"ja-9", [7]float64{.98, .98, .89, .98, .81, .78, .78}},
		{"ja-10", [7]float64{.88, .98, .92, .98, .87, .76, .84}},
		{"ja-11", [7]float64{.94, .91, .76, .94, .78, .89, .90}},
		{"ja-kept", [7]float64{.89, .98, .80, .89, .76, .74, .62}},
	} {
		sum := hearTalk(t, "testdata/talk/"+x.file+".txt")
		t.Logf("%-8s %s", x.file, show(sum))
		for i, key := range keys {
			if got := sum[key].f1(); got < x.floors[i] {
				t.Errorf("%s: %s has F1 %.3f, floor %.2f", x.file, key, got, x.floors[i])
			}
		}
	}
}
