package judge

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/csvtable"
)

// ErrSizes is wrapped when answers about games of different sizes would be averaged: ranks of 1 to 5 and of 1 to 13
// have no common mean.
var ErrSizes = errors.New("judge: the answers are about games of different sizes")

// ErrScales is wrapped when rankings and ratings would be averaged.
var ErrScales = errors.New("judge: the answers are rankings and ratings")

// HumanRater is what all human raters together are called in a table.
const HumanRater = "Human"

// Row holds the ranks, or ratings, that one rater gave one team.
type Row struct {
	Team, Rater string
	Mean        map[string]float64 // by criterion
	Count       map[string]int     // verdicts on a player of the team behind it
}

// Table holds the mean ranks of teams, 1 is best, or their mean ratings, 5 is best, rater by rater.
type Table struct {
	Criteria []string
	Rows     []Row // by team, humans first within each
	Players  int   // in every game
	Scale    Scale
	Warnings []string
}

// Tally collects entries for a table. The zero Tally is ready.
type Tally struct {
	keys     map[string]Key
	answers  map[Question]Answer
	disowned int
	// Same gives every rater but the people two rows: NAME-same for the games that people have ranked by the criterion, too, and
	// NAME-all for all games (tables 2 and 3 of the overview of AIWolfDial 2025).
	Same bool
	// Scales are those that count; none stands for all, and then the answers must be on one.
	Scales []Scale
}

// Add takes the entries of one file. Of several answers of one human to one question the last counts, of a model's the
// first; the same answer given in two files counts once. Of several keys of one game the first counts, so the file of
// whoever knows comes first.
func (t *Tally) Add(entries []Entry) {
	if t.keys == nil {
		t.keys, t.answers = map[string]Key{}, map[Question]Answer{}
	}
	for _, e := range entries {
		switch {
		case e.Key != nil:
			t.addKey(e.Key)
		case e.Answer != nil:
			t.addAnswer(*e.Answer)
		}
		for _, a := range e.Answers {
			a.Kind = ByHuman
			t.addAnswer(a)
		}
	}
}

// addKey takes a key. The first of a game counts: whoever hands in answers does not decide who played.
func (t *Tally) addKey(k *Key) {
	known, again := t.keys[k.Game]
	switch {
	case !again:
		t.keys[k.Game] = *k
	case !slices.Equal(known.Players, k.Players):
		t.disowned++
	}
}

func (t *Tally) addAnswer(a Answer) {
	if _, known := t.answers[a.Question]; !known || a.Kind == ByHuman {
		t.answers[a.Question] = a
	}
}

// Teams are the names of all teams, sorted.
func (t *Tally) Teams() []string {
	teams := map[string]bool{}
	for _, k := range t.keys {
		for i := range k.Players {
			teams[k.Players[i].Team] = true
		}
	}
	return slices.Sorted(maps.Keys(teams))
}

// sum is a mean in the making.
type sum struct {
	marks, n int
}

// rating is what a mean is kept for.
type rating struct{ team, rater, criterion string }

// Table returns the mean rank or rating that every rater gave every team, over all answers and all players of the team. Merged maps teams
// to those they count as, and may be nil. Players picks games of one size; 0 takes all, which must be of one. What is
// no verdict on a game's players is left out and told of.
func (t *Tally) Table(merged map[string]string, players int) (*Table, error) {
	table := &Table{Players: players}
	sums, letters, ranked := map[rating]sum{}, map[string]bool{}, t.byPeople()
	var unknown, refused int
	for _, a := range t.answers {
		key, known := t.keys[a.Game]
		size := len(key.Players)
		switch {
		case !known:
			unknown++
			continue
		case !t.counts(a.Scale):
			continue
		case !key.judged(&a):
			refused++
			continue
		case players != 0 && size != players:
			continue
		case a.Scale == Ranked && table.Players != 0 && size != table.Players:
			return nil, fmt.Errorf("%w (%d and %d players)", ErrSizes, min(size, table.Players), max(size, table.Players))
		}
		if len(letters) > 0 && table.Scale != a.Scale {
			return nil, ErrScales
		}
		table.Players, table.Scale = size, a.Scale
		letters[a.Criterion] = true
		for _, rater := range t.ratersOf(&a, ranked) {
			addMarks(sums, rater, &a, &key, merged)
		}
	}
	table.warn(t.disowned, "keys that say otherwise of a game than one that came before, and do not count: %d")
	table.warn(unknown, "answers about games without a key, which do not count: %d; give the file of keys too")
	table.warn(refused, "answers that are no rankings, or ratings, of their games' players, and do not count: %d")
	table.Criteria = slices.Sorted(maps.Keys(letters))
	table.fill(sums)
	return table, nil
}

