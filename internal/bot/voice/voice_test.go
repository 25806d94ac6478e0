package voice

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/hearing"
	"wolfden/werewolf"
)

// The players of the tests: T, O and X of every sentence, then the speaker.
var tables = map[string][]string{
	"en": {"Alice", "Bob", "Carol", "Dave"},
	"ja": {"アリス", "ボブ", "カレン", "ダイチ"},
}

const seatT, seatO, seatX = 1, 2, 3

// meaning is what a listener must and may hear in every wording of an intent.
type meaning struct{ must, may []hearing.Act }

func meanings() map[Intent]meaning {
	act := func(k hearing.Kind, s werewolf.SeatID) hearing.Act { return hearing.Act{Kind: k, Target: s} }
	claim := func(r werewolf.Role) hearing.Act { return hearing.Act{Kind: hearing.Claim, Role: r} }
	only := func(a ...hearing.Act) meaning { return meaning{must: a} }
	maybe := func(a ...hearing.Act) meaning { return meaning{may: a} }
	found := func(s werewolf.Species, r werewolf.Role) meaning {
		return meaning{must: []hearing.Act{{Kind: hearing.Found, Target: seatT, Species: s, Role: r}}}
	}
	accuseT, accuseO := act(hearing.Accuse, seatT), act(hearing.Accuse, seatO)
	m := map[Intent]meaning{
		ClaimRole: only(claim(werewolf.Seer)), ClaimPlain: only(claim(werewolf.Villager)),
		Counter:   {must: []hearing.Act{claim(werewolf.Seer), accuseO}},
		SeenHuman: found(werewolf.Human, werewolf.Seer), SeenWolf: found(werewolf.Wolf, werewolf.Seer),
		RecallHuman: found(werewolf.Human, werewolf.Seer), RecallWolf: found(werewolf.Wolf, werewolf.Seer),
		MediumHuman: found(werewolf.Human, werewolf.Medium), MediumWolf: found(werewolf.Wolf, werewolf.Medium),
		GuardedWhom: only(act(hearing.Guarded, seatT)),
		DenyWolf:    maybe(accuseO),
		SuspectLead: only(accuseT), WhisperFriend: maybe(accuseT), ViewNeutral: maybe(),
		VoteFor: only(act(hearing.Vote, seatT)), VoteKeep: only(act(hearing.Vote, seatT)),
		VoteChange: only(act(hearing.Vote, seatT)), VoteJoin: only(act(hearing.Vote, seatT)),
		VoteAll:       only(act(hearing.Vote, seatT), act(hearing.Urge, seatT)),
		WhisperClaim:  only(claim(werewolf.Seer)),
		WhisperAttack: only(act(hearing.Strike, seatT)), WhisperAgree: only(act(hearing.Strike, seatT)),
		Defend: maybe(act(hearing.Trust, seatT)),
	}
	for _, in := range []Intent{TrustSole, TrustMe, TrustFound, TrustRight, TrustProof, TrustMine, TrustLean} {
		m[in] = maybe(act(hearing.Trust, seatT))
	}
	for _, in := range []Intent{
		WhyRival, WhyLied, WhyBlack, WhySplit, WhyRefuted, WhyCleared, WhyClash, WhyChanged, WhyBroke, WhyQuiet, WhyPushed,
		WhyAgainst, WhyShield, WhyRetract, WhyCrowd, WhyOpen, WhySaid, WhyGut, SeenMyself, Agree,
	} {
		m[in] = maybe(accuseT)
	}
	call := func(s werewolf.SeatID, sp werewolf.Species) hearing.Act {
		return hearing.Act{Kind: hearing.Call, Target: s, Species: sp}
	}
	m[DawnDeath] = maybe(call(seatT, werewolf.Human))
	m[WhyRefuted] = maybe(accuseT, call(seatO, werewolf.Human))
	m[WhyPushed] = m[WhyRefuted]
	m[WhyCleared] = maybe(accuseT, call(seatO, werewolf.Wolf))
	m[TrustRight] = maybe(act(hearing.Trust, seatT), call(seatX, werewolf.Wolf))
	m[TrustMine] = maybe(act(hearing.Trust, seatT), hearing.Act{Kind: hearing.Found, Target: seatT, Role: werewolf.Seer, Species: werewolf.Human})
	m[WhisperTrusted] = maybe(act(hearing.Trust, seatT))
	m[WhisperPush] = maybe(accuseT)
	m[WhyBlack] = maybe(accuseT, act(hearing.Trust, seatO))
	m[WhySplit] = m[WhyBlack]
	return m
}

