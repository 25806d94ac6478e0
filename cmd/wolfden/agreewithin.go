package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"wolfden/internal/agreement"
	"wolfden/internal/english"
	"wolfden/internal/judge"
	"wolfden/internal/sheet"
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
	made := c.apart(e, ballots)
	among, beside, err := comparedWithin(ballots)
	if err != nil {
		return err
	}
	if len(among.Lines) == 0 {
		return fmt.Errorf("%s: no game was judged twice by one criterion, so nobody agrees or disagrees", strings.Join(c.Files, ", "))
	}
	if c.JSON {
		return e.json(map[string]any{"scale": scaleName(ballots.Scale), "players": ballots.Players, "criteria": ballots.Asked(), "within_games": among.Objects(), "with_people": beside.Objects(), "made_by": made})
	}
	noteOrigin(e, made)
	writeWithin(e.stdout, among, beside)
	return nil
}

// comparedWithin compares all groups, and every rater with the people, a person with the others.
func comparedWithin(ballots *judge.Ballots) (among, beside sheet.Sheet, err error) {
	of := ""
	if ballots.Players > 0 {
		of = " of " + english.Count(ballots.Players, "player")
	}
	byLot := sheet.Column{Name: agreement.ByLot}
	among = sheet.Sheet{
		Name: "within-games", Title: fmt.Sprintf("agreement of %ss within games%s, with 95%% intervals by game", ballots.Scale.Noun(), of), Note: ballots.Asked(),
		Keys: []string{"criterion", "among"}, Columns: append(agreement.Columns([]string{"raters", "games", "answers"}, "w", "w by chance", "tau", "alpha ordinal", "alpha interval"), byLot),
	}
	beside = sheet.Sheet{
		Name: "with-people", Title: "each rater with the people, a person with the others, in the games that people judged: tau with each, Spearman with their mean",
		Keys: []string{"criterion", "rater"}, Columns: append(agreement.Columns([]string{"games"}, "tau", "spearman"), byLot),
	}
	for _, s := range sheetsOf(ballots) {
		if n := len(s.people) + len(s.other); n > agreement.MostRaters {
			return among, beside, usagef("%d raters judged by criterion %s; at most %d are compared: leave some files out", n, transcript.Safe(s.criterion), agreement.MostRaters)
		}
		s.among(&among)
		for _, rater := range slices.Concat(s.people, s.other) {
			others := slices.DeleteFunc(slices.Clone(s.people), func(r string) bool { return r == rater })
			if b := agreement.Against(s.chosen(append([]string{rater}, others...), true)); b.Games > 0 {
				beside.Add([]string{s.criterion, rater}, sheet.Count(b.Games), sheet.Figure(b.Tau), sheet.Figure(b.Rho), agreement.LotCell(b.Tau))
			}
		}
	}
	return among, beside, nil
}

// writeWithin writes for people what comparedWithin found.
func writeWithin(w io.Writer, among, beside sheet.Sheet) {
	writeAgreed(w, agreed{among, alphaByLot}, agreed{beside, "tau's interval holds 0, so nothing tells that they agree with the people"})
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

// sheetsOf sorts ballots by criterion, and what is not to be counted together by what sets it apart.
func sheetsOf(ballots *judge.Ballots) (all []*sheets) {
	by := map[string]*sheets{}
	for i := range ballots.List {
		b := &ballots.List[i]
		if b.CannotTell {
			continue
		}
		criterion := b.Criterion
		if b.Division != "" {
			criterion += " (" + b.Division + ")"
		}
		s := by[criterion]
		if s == nil {
			s = &sheets{criterion: criterion, same: map[string]bool{}, samples: map[string]map[int]map[string][]float64{}}
			by[criterion] = s
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

// among compares the groups that there are.
func (s *sheets) among(to *sheet.Sheet) {
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
			s.row(to, group.name, s.chosen(group.raters, group.same))
		}
	}
	for _, rater := range s.other {
		if samples := s.samples[rater]; len(samples) > 1 {
			s.row(to, rater+", its samples", s.table(false, len(samples), func(i int, game string) []float64 {
				return samples[slices.Sorted(maps.Keys(samples))[i]][game]
			}))
		}
	}
}

// row adds a line, unless nothing was judged twice.
func (s *sheets) row(to *sheet.Sheet, name string, games []agreement.Marks) {
	if w := agreement.Compare(games); w.Games > 0 {
		to.Add([]string{s.criterion, name}, sheet.Count(w.Raters), sheet.Count(w.Games), sheet.Count(w.Sheets), sheet.Figure(w.W), sheet.Number(w.ByLuck),
			sheet.Figure(w.Tau), sheet.Figure(w.Alpha), sheet.Figure(w.Spaced), agreement.LotCell(w.Alpha))
	}
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

// scaleName is what --scale calls a scale.
func scaleName(s judge.Scale) string {
	if s == judge.Rated {
		return "rate"
	}
	return "rank"
}
