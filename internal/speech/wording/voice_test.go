package wording

import (
	"math/rand/v2"
	"strings"
	"testing"

	"wolfden/internal/characters"
)

func voiceOf(t *testing.T, lang, profile string) Voice {
	t.Helper()
	return bookOf(t, lang).Voice(profile, rand.New(rand.NewPCG(1, 2)))
}

func TestTones(t *testing.T) {
	for profile, want := range map[string]Tone{
		"personality: A polite and gentle teacher": Polite, "gruff and blunt": Rough, "a shy boy who mumbles": Shy,
		"cheerful and energetic": Cheerful, "性格: 内気でおとなしい": Shy, "性格: 明るく元気": Cheerful,
		"性格: ぶっきらぼうで短気": Rough, "性格: 丁寧で穏やか": Polite,
	} {
		if got := voiceOf(t, "en", profile).Tone; got != want {
			t.Errorf("%q: tone %d, want %d", profile, got, want)
		}
	}
}

func TestJapaneseVoices(t *testing.T) {
	for profile, want := range map[string]string{
		"年齢: 70\n性別: 男性\n性格: 頑固": "jaa わし", "年齢: 30\n性別: 男性\n性格: 短気": "daze 俺", "年齢: 40\n性別: 女性\n性格: 丁寧": "desu 私",
		"年齢: 16\n性別: 男性\n性格: 内気": "shy 僕", "性格: 丁寧": "desu 私", "年齢: 22\n性別: 女性\n性格: 上品で優雅": "desuwa わたくし",
		"年齢: 77\n性別: 男性\n性格: 丁寧": "gozaimasu 私", "年齢: 50\n性別: 男性\n性格: 教授。頑固で大声": "dearu 私",
		"性格: 穏やか。一人称は「わし」。": "jaa わし", "一人称は「うち」、元気な子。12歳": "dayo うち", "一人称は「<b>」。丁寧": "desu 私",
		"female, age 45, hot-headed": "da 私", "年齢: 68\n性別: 女性\n性格: 率直": "obaa",
	} {
		v := voiceOf(t, "ja", profile)
		if got := v.Style + " " + v.Self; !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", profile, got, want)
		}
	}
}

func TestAgesAndGenders(t *testing.T) {
	for profile, want := range map[string]Voice{
		"age: 9\ngender: female": {Age: Child, Gender: Female}, "年齢: 24\n性別: 男性": {Age: Young, Gender: Male},
		"A woman of 61 years": {Age: Old, Gender: Female}, "": {}, "43歳、その他": {Age: Adult},
		"age: 99999999999999999999": {Age: Old}, "He owns forty shirts": {Gender: Male},
	} {
		if got := voiceOf(t, "en", profile); got.Age != want.Age || got.Gender != want.Gender {
			t.Errorf("%q: age %d, gender %d, want %d and %d", profile, got.Age, got.Gender, want.Age, want.Gender)
		}
	}
}

// TestProfileGivesTheVoice: whoever the game deals, a character speaks as it always does.
func TestProfileGivesTheVoice(t *testing.T) {
	b := bookOf(t, "ja")
	for _, c := range people(t, "ja") {
		one := b.Voice(c.Profile(), rand.New(rand.NewPCG(1, 1)))
		two := b.Voice(c.Profile(), rand.New(rand.NewPCG(9, 9)))
		if one.taste != two.taste || one.Age != two.Age || one.Formality != two.Formality {
			t.Errorf("%s speaks in two voices: %+v and %+v", c.ID, one, two)
		}
	}
}

func people(t *testing.T, lang string) []characters.Character {
	t.Helper()
	list, err := characters.In(lang)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestCharactersDiffer: the cast uses all tones and many styles, and two characters seldom say the same thing in the
// same words.
func TestCharactersDiffer(t *testing.T) {
	for lang, least := range map[string]int{"en": 5, "ja": 9} {
		b := bookOf(t, lang)
		tones, styles := map[Tone]int{}, map[string]int{}
		spoken := map[string]map[string]bool{}
		list := people(t, lang)
		kinds := []SentenceKind{ClaimRole, VoteFor, SuspectLead, Innocent, AgreeWith, AnswerYou, TurnBack, SmallTalk, VoteAll, ClaimSeenWolf}
		for _, c := range list {
			s := NewSpeaker(b, c.Profile(), Seating{Names: tables[lang]}, rand.New(rand.NewPCG(hash(c.ID), 5)))
			tones[s.voice.Tone]++
			styles[s.voice.Style+" "+s.voice.Self]++
			spoken[c.ID] = map[string]bool{}
			for _, k := range kinds {
				text, _ := s.Say(k, slots, nil)
				spoken[c.ID][text] = true
			}
		}
		if len(tones) != 4 || len(styles) < least {
			t.Errorf("%s: tones %v, styles %v", lang, tones, styles)
		}
		same, pairs := 0, 0
		for i, one := range list {
			for _, two := range list[i+1:] {
				for text := range spoken[one.ID] {
					pairs++
					if spoken[two.ID][text] {
						same++
					}
				}
			}
		}
		t.Logf("%s: tones %v, styles %v; %d of %d sentences alike", lang, tones, styles, same, pairs)
		if same*100 > pairs*10 {
			t.Errorf("%s: %d of %d sentences are the same in two mouths", lang, same, pairs)
		}
	}
}

func TestEndings(t *testing.T) {
	for style, want := range map[string][2]string{
		"desu": {"わたしは村人です。投票しますか？", "人狼ではありません！"}, "desuwa": {"わたしは村人ですわ。投票しますの？", "人狼ではありませんわ！"},
		"gozaimasu": {"わたしは村人でございます。投票しますか？", "人狼ではありません！"}, "daze": {"わたしは村人だ。投票する？", "人狼じゃねえ！"},
		"jaa": {"わたしは村人じゃ。投票する？", "人狼ではない！"}, "da": {"わたしは村人だ。投票する？", "人狼じゃない！"},
		"dearu": {"わたしは村人である。投票する？", "人狼ではない！"}, "obaa": {"わたしは村人だよ。投票する？", "人狼じゃないよ！"},
		"dayo": {"わたしは村人だよ。投票する？", "人狼じゃないよ！"}, "wayo": {"わたしは村人よ。投票する？", "人狼じゃないわ！"},
	} {
		b := bookOf(t, "ja")
		for i := range b.styles {
			s := &b.styles[i]
			if s.name != style {
				continue
			}
			for j, text := range []string{"わたしは村人[です|だ|です|だよ]。投票[しますか|する]？", "人狼[ではありません|じゃねえ|ではありません|じゃないよ]！"} {
				chosen, err := choose(text, s.tone)
				if err != nil {
					t.Fatal(err)
				}
				if got := s.apply(chosen); got != want[j] {
					t.Errorf("%s: %q, want %q", style, got, want[j])
				}
			}
		}
	}
}

func TestShortForms(t *testing.T) {
	b := bookOf(t, "en")
	s := b.worded[7]
	if b.styles[7].name != "cheerful-short" || s == nil {
		t.Fatal("the styles have moved")
	}
	for text, want := range map[string]string{
		"I am human.": "I'm human.", "You know what I am and why.": "You know what I am and why.", "See what it is.": "See what it is.",
		"I will not do it.": "I won't do it.", "I have to go.": "I have to go.", "(I am|I have been) here.": "(I am|I've been) here.",
	} {
		if got := b.styles[7].apply(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