// asks are the intents that are questions, and what they are about.
func asks() map[Intent]hearing.Act {
	ask := func(about werewolf.SeatID, topic hearing.Topic) hearing.Act {
		return hearing.Act{Kind: hearing.Ask, Target: seatT, About: about, Topic: topic}
	}
	return map[Intent]hearing.Act{
		AskStyle: ask(0, hearing.AnyTopic), AskResult: ask(0, hearing.WhichResult), AskAccused: ask(0, hearing.AnyTopic),
		AskQuiet: ask(0, hearing.AnyTopic), AskSuspect: ask(0, hearing.SuspectWhom), AskVote: ask(0, hearing.VoteWhom),
		AskView: ask(seatO, hearing.AnyTopic), AskWhy: ask(0, hearing.WhyTopic),
	}
}

// TestEveryWordingIsUnderstood says every wording in every tone and listens to it: a sentence must mean to others what
// it was meant to mean, and nothing else.
func TestEveryWordingIsUnderstood(t *testing.T) {
	for lang, names := range tables {
		forEveryWording(t, lang, func(in Intent, l *line, s *Speaker) {
			text := s.render(l, slotsFor(s, names))
			heard := hearing.New(names).Hear(text)
			if want, isAsk := asks()[in]; isAsk {
				checkQuestion(t, in, text, heard, want)
				return
			}
			checkMeaning(t, in, text, heard, meanings()[in], l.terse)
		})
	}
}

func forEveryWording(t *testing.T, lang string, do func(Intent, *line, *Speaker)) {
	t.Helper()
	b, err := In(lang)
	if err != nil {
		t.Fatal(err)
	}
	for in, lines := range b.lines {
		for i := range lines {
			for tone := range tones {
				s := NewSpeaker(b, "", rand.New(rand.NewPCG(1, 2)))
				s.tone = tone
				s.self = b.selfWord(manner{tone: tone})
				do(in, &lines[i], s)
			}
		}
	}
}

func slotsFor(s *Speaker, names []string) *Slots {
	return &Slots{T: names[0], O: names[1], X: names[2], Role: s.RoleWord(werewolf.Seer), N: 3}
}

// checkQuestion wants exactly one question, to the right player and about the right thing.
func checkQuestion(t *testing.T, in Intent, text string, heard []hearing.Act, want hearing.Act) {
	t.Helper()
	found := false
	for _, a := range heard {
		if a.Kind != hearing.Ask || a.Target != want.Target {
			t.Errorf("%s: %q also means %v", in, text, a)
			continue
		}
		found = found || a.Topic == want.Topic || want.Topic == hearing.AnyTopic
		if a.About != want.About && in != AskAccused {
			t.Errorf("%s: %q is about %d, want %d", in, text, a.About, want.About)
		}
	}
	if !found {
		t.Errorf("%s: %q means %v, want %v", in, text, heard, want)
	}
}

func checkMeaning(t *testing.T, in Intent, text string, heard []hearing.Act, want meaning, terse bool) {
	t.Helper()
	for _, a := range want.must {
		if !slices.ContainsFunc(heard, func(b hearing.Act) bool { return same(a, b, terse) }) {
			t.Errorf("%s: %q means %v, want %v", in, text, heard, a)
		}
	}
	for _, a := range heard {
		known := func(b hearing.Act) bool { return same(b, a, terse) }
		rhetoric := a.Kind == hearing.Ask && a.Target == 0
		if !rhetoric && !slices.ContainsFunc(want.must, known) && !slices.ContainsFunc(want.may, known) {
			t.Errorf("%s: %q also means %v", in, text, a)
		}
	}
}

// same compares what was heard with what was meant. A result may leave open how it was come by, and a terse one is no
// more than a statement.
func same(want, got hearing.Act, terse bool) bool {
	if want.Kind == hearing.Found {
		if got.Role == werewolf.NoRole && want.Role == werewolf.Seer {
			got.Role = want.Role
		}
		if terse && got.Kind == hearing.Call {
			got.Kind, got.Role = want.Kind, want.Role
		}
	}
	return want == got
}

func TestBooksAreWhole(t *testing.T) {
	en, ja := bookOf(t, "en"), bookOf(t, "ja")
	for in := range en.lines {
		if len(ja.lines[in]) == 0 {
			t.Errorf("%q is only in English", in)
		}
	}
	for in := range ja.lines {
		if len(en.lines[in]) == 0 {
			t.Errorf("%q is only in Japanese", in)
		}
	}
}

