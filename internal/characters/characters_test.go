package characters

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestCastIsLargeAndBalanced(t *testing.T) {
	characters := in(t, langEnglish)
	if len(characters) < 30 {
		t.Errorf("%d characters, want at least 30", len(characters))
	}
	genders := map[string]int{}
	youngest, oldest := 200, 0
	for _, c := range characters {
		genders[c.Gender]++
		youngest, oldest = min(youngest, c.Age), max(oldest, c.Age)
	}
	if difference := genders["male"] - genders["female"]; difference < -1 || difference > 1 {
		t.Errorf("genders are out of balance: %v", genders)
	}
	if youngest < 9 || youngest > 12 || oldest < 75 || oldest > 84 {
		t.Errorf("ages run from %d to %d, want children and the old, within 9 to 84", youngest, oldest)
	}
}

func TestNamesCannotBeMistaken(t *testing.T) {
	shapes := map[string]*regexp.Regexp{
		langEnglish:  regexp.MustCompile(`^[A-Z][a-z]{3,}$`),
		langJapanese: regexp.MustCompile(`^[ァ-ヴー]{3,}$`),
	}
	for lang, shape := range shapes {
		characters := in(t, lang)
		for i, c := range characters {
			if !shape.MatchString(c.Name) {
				t.Errorf("%s: name %q is not one word of the script", lang, c.Name)
			}
			for _, other := range characters[i+1:] {
				if overlap(c.Name, other.Name) {
					t.Errorf("%s: one of the names %q and %q contains the other", lang, c.Name, other.Name)
				}
			}
		}
	}
}

// A name found in a text must mean the person. So no name may turn up in the texts of the cast, neither as a name nor
// as an ordinary word, and none may be a word that players of the game use.
func TestNamesAreNoWords(t *testing.T) {
	words := map[string]string{
		langEnglish:  "hope will mark may rose grace grant bill jack rob art frank faith joy drew dawn chase guy pat sue wolf guard",
		langJapanese: "イエス ノー グレー ライン ローラー パワープレイ カミングアウト スライド ミス ヒント グループ メンバー ゲーム タイミング",
	}
	for lang, list := range words {
		texts := []string{list}
		for _, c := range in(t, lang) {
			texts = append(texts, c.personality)
		}
		for _, c := range in(t, lang) {
			for _, text := range texts {
				if strings.Contains(strings.ToLower(text), strings.ToLower(c.Name)) {
					t.Errorf("%s: the name %q occurs in %q", lang, c.Name, text)
				}
			}
		}
	}
}

func TestPersonalities(t *testing.T) {
	type limits struct{ least, most int }
	sizes := map[string]limits{langEnglish: {150, 400}, langJapanese: {80, 200}}
	for lang, size := range sizes {
		openings := map[string]string{}
		for _, c := range in(t, lang) {
			if n := utf8.RuneCountInString(c.personality); n < size.least || n > size.most {
				t.Errorf("%s/%s: personality of %d characters, want %d to %d", lang, c.ID, n, size.least, size.most)
			}
			opening := string([]rune(c.personality)[:12])
			if other, taken := openings[opening]; taken {
				t.Errorf("%s: %s and %s open alike: %q", lang, c.ID, other, opening)
			}
			openings[opening] = c.ID
		}
	}
}

func TestPersonalitiesKnowNothingOfTheGame(t *testing.T) {
	banned := map[string][]string{
		langEnglish: {"wolf", "wolves", "seer", "medium", "villager", "village", "bodyguard", "possessed", "mafia",
			"vote", "execut", "game", "player", "divin"},
		langJapanese: {"狼", "占", "霊", "村", "狩人", "狂人", "騎士", "投票", "処刑", "追放", "ゲーム", "役職"},
	}
	for lang, words := range banned {
		for _, c := range in(t, lang) {
			for _, word := range words {
				if strings.Contains(strings.ToLower(c.personality), word) {
					t.Errorf("%s/%s: personality says %q", lang, c.ID, word)
				}
			}
		}
	}
}

