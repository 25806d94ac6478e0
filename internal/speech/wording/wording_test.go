package wording

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"wolfden/werewolf"
)

// The players of the tests: T, O, X and two more of every sentence, then the speaker.
var tables = map[string][]string{
	"en": {"Alice", "Bob", "Carol", "Erin", "Frank", "Dave"},
	"ja": {"アリス", "ボブ", "カレン", "エリカ", "フミオ", "ダイチ"},
}

const seatT, seatO, seatX, seatMe = 1, 2, 3, 6

func bookOf(t testing.TB, lang string) *Book {
	t.Helper()
	b, err := In(lang)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// slots fills every slot of a sentence.
var slots = Slots{T: seatT, O: seatO, X: seatX, N: 3, Role: werewolf.Seer}

// speakerIn is a speaker of one style of a book.
func speakerIn(b *Book, style int, seed uint64) *Speaker {
	s := NewSpeaker(b, "", Seating{Me: seatMe, Names: tables[b.lang]}, rand.New(rand.NewPCG(seed, 2)))
	s.voice.style, s.voice.Tone = style, b.styles[style].tone
	s.worded = b.worded[style]
	for _, c := range b.voices {
		if c.style == style {
			s.voice.Self = c.selves[0]
			break
		}
	}
	return s
}

// forEveryWording draws every line of a language in every style several times, with and without what may be left out.
func forEveryWording(t *testing.T, lang string, draws int, do func(k SentenceKind, l *line, s *Speaker, text string)) {
	t.Helper()
	b := bookOf(t, lang)
	for style := range b.styles {
		s := speakerIn(b, style, uint64(style))
		for _, k := range kindsOf(b) {
			lines := b.worded[style].lines[k]
			for i := range lines {
				for draw := range draws {
					s.voice.taste++
					do(k, &lines[i], s, s.render(&lines[i], &slots, draw%2 == 1))
				}
			}
		}
	}
}

func kindsOf(b *Book) (list []SentenceKind) {
	for k := range b.worded[0].lines {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// declared are the kinds that kind.go declares.
func declared(t *testing.T) (list []SentenceKind) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "kind.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || len(v.Values) != 1 {
			return true
		}
		text, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, SentenceKind(text))
		return true
	})
	slices.Sort(list)
	return list
}

// TestBooksAreWhole: both languages word the kinds that are declared and no others, and only of those is said what they mean.
func TestBooksAreWhole(t *testing.T) {
	all := declared(t)
	words := slices.DeleteFunc(slices.Clone(all), func(k SentenceKind) bool { return k == Persuade || k == VoteAllSeen })
	for lang := range tables {
		if kinds := kindsOf(bookOf(t, lang)); !slices.Equal(kinds, words) {
			t.Errorf("%s: not both declared and worded: %v", lang, onlyInOne(kinds, words))
		}
	}
	for k, m := range bookOf(t, "en").means {
		if !slices.Contains(all, k) || len(m.rows) == 0 {
			t.Errorf("%q is said to mean %s", k, m.rows)
		}
	}
}

func onlyInOne(a, b []SentenceKind) (list []SentenceKind) {
	for _, pair := range [][2][]SentenceKind{{a, b}, {b, a}} {
		for _, k := range pair[0] {
			if !slices.Contains(pair[1], k) {
				list = append(list, k)
			}
		}
	}
	return list
}

// TestWordingsAreClean: nothing that a log, a voice or the protocol cannot take, nothing left of the format, names
// intact, and nothing longer than a contest allows.
func TestWordingsAreClean(t *testing.T) {
	for lang, names := range tables {
		forEveryWording(t, lang, 6, func(k SentenceKind, l *line, s *Speaker, text string) {
			if problem := unclean(text, names); problem != "" {
				t.Errorf("%s %s %s: %q: %s", lang, s.book.styles[s.voice.style].name, k, text, problem)
			}
			last, _ := utf8.DecodeLastRuneInString(text)
			if !strings.ContainsRune(".!?。！？", last) {
				t.Errorf("%s %s: %q does not end", lang, k, text)
			}
		})
	}
}

