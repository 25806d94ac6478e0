package teamname

import (
	"strings"
	"testing"
)

func TestNamesOfTeams(t *testing.T) {
	for _, name := range []string{"cats", "kanolab-nw", "人狼チーム", "チーム 山田", "ｶﾅ", "Ünal", "a1b", "🐺", "か゚", "i:d"} {
		if err := Check(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for name, want := range map[string]string{
		"": "empty", "t01": "digits", "ｔ１": "digits", "a\u200b": "U+200B", "\ufeffa": "U+FEFF", "a\u2060b": "U+2060",
		"葛\U000e0100": "U+E0100", "a\ufe0f": "U+FE0F", "ㅤ": "U+3164", "a\u00adb": "U+00AD", " a": "space", "a\nb": "line breaks",
		"a\u202eb": "direction", "\xff": "UTF-8", "\ue000": "U+E000", strings.Repeat("n", 65): "longer",
	} {
		if err := Check(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something about %s", name, err, want)
		}
	}
	if Of("cats12") != "cats" || Of("12") != "" || CheckClient("cats12") != nil || CheckClient("12") == nil {
		t.Error("a client's team is its name without the digits at its end")
	}
	if CheckClient(strings.Repeat("n", 60)+"12345") == nil {
		t.Error("the name of a client is too long")
	}
}

func alikeNames(a, b string) bool {
	x, y := Looks(a), Looks(b)
	return x[0] == y[0] || x[1] == y[1]
}

func TestNamesThatLookTheSame(t *testing.T) {
	for _, pair := range [][2]string{
		{"cats", "Cats"}, {"cats", "ｃａｔｓ"}, {"cats", "сats"}, {"cats", "cаts"}, {"カナ", "ｶﾅ"}, {"カナ", "力ナ"}, {"ガ", "ｶﾞ"},
		{"e\u0301cole", "école"}, {"Ill", "lll"}, {"O-b", "0-b"}, {"ΑΒ", "AB"}, {"チーム", "チ一ム"}, {"ﬁsh", "fish"}, {"か\u3000な", "か な"},
	} {
		if !alikeNames(pair[0], pair[1]) {
			t.Errorf("%q and %q are taken for two", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{
		{"cats", "cat"}, {"mail", "mall"}, {"人狼", "狼人"}, {"チーム甲", "チーム乙"}, {"ハナ", "バナ"}, {"かな", "カナ"}, {"team-a", "team-b"}, {"kotori", "kotoli"},
	} {
		if alikeNames(pair[0], pair[1]) {
			t.Errorf("%q and %q are taken for one", pair[0], pair[1])
		}
	}
}