func TestTextIsClean(t *testing.T) {
	for _, lang := range Languages() {
		for _, c := range in(t, lang) {
			for _, text := range []string{c.ID, c.Name, c.Gender, c.personality} {
				if problem := unclean(text); problem != "" {
					t.Errorf("%s/%s: %s in %q", lang, c.ID, problem, text)
				}
			}
		}
	}
}

func TestBothLanguagesTellTheSamePeople(t *testing.T) {
	english, japanese := in(t, langEnglish), in(t, langJapanese)
	if len(english) != len(japanese) {
		t.Fatalf("%d characters in English, %d in Japanese", len(english), len(japanese))
	}
	genders := map[string]string{"male": "男性", "female": "女性", "other": "その他"}
	ids := map[string]bool{}
	shape := regexp.MustCompile(`^[a-z]+$`)
	for i, e := range english {
		j := japanese[i]
		if e.ID != j.ID || e.Age != j.Age || genders[e.Gender] != j.Gender || j.Gender == "" {
			t.Errorf("not the same person: %s %d %s and %s %d %s", e.ID, e.Age, e.Gender, j.ID, j.Age, j.Gender)
		}
		if !shape.MatchString(e.ID) || ids[e.ID] {
			t.Errorf("ID %q is not lower-case ASCII or not unique", e.ID)
		}
		ids[e.ID] = true
	}
	if !slices.IsSortedFunc(english, func(a, b Character) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the cast is not in the order of its IDs")
	}
}

func TestInRejectsUnknownLanguages(t *testing.T) {
	for _, lang := range []string{"", "EN", "fr"} {
		characters, err := In(lang)
		if err == nil || characters != nil {
			t.Fatalf("In(%q) = %d characters, error %v; want an error only", lang, len(characters), err)
		}
		for _, known := range Languages() {
			if !strings.Contains(err.Error(), known) {
				t.Errorf("error %q does not name the known language %q", err, known)
			}
		}
	}
}

func TestInReturnsFreshCopies(t *testing.T) {
	first := in(t, langEnglish)
	first[0].Name = "Changed"
	if again := in(t, langEnglish); again[0].Name == "Changed" {
		t.Error("a change to one result of In shows in the next")
	}
}

func TestDecodeRejectsWhatItDoesNotKnow(t *testing.T) {
	for _, text := range []string{`{`, `[{"id":"x","colour":"red"}]`} {
		if _, err := decode(text); err == nil {
			t.Errorf("decode(%q) accepts it", text)
		}
	}
}

func TestProfile(t *testing.T) {
	tests := []struct {
		c    Character
		want string
	}{
		{Character{Age: 28, Gender: "female", personality: "Calm."}, "age: 28\ngender: female\npersonality: Calm."},
		{Character{lang: langJapanese, Age: 28, Gender: "女性", personality: "穏やか。"}, "年齢: 28\n性別: 女性\n性格: 穏やか。"},
	}
	for _, test := range tests {
		if got := test.c.Profile(); got != test.want {
			t.Errorf("Profile() = %q, want %q", got, test.want)
		}
	}
}

func ExampleIn() {
	characters, err := In(langJapanese)
	if err != nil {
		fmt.Println(err)
		return
	}
	first := characters[0]
	fmt.Println(first.ID, first.Name, first.Age, first.Gender)
	// Output: akira アキラ 50 その他
}

func in(t *testing.T, lang string) []Character {
	t.Helper()
	characters, err := In(lang)
	if err != nil {
		t.Fatal(err)
	}
	return characters
}

func overlap(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return strings.Contains(a, b) || strings.Contains(b, a)
}

// unclean says what is wrong with a text that goes into packets, prompts and pages as it is.
func unclean(text string) string {
	switch {
	case !utf8.ValidString(text):
		return "invalid UTF-8"
	case text == "" || text != strings.TrimSpace(text):
		return "emptiness or outer space"
	case strings.ContainsFunc(text, unicode.IsControl):
		return "a control character"
	case strings.Contains(text, "  "):
		return "a double space"
	}
	return ""
}
