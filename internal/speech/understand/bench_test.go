package understand

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"wolfden/werewolf"
)

// said are the utterances of a file of testdata, all at a table of those who speak.
var timed = flag.Bool("timed", false, "measure how long hostile texts take")

func said(tb testing.TB, file string) (Table, []werewolf.Utterance) {
	tb.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	var t Table
	var all []werewolf.Utterance
	for line := range strings.Lines(string(data)) {
		who, rest, ok := strings.Cut(strings.TrimPrefix(line, "~"), " |")
		text, _, _ := strings.Cut(rest, "|")
		if !ok || strings.HasPrefix(who, "#") {
			continue
		}
		who = strings.Trim(who, "()")
		seat := slices.Index(t.Names, who)
		if seat < 0 {
			seat = len(t.Names)
			t.Names = append(t.Names, who)
		}
		all = append(all, werewolf.Utterance{Seat: werewolf.SeatID(seat + 1), Text: strings.TrimSpace(text)})
	}
	return t, all
}

// BenchmarkUnderstandEnglish reads one utterance at a time.
func BenchmarkUnderstandEnglish(b *testing.B) { benchmark(b, "testdata/en.txt", 0) }

// BenchmarkUnderstandJapanese reads one utterance at a time, of those of several sentences as games have them.
func BenchmarkUnderstandJapanese(b *testing.B) { benchmark(b, "testdata/ja.txt", 120) }

// benchmark reads the utterances of a file that have at least so many bytes.
func benchmark(b *testing.B, file string, size int) {
	t, all := said(b, file)
	all = slices.DeleteFunc(all, func(u werewolf.Utterance) bool { return len(u.Text) < size })
	l := New(t)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		l.Hear(all[i%len(all)], false)
	}
}

// TestLongTextsTakeNoTime: what a hostile player writes must not stop a game. The limit is far above what is needed, so
// that a slow machine passes, and far below what anything but linear time would take.
func TestLongTextsTakeNoTime(t *testing.T) {
	const size = 64 << 10
	fragments := []string{
		"a", " ", ".", "?", "@", "Ada ", "Ada, ", "Ada and ", "@Ada", "not ", "if ", "I vote ", "I divined Ada ", "\"", "''", "“", "if Ada ", "says ",
		"the seer ", "Ada is the wolf ", "Adb ", "\xff", "\x00", "人", "「", "トシオは", "です", "占い師", "because ", "Ada=Werewolf ", "vote Ada or ", "--", " - ", "  ",
	}
	l := New(Table{Names: []string{"Ada", "Bela", "トシオ", "Abraham"}})
	for _, f := range fragments {
		text := strings.Repeat(f, size/len(f))
		begun := time.Now()
		l.Hear(werewolf.Utterance{Seat: 1, Text: text}, false)
		if took := time.Since(begun); *timed && took > time.Second {
			t.Errorf("%d KiB of %q took %v", size>>10, f, took)
		} else if testing.Verbose() {
			t.Logf("%q took %v", f, took)
		}
	}
}

// FuzzUnderstand: no text breaks the listener, and it names nobody who is not at the table.
func FuzzUnderstand(f *testing.F) {
	t, all := said(f, "testdata/en.txt")
	_, more := said(f, "testdata/ja.txt")
	// A fuzzer is only as fast as what it begins with: most sentences stand several in a text.
	text := ""
	for i, u := range append(all, more...) {
		if i%25 == 0 {
			f.Add(int8(u.Seat), u.Text, i%2 == 0)
		}
		if len(text)+len(u.Text) > 450 {
			f.Add(int8(u.Seat), text, i%2 == 0)
			text = ""
		}
		text += u.Text + " "
	}
	for _, text := range []string{"", "@", "トシオは人狼です", "\xff\xfe", "「", "I'm \"", "if if if", "@Ada @Ada and Ada, or Ada?"} {
		f.Add(int8(1), text, false)
	}
	const seats = 5
	f.Fuzz(func(tt *testing.T, seat int8, text string, whisper bool) {
		if len(text) > 500 {
			return // TestLongTextsTakeNoTime has longer ones
		}
		l := New(Table{Names: t.Names[:seats]})
		for range 2 {
			r := l.Hear(werewolf.Utterance{Seat: werewolf.SeatID(seat), Text: text}, whisper)
			named := werewolf.SetOf(l.Mentions(text)...)
			for _, a := range r {
				named |= werewolf.SetOf(a.Target, a.Subject, a.About)
			}
			if strangers := named.Without(0) &^ werewolf.SeatsUpTo(seats); strangers != 0 {
				tt.Fatalf("%q names %v, who sit at no table", text, strangers.Slice())
			}
			if (seat < 1 || seat > seats) && len(r) > 0 {
				tt.Fatalf("nobody at the table said something")
			}
		}
	})
}
