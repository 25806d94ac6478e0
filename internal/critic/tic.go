package critic

import (
	"regexp"
	"strings"

	"wolfden/werewolf"
)

// opened is with what a player has opened a sentence.
type opened struct {
	by    werewolf.SeatID
	words string
}

// hesitations are no manner of speaking: everybody has them, as often as it hesitates.
var hesitations = regexp.MustCompile(`^(um|right|okay|あの|あのね|えっと|うーん)$`)

// tics finds a set phrase with which the speaker has opened another sentence on that day.
func (r *reader) tics(t *turn) {
	for i := range t.sentences {
		s := &t.sentences[i]
		_, text, addressed := strings.Cut(s.raw, " ")
		if !addressed || !strings.HasPrefix(s.raw, "@") {
			text = s.raw
		}
		for phrase := range strings.FieldsFuncSeq(strings.ToLower(r.book.opening.FindString(text)), func(c rune) bool { return c == ',' || c == '、' }) {
			words := opened{t.Seat, strings.TrimSpace(phrase)}
			if words.words == "" || hesitations.MatchString(words.words) {
				continue
			}
			if at, before := r.openings[words]; before {
				r.find(Tic, t, at, s.raw, "opens another sentence of the day with %q", words.words)
			}
			r.openings[words] = t.at
		}
	}
}
