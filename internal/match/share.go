package match

import (
	"wolfden/gamelog"
	"wolfden/werewolf"
)

// A record must not grow beyond what gamelog reads, whatever its players say: nobody could resume or verify
// it. Half of a record is room for answers, and each seat has an equal share of it. An answer that exceeds the
// share counts as missing.
const (
	roomForAnswers = gamelog.MaxFile / 2
	// perAnswer is the size of an answer in a record without its text, including the events that follow from
	// it.
	perAnswer = 512
)

// shares holds by SeatID how many bytes of answers each seat may still add to the record.
type shares []int

// newShares returns the shares that a record with the given past leaves.
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

// reserve takes the room for an answer from the seat's share. It reports false when there is not enough.
func (s shares) reserve(id werewolf.SeatID, text string) bool {
	if n := perAnswer + 2*written(text); n <= s[id] { // as an answer, and as what is said
		s[id] -= n
		return true
	}
	return false
}

// written returns the most bytes that a text takes in a record.
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
