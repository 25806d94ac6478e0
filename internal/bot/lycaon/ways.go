package lycaon

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"wolfden/internal/reason/belief"
	"wolfden/werewolf"
)

// Ways are the probabilities of a liar's decisions.
type Ways struct {
	Claims  float64 // claims to be the seer
	Medium  float64 // otherwise, claims to be the medium, if there is one
	Late    float64 // waits for another claim
	Black   float64 // an invented result says werewolf
	Rival   float64 // and is about a rival, if there is one
	Suspect float64 // otherwise about the most suspected player, not a random one
	Clears  float64 // a human result is about the most suspected player of its own side, if there is one
	Dodges  float64 // attacks the next best where somebody may guard the best
	Honest  float64 // wants executed, for a day, whom somebody would who was what it pretends to be
}

// names are the columns of a table of ways.
var names = [...]string{"claims", "medium", "late", "black", "rival", "suspect", "clears", "dodges", "honest"}

// Each returns the probabilities in the order of the table's columns, to be read and set.
func (w *Ways) Each() [len(names)]*float64 {
	return [...]*float64{&w.Claims, &w.Medium, &w.Late, &w.Black, &w.Rival, &w.Suspect, &w.Clears, &w.Dodges, &w.Honest}
}

// mostWolves is the number of werewolves from which on tables share their ways.
const mostWolves = 3

// WayTable says how liars play, by the number of werewolves at the table less one.
type WayTable struct{ Wolf, Possessed [mostWolves]Ways }

// For returns the ways of a liar at a table with so many werewolves.
func (t *WayTable) For(possessed bool, wolves int) *Ways {
	place := max(1, min(wolves, mostWolves)) - 1
	if possessed {
		return &t.Possessed[place]
	}
	return &t.Wolf[place]
}

// waysFor are the ways of the player.
func (t *WayTable) waysFor(o *werewolf.Observation) *Ways {
	return t.For(o.Spec().Traitor(), o.Rules.Wolves())
}

// errWays is wrapped by every error about a table of ways that cannot be used.
var errWays = errors.New("unusable table of ways")

// ReadWays reads a table: a line of the number of werewolves, WEREWOLF or POSSESSED, and a probability for each way.
// # begins a comment. Every row must be there, once.
func ReadWays(r io.Reader) (*WayTable, error) {
	table, seen := &WayTable{}, map[*Ways]bool{}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		row, err := table.read(fields)
		if err == nil && seen[row] {
			err = errors.New("the row stands there twice")
		}
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", errWays, number, err)
		}
		seen[row] = true
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", errWays, err)
	}
	if want := 2 * mostWolves; len(seen) != want {
		return nil, fmt.Errorf("%w: %d rows, %d are needed", errWays, len(seen), want)
	}
	return table, nil
}

// read reads one row.
func (t *WayTable) read(fields []string) (*Ways, error) {
	if want := 2 + len(names); len(fields) != want {
		return nil, fmt.Errorf("%d fields, %d are needed", len(fields), want)
	}
	wolves, err := strconv.Atoi(fields[0])
	if err != nil || wolves < 1 || wolves > mostWolves {
		return nil, fmt.Errorf("%q is no number of werewolves from 1 to %d", fields[0], mostWolves)
	}
	possessed := fields[1] == werewolf.Possessed.String()
	if !possessed && fields[1] != werewolf.Werewolf.String() {
		return nil, fmt.Errorf("%q is neither %s nor %s", fields[1], werewolf.Werewolf, werewolf.Possessed)
	}
	row := t.For(possessed, wolves)
	for i, to := range row.Each() {
		if *to, err = strconv.ParseFloat(fields[2+i], 64); err != nil || !(*to >= 0 && *to <= 1) {
			return nil, fmt.Errorf("%s: %q is no probability", names[i], fields[2+i])
		}
	}
	return row, nil
}

// Write writes the table in the form that ReadWays reads.
func (t *WayTable) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# How often a liar does what, by the number of werewolves at the table: see docs/lycaon.md.\n# wolves\trole")
	for _, name := range names {
		b.WriteString("\t" + name)
	}
	for wolves := 1; wolves <= mostWolves; wolves++ {
		for _, role := range []werewolf.Role{werewolf.Werewolf, werewolf.Possessed} {
			fmt.Fprintf(&b, "\n%d\t%s", wolves, role)
			for _, p := range t.For(role == werewolf.Possessed, wolves).Each() {
				fmt.Fprintf(&b, "\t%g", *p)
			}
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

// Learnt is what the player knows from games: how liars do best, what words and deeds mean, and what executions are worth.
type Learnt struct {
	Ways     *WayTable
	Evidence *belief.Table
	Stakes   StakeTable
}

//go:embed ways.tsv
var waysText string

//go:embed stakes.tsv
var stakesText string

//go:embed evidence.tsv
var evidenceText string

// Home returns what was learnt among Wolfden's own players, which the player meets most; docs/lycaon.md says how. For other
// players belief.Standard is the better evidence.
var Home = sync.OnceValues(func() (*Learnt, error) {
	ways, err := ReadWays(strings.NewReader(waysText))
	if err != nil {
		return nil, err
	}
	stakes, err := ReadStakes(strings.NewReader(stakesText))
	if err != nil {
		return nil, err
	}
	evidence, err := belief.ReadTable(strings.NewReader(evidenceText))
	return &Learnt{Ways: ways, Evidence: evidence, Stakes: stakes}, err
})