// counts reports whether answers on the scale count.
func (t *Tally) counts(s Scale) bool { return len(t.Scales) == 0 || slices.Contains(t.Scales, s) }

// judged reports whether an answer is a verdict on the game's players.
func (k *Key) judged(a *Answer) bool {
	return a.Check(a.Scale, (&Game{Players: k.Players}).Names()) == nil
}

// asked is a game and a criterion.
type asked struct {
	game, criterion string
	scale           Scale
}

// byPeople is what people have judged.
func (t *Tally) byPeople() map[asked]bool {
	all := map[asked]bool{}
	for _, a := range t.answers {
		if key, known := t.keys[a.Game]; known && a.Kind == ByHuman && key.judged(&a) {
			all[asked{a.Game, a.Criterion, a.Scale}] = true
		}
	}
	return all
}

// ratersOf are the raters of the table for whom an answer counts.
func (t *Tally) ratersOf(a *Answer, ranked map[asked]bool) []string {
	name := raterOf(a)
	switch {
	case !t.Same || a.Kind == ByHuman:
		return []string{name}
	case ranked[asked{a.Game, a.Criterion, a.Scale}]:
		return []string{name + "-same", name + "-all"}
	}
	return []string{name + "-all"}
}

func addMarks(sums map[rating]sum, rater string, a *Answer, key *Key, merged map[string]string) {
	teams := map[string]string{}
	for i := range key.Players {
		p := &key.Players[i]
		teams[p.Name] = p.Team
		if to, ok := merged[p.Team]; ok {
			teams[p.Name] = to
		}
	}
	for name, mark := range a.marks() {
		r := rating{teams[name], rater, a.Criterion}
		s := sums[r]
		sums[r] = sum{s.marks + mark, s.n + 1}
	}
}

// raterOf is the rater of the table. A human's own name is nobody's business there.
func raterOf(a *Answer) string {
	if a.Kind == ByHuman {
		return HumanRater
	}
	return a.Rater
}

func (t *Table) warn(n int, format string) {
	if n > 0 {
		t.Warnings = append(t.Warnings, fmt.Sprintf(format, n))
	}
}

func (t *Table) fill(sums map[rating]sum) {
	rows := map[[2]string]*Row{}
	for r, s := range sums {
		row := rows[[2]string{r.team, r.rater}]
		if row == nil {
			row = &Row{Team: r.team, Rater: r.rater, Mean: map[string]float64{}, Count: map[string]int{}}
			rows[[2]string{r.team, r.rater}] = row
		}
		row.Mean[r.criterion], row.Count[r.criterion] = float64(s.marks)/float64(s.n), s.n
	}
	for _, row := range rows {
		t.Rows = append(t.Rows, *row)
	}
	slices.SortFunc(t.Rows, func(a, b Row) int {
		if a.Team != b.Team {
			return strings.Compare(a.Team, b.Team)
		}
		if (a.Rater == HumanRater) != (b.Rater == HumanRater) {
			if a.Rater == HumanRater {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Rater, b.Rater)
	})
}

// WriteCSV writes the table in the columns of the contest's: team, rater and one for every criterion, two decimals. Ratings have the
// mean over the criteria behind them, for teams that were rated by all of them.
func (t *Table) WriteCSV(w io.Writer) error {
	rows := [][]string{append([]string{"team", "rater"}, t.Criteria...)}
	if t.Scale == Rated {
		rows[0] = append(rows[0], "average")
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		line := []string{r.Team, r.Rater}
		total := 0.0
		for _, c := range t.Criteria {
			line = append(line, decimals(r.Mean[c], r.Count[c] > 0))
			total += r.Mean[c]
		}
		if t.Scale == Rated {
			line = append(line, decimals(total/float64(len(t.Criteria)), len(r.Mean) == len(t.Criteria)))
		}
		rows = append(rows, line)
	}
	if err := csvtable.Write(w, rows); err != nil {
		return fmt.Errorf("judge: writing a table: %w", err)
	}
	return nil
}

// decimals is a mean as tables have it, "" where there is none.
func decimals(mean float64, there bool) string {
	if !there {
		return ""
	}
	return strconv.FormatFloat(mean, 'f', 2, 64)
}
