package utterance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

var rosters = map[string][]string{"en": {"Ada", "Bela", "Cleo", "Dora", "Ezra"}, "ja": {"アオイ", "ボタン", "チカ", "ダイキ", "エミ"}}

// seat is what the first of five sees on day 1, asked to talk with so many utterances left.
func seat(t testing.TB, lang string, left int) *werewolf.Observation {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	none := werewolf.NoLimit
	rules.Talk.MaxLength = werewolf.LengthRules{PerTalk: none, MentionLength: none, PerAgent: none, BaseLength: none}
	return &werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: rosters[lang], Living: werewolf.SeatsUpTo(5),
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: left, Length: none, Skip: 1}},
	}
}

func newComposer(t testing.TB, lang string, o *werewolf.Observation) *Composer {
	t.Helper()
	b, err := wording.In(lang)
	if err != nil {
		t.Fatal(err)
	}
	return New(b, o, rand.New(rand.NewPCG(1, 2)))
}

// adds adds a text that says nothing in particular.
func adds(d *Draft, text string) bool { return d.AddText([]string{text}, "", wording.Slots{}) }

// sentences are those of a text, without their ends.
func sentences(text string) []string {
	list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".!?。！？", r) })
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// What is said means what it was said to mean, as long as it is the last, and as it was said.
func TestMeant(t *testing.T) {
	o := seat(t, "en", 3)
	composer := newComposer(t, "en", o)
	if acts, known := composer.Meant(""); known {
		t.Errorf("silence means %v", acts)
	}
	first := composer.Begin(o)
	if !first.AddSentence(wording.VoteFor, wording.Slots{T: 2}) || first.Sentences() != 1 {
		t.Fatal("a vote cannot be said")
	}
	text := first.Finish(false)
	if acts, known := composer.Meant(text); !known || !slices.Equal(acts, speech.Do(speech.Vote, 2)) || !strings.Contains(text, "Bela") {
		t.Errorf("%q means %v", text, acts)
	}
	if _, known := composer.Meant(text + " And more."); known {
		t.Error("other words mean the same")
	}
	second := composer.Begin(o)
	second.AddSentence(wording.SuspectLead, wording.Slots{T: 3})
	second.AddText([]string{"The tea is cold."}, wording.TrustLean, wording.Slots{T: 4})
	last := second.Finish(false)
	if acts, known := composer.Meant(last); !known || !slices.Equal(acts, speech.Join(speech.Suspect(3), speech.Trust(4))) || !strings.HasSuffix(last, "The tea is cold.") {
		t.Errorf("%q means %v", last, acts)
	}
	if _, known := composer.Meant(text); known {
		t.Error("the utterance before is remembered as the last")
	}
}

// Of everything that one speaker says no sentence is said twice, over all days; when nothing is left it says nothing, and
// leaves the turn as it was. Each language.
func TestNothingIsSaidTwice(t *testing.T) {
	for lang := range rosters {
		o := seat(t, lang, 3)
		composer := newComposer(t, lang, o)
		said, refused := map[string]bool{}, 0
		for range 400 {
			u := composer.Begin(o)
			ok := u.AddSentence(wording.VoteFor, wording.Slots{T: 2})
			if ok != (u.Sentences() == 1) || ok != (len(u.Means) == 1) {
				t.Fatalf("%s: said %v, %d beats, acts %v", lang, ok, u.Sentences(), u.Means)
			}
			text := u.Finish(false)
			if !ok {
				if refused++; text != werewolf.OverText {
					t.Errorf("%s: %q is said", lang, text)
				}
				continue
			}
			for _, s := range sentences(text) {
				if said[s] {
					t.Errorf("%s: %q is said again", lang, s)
				}
				said[s] = true
			}
		}
		t.Logf("%s: %d sentences, then %d refusals", lang, len(said), refused)
		if len(said) < 10 || refused == 0 {
			t.Errorf("%s: %d sentences, %d refusals", lang, len(said), refused)
		}
	}
}

