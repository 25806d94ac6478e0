package critic

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// A sentence is a template when it is so long without the names in it, and another player has said one that shares so much of
// its runs of letters within so many turns.
const (
	templateWords   = 5  // of English
	templateLetters = 10 // of Japanese
	templateTurns   = 10
)

// likeness is how much of its runs of so many letters a sentence shares with another that is the same. A letter of Japanese stands for
// two or three of English: one other letter in a sentence of fifteen spoils a fifth of the runs of three.
type likeness struct {
	run   int
	share float64
}

var (
	ofWords   = likeness{3, 0.85}
	ofLetters = likeness{2, 0.7}
)

var (
	player = regexp.MustCompile(`@?<\d+>`)
	// A player says the same in its own manner: with its own word for itself, its own endings.
	itself  = regexp.MustCompile(`私たち|私|わたし|わたくし|あたし|僕|ぼく|ボク|俺|おれ|オレ|わし|ワシ|儂|拙者|我輩|吾輩|うち`)
	endings = regexp.MustCompile(`(?:で?ございま(?:す|した)|です|ます|でし(?:た|ょう)|だろう|ましょう|である|じゃ|だ|よ|ね|な|わ|ぜ|ぞ|さ|の|かしら|かな|か|け(?:れ)?ど|から|が)+$`)
	spoken  = strings.NewReplacer(
		"ません", "ない", "ねえ", "ない", "ちゃった", "た", "ました", "た", "でした", "だった", "てる", "ている", "でる", "でいる", "ておる", "ている",
		"どっち", "どちら", "やっぱり", "やはり", "けれど", "が", "けど", "が", "って", "と",
	)
)

// templates finds a sentence that somebody else has just said.
func (r *reader) templates(t *turn) {
	for i := range t.sentences {
		s := &t.sentences[i]
		mine := r.mold(t, s)
		if mine == "" {
			continue
		}
		for n := len(r.turns) - 1; n >= max(r.today, len(r.turns)-templateTurns); n-- {
			u := r.turns[n]
			if u.Seat == t.Seat {
				continue
			}
			for j := range u.sentences {
				if u.sentences[j].asks != s.asks {
					continue
				}
				if other := r.mold(u, &u.sentences[j]); other != "" && alike(mine, other) {
					r.find(Template, t, u.at, s.raw, "%s has said: %s", r.name(u.Seat), u.sentences[j].raw)
				}
			}
		}
	}
}

// mold is a sentence without its players, "" for what everybody may say in the same words: greetings, claims, results.
func (r *reader) mold(t *turn, s *sentence) string {
	if r.book.has(s, "formula") || s.rows.Claimed(t.Seat) != 0 {
		return ""
	}
	for range s.rows.Results(t.Seat) {
		return ""
	}
	text := strings.Trim(player.ReplaceAllString(s.plain, "_"), " .!?。！？")
	words, letters := templateWords, templateLetters
	if vote(s) != 0 {
		words, letters = words+1, letters+4
	}
	bare := strings.ReplaceAll(text, "_", "")
	if inJapanese(bare) {
		if utf8.RuneCountInString(bare) < letters {
			return ""
		}
		return unmannered(calling.ReplaceAllString(s.plain, ""))
	} else if len(strings.Fields(bare)) < words {
		return ""
	}
	return text
}

// alike reports whether two sentences share nearly all of their runs of letters.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	l := ofWords
	if inJapanese(a) {
		l = ofLetters
	}
	x, y := runs(a, l.run), runs(b, l.run)
	if len(x) > len(y) {
		x, y = y, x
	}
	if float64(len(x)) < l.share*float64(len(y)) {
		return false
	}
	common := 0
	for run := range x {
		if y[run] {
			common++
		}
	}
	return float64(common) >= l.share*float64(len(x)+len(y)-common)
}

// runs is every so many letters in a row.
func runs(text string, n int) map[string]bool {
	rs := []rune(text)
	all := make(map[string]bool, len(rs))
	for i := 0; i+n <= len(rs); i++ {
		all[string(rs[i:i+n])] = true
	}
	return all
}

// unmannered is a Japanese sentence without what is its speaker's manner.
func unmannered(plain string) string {
	text := strings.Trim(player.ReplaceAllString(plain, "_"), " .!?。！？…")
	return endings.ReplaceAllString(spoken.Replace(itself.ReplaceAllString(text, "我")), "")
}
