package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"wolfden/internal/agreement"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/judge"
	"wolfden/internal/stats"
	"wolfden/internal/transcript"
)

// within compares what raters gave the players of each game.
func (c *agreeCmd) within(e *env) error {
	tally, err := readAnswers(e.stderr, c.Files)
	if err != nil {
		return err
	}
	ballots, err := c.Pick.of(e, tally, c.Files)
	if err != nil {
		return err
	}
	among, beside, err := comparedWithin(ballots)
	if err != nil {
		return err
	}
	if len(among) == 0 {
		return fmt.Errorf("%s: no game was judged twice by one criterion, so nobody agrees or disagrees", strings.Join(c.Files, ", "))
	}
	if c.JSON {
		return e.json(map[string]any{"scale": scaleName(ballots.Scale), "players": ballots.Players, "criteria": ballots.Asked(), "within_games": among, "with_people": beside})
	}
	return writeWithin(e, ballots, among, beside)
}

// comparedWithin compares all groups, and every rater with the people.
func comparedWithin(ballots *judge.Ballots) (among []amongRow, beside []besideRow, err error) {
	for _, s := range sheetsOf(ballots) {
		if n := len(s.people) + len(s.other); n > agreement.MostRaters {
			return nil, nil, usagef("%d raters judged by criterion %s; at most %d are compared: leave some files out", n, transcript.Safe(s.criterion), agreement.MostRaters)
		}
		among, beside = append(among, s.among()...), append(beside, s.beside()...)
	}
	return among, beside, nil
}

// sheets is what everybody gave by one criterion.
type sheets struct {
	criterion     string
	games         []string
	same          map[string]bool                 // games that people judged
	people, other []string                        // raters
	marks         map[string]map[string][]float64 // by rater and game: the mean over the samples of a model
	samples       map[string]map[int]map[string][]float64
}

// sheetsOf sorts ballots by criterion.
func sheetsOf(ballots *judge.Ballots) (all []*sheets) {
	by := map[string]*sheets{}
	for i := range ballots.List {
		b := &ballots.List[i]
		if b.CannotTell {
			continue
		}
		s := by[b.Criterion]
		if s == nil {
			s = &sheets{criterion: b.Criterion, same: map[string]bool{}, samples: map[string]map[int]map[string][]float64{}}
			by[b.Criterion] = s
		}
		s.add(b)
	}
	for _, letter := range slices.Sorted(maps.Keys(by)) {
		by[letter].average()
		all = append(all, by[letter])
	}
	return all
}

func (s *sheets) add(b *judge.Ballot) {
	if !slices.Contains(s.games, b.Game) {
		s.games = append(s.games, b.Game)
	}
	raters := &s.other
	if b.Kind == judge.ByHuman {
		raters = &s.people
	}
	if !slices.Contains(*raters, b.Called) {
		*raters = append(*raters, b.Called)
		s.samples[b.Called] = map[int]map[string][]float64{}
	}
	s.same[b.Game] = b.Same
	if s.samples[b.Called][b.Sample] == nil {
		s.samples[b.Called][b.Sample] = map[string][]float64{}
	}
	var row []float64
	for _, mark := range b.Marks() {
		row = append(row, float64(mark))
	}
	s.samples[b.Called][b.Sample][b.Game] = row
}

// average fills in what each rater gave over its samples.
func (s *sheets) average() {
	slices.Sort(s.people)
	slices.Sort(s.other)
	s.marks = map[string]map[string][]float64{}
	for rater, samples := range s.samples {
		s.marks[rater] = map[string][]float64{}
		for _, game := range s.games {
			var sum []float64
			n := 0.0
			for _, k := range slices.Sorted(maps.Keys(samples)) {
				row := samples[k][game]
				if sum == nil {
					sum = make([]float64, len(row))
				}
				for i, v := range row {
					sum[i] += v
				}
				n += float64(min(len(row), 1))
			}
			for i := range sum {
				sum[i] /= n
			}
			s.marks[rater][game] = sum
		}
	}
}

