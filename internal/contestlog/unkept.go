package contestlog

import (
	"fmt"
	"strings"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Unkept says what the record made of the log does not hold: the lines that a log written from the record
// would lack, change or add. A log without a Mismatch is kept whole, except where the server did what no rules
// allow.
//
// Four differences are no loss: a player without a name becomes Agent[01] and so on, a comma in the name of a
// client becomes a semicolon, an attack on nobody is true, and utterances may be numbered by phase instead of by day.
func (c *Log) Unkept(rec *gamelog.Record) (findings []Finding) {
	kept := linesOf(rec, false)
	i, j := 0, 0
	for i < len(c.Lines) && j < len(kept) {
		if c.same(&c.Lines[i], &kept[j]) {
			i, j = i+1, j+1
			continue
		}
		lacks, besides := c.nearest(c.Lines[i:], kept[j:])
		for k := range max(lacks, besides) {
			switch {
			case k >= besides:
				findings = append(findings, c.lacking(i+k))
			case k >= lacks:
				findings = append(findings, c.added(i+lacks, &kept[j+k]))
			default:
				findings = append(findings, Finding{c.Lines[i+k].Number, Warning, fmt.Sprintf(
					"the record does not hold %q, but %q", c.Lines[i+k].text(), kept[j+k].text())})
			}
		}
		i, j = i+lacks, j+besides
	}
	for ; i < len(c.Lines); i++ {
		findings = append(findings, c.lacking(i))
	}
	for ; j < len(kept); j++ {
		findings = append(findings, c.added(i, &kept[j]))
	}
	return append(findings, c.odd...)
}

// nearest returns how many lines of each log come before the next line that both have.
func (c *Log) nearest(log, kept []Line) (lacks, besides int) {
	const far = 64
	for both := 1; both < far; both++ {
		for lacks := range both + 1 {
			besides := both - lacks
			if lacks < len(log) && besides < len(kept) && c.same(&log[lacks], &kept[besides]) {
				return lacks, besides
			}
		}
	}
	return 1, 1
}

func (c *Log) lacking(i int) Finding {
	return Finding{c.Lines[i].Number, Warning, fmt.Sprintf("the record does not hold %q", c.Lines[i].text())}
}

func (c *Log) added(i int, l *Line) Finding {
	number := c.Lines[len(c.Lines)-1].Number + 1
	if i < len(c.Lines) {
		number = c.Lines[i].Number
	}
	return Finding{number, Warning, fmt.Sprintf("the record has %q, which the log does not", l.text())}
}

// same reports whether a line of the log is kept in a line written from the record.
func (c *Log) same(l, kept *Line) bool {
	a, b := *l, *kept
	a.Number, a.Idx, a.Named, a.Time = 0, 0, false, c.milliseconds(l)/1000
	b.Number, b.Idx, b.Named = 0, 0, false
	if a.Kind == AttackLine && a.Target == 0 {
		a.Unguarded = b.Unguarded
	}
	if !c.Timed || !a.Kind.speaks() {
		a.Time, b.Time = 0, 0
	}
	if a.Kind == StatusLine {
		a.Client = nameColumn(a.Client)
		if a.Name = nameColumn(a.Name); b.Name == unnamed(b.Seat) {
			a.Name = b.Name
		}
	}
	return a == b
}

// unnamed returns what old servers called a player without a name.
func unnamed(id werewolf.SeatID) string { return fmt.Sprintf("Agent[%02d]", id) }

// text returns the line for people, clipped.
func (l *Line) text() string {
	text := string(l.appendTo(nil, nil, false))
	const most = 60
	for i := range text {
		if i > most {
			return text[:i] + "..."
		}
	}
	return strings.TrimRight(text, ",")
}
