package analysis

import (
	"strings"
	"unicode"

	"wolfden/internal/chronicle"
	"wolfden/internal/critic"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// volume counts turns.
func (t *tally) volume() {
	for i := range t.days {
		for _, l := range t.days[i].talks {
			switch l.Says().Phase() {
			case "skip":
				t.add(l.Seat, skips, 1)
			case "over":
				t.add(l.Seat, overs, 1)
			default:
				t.add(l.Seat, utterances, 1)
				t.add(l.Seat, letterCount, float64(letters(l.Text)))
			}
			if l.Forced {
				t.add(l.Seat, forced, 1)
			}
			if l.Cut {
				t.add(l.Seat, cut, 1)
			}
		}
	}
	for i := range t.Players {
		t.add(t.Players[i].Seat, faults, float64(t.Players[i].FaultCount()))
	}
}

// letters counts the characters that are no blanks.
func letters(text string) (n int) {
	for _, r := range text {
		if !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}

// Two utterances are alike when they share this much of their runs of letters. Only so many of one's own are compared,
// so that a log of a hundred thousand lines takes its time and no more.
const (
	alike   = 0.7
	compare = 100
)

// said is an utterance as it is compared with others.
type said struct {
	seat werewolf.SeatID
	runs map[string]bool
}

// repetition counts utterances that are like earlier ones.
func (t *tally) repetition() {
	own := map[werewolf.SeatID][]said{}
	exact := map[werewolf.SeatID]map[string]bool{}
	for i := range t.days {
		var today []said
		for _, l := range t.days[i].words {
			text := plain(l.Text)
			if exact[l.Seat] == nil {
				exact[l.Seat] = map[string]bool{}
			}
			if text != "" && exact[l.Seat][text] {
				t.add(l.Seat, verbatim, 1)
			}
			exact[l.Seat][text] = true
			s := said{l.Seat, runsOf(text)}
			if s.likeAny(own[l.Seat], false) {
				t.add(l.Seat, repeats, 1)
			}
			if s.likeAny(today, true) {
				t.add(l.Seat, echoes, 1)
			}
			own[l.Seat] = latest(append(own[l.Seat], s), compare)
			today = latest(append(today, s), compare*len(t.Players))
		}
	}
}

// latest is the last n.
func latest(all []said, n int) []said { return all[max(0, len(all)-n):] }

// likeAny reports whether one of the others is alike, of somebody else's only where others says so.
func (s *said) likeAny(all []said, others bool) bool {
	for i := range all {
		if others && all[i].seat == s.seat {
			continue
		}
		if s.share(&all[i]) >= alike {
			return true
		}
	}
	return false
}

// share is the runs that two utterances have in common, by all that they have.
func (s *said) share(o *said) float64 {
	few, many := s.runs, o.runs
	if len(few) > len(many) {
		few, many = many, few
	}
	// Too different in size to be alike.
	if len(few) == 0 || float64(len(few)) < alike*float64(len(many)) {
		return 0
	}
	common := 0
	for r := range few {
		if many[r] {
			common++
		}
	}
	return float64(common) / float64(len(few)+len(many)-common)
}

// plain is a text's letters and digits, small.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// runsOf is every three letters in a row. A shorter text is one run.
func runsOf(text string) map[string]bool {
	runes := []rune(text)
	if n := len(runes); n < 3 {
		if n == 0 {
			return nil
		}
		return map[string]bool{text: true}
	}
	runs := make(map[string]bool, len(runes))
	for i := 0; i+3 <= len(runes); i++ {
		runs[string(runes[i:i+3])] = true
	}
	return runs
}

// addresses counts who was spoken to and did not take it up.
func (t *tally) addresses() {
	for i := range t.days {
		d := &t.days[i]
		for at, l := range d.talks {
			if !l.Worded() {
				continue
			}
			asked, _ := l.Says().Asked(l.Seat)
			for to := range asked.All() {
				t.address(l, to, d.talks[at+1:])
			}
		}
	}
}

// address judges one address by the turns that came after it on the day.
func (t *tally) address(l *chronicle.Line, to werewolf.SeatID, after []*chronicle.Line) {
	turn, spoke, answered := false, false, false
	for _, next := range after {
		if next.Seat != to {
			continue
		}
		turn = true
		if next.Worded() {
			spoke = true
			answered = answered || takesUp(next, l, to)
		}
	}
	if !turn {
		return
	}
	t.add(to, addressed, 1)
	t.add(l.Seat, addresses, 1)
	if !spoke {
		t.add(to, leftSilent, 1)
	}
	if !answered {
		t.add(to, leftUnanswered, 1)
		t.add(l.Seat, goneUnanswered, 1)
	}
}

// takesUp reports whether what a player said takes up what it was told or asked: it names the other or whom the question is
// about, or says what was asked for.
func takesUp(answer, asked *chronicle.Line, to werewolf.SeatID) bool {
	if critic.Names(answer, asked.Seat) {
		return true
	}
	questions := 0
	for q := range asked.Says().Questions() {
		questions++
		if q.Target != to && q.Target != 0 {
			continue
		}
		if q.About != 0 && q.About != to && critic.Names(answer, q.About) || critic.Fits(answer.Seat, answer.Says(), q.Topic) {
			return true
		}
	}
	return questions == 0 && critic.Fits(answer.Seat, answer.Says(), speech.AnyTopic)
}