// amongRow says how far a group agrees.
type amongRow struct {
	Criterion string         `json:"criterion"`
	Among     string         `json:"among"`
	Raters    int            `json:"raters"`
	Games     int            `json:"games"`
	Sheets    int            `json:"answers"`
	W         stats.Estimate `json:"w"`
	ByLuck    jsonFigure     `json:"w_by_chance"`
	Tau       stats.Estimate `json:"tau"`
	Alpha     stats.Estimate `json:"alpha_ordinal"`
	Spaced    stats.Estimate `json:"alpha_interval"`
	ByLot     bool           `json:"as_by_lot"` // nothing tells these raters from such as draw lots
}

// among compares the groups that there are.
func (s *sheets) among() (rows []amongRow) {
	everybody := slices.Concat(s.people, s.other)
	for _, group := range []struct {
		name   string
		raters []string
		same   bool
		there  bool
	}{
		{"people", s.people, true, len(s.people) > 1},
		{"everybody, same games", everybody, true, len(s.people) > 0 && len(s.other) > 0},
		{"everybody, all games", everybody, false, len(s.people) > 0 && len(s.other) > 0},
		{"models and rules, same games", s.other, true, len(s.other) > 1},
		{"models and rules, all games", s.other, false, len(s.other) > 1},
	} {
		if group.there {
			rows = s.row(rows, group.name, s.chosen(group.raters, group.same))
		}
	}
	for _, rater := range s.other {
		if samples := s.samples[rater]; len(samples) > 1 {
			rows = s.row(rows, rater+", its samples", s.table(false, len(samples), func(i int, game string) []float64 {
				return samples[slices.Sorted(maps.Keys(samples))[i]][game]
			}))
		}
	}
	return rows
}

// row adds a row, unless nothing was judged twice.
func (s *sheets) row(rows []amongRow, name string, games []agreement.Marks) []amongRow {
	w := agreement.Compare(games)
	if w.Games == 0 {
		return rows
	}
	return append(rows, amongRow{
		Criterion: s.criterion, Among: name, Raters: w.Raters, Games: w.Games, Sheets: w.Sheets,
		W: w.W, ByLuck: jsonFigure(w.ByLuck), Tau: w.Tau, Alpha: w.Alpha, Spaced: w.Spaced, ByLot: byLot(w.Alpha),
	})
}

// besideRow says how far a rater agrees with the people.
type besideRow struct {
	Criterion string         `json:"criterion"`
	Rater     string         `json:"rater"`
	Games     int            `json:"games"`
	Tau       stats.Estimate `json:"tau"`
	Rho       stats.Estimate `json:"spearman"`
	ByLot     bool           `json:"as_by_lot"`
}

// beside compares every rater with the people, a person with the others.
func (s *sheets) beside() (rows []besideRow) {
	for _, rater := range slices.Concat(s.people, s.other) {
		others := slices.DeleteFunc(slices.Clone(s.people), func(r string) bool { return r == rater })
		b := agreement.Against(s.chosen(append([]string{rater}, others...), true))
		if b.Games > 0 {
			rows = append(rows, besideRow{s.criterion, rater, b.Games, b.Tau, b.Rho, byLot(b.Tau)})
		}
	}
	return rows
}

// chosen is what the raters gave in all games, or in those that people judged.
func (s *sheets) chosen(raters []string, same bool) []agreement.Marks {
	return s.table(same, len(raters), func(i int, game string) []float64 { return s.marks[raters[i]][game] })
}

func (s *sheets) table(same bool, raters int, of func(i int, game string) []float64) (games []agreement.Marks) {
	for _, game := range s.games {
		if same && !s.same[game] {
			continue
		}
		var g agreement.Marks
		for i := range raters {
			g = append(g, of(i, game))
		}
		games = append(games, g)
	}
	return games
}