// Own words of before a restart are not said again, whole or in part, and other people's are rather not echoed.
func TestRemember(t *testing.T) {
	o := seat(t, "en", 3)
	whole := newComposer(t, "en", o)
	var before []string
	for range 400 {
		u := whole.Begin(o)
		if !u.AddSentence(wording.VoteFor, wording.Slots{T: 2}) {
			break
		}
		before = append(before, u.Finish(false))
	}
	later := newComposer(t, "en", o)
	for _, text := range before {
		later.Remember(text+" And so on.", true)
	}
	for range 50 {
		u := later.Begin(o)
		if u.AddSentence(wording.VoteFor, wording.Slots{T: 2}) && slices.Contains(before, u.Finish(false)) {
			t.Fatalf("%q is said again", u.text)
		}
	}
	u := later.Begin(o)
	if adds(u, before[0]) || adds(u, "Hello. "+before[0]) || adds(u, "And so on.") || u.Sentences() != 0 {
		t.Errorf("%q is said again", u.text)
	}
	later.Remember("The tea is cold.", false)
	if !adds(u, "The tea is cold.") || adds(u, "The tea is cold.") {
		t.Error("what others have said may be said, once")
	}
}

// A text of one's own is said as it stands; what does not fit leaves the turn as it was.
func TestUtter(t *testing.T) {
	for lang, texts := range map[string][3]string{
		"en": {"Good day.", "The tea is cold.", "Good day. The tea is cold."}, "ja": {"こんにちは。", "お茶が冷めた。", "こんにちは。お茶が冷めた。"},
	} {
		o := seat(t, lang, 3)
		u := newComposer(t, lang, o).Begin(o)
		if adds(u, "") || !adds(u, texts[0]) || !u.AddText(texts[1:2], wording.TrustLean, wording.Slots{T: 2}) || u.Sentences() != 2 || u.Finish(false) != texts[2] {
			t.Errorf("%s: %q", lang, u.Finish(false))
		}
	}
	o := seat(t, "en", 3)
	o.Rules.Talk.MaxLength.PerTalk = 12
	u := newComposer(t, "en", o).Begin(o)
	if u.Fits("Thirteen-ones") || u.AddText([]string{"Thirteen-ones"}, wording.TrustLean, wording.Slots{T: 2}) || len(u.Means) > 0 || u.Sentences() > 0 || u.Finish(false) != werewolf.OverText {
		t.Errorf("what is too long is said: %q, %v", u.text, u.Means)
	}
	if !u.Fits("Twelve tones") || !adds(u, "Twelve tones") {
		t.Error("what fits is not said")
	}
}

// Nothing comes out that the rules would cut: per utterance, in letters or words, or beyond a fair share of the day.
func TestLimits(t *testing.T) {
	none := werewolf.NoLimit
	for name, l := range map[string]werewolf.LengthRules{
		"letters":  {PerTalk: 40, MentionLength: none, PerAgent: none, BaseLength: none},
		"words":    {CountInWord: true, PerTalk: 7, MentionLength: none, PerAgent: none, BaseLength: none},
		"contest":  {PerTalk: none, MentionLength: 20, PerAgent: none, BaseLength: 50},
		"of a day": {PerTalk: none, MentionLength: 0, PerAgent: 200, BaseLength: 0},
		"tiny":     {PerTalk: 3, MentionLength: none, PerAgent: none, BaseLength: none},
	} {
		for lang := range rosters {
			spoken := 0
			for left := 3; left >= 0; left-- {
				o := seat(t, lang, left)
				o.Rules.Talk.MaxLength = l
				if l.PerAgent != none {
					o.Request.Left.Length = 50 * (left + 1)
				}
				composer := newComposer(t, lang, o)
				u := composer.Begin(o)
				u.AddressFirst(4)
				for _, kind := range []wording.SentenceKind{wording.AskQuiet, wording.SuspectLead, wording.VoteFor, wording.ViewNeutral, wording.ClosingWords} {
					u.AddSentence(kind, wording.Slots{T: 2, O: 3})
				}
				text := u.Finish(false)
				if u.Sentences() == 0 {
					continue
				}
				spoken++
				kept, cost := l.Fit(text, rosters[lang][1:], o.Request.Left.Length)
				if kept != text || cost > 0 && cost > 2*o.Request.Left.Length/(left+2) {
					t.Errorf("%s: %q is cut to %q, costs %d of %d", name, text, kept, cost, o.Request.Left.Length)
				}
			}
			if (spoken == 0) != (name == "tiny") {
				t.Errorf("%s, %s: %d utterances", lang, name, spoken)
			}
		}
	}
}

