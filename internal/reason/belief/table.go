package belief

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"wolfden/werewolf"
)

// Size tells small tables, with one werewolf, from large ones; people play them differently.
type Size uint8

// The two sizes.
const (
	Small Size = iota
	Large
	numSizes
)

var sizeNames = [numSizes]string{"small", "large"}

// String returns the size's name in tables.
func (s Size) String() string { return sizeNames[s&1] }

// sizeOf returns the size of a setup.
func sizeOf(t *werewolf.RoleTable, c werewolf.RoleCounts) Size {
	if c.Of(t.OfSpecies(werewolf.Wolf)) > 1 {
		return Large
	}
	return Small
}

// Settings say how far evidence is trusted. With the zero Settings it is not trusted at all.
type Settings struct {
	Temperature float64 // divides evidence: above 1 beliefs are milder
	Clip        float64 // the most by which one fact favours one role over another, as a factor
	Bond        float64 // the same for all that one player does to another in the game
}

// columns are the roles that have a column in a table of evidence, in their order. Any other role uses the column of
// the role it resembles most.
var columns = werewolf.RoleCounts{}.Listed()

// Table says how likely each sort of evidence is for each role. It never changes and may be shared.
type Table struct {
	Settings

	cells [numSizes][numCells][werewolf.MaxRoles]Rate
}

// Rate is how likely something is when its target is human, and when it is a werewolf; without a target both are the
// same. Only ratios count.
type Rate [2]float64

//go:embed table.tsv
var standard string

// Standard returns the table that belongs to the program, estimated as docs/reasoning.md says.
var Standard = sync.OnceValues(func() (*Table, error) { return ReadTable(strings.NewReader(standard)) })

//go:embed prior.tsv
var judged string

// Judged returns the table of human judgement that estimates start from.
var Judged = sync.OnceValues(func() (*Table, error) { return ReadTable(strings.NewReader(judged)) })

// ErrTable is wrapped by every error about a table that cannot be used.
var ErrTable = errors.New("unusable table of evidence")

// ReadTable reads a table: a line "set NAME VALUE" for each setting, and a line for each size and cell with a rate for
// each role of the contest in the order of the rules page, or HUMAN/WEREWOLF for two. # begins a comment. Every cell must be there.
func ReadTable(r io.Reader) (*Table, error) {
	table := &Table{}
	lines, number, seen := bufio.NewScanner(r), 0, 0
	for lines.Scan() {
		number++
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(text)
		var err error
		switch {
		case len(fields) == 0:
			continue
		case fields[0] == "set":
			err = table.set(fields[1:])
		default:
			seen++
			err = table.row(fields)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrTable, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTable, err)
	}
	if want := int(numSizes) * (int(numCells) - 1); seen != want {
		return nil, fmt.Errorf("%w: %d rows of cells, %d are needed", ErrTable, seen, want)
	}
	if table.Temperature < 0.1 || table.Clip < 1 || table.Bond < 1 {
		return nil, fmt.Errorf("%w: temperature (from 0.1), clip and bond (from 1) must be set", ErrTable)
	}
	return table, nil
}

func (t *Table) set(fields []string) error {
	if len(fields) != 2 {
		return fmt.Errorf("a setting is %q", "set NAME VALUE")
	}
	v, err := positive(fields[1])
	if err != nil {
		return err
	}
	switch fields[0] {
	case "temperature":
		t.Temperature = v
	case "clip":
		t.Clip = v
	case "bond":
		t.Bond = v
	default:
		return fmt.Errorf("unknown setting %q", fields[0])
	}
	return nil
}

func (t *Table) row(fields []string) error {
	if want := 2 + len(columns); len(fields) != want {
		return fmt.Errorf("%d fields, %d are needed: size, cell and a rate for each role", len(fields), want)
	}
	size, cell := Size(0), noCell
	for size < numSizes && sizeNames[size] != fields[0] {
		size++
	}
	for c := noCell + 1; c < numCells; c++ {
		if cellNames[c] == fields[1] {
			cell = c
		}
	}
	if size == numSizes || cell == noCell {
		return fmt.Errorf("unknown size %q or cell %q", fields[0], fields[1])
	}
	row := &t.cells[size][cell]
	if row[columns[0]][0] != 0 {
		return fmt.Errorf("%s %s stands there twice", size, cell)
	}
	for i, role := range columns {
		human, wolf, two := strings.Cut(fields[2+i], "/")
		if !two {
			wolf = human
		}
		h, errHuman := positive(human)
		w, errWolf := positive(wolf)
		if err := errors.Join(errHuman, errWolf); err != nil {
			return err
		}
		row[role] = Rate{h, w}
	}
	return nil
}

// The bounds of rates keep products of many of them within the range of numbers.
const leastRate, mostRate = 1e-6, 1e6

// positive reads a number that can be a rate.
func positive(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v >= leastRate && v <= mostRate) {
		return 0, fmt.Errorf("%q is not a number between 0.000001 and 1000000", s)
	}
	return v, nil
}

// Write writes the table in the form that ReadTable reads.
func (t *Table) Write(w io.Writer) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "# How likely each sort of evidence is for each role: see docs/reasoning.md.\nset temperature %g\nset clip %g\nset bond %g\n", t.Temperature, t.Clip, t.Bond)
	for size := range numSizes {
		fmt.Fprintf(b, "\n# size\tcell")
		for _, role := range columns {
			fmt.Fprintf(b, "\t%s", role)
		}
		b.WriteByte('\n')
		for c := noCell + 1; c < numCells; c++ {
			fmt.Fprintf(b, "%s\t%s", size, c)
			for _, role := range columns {
				r := t.cells[size][c][role]
				fmt.Fprintf(b, "\t%.3g", r[0])
				if c.aimed() {
					fmt.Fprintf(b, "/%.3g", r[1])
				}
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// rates is the table as beliefs use it: logarithms, clipped and tempered.
type rates [numCells][werewolf.MaxRoles][2]float64

// compile computes the logarithms of every cell. The likeliest role (and target) gets 0, and nothing is lower than the
// clip allows.
func (t *Table) compile(roles *werewolf.RoleTable, size Size) *rates {
	e := &rates{}
	least, all := -math.Log(t.Clip), roles.Roles()
	var like [werewolf.MaxRoles]werewolf.Role
	for _, r := range all {
		like[r] = roles.Like(r)
	}
	for c := noCell + 1; c < numCells; c++ {
		top := 0.0
		for _, r := range t.cells[size][c] {
			top = max(top, r[0], r[1])
		}
		for _, role := range all {
			for i, v := range t.cells[size][c][like[role]] {
				e[c][role][i] = max(least, math.Log(v/top)) / t.Temperature
			}
		}
	}
	return e
}
