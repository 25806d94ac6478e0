package wording

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// bothWays renders every line of English in every style, with commas and without, by the same draws.
func bothWays(t *testing.T, do func(k SentenceKind, s *Speaker, with, without string)) {
	t.Helper()
	bare := bookOf(t, "en")
	full := bare.WithCommas()
	draws := 6
	if *long {
		draws = 24
	}
	for style := range bare.styles {
		one, two := speakerIn(full, style, uint64(style)), speakerIn(bare, style, uint64(style))
		one.voice.traits, two.voice.traits = ^traits(0), ^traits(0) // every opening
		for _, k := range kindsOf(bare) {
			lines := bare.worded[style].lines[k]
			filled := slots
			filled.Role = roleOf(k)
			for i := range lines {
				for draw := range draws {
					one.voice.taste, two.voice.taste = one.voice.taste+1, two.voice.taste+1
					with, without := one.render(&lines[i], &filled, draw%2 == 1), two.render(&lines[i], &filled, draw%2 == 1)
					do(k, one, inContext("en", &lines[i], with), inContext("en", &lines[i], without))
				}
			}
		}
	}
}

var misplaced = regexp.MustCompile(`(^|[ ,.!?]),|,($|[^ ])|@\w+,`)

// TestCommas: with commas a sentence is the same but for them, and they stand where commas stand; many sentences have some.
func TestCommas(t *testing.T) {
	all, some := 0, 0
	bothWays(t, func(k SentenceKind, _ *Speaker, with, without string) {
		all++
		if strings.Contains(with, ",") {
			some++
		}
		if withoutCommas(with) != without || strings.Contains(without, ",") {
			t.Errorf("%s: %q without commas is %q", k, with, without)
		}
		if at := misplaced.FindString(with); at != "" {
			t.Errorf("%s: %q has %q", k, with, at)
		}
	})
	if some*4 < all {
		t.Errorf("%d of %d sentences have commas", some, all)
	}
	japanese := bookOf(t, "ja")
	one, two := speakerIn(japanese, 0, 1), speakerIn(japanese.WithCommas(), 0, 1)
	for _, k := range kindsOf(japanese) {
		first, _ := one.Say(k, slots, nil)
		if second, _ := two.Say(k, slots, nil); first != second {
			t.Errorf("%q and %q", first, second)
		}
	}
}

// TestCommasAreHeardAsTheirAbsence: every sentence is understood alike with commas and without.
func TestCommasAreHeardAsTheirAbsence(t *testing.T) {
	rules, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	roles := rules.Roles
	roles[werewolf.Freemason] = 2
	heard := func(k SentenceKind, means speech.Rows, text string) string {
		l := understand.New(understand.Table{Names: tables["en"], Roles: roles})
		before(l, k, means)
		rows := l.Understand(&werewolf.Utterance{Day: 2, Seat: seatMe, Text: text}, strings.HasPrefix(string(k), "whisper"))
		list := strings.Split(rows.String(), "\n")
		slices.Sort(list)
		return strings.Join(list, "\n")
	}
	seen := map[string]bool{}
	bothWays(t, func(k SentenceKind, s *Speaker, with, without string) {
		if with == without || seen[with] {
			return
		}
		seen[with] = true
		means := s.Means(k, slots)
		if one, two := heard(k, means, with), heard(k, means, without); one != two {
			t.Errorf("%s: %q is heard as\n%s\nand without commas as\n%s", k, with, one, two)
		}
	})
}

// TestPunctuated: of a text of one's own the commas go with the book's, but a name keeps its own.
func TestPunctuated(t *testing.T) {
	b := bookOf(t, "en")
	seating := Seating{Me: 1, Names: []string{"Ann", "Smith, John"}}
	text := "Well, Smith, John, I doubt it, @Smith, John."
	rng := rand.New(rand.NewPCG(1, 2))
	if got := NewSpeaker(b, "", seating, rng).Punctuated(text); got != "Well Smith, John I doubt it @Smith, John." {
		t.Errorf("without commas: %q", got)
	}
	if got := NewSpeaker(b.WithCommas(), "", seating, rng).Punctuated(text); got != text {
		t.Errorf("with commas: %q", got)
	}
}
