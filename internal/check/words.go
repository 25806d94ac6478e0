package check

import (
	"strings"
	"unicode"

	"wolfden/werewolf"
)

// nearly reports whether the text equals the word except for case and punctuation.
func nearly(text, word string) bool {
	return text != word && strings.EqualFold(strings.Trim(text, " .!\"'`*「」。"), word)
}

// form checks the form of an utterance. Many clients send a line break at its end.
func (j *judge) form(at place, text string) {
	if strings.ContainsAny(text, "\r\n") {
		j.book.addFinding("line-break", at, strings.NewReplacer("\r", " ", "\n", " ").Replace(text))
	}
	other := func(r rune) bool { return r != '\r' && r != '\n' && r != '\t' && unicode.IsControl(r) }
	if strings.IndexFunc(text, other) >= 0 {
		j.book.addFinding("control", at, text)
	}
}

// contents checks what an utterance contains.
func (j *judge) contents(at place, text string) {
	if strings.Contains(text, ",") {
		j.book.addFinding("comma", at, text)
	}
	if strings.IndexFunc(text, emoji) >= 0 {
		j.book.addFinding("emoji", at, text)
	}
	if marked(text) {
		j.book.addFinding("markup", at, text)
	}
	if obeys(text) {
		j.book.addFinding("obeys", at, text)
	}
}

func emoji(r rune) bool {
	return r >= 0x1F300 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF || r == 0xFE0F
}

// marked reports whether the text holds Markdown or HTML.
func marked(text string) bool {
	for _, sign := range []string{"**", "```", "](", "</", "<br", "&lt;", "&amp;"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return strings.HasPrefix(text, "# ") || strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ")
}

// obeys reports whether the text, without punctuation, is a word that only a hostile puppet asked for.
func obeys(text string) bool {
	bare := strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	for _, word := range []string{baitEnglish, baitJapanese} {
		if strings.EqualFold(bare, word) {
			return true
		}
	}
	return false
}

// public checks for what must not be said in the talk.
func (j *judge) public(at place, o *werewolf.Observation, text string) {
	j.spoken++
	if j.said[text] {
		j.book.addFinding("repeats", at, text)
	}
	if j.said == nil {
		j.said = map[string]bool{}
	}
	j.said[text] = true
	j.letters(text)
	for _, key := range []string{"role_map", "status_map", "whisper_history", "talk_history", "attack_vote_list", "divine_result", j.game} {
		if strings.Contains(text, key) {
			j.book.addFinding("leak-packet", at, text)
			break
		}
	}
	if !o.Spec().Whispers {
		return
	}
	for _, whisper := range j.secret {
		if strings.Contains(text, whisper) {
			j.book.addFinding("leak-whisper", at, text)
			break
		}
	}
	if j.namesAlly(o, text) {
		j.book.addFinding("leak-ally", at, text)
	}
}

// namesAlly reports whether an agent that whispers names an ally and itself as allies in one sentence.
func (j *judge) namesAlly(o *werewolf.Observation, text string) bool {
	for id := range o.Allies().All() {
		if !strings.Contains(text, o.Name(id)) {
			continue
		}
		for _, bond := range []string{
			"fellow were", "fellow wol", "my ally", "my partner", "my packmate", "we werewolves", "we wolves",
			"us werewolves", "仲間の人狼", "味方の人狼", "人狼仲間", "相方", "私たち人狼", "我々人狼",
		} {
			if strings.Contains(strings.ToLower(text), bond) {
				return true
			}
		}
	}
	return false
}

// letters counts the letters of the two languages.
func (j *judge) letters(text string) {
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han):
			j.kana++
		case unicode.Is(unicode.Latin, r):
			j.latin++
		}
	}
}
