package lab

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// The paper's columns add up to the utterances that were rated: 54 without logic, 54 with it, in every table.
func TestPerspectivesAreThePapers(t *testing.T) {
	for _, p := range perspectives() {
		sums := [2]int{}
		for _, c := range p.Choices {
			sums[0], sums[1] = sums[0]+c.paper[0], sums[1]+c.paper[1]
			if c.En == "" || c.Ja == "" {
				t.Errorf("%s: a choice without words: %+v", p.Key, c)
			}
		}
		if sums != [2]int{54, 54} || len(p.Choices) < 3 || len(p.Choices) > 4 {
			t.Errorf("%s: %v of %d choices", p.Key, sums, len(p.Choices))
		}
	}
}

func TestForm(t *testing.T) {
	pairs := []Blind{
		{ID: 1, Player: "Ada", Before: []string{"Bela: <script>alert(1)</script>"}, A: "I suspect \"Bela\" & co.", B: "</label>"},
		{ID: 2, Player: "Ada", A: "one", B: "two"},
	}
	for lang, question := range map[string]string{"en": "Does it understand the flow", "ja": "流れを汲んでいますか"} {
		var page strings.Builder
		if err := WriteForm(&page, lang, pairs); err != nil {
			t.Fatal(err)
		}
		text := page.String()
		names := map[string]int{}
		for _, m := range regexp.MustCompile(`type="radio" name="([^"]+)"`).FindAllStringSubmatch(text, -1) {
			names[m[1]]++
		}
		if len(names) != 2*2*4 || names["1 a flow"] != 4 || names["2 b consistency"] != 3 {
			t.Errorf("%s: questions %v", lang, names)
		}
		if strings.Contains(text, "<script>alert") || strings.Count(text, "<script>") != 1 || strings.Contains(text, "src=") || !strings.Contains(text, question) {
			t.Errorf("%s: the page is\n%s", lang, text)
		}
	}
}

func TestReadRatings(t *testing.T) {
	for text, fault := range map[string]string{
		`{"rater":"Ann","ratings":[{"id":1,"side":"a","perspective":"flow","choice":"none"}]}`: "",
		`{"rater":"","ratings":[]}`: "no rater",
		`{"rater":"Ann","ratings":[{"id":1,"side":"c","perspective":"flow","choice":"clear"}]}`:        "no choice",
		`{"rater":"Ann","ratings":[{"id":1,"side":"a","perspective":"consistency","choice":"clear"}]}`: "no choice",
		`{"rater":"Ann","ratings":[{"id":1,"side":"a","perspective":"style","choice":"clear"}]}`:       "no choice",
		`{"rater":"Ann","more":1}`: "no ratings of a form",
	} {
		_, err := ReadRatings(strings.NewReader(text))
		if fault == "" && err != nil || fault != "" && (err == nil || !strings.Contains(err.Error(), fault)) {
			t.Errorf("%s: %v, want %q", text, err, fault)
		}
	}
}

// Counted by hand: of pair 1 the side b has the module, of pair 2 the side a.
func TestTallyRatings(t *testing.T) {
	keys := []Key{{ID: 1, With: "b"}, {ID: 2, With: "a"}}
	of := func(rater string, list ...Rating) *Ratings { return &Ratings{rater, list} }
	got := TallyRatings(keys, []*Ratings{
		of("Ann", Rating{1, "a", "flow", "clear"}, Rating{1, "b", "flow", "some"}, Rating{2, "a", "flow", "some"}, Rating{1, "a", "flow", "little"}),
		of("Ben", Rating{1, "a", "flow", "little"}, Rating{2, "b", "consistency", "consistent"}, Rating{9, "a", "flow", "clear"}),
		of("Ann", Rating{1, "b", "flow", "some"}), // given twice
	})
	if got.Raters != 2 || got.Pairs != 2 || got.Unknown != 1 {
		t.Errorf("%+v", got)
	}
	want := map[string]map[string][2]int{"flow": {"little": {2, 0}, "some": {0, 2}}, "consistency": {"consistent": {1, 0}}}
	a, _ := json.Marshal(got.Chosen)
	b, _ := json.Marshal(want)
	if string(a) != string(b) {
		t.Errorf("%s, want %s", a, b)
	}
	var out strings.Builder
	if err := got.Write(&out); err != nil {
		t.Fatal(err)
	}
	plain := strings.Join(strings.Fields(out.String()), " ")
	for _, line := range []string{"2 raters, 2 pairs", "1 ratings are of pairs", "some understanding 0 2 10 19", "consistent 1 0 43 41", "clear mention 0 0 12 19"} {
		if !strings.Contains(plain, line) {
			t.Errorf("no %q in\n%s", line, out.String())
		}
	}
}
