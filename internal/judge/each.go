package judge

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"wolfden/internal/csvtable"
)

// WriteEach writes one line for every player of every ballot: who gave which mark, and how the rater came to it. An answer that says
// its rater cannot tell has lines without marks.
func (b *Ballots) WriteEach(w io.Writer) error {
	rows := [][]string{{
		"game", "criterion", "rater", "kind", "sample", "player", "team", "role", "mark", "cannot_tell", "shown", "place", "seconds", "comment",
	}}
	for i := range b.List {
		one := &b.List[i]
		marks := one.Marks()
		for seat := range one.Seats {
			p := &one.Seats[seat]
			mark := ""
			if marks != nil {
				mark = strconv.Itoa(marks[seat])
			}
			rows = append(rows, []string{
				one.Game, one.Criterion, one.Called, string(one.Kind), strconv.Itoa(one.Sample), p.Name, p.Team, p.Role, mark,
				strconv.FormatBool(one.CannotTell), above0(slices.Index(one.Shown, p.Name) + 1), above0(one.Place), seconds(one.Seconds), one.Comment,
			})
		}
	}
	if err := csvtable.Write(w, rows); err != nil {
		return fmt.Errorf("writing what each rater gave: %w", err)
	}
	return nil
}

// above0 is a number, "" for what is not known.
func above0(n int) string {
	if n < 1 {
		return ""
	}
	return strconv.Itoa(n)
}

// seconds are written in tenths, "" where nobody looked at a clock.
func seconds(s float64) string {
	if !(s > 0) {
		return ""
	}
	return strconv.FormatFloat(s, 'f', 1, 64)
}
