package lycaon

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"wolfden/werewolf"
)

// Stake is how likely the village is to win once somebody was executed who was no werewolf, and who was one.
type Stake struct{ Human, Wolf float64 }

// Each returns the chances in the order of the table's columns, to be read and set.
func (s *Stake) Each() [2]*float64 { return [...]*float64{&s.Human, &s.Wolf} }

// At is a moment of executions: at a table of so many players so many live, and so many of them are werewolves.
type At struct{ Players, Living, Wolves int }

// StakeTable says what executions are worth to the village.
type StakeTable map[At]Stake

// For returns what an execution is worth: by the row, or the next with more living, of the size of table that is nearest. Where there is
// none only the execution of a werewolf is worth anything.
func (t StakeTable) For(at At) Stake {
	at.Players = t.nearest(at.Players)
	for ; at.Living <= at.Players; at.Living++ {
		if row, ok := t[at]; ok {
			return row
		}
	}
	return Stake{Wolf: 1}
}

// nearest is the size of table with rows that is nearest, of two the larger.
func (t StakeTable) nearest(players int) (best int) {
	distance := func(n int) int { return max(n-players, players-n) }
	for at := range t {
		if d := distance(at.Players) - distance(best); best == 0 || d < 0 || d == 0 && at.Players > best {
			best = at.Players
		}
	}
	return best
}

// errStakes is wrapped by every error about a table of stakes that cannot be used.
var errStakes = errors.New("unusable table of stakes")

// ReadStakes reads a table: a line of the numbers of players, of living and of living werewolves, and a probability for each column. # begins a comment.
func ReadStakes(r io.Reader) (StakeTable, error) {
	table := StakeTable{}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		if err := table.read(fields); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", errStakes, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", errStakes, err)
	}
	return table, nil
}

// read reads one row.
func (t StakeTable) read(fields []string) (err error) {
	var at At
	var row Stake
	places, chances := [...]*int{&at.Players, &at.Living, &at.Wolves}, row.Each()
	if want := len(places) + len(chances); len(fields) != want {
		return fmt.Errorf("%d fields, %d are needed", len(fields), want)
	}
	for i, to := range places {
		if *to, err = strconv.Atoi(fields[i]); err != nil || *to < 1 || *to > werewolf.MaxSeats {
			return fmt.Errorf("%q is no number of players", fields[i])
		}
	}
	for i, to := range chances {
		text := fields[len(places)+i]
		if *to, err = strconv.ParseFloat(text, 64); err != nil || !(*to >= 0 && *to <= 1) {
			return fmt.Errorf("%q is no probability", text)
		}
	}
	if _, twice := t[at]; twice {
		return errors.New("the row stands there twice")
	}
	t[at] = row
	return nil
}

// Write writes the table in the form that ReadStakes reads.
func (t StakeTable) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# How likely the village is to win once somebody was executed, human or werewolf: see docs/lycaon.md.\n# players\tliving\twolves\thuman\twerewolf\n")
	for players := range werewolf.MaxSeats + 1 {
		for living := players; living > 0; living-- {
			for wolves := living; wolves > 0; wolves-- {
				row, ok := t[At{players, living, wolves}]
				if !ok {
					continue
				}
				fmt.Fprintf(&b, "%d\t%d\t%d", players, living, wolves)
				for _, p := range row.Each() {
					fmt.Fprintf(&b, "\t%.3f", *p)
				}
				b.WriteByte('\n')
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