func unclean(text string, names []string) string {
	switch i := strings.IndexAny(text, ",;:[]{}|~()<>/*_#+-…\"“”\n\t"); {
	case text == "":
		return "nothing said"
	case i >= 0:
		return fmt.Sprintf("has %q", text[i:])
	case strings.Contains(text, "  ") || strings.TrimSpace(text) != text:
		return "stray blanks"
	case len([]rune(strings.ReplaceAll(text, " ", ""))) > 125:
		return "too long"
	}
	for i, r := range text {
		if !unicode.IsLetter(r) && !strings.ContainsRune(" .!?'@。、！？ー々", r) {
			return fmt.Sprintf("has %q", r)
		}
		if r == '@' && !isMention(text[:i], text[i+1:], names) {
			return "a mention that is not set apart"
		}
	}
	return ""
}

// isMention reports whether a name stands alone after an @.
func isMention(before, after string, names []string) bool {
	if before != "" && !strings.HasSuffix(before, " ") {
		return false
	}
	return slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(after, n+" ") })
}

// TestEveryKindHasWordings: whoever speaks, whatever is said can be said in several ways, and what is said in every
// game in many.
func TestEveryKindHasWordings(t *testing.T) {
	const often, ever, draws = 8, 3, 120
	common := []SentenceKind{
		Greet, ClaimRole, Counter, SeenHuman, SeenWolf, VoteFor, VoteAll, SuspectLead, Agree, AskQuiet, AskSuspect, DenyWolf,
		DenySuspect, WhisperAttack, ClaimSeenHuman, ClaimSeenWolf, AskVoteFor, Innocent, PowerWolf, PowerPossessed, Retract,
		AgreeWith, TurnBack,
	}
	for lang := range tables {
		b := bookOf(t, lang)
		for style := range b.styles {
			for _, k := range kindsOf(b) {
				s := speakerIn(b, style, 1)
				forms := map[string]bool{}
				wanted := ever
				if slices.Contains(common, k) {
					wanted = often
				}
				for draw := 0; draw < draws && len(forms) < wanted; draw++ {
					text, _ := s.Say(k, slots, nil)
					forms[text] = true
				}
				if n := len(forms); n < wanted {
					t.Errorf("%s %s: %q has %d forms", lang, b.styles[style].name, k, n)
				}
			}
		}
	}
}

// TestTerseWordings: a terse wording is the last resort, but what nobody has room for is not said.
func TestTerseWordings(t *testing.T) {
	s := speakerIn(bookOf(t, "en"), 0, 1)
	short := func(n int) func(string) bool { return func(text string) bool { return len(text) <= n } }
	if text, ok := s.Say(VoteFor, Slots{T: seatO}, short(11)); !ok || text != "I vote Bob." {
		t.Errorf("%q, %v", text, ok)
	}
	if text, ok := s.Say(VoteFor, Slots{T: seatO}, short(3)); ok {
		t.Errorf("%q fits three letters", text)
	}
	if text, ok := s.Say(VoteFor, Slots{}, nil); ok {
		t.Errorf("%q names nobody", text)
	}
	if text, ok := s.Say("no such kind", Slots{}, nil); ok {
		t.Errorf("%q means nothing", text)
	}
}

// TestShortLimits: what has a terse wording can be said in few letters, in every style.
func TestShortLimits(t *testing.T) {
	for lang, most := range map[string]int{"en": 45, "ja": 30} {
		b := bookOf(t, lang)
		rules := werewolf.LengthRules{PerTalk: most, MentionLength: werewolf.NoLimit, PerAgent: werewolf.NoLimit, BaseLength: werewolf.NoLimit}
		short := func(text string) bool {
			kept, cost := rules.Fit(text, tables[lang], 0)
			return kept == text && cost <= 0
		}
		for style := range b.styles {
			s := speakerIn(b, style, 1)
			for _, k := range kindsOf(b) {
				if !slices.ContainsFunc(b.worded[style].lines[k], func(l line) bool { return l.terse }) {
					continue
				}
				if _, ok := s.Say(k, slots, short); !ok {
					t.Errorf("%s %s: %q has nothing to say in %d letters", lang, b.styles[style].name, k, most)
				}
			}
		}
	}
}