func bookOf(t *testing.T, lang string) *Book {
	t.Helper()
	b, err := In(lang)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestWordingsAreClean: no comma that would part fields of a log, no symbols, no emoji, nothing left of the format.
func TestWordingsAreClean(t *testing.T) {
	for lang, names := range tables {
		forEveryWording(t, lang, func(in Intent, l *line, s *Speaker) {
			text := s.render(l, slotsFor(s, names))
			if text == "" {
				t.Errorf("%s: an empty wording", in)
			}
			if i := strings.IndexAny(text, ",;:[]{}|~()/*_#-…\"“”"); i >= 0 {
				t.Errorf("%s: %q has %q", in, text, text[i:])
			}
			if n := len([]rune(strings.ReplaceAll(text, " ", ""))); n > 110 {
				t.Errorf("%s: %q has %d characters", in, text, n)
			}
			if strings.Contains(text, "  ") || strings.TrimSpace(text) != text {
				t.Errorf("%s: %q has stray blanks", in, text)
			}
		})
	}
}

func newSpeaker(t *testing.T, lang, profile string) *Speaker {
	t.Helper()
	return NewSpeaker(bookOf(t, lang), profile, rand.New(rand.NewPCG(1, 2)))
}

func anything(string) bool { return true }

func TestNothingIsSaidTwice(t *testing.T) {
	s := newSpeaker(t, "en", "")
	seen := map[string]bool{}
	for {
		text, ok := s.Say(WhyGut, Slots{T: "Alice"}, anything)
		if !ok {
			break
		}
		if seen[text] {
			t.Fatalf("%q again", text)
		}
		seen[text] = true
		s.Remember(text, true)
	}
	if len(seen) < 5 {
		t.Errorf("only %d wordings", len(seen))
	}
}

func TestOthersAreNotEchoed(t *testing.T) {
	heard := "Nobody has vouched for Alice so far"
	for seed := range uint64(50) {
		s := NewSpeaker(bookOf(t, "en"), "", rand.New(rand.NewPCG(seed, 2)))
		s.Remember(heard+".", false)
		if text, ok := s.Say(WhyOpen, Slots{T: "Alice"}, anything); !ok || strings.Contains(text, heard) {
			t.Errorf("seed %d: %q", seed, text)
		}
	}
}

// A terse wording is the last resort, but what nobody has room for is not said.
func TestTerseWordings(t *testing.T) {
	s := newSpeaker(t, "en", "")
	short := func(n int) func(string) bool { return func(text string) bool { return len(text) <= n } }
	if text, ok := s.Say(VoteFor, Slots{T: "Bob"}, short(9)); !ok || text != "Vote Bob." {
		t.Errorf("%q, %v", text, ok)
	}
	if text, ok := s.Say(VoteFor, Slots{T: "Bob"}, short(3)); ok {
		t.Errorf("%q fits three letters", text)
	}
	if text, ok := s.Say(VoteFor, Slots{}, anything); ok {
		t.Errorf("%q names nobody", text)
	}
	if text, ok := s.Say("no such intent", Slots{}, anything); ok {
		t.Errorf("%q means nothing", text)
	}
}

func TestManners(t *testing.T) {
	for profile, want := range map[string]Tone{
		"personality: A polite and gentle teacher": Polite, "gruff and blunt": Rough, "a shy boy who mumbles": Shy,
		"cheerful and energetic": Cheerful, "性格: 内気でおとなしい": Shy, "性格: 明るく元気": Cheerful,
		"性格: ぶっきらぼうで短気": Rough, "性格: 丁寧で穏やか": Polite,
	} {
		if got := newSpeaker(t, "en", profile).Tone(); got != want {
			t.Errorf("%q: tone %d, want %d", profile, got, want)
		}
	}
	for profile, want := range map[string]string{
		"年齢: 70\n性別: 男性\n性格: 頑固": "わし", "年齢: 30\n性別: 男性\n性格: 短気": "俺", "年齢: 30\n性別: 女性\n性格: 短気": "あたし",
		"年齢: 16\n性別: 男性\n性格: 内気": "僕", "年齢: 40\n性別: 女性\n性格: 丁寧": "私", "性格: 丁寧": "私",
	} {
		if got := newSpeaker(t, "ja", profile).self; got != want {
			t.Errorf("%q: %s, want %s", profile, got, want)
		}
	}
}

func TestEveryIntentHasWordings(t *testing.T) {
	// Those that are said often need more variety.
	const often, ever = 6, 3
	common := []Intent{Greet, ClaimRole, Counter, SeenHuman, SeenWolf, VoteFor, SuspectLead, Agree, AskQuiet, AskSuspect, DenyWolf, DenySuspect, WhisperAttack}
	for lang := range tables {
		b := bookOf(t, lang)
		for in, lines := range b.lines {
			n := 0
			for i := range lines {
				if !lines[i].terse {
					n++
				}
			}
			if n < ever || slices.Contains(common, in) && n < often {
				t.Errorf("%s: %q has %d wordings", lang, in, n)
			}
		}
	}
}

func TestFaultsOfABookNameTheirLine(t *testing.T) {
	for text, want := range map[string]string{
		"hello": "line 1: a wording before", "== greet\nhi {who}": "line 2", "== greet\n\nhi [a|b|c]": "line 3",
		"== greet\nhi [a|b": "a choice without its end", "== greet\nhi {t": "unknown slot",
	} {
		if _, err := read(text, &Book{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := In("fr"); err == nil {
		t.Error("a book in French")
	}
}
