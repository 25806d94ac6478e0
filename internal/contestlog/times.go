package contestlog

import (
	"strconv"
	"strings"
)

// takeTimes moves the Unix times after the utterances out of the texts. A text may end in a comma and a number
// by chance, so they are times only if every utterance of the file has one, all in one unit and within a week.
func (c *Log) takeTimes() {
	const week = 7 * 24 * 60 * 60
	var first, last int64
	digits, spoken := 0, 0
	for i := range c.Lines {
		l := &c.Lines[i]
		if !l.Kind.speaks() {
			continue
		}
		text, at, ok := cutTime(l.Text)
		n := len(l.Text) - len(text) - 1
		if !ok || spoken > 0 && (n == 13) != (digits == 13) {
			return
		}
		if spoken++; spoken == 1 {
			first, last = at, at
		}
		first, last, digits = min(first, at), max(last, at), n
	}
	span := last - first
	if digits == 13 {
		span /= 1000
	}
	if spoken == 0 || span > week {
		return
	}
	c.Timed, c.Millis = true, digits == 13
	for i := range c.Lines {
		if l := &c.Lines[i]; l.Kind.speaks() {
			l.Text, l.Time, _ = cutTime(l.Text)
		}
	}
}

// cutTime splits off a Unix time: a comma and 9 to 11 digits (seconds) or 13
// (milliseconds) that do not begin with 0.
func cutTime(text string) (rest string, at int64, ok bool) {
	i := strings.LastIndexByte(text, ',')
	n := len(text) - i - 1
	if i < 0 || n != 13 && (n < 9 || n > 11) || text[i+1] < '1' || text[i+1] > '9' {
		return text, 0, false
	}
	at, err := strconv.ParseInt(text[i+1:], 10, 64)
	return text[:i], at, err == nil
}

// milliseconds is the time of the line in Unix milliseconds.
func (c *Log) milliseconds(l *Line) int64 {
	if c.Millis {
		return l.Time
	}
	return l.Time * 1000
}