func TestOthersAreNotEchoed(t *testing.T) {
	heard := "There is no result on Alice so far"
	for seed := range uint64(50) {
		s := speakerIn(bookOf(t, "en"), 0, seed)
		s.Remember(heard+".", false)
		if text, ok := s.Say(WhyOpen, Slots{T: seatT, N: 4}, nil); !ok || strings.Contains(text, heard) {
			t.Errorf("seed %d: %q", seed, text)
		}
	}
}

// TestEchoesOfOtherNames: what has just been said of one player is not said of another in the same words, later it may be.
func TestEchoesOfOtherNames(t *testing.T) {
	heard := "There is no result on Bob so far"
	again := 0
	for seed := range uint64(50) {
		s := speakerIn(bookOf(t, "en"), 0, seed)
		s.Remember(heard+".", false)
		if text, ok := s.Say(WhyOpen, Slots{T: seatT, N: 4}, nil); !ok || strings.Contains(text, "There is no result") {
			t.Errorf("seed %d: %q", seed, text)
		}
		for range echoes {
			s.Remember("Over.", false)
		}
		if text, _ := s.Say(WhyOpen, Slots{T: seatX, N: 4}, nil); strings.Contains(text, "There is no result") {
			again++
		}
	}
	if again == 0 {
		t.Error("it is never said again")
	}
}

// TestEchoesInOtherManners: nor in another manner of speaking: with another opening, ending, word for oneself, short form or name.
func TestEchoesInOtherManners(t *testing.T) {
	for _, c := range []struct {
		lang, heard string // X is a player
		kind        SentenceKind
		never       string
	}{
		{"ja", "やっぱり、初日は手がかりがなくて、Xは当てずっぽうで選んだぜ。", ChoseBlind, "手がかりがなくて"},
		{"ja", "Xの正体は、わしがこの目で見ておる。", SeenMyself, "この目で見"},
		{"ja", "Xの正体は、俺がこの目で見ちゃった。", SeenMyself, "この目で見"},
		{"en", "Please believe me, there's no result on X so far.", WhyOpen, "no result on Alice"},
		{"en", "I will, vote for, X.", VoteFor, "I will vote for Alice."}, // a comma is no other sentence
		{"en", "I'll vote for X.", VoteFor, "I will vote for Alice."},
	} {
		for seed := range uint64(30) {
			s := speakerIn(bookOf(t, c.lang), int(seed%4), seed)
			s.Remember(strings.ReplaceAll(c.heard, "X", tables[c.lang][seatO-1]), false)
			if text, ok := s.Say(c.kind, Slots{T: seatT, N: 4}, nil); !ok || strings.Contains(text, c.never) {
				t.Errorf("%s, seed %d: %q", c.heard, seed, text)
			}
		}
	}
}

// TestSameSeedSameWords: what is said follows from the profile, the seed and what was said before.
func TestSameSeedSameWords(t *testing.T) {
	for lang := range tables {
		b := bookOf(t, lang)
		say := func(seed uint64) (list []string) {
			s := NewSpeaker(b, "age: 44, a cheerful baker", Seating{Names: tables[lang]}, rand.New(rand.NewPCG(seed, 0)))
			for _, k := range kindsOf(b) {
				text, _ := s.Say(k, slots, nil)
				list = append(list, text)
			}
			return list
		}
		if one, two := say(1), say(1); !slices.Equal(one, two) {
			t.Errorf("%s: one seed, two ways to speak", lang)
		}
		if one, two := say(1), say(2); slices.Equal(one, two) {
			t.Errorf("%s: two seeds say the same", lang)
		}
	}
}

