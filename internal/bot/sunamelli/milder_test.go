package sunamelli

import "testing"

// Words of the game have milder ones that mean the same, names and ordinary words are left alone.
func TestTerms(t *testing.T) {
	tests := []struct{ lang, hard, soft string }{
		{"en", "The werewolves attack Bela and we execute Emil.", "The werewolves bite Bela and we vote out Emil."},
		{"en", "Dov was attacked. Cleo was executed. Attack nobody!", "Dov was bitten. Cleo was voted out. Bite nobody!"},
		{"en", "The execution and the killing.", "The vote-out and the spiriting away."},
		{"en", "ATTACKED stays, attackers stay.", "ATTACKED stays, attackers stay."},
		{"ja", "今日はBelaさんを吊りましょう。吊った後で考えます。", "今日はBelaさんを追い出しましょう。追い出した後で考えます。"},
		{"ja", "昨夜の襲撃でDovさんが殺され、Cleoさんは処刑されました。", "昨夜の噛みつきでDovさんが連れ去られ、Cleoさんは追放投票されました。"},
	}
	for _, tt := range tests {
		soft := soften(tt.lang, tt.hard, nil)
		if soft != tt.soft {
			t.Errorf("%q softened to %q, want %q", tt.hard, soft, tt.soft)
		}
		if back := harden(tt.lang, soft, nil); back != tt.hard {
			t.Errorf("%q hardened to %q, want %q", soft, back, tt.hard)
		}
	}
	if got := soften("en", "Kill Attack Bill", []string{"Attack"}); got != "Spirit away Attack Bill" {
		t.Errorf("a name is not kept: %q", got)
	}
}

// What people say of other things stays as it is: only what stands for a word of the game is put back.
func TestOrdinaryWordsAreNotHardened(t *testing.T) {
	for lang, list := range map[string][]string{
		"en": {"I am leaving that to you.", "What I take away from this is that Emil lies.", "He was taken away by his own story.", "They sent home nobody."},
		"ja": {"Emilさんを追放しましょう。", "追放先はまだ決めていません。", "Belaさんは離れました。"},
	} {
		for _, text := range list {
			if got := harden(lang, text, nil); got != text {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
}

// Every pair of the table goes both ways by itself.
func TestEveryTermComesBack(t *testing.T) {
	for lang, table := range pairs() {
		if len(table) < 10 {
			t.Errorf("%s: only %d terms", lang, len(table))
		}
		for _, p := range table {
			soft := soften(lang, p.hard, nil)
			if soft == p.hard || harden(lang, soft, nil) != p.hard {
				t.Errorf("%s: %q became %q and then %q", lang, p.hard, soft, harden(lang, soft, nil))
			}
		}
	}
}
