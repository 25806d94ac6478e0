package voice

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode"
)

// Tone is a character's manner of speaking. Even tones are courteous, odd ones familiar.
type Tone uint8

// The tones a wording may differ by.
const (
	Polite Tone = iota
	Rough
	Shy
	Cheerful
	tones
)

// manner is what a profile tells of a speaker.
type manner struct {
	tone   Tone
	female bool
	male   bool
	age    int // 0 where it is not told
}

// toneCues are words of profiles and the tone each speaks for.
var toneCues = [tones][]string{
	Polite: {
		"polite", "courte", "gentle", "calm", "formal", "elegant", "measured", "precise", "careful", "kind", "patient", "teacher",
		"丁寧", "礼儀", "穏やか", "上品", "落ち着", "冷静", "優し", "慎重", "敬語", "静か", "几帳面",
	},
	Rough: {
		"blunt", "rough", "gruff", "loud", "hot-headed", "short-tempered", "stubborn", "grunt", "orders", "confident", "bold", "shout",
		"ぶっきらぼう", "荒", "短気", "遠慮がな", "怒鳴", "豪快", "大声", "頑固", "職人", "乱暴", "強気", "率直",
	},
	Shy: {
		"shy", "timid", "quiet", "nervous", "mumble", "anxious", "reserved", "hesita", "apologis", "apologiz", "softly", "modest",
		"内気", "臆病", "恥ずかし", "引っ込み", "おとなし", "口数は少", "口数が少", "ぼそぼそ", "緊張", "控えめ", "謝", "人見知り",
	},
	Cheerful: {
		"cheerful", "energetic", "bright", "laugh", "playful", "sociable", "friendly", "curious", "fun", "lively", "smile", "joke",
		"明る", "元気", "陽気", "笑", "好奇心", "冗談", "社交的", "にぎやか", "楽し", "人懐", "活発", "おしゃべり",
	},
}

// readManner counts the cues of a profile; where they are level, rng draws.
func readManner(profile string, rng *rand.Rand) manner {
	text := strings.ToLower(profile)
	var points [tones]int
	best := 0
	for tone, cues := range toneCues {
		for _, cue := range cues {
			points[tone] += min(1, strings.Count(text, cue))
		}
		best = max(best, points[tone])
	}
	var leading []Tone
	for tone, n := range points {
		if n == best {
			leading = append(leading, Tone(tone))
		}
	}
	return manner{
		tone:   leading[rng.IntN(len(leading))],
		female: strings.Contains(text, "female") || strings.Contains(text, "女性"),
		male:   strings.Contains(text, "male") && !strings.Contains(text, "female") || strings.Contains(text, "男性"),
		age:    firstNumber(text),
	}
}

// firstNumber is the first number of a text, 0 when there is none.
func firstNumber(text string) int {
	from := strings.IndexFunc(text, unicode.IsDigit)
	if from < 0 {
		return 0
	}
	text = text[from:]
	if to := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsDigit(r) }); to >= 0 {
		text = text[:to]
	}
	n, _ := strconv.Atoi(text)
	return n
}

// selfWord is how the speaker calls itself.
func (b *Book) selfWord(m manner) string {
	switch {
	case b.spaced:
		return "I"
	case m.tone == Rough && m.male && m.age >= 60:
		return "わし"
	case m.tone == Rough && m.female:
		return "あたし"
	case m.tone == Rough:
		return "俺"
	case m.tone%2 == 1 && m.female && m.age < 30:
		return "あたし"
	case (m.tone == Cheerful || m.tone == Shy) && m.male && m.age < 40:
		return "僕"
	}
	return "私"
}
