package critic

import (
	"regexp"
	"strings"
)

// manner is how a player has spoken so far.
type manner struct {
	polite, plain int
	self          string // its word for itself, "" while it is not known
	selfAt        int
}

// settled is how many sentences in one register make it a player's own.
const settled = 6

var (
	particles = `(?:か|ね|よ|わ|な|の|が|けど|けれど|けれども|から|し|もの|もん|ので|かしら|っけ|わよ|わね|よね|かね|のよ|のね)*$`
	// Requests and invitations are polite in many a plain mouth: 教えてください, 考えましょう.
	polite = regexp.MustCompile(`(?:です|ます|ました|ません|でした|でしょう|ございます)` + particles)
	// Whoever speaks politely may wonder aloud in plain words: 怪しいな, 大丈夫かな. So only what states something counts.
	plain   = regexp.MustCompile(`(?:[^んい]だ|んだ|いだ|だった|だろう|である|であった|じゃない|ではない|くれ|しろ|ろ|思う|思った|思っている|思ってる|している|してる|ている|てる|ていた|てた|った|した|する|ない|なかった|しよう)(?:よ|ね|ぜ|ぞ|さ|よね|けど|から|し)?$`)
	aside   = regexp.MustCompile(`[（(][^（()）]*[)）]|[「『][^」』]*[」』]`)
	selves  = regexp.MustCompile(`(?:^|[^ぁ-んァ-ン一-龥])?(私|わたし|わたくし|あたし|僕|ぼく|ボク|俺|おれ|オレ|わし|ワシ|儂|拙者|我輩|吾輩|わい|おいら)(?:は|が|も|を|に|の|と|から|で|へ|たち|自身|だけ|さ)`)
	oneself = regexp.MustCompile(`^自分(?:は|が|も)(?:人間|無実|潔白|占い師|霊媒師|村人|騎士|狼|人狼)`)
)

// selfGroups are words for oneself that are one word written in two ways.
var selfGroups = map[string]string{"わたし": "私", "わたくし": "私", "ぼく": "僕", "ボク": "僕", "おれ": "俺", "オレ": "俺", "ワシ": "わし", "儂": "わし", "我輩": "吾輩"}

// registers finds two ways of speaking in one turn, or in one player.
func (r *reader) registers(t *turn) {
	if r.book == japanese() {
		r.japanese(t, &r.manners[t.Seat])
		return
	}
	r.english(t)
}

func (r *reader) japanese(t *turn, m *manner) {
	var polites, plains []string
	for i := range t.sentences {
		s := &t.sentences[i]
		if r.book.has(s, "set phrase") {
			continue
		}
		switch politeness(s.raw) {
		case 1:
			polites = append(polites, s.raw)
		case -1:
			plains = append(plains, s.raw)
		}
	}
	switch {
	case len(polites) > 0 && len(plains) > 0:
		r.find(Register, t, -1, polites[0]+" "+plains[0], "polite and plain in one turn")
	case len(plains) > 0 && m.polite >= settled && m.plain*10 <= m.polite:
		r.find(Register, t, -1, plains[0], "plain, after having been polite")
	case len(polites) > 0 && m.plain >= settled && m.polite*10 <= m.plain:
		r.find(Register, t, -1, polites[0], "polite, after having been plain")
	}
	m.polite, m.plain = m.polite+len(polites), m.plain+len(plains)
	r.selves(t, m)
}

// requesting is a request in the form of a question, which is polite in many a plain mouth.
var requesting = regexp.MustCompile(`(もらえ|くれ|いただけ|頂け|くださ|てみ)?(ます|ません)か$`)

// politeness is 1 for a sentence that ends politely, -1 for a plain one, 0 where that cannot be told.
func politeness(raw string) int {
	end := strings.TrimRight(aside.ReplaceAllString(raw, ""), " 。！？!?…♪☆～〜ー-wｗ笑、,.")
	switch {
	case requesting.MatchString(end):
		return 0
	case polite.MatchString(end):
		return 1
	case plain.MatchString(end):
		return -1
	}
	return 0
}

// selves finds two words for oneself.
func (r *reader) selves(t *turn, m *manner) {
	for i := range t.sentences {
		s := &t.sentences[i]
		text := aside.ReplaceAllString(s.raw, "")
		var words []string
		for _, found := range selves.FindAllStringSubmatch(text, -1) {
			words = append(words, found[1])
		}
		if oneself.MatchString(text) {
			words = append(words, "自分")
		}
		for _, word := range words {
			if group := selfGroups[word]; group != "" {
				word = group
			}
			if m.self != "" && word != m.self {
				r.find(Register, t, m.selfAt, s.raw, "calls itself %s and %s", m.self, word)
			}
			m.self, m.selfAt = word, t.at
		}
	}
}

// english finds ceremony and slang in one turn.
func (r *reader) english(t *turn) {
	ceremony, slang := "", ""
	for i := range t.sentences {
		s := &t.sentences[i]
		if r.book.has(s, "ceremony") {
			ceremony = s.raw
		}
		if r.book.has(s, "slang") {
			slang = s.raw
		}
	}
	if ceremony != "" && slang != "" {
		said := ceremony
		if slang != ceremony {
			said += " " + slang
		}
		r.find(Register, t, -1, said, "ceremony and slang in one turn")
	}
}

// asks reports whether a sentence is a question.
func asks(raw string) bool {
	end := strings.TrimRight(raw, " \"”」』)）!！")
	return strings.HasSuffix(end, "?") || strings.HasSuffix(end, "？") || asking.MatchString(end)
}

var asking = regexp.MustCompile(`(?:です|ます|ません|でしょう|だろう|の|ました|でした)か。?$`)