// A remark does not become a speech: sentences are added only while the whole stays comfortable.
func TestComfortable(t *testing.T) {
	o := seat(t, "en", 3)
	u := newComposer(t, "en", o).Begin(o)
	long := strings.Repeat("so ", remarkLength/2)
	if !adds(u, long+"it goes.") {
		t.Error("a single sentence may be longer")
	}
	if adds(u, "And on.") || u.Sentences() != 1 {
		t.Error("a speech is made longer")
	}
	u = newComposer(t, "en", o).Begin(o)
	for i := range 100 {
		adds(u, fmt.Sprintf("Number %d is it.", i))
	}
	if n := o.Rules.Talk.MaxLength.Measure(u.text); n > remarkLength || n < remarkLength-20 || u.Sentences() < 3 {
		t.Errorf("%d letters in %d sentences", n, u.Sentences())
	}
}

// The first sentence begins with the name of whom it answers, unless it names that player anyway or the name does not fit.
func TestLead(t *testing.T) {
	o := seat(t, "en", 3)
	composer := newComposer(t, "en", o)
	u := composer.Begin(o)
	u.AddressFirst(4)
	if !u.AddSentence(wording.NotSure, wording.Slots{}) || !strings.HasPrefix(u.text, "@Dora ") {
		t.Errorf("%q answers nobody", u.text)
	}
	if u.AddSentence(wording.ClosingWords, wording.Slots{}); strings.Count(u.text, "@Dora") != 1 {
		t.Errorf("%q names Dora twice", u.text)
	}
	for range 10 {
		u = composer.Begin(o)
		if u.AddressFirst(2); u.AddSentence(wording.SuspectLead, wording.Slots{T: 2}) && strings.Count(u.text, "Bela") > 1 {
			t.Errorf("%q names Bela twice", u.text)
		}
	}
	// Where the name does not fit, the sentence comes without.
	o.Rules.Talk.MaxLength.PerTalk = 30
	tight, bare := newComposer(t, "en", o), 0
	for range 40 {
		u = tight.Begin(o)
		if u.AddressFirst(4); u.AddSentence(wording.NotSure, wording.Slots{}) && !strings.HasPrefix(u.text, "@") {
			bare++
		}
	}
	if bare == 0 {
		t.Error("nothing is said where the name does not fit")
	}
}

// Where a sentence must name somebody, none comes that does not.
func TestNaming(t *testing.T) {
	o := seat(t, "en", 3)
	composer := newComposer(t, "en", o)
	named := 0
	for range 40 {
		u := composer.Begin(o)
		u.MustContain("Bela")
		if !u.AddSentence(wording.WhyChanged, wording.Slots{T: 2}) {
			break
		}
		if named++; !strings.Contains(u.text, "Bela") {
			t.Errorf("%q does not name Bela", u.text)
		}
	}
	if named == 0 {
		t.Error("nothing names Bela")
	}
	u := composer.Begin(o)
	if u.MustContain("Bela"); u.AddSentence(wording.NotSure, wording.Slots{}) {
		t.Errorf("%q does not name Bela", u.text)
	}
	if u.MustContain(""); !u.AddSentence(wording.NotSure, wording.Slots{}) {
		t.Error("a condition that was lifted holds")
	}
	if u := composer.Begin(o); !u.AddSentence(wording.VoteFor, wording.Slots{T: 3}) {
		t.Error("the condition outlives its turn")
	}
}

