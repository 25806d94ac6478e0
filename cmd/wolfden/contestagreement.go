package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"wolfden/internal/judge"
	"wolfden/internal/judge/measure"
	"wolfden/internal/llm/provider"
	"wolfden/internal/site"
	"wolfden/internal/stats"
)

// judgedDivision is what raters of a contest said of a division, and how far they agree.
type judgedDivision struct {
	division string
	ballots  *judge.Ballots
	among    []amongRow
	beside   []besideRow
}

// judgedIn is what raters said of the divisions of a contest; of those that nobody else than the measures has judged it is nothing.
func judgedIn(e *env, contest string) (all []judgedDivision, err error) {
	j, err := readJudging(contest)
	if err != nil {
		return nil, err
	}
	quiet := *e
	quiet.stderr = io.Discard // every file has answers about other divisions, too
	for _, division := range j.Games.divisions() {
		files := j.files(division)
		tally, err := readAnswers(e.stderr, files)
		if err != nil {
			return nil, err
		}
		ballots, err := (&ballotPick{Scale: j.Scale}).of(&quiet, tally, files)
		if err != nil {
			fmt.Fprintf(e.stderr, "note: %s: nothing is told of raters: %v\n", division, err)
			continue
		}
		if !slices.ContainsFunc(ballots.List, func(b judge.Ballot) bool { return b.Kind != judge.ByRules }) {
			continue
		}
		d := judgedDivision{division: division, ballots: ballots}
		if d.among, d.beside, err = comparedWithin(ballots); err != nil {
			return nil, fmt.Errorf("%s: %w", division, err)
		}
		all = append(all, d)
	}
	return all, nil
}

// page is that of the site.
func (d *judgedDivision) page() site.Raters {
	r := site.Raters{Division: d.division, Tables: []site.Table{d.marks()}}
	among := site.Table{Title: site.Word + "agree", Head: []string{site.Word + "criterion", site.Word + "among", site.Word + "raters", site.Word + "games", site.Word + "answers", site.Word + "w", site.Word + "luck", site.Word + "tau", site.Word + "alpha"}}
	figure := func(f stats.Estimate) string {
		for _, w := range f.Warnings {
			if !slices.Contains(r.Notes, w) {
				r.Notes = append(r.Notes, w)
			}
		}
		return strings.ReplaceAll(boundsText(f), "-", "−")
	}
	for _, a := range d.among {
		among.Rows = append(among.Rows, []string{
			a.Criterion, a.word(), fmt.Sprint(a.Raters), fmt.Sprint(a.Games), fmt.Sprint(a.Sheets),
			figure(a.W), fmt.Sprintf("%.2f", float64(a.ByLuck)), figure(a.Tau), figure(a.Alpha),
		})
	}
	beside := site.Table{Title: site.Word + "beside", Head: []string{site.Word + "criterion", site.Word + "rater", site.Word + "games", site.Word + "tau", site.Word + "rho"}}
	for _, b := range d.beside {
		beside.Rows = append(beside.Rows, []string{b.Criterion, publicRater(b.Rater), fmt.Sprint(b.Games), figure(b.Tau), figure(b.Rho)})
	}
	for _, t := range []site.Table{among, beside} {
		if len(t.Rows) > 0 {
			r.Tables = append(r.Tables, t)
		}
	}
	if criteria, err := judge.Criteria(); err == nil {
		for i := range criteria {
			if c := &criteria[i]; slices.ContainsFunc(d.ballots.List, func(b judge.Ballot) bool { return b.Criterion == c.Letter }) {
				r.Asked = append(r.Asked, site.Asked{Letter: c.Letter, In: c.Text})
			}
		}
	}
	return r
}

// marks are what teams were given by all people together, and by each other rater.
func (d *judgedDivision) marks() site.Table {
	given := d.ballots.Table(nil, false)
	t := site.Table{Title: site.Word + "marks", Head: append([]string{site.Word + "team", site.Word + "rater"}, given.Criteria...)}
	sheet := given.Sheet() // a line for each row, the rater in front
	for i, row := range sheet.Grid() {
		if !given.Rows[i].Person {
			t.Rows = append(t.Rows, append([]string{row[1], publicRater(row[0])}, row[2:]...))
		}
	}
	return t
}

// publicRater is what a rater is called where everybody reads it: without the address of a model's server.
func publicRater(rater string) string {
	switch rater {
	case measure.Rater:
		return site.Word + "rules"
	case judge.HumanRater:
		return site.Word + "humans"
	}
	name, prompts, changed := strings.Cut(rater, " ")
	if n, err := provider.ParseName(name); err == nil {
		n.Base = ""
		name = n.String()
	}
	if changed {
		name += " " + prompts
	}
	return name
}

// word is what a page calls the group.
func (r *amongRow) word() string {
	if word := map[string]string{
		"people": site.Word + "people", "everybody, same games": site.Word + "all.same", "everybody, all games": site.Word + "all",
		"models and rules, same games": site.Word + "other.same", "models and rules, all games": site.Word + "other",
	}[r.Among]; word != "" {
		return word
	}
	rater, samples := strings.CutSuffix(r.Among, ", its samples")
	if samples {
		return publicRater(rater) + ", its samples"
	}
	return r.Among
}
