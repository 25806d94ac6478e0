package match

import (
	"wolfden/gamelog"
	"wolfden/werewolf"
)

// A record must not grow beyond what gamelog reads, whatever its players say: nobody could resume or verify it. So each
// seat has its share of the room for answers, which is half of a record, and what exceeds it is taken for no answer.
const (
	roomForAnswers = gamelog.MaxFile / 2
	// perAnswer is what an answer takes in a record besides its words, with the events it leads to.
	perAnswer = 512
)

// shares are the bytes of the record that each seat may still fill with answers, by SeatID.
type shares []int

// newShares are the shares of a game whose record holds the past already.
func newShares(seats int, past []gamelog.Entry) shares {
	s := make(shares, seats+1)
	for i := range s {
		s[i] = roomForAnswers / seats
	}
	for i := range past {
		if in := past[i].Input; in != nil && in.Action.Kind == werewolf.Answer {
			s.reserve(in.Action.Seat, in.Raw)
		}
	}
	return s
}

// reserve takes an answer's room, or reports that there is none left.
func (s shares) reserve(id werewolf.SeatID, text string) bool {
	if n := perAnswer + 2*written(text); n <= s[id] { // as an answer, and as what is said
		s[id] -= n
		return true
	}
	return false
}

// written is how many bytes a text takes in a record at most.
func written(text string) (n int) {
	const escaped = 6
	for _, c := range []byte(text) {
		switch {
		case c < ' ' || c == 0x7f || c == 0xc2 || c == 0xe2: // the last two may begin a control character or U+2028
			n += escaped
		case c == '"' || c == '\\':
			n += 2
		default:
			n++
		}
	}
	return n
}