// Rest is what is left after this utterance: the player's own, its share of what the table has left, or what is usual.
func TestRest(t *testing.T) {
	talked := func(n int) (list []werewolf.Utterance) {
		for i := range n {
			list = append(list, werewolf.Utterance{Day: 1, Idx: i, Seat: werewolf.SeatID(i%5 + 1), Text: "x"})
		}
		return list
	}
	none := werewolf.NoLimit
	for _, tt := range []struct {
		name              string
		left, perDay, all int
		open              bool
		want              int
	}{
		{"its own", 3, none, 0, false, 3}, {"the last", 0, none, 15, false, 0}, {"no limit", none, none, 0, false, usualUtterances - 1},
		{"no limit, much said", none, none, 50, false, 0}, {"the table's", 3, 11, 0, false, 2}, {"the table's last", 3, 11, 10, false, 0},
		{"an open floor", 9, none, 5, true, usualUtterances - 2}, {"an open floor with a limit", 9, 7, 0, true, usualUtterances - 1},
	} {
		o := seat(t, "en", tt.left)
		o.Rules.Talk.MaxCount.PerDay, o.Talks, o.Request.Open = tt.perDay, talked(tt.all), tt.open
		if got := newComposer(t, "en", o).Begin(o).Rest; got != tt.want {
			t.Errorf("%s: %d are left, not %d", tt.name, got, tt.want)
		}
	}
	o := seat(t, "en", 3)
	o.Talks = talked(5)
	o.Request.Kind, o.Roles = werewolf.Whisper, []werewolf.Role{0, werewolf.Werewolf, werewolf.Werewolf, 0, 0, 0}
	o.Rules.Whisper.MaxCount.PerDay = 5
	if got := newComposer(t, "en", o).Begin(o).Rest; got != 2 {
		t.Errorf("of five whispers of two werewolves %d are left after the first", got)
	}
}

// Who has nothing to say waits where that can help, else is done; on an open floor it says nothing at all.
func TestNothingToSay(t *testing.T) {
	for _, tt := range []struct {
		count, skip   int
		open, hopeful bool
		want          string
	}{
		{3, 1, false, true, werewolf.SkipText}, {3, 0, false, true, werewolf.OverText}, {0, 1, false, true, werewolf.OverText},
		{3, 1, false, false, werewolf.OverText}, {3, werewolf.NoLimit, false, true, werewolf.SkipText}, {3, 1, true, true, ""},
	} {
		o := seat(t, "en", tt.count)
		o.Request.Left.Skip, o.Request.Open = tt.skip, tt.open
		if got := newComposer(t, "en", o).Begin(o).Finish(tt.hopeful); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

// Every reason but the zero one has words; none about the speaker itself, and none that rests on a role nobody has seen.
func TestReasonsAreWorded(t *testing.T) {
	o := seat(t, "en", 3)
	o.Profile = "Age: 70"
	composer := newComposer(t, "en", o)
	u := composer.Begin(o)
	hidden := []doubt.Why{doubt.SeenWolf, doubt.SeenHuman, doubt.Saved, doubt.Rival, doubt.Clash}
	worded := 0
	for why := doubt.NoReason; why <= doubt.VotedWell; why++ {
		r := doubt.Reason{Why: why, Seat: 2, Other: 3, Third: 4, Role: werewolf.Seer, N: 3}
		kind, slots, ok := u.WordReason(r, true)
		if why == doubt.NoReason || why == doubt.AlliesWish {
			if ok {
				t.Errorf("reason %d is worded as %s", why, kind)
			}
			continue
		}
		if worded++; !ok || slots.T != 2 || !composer.Begin(o).AddSentence(kind, slots) {
			t.Errorf("reason %d is not worded: %s %+v", why, kind, slots)
		}
		if _, _, ok := u.WordReason(r, false); ok == slices.Contains(hidden, why) {
			t.Errorf("reason %d of a hidden role is worded: %v", why, ok)
		}
		for _, own := range []doubt.Reason{{Why: why, Seat: 2, Other: 1}, {Why: why, Seat: 2, Other: 3, Third: 1}} {
			if _, _, ok := u.WordReason(own, true); ok {
				t.Errorf("reason %d speaks of the speaker in the third person", why)
			}
		}
	}
	if _, slots, _ := u.WordReason(doubt.Reason{Why: doubt.VotedWell, Seat: 2, Other: 3}, true); slots.X != 3 || slots.O != 0 {
		t.Errorf("who was voted for stands in %+v", slots)
	}
	if worded < 20 || composer.Voice().Age != wording.Old {
		t.Errorf("%d reasons have words, spoken at age %d", worded, composer.Voice().Age)
	}
}
