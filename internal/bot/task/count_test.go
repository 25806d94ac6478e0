package task

import "testing"

// Words are counted after punctuation, quotes and brackets, in capitals, and in Japanese, where no space stands before them;
// a word inside another word is none.
func TestWordsAreCounted(t *testing.T) {
	list := ReadWords("lie: lie, lying\nwolf: wolf, 人狼\ntrust: trust, 信じ\n")
	for text, want := range map[string]map[string]int{
		"":                                    {},
		"You lie.":                            {"lie": 1},
		"\"Lie!\" (lying) -- LIE,lie;lie/lie": {"lie": 6},
		"I believe and rely on it.":           {},
		"...wolf? Wolf: wolves, werewolf":     {"wolf": 2},
		"彼は人狼だ。":                              {"wolf": 1},
		"「人狼」、人狼!":                            {"wolf": 2},
		"Aさんを信じます。trust":                      {"trust": 2},
		"信じるlie":                              {"trust": 1, "lie": 1},
	} {
		got := list.Count(text)
		for _, name := range []string{"lie", "wolf", "trust"} {
			if got[name] != want[name] {
				t.Errorf("%q: %s %d times, want %d", text, name, got[name], want[name])
			}
		}
	}
}