// TestHostileNames: a name is said as it is, whatever is in it.
func TestHostileNames(t *testing.T) {
	for _, name := range []string{"{t}", "<open>", "(a|b)", "Dr. No", "王小明", "@Bob", "x", "だ+"} {
		for lang := range tables {
			s := speakerIn(bookOf(t, lang), 0, 1)
			s.seating.Names = []string{name}
			if text, ok := s.Say(VoteFor, Slots{T: 1}, nil); !ok || !strings.Contains(text, name) {
				t.Errorf("%s: %q becomes %q", lang, name, text)
			}
		}
	}
}

// TestFaultsOfABookNameTheirPlace: whoever edits the files is told where to look.
func TestFaultsOfABookNameTheirPlace(t *testing.T) {
	plain := style{}
	for text, want := range map[string]string{
		"hello": "f:1: a wording before", "== greet\nhi {who}": "f:2: unknown slot", "== greet\n\nhi [a|b|c]": "f:3",
		"== greet\nhi [a|b": "a choice without its end", "== greet\nhi {t": "no }", "== greet\nhi <who>": "unknown fragment",
		"== greet\nhi (a|b": "a choice without its )", "== greet\nhi )": "stray", "== greet\nbrave: hi": "unknown trait",
	} {
		list, err := read("f", text)
		if err == nil {
			_, err = plain.layOut(list)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := In("fr"); err == nil {
		t.Error("a book in French")
	}
}

// openings are the words that sentences may begin with or not.
func openings(p *phrasing) map[string]bool {
	all := map[string]bool{}
	for _, name := range []string{"fact", "open"} {
		for _, l := range p.fragments[name].lines {
			if words, _, _ := strings.Cut(l.words, "{"); words != "" {
				all[strings.ToLower(words)] = true
			}
		}
	}
	return all
}

// Nobody begins two sentences of a game with the same words that might have been left out.
func TestOpeningsAreNoTics(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		b := bookOf(t, lang).WithCommas()
		opened := 0
		for style := range b.styles {
			s := speakerIn(b, style, uint64(style))
			seen := map[string]bool{}
			for i := range 60 {
				k := []SentenceKind{SuspectLead, WhyQuiet, WhyOpen, Defend, TrustLean}[i%5]
				s.times = map[SentenceKind][]uint8{} // any wording is as good as new
				about := slots
				about.T = werewolf.SeatID(2 + i%3)
				text, _ := s.Say(k, about, nil)
				s.said = map[string]bool{}
				for words := range openings(b.worded[style]) {
					if !strings.HasPrefix(strings.ToLower(text), words) {
						continue
					}
					if opened++; seen[words] {
						t.Errorf("%s, %s: again %q", lang, b.styles[style].name, text)
					}
					seen[words] = true
				}
			}
		}
		if opened < 10 {
			t.Errorf("%s: %d openings", lang, opened)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("== greet\nold: hi [a|b] (c|d{t}) <x?>\n~ hi.\n:: x\nyes (|no)")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := read("f", text)
		if err != nil {
			return
		}
		b := bookOf(t, "ja")
		for i := range b.styles {
			if p, err := b.styles[i].layOut(list); err == nil && p == nil {
				t.Error("neither a book nor a fault")
			}
		}
	})
}

func BenchmarkSay(b *testing.B) {
	for _, lang := range []string{"en", "ja"} {
		b.Run(lang, func(b *testing.B) {
			book := bookOf(b, lang)
			kinds := []SentenceKind{Greet, ClaimSeenWolf, VoteFor, SuspectLead, AskQuiet, WhyQuiet, Agree, VoteAll, DenySuspect, Compare}
			var s *Speaker
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i%60 == 0 {
					s = NewSpeaker(book, "age: 44, a cheerful baker", Seating{Names: tables[lang]}, rand.New(rand.NewPCG(uint64(i), 0)))
				}
				text, _ := s.Say(kinds[i%len(kinds)], slots, nil)
				s.Remember(text, true)
			}
		})
	}
}