func writeWithin(e *env, ballots *judge.Ballots, among []amongRow, beside []besideRow) error {
	of := ""
	if ballots.Players > 0 {
		of = " of " + english.Count(ballots.Players, "player")
	}
	fmt.Fprintf(e.stdout, "agreement of %ss within games%s, with 95%% intervals by game\n", ballots.Scale.Noun(), of)
	if asked := ballots.Asked(); asked != "" {
		fmt.Fprintln(e.stdout, asked)
	}
	fmt.Fprintln(e.stdout)
	var rows strings.Builder
	warned := map[string]bool{}
	figure := func(f stats.Estimate) string {
		for _, w := range f.Warnings {
			warned[w] = true
		}
		return boundsText(f)
	}
	fmt.Fprintln(&rows, "CRITERION\tAMONG\tRATERS\tGAMES\tANSWERS\tW\tBY CHANCE\tTAU\tALPHA")
	for _, r := range among {
		luck := "-"
		if v := float64(r.ByLuck); !math.IsNaN(v) {
			luck = fmt.Sprintf("%.2f", v)
		}
		fmt.Fprintf(&rows, "%s\t%s\t%d\t%d\t%d\t%s\t%s\t%s\t%s\n", transcript.Safe(r.Criterion), transcript.Safe(r.Among), r.Raters, r.Games, r.Sheets,
			figure(r.W), luck, figure(r.Tau), figure(r.Alpha))
	}
	if err := columns.Write(e.stdout, rows.String()); err != nil {
		return err
	}
	if len(beside) > 0 {
		fmt.Fprintf(e.stdout, "\neach rater with the people, a person with the others, in the games that people judged\n\n")
		rows.Reset()
		fmt.Fprintln(&rows, "CRITERION\tRATER\tGAMES\tTAU WITH EACH\tSPEARMAN WITH THEIR MEAN")
		for _, r := range beside {
			fmt.Fprintf(&rows, "%s\t%s\t%d\t%s\t%s\n", transcript.Safe(r.Criterion), transcript.Safe(r.Rater), r.Games, figure(r.Tau), figure(r.Rho))
		}
		if err := columns.Write(e.stdout, rows.String()); err != nil {
			return err
		}
	}
	fmt.Fprintln(e.stdout)
	var groups, raters lots
	for _, r := range among {
		if r.ByLot {
			groups.add(r.Among, r.Criterion)
		}
	}
	for _, r := range beside {
		if r.ByLot {
			raters.add(r.Rater, r.Criterion)
		}
	}
	groups.write(e.stdout, "alpha's interval holds 0, so nothing tells these raters from such as draw lots")
	raters.write(e.stdout, "tau's interval holds 0, so nothing tells that they agree with the people")
	for _, w := range sortedKeys(warned) {
		fmt.Fprintf(e.stdout, "note: %s\n", w)
	}
	return nil
}

// byLot reports whether the interval of a figure that is 0 by chance holds 0, or lies below it.
func byLot(e stats.Estimate) bool { return e.Low <= 0 }

// lots collects, by who it is, the criteria by which somebody agrees no more than lots would.
type lots struct {
	names []string
	by    map[string][]string
}

func (l *lots) add(name, criterion string) {
	if l.by == nil {
		l.by = map[string][]string{}
	}
	if l.by[name] == nil {
		l.names = append(l.names, name)
	}
	l.by[name] = append(l.by[name], criterion)
}

// write writes a line, if there is anybody.
func (l *lots) write(w io.Writer, what string) {
	var all []string
	for _, name := range l.names {
		all = append(all, fmt.Sprintf("%s (%s)", transcript.Safe(name), transcript.Safe(strings.Join(l.by[name], ", "))))
	}
	if len(all) > 0 {
		fmt.Fprintf(w, "note: as if by lot: %s: %s\n", strings.Join(all, ", "), what)
	}
}

// scaleName is what --scale calls a scale.
func scaleName(s judge.Scale) string {
	if s == judge.Rated {
		return "rate"
	}
	return "rank"
}
