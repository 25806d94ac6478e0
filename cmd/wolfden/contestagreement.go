package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"wolfden/internal/judge"
	"wolfden/internal/judge/measure"
	"wolfden/internal/llm/provider"
	"wolfden/internal/sheet"
	"wolfden/internal/site"
)

// judgedDivision is what raters of a contest said of a division, and how far they agree.
type judgedDivision struct {
	division string
	ballots  *judge.Ballots
	among    sheet.Sheet
	beside   sheet.Sheet
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
	for _, t := range []struct {
		*sheet.Sheet
		title, heads string
		called       func(name string) string
	}{
		{&d.among, "agree", "criterion among raters games answers w luck tau alpha", amongWord},
		{&d.beside, "beside", "criterion rater games tau rho", publicRater},
	} {
		shown := site.Table{Title: site.Word + t.title}
		for _, head := range strings.Fields(t.heads) {
			shown.Head = append(shown.Head, site.Word+head)
		}
		for _, row := range t.Grid() {
			for i := range row[2:] {
				row[2+i] = strings.ReplaceAll(row[2+i], "-", "−")
			}
			shown.Rows = append(shown.Rows, slices.Concat(row[:1], []string{t.called(row[1])}, row[2:len(shown.Head)]))
		}
		if len(shown.Rows) > 0 {
			r.Tables = append(r.Tables, shown)
		}
		for _, w := range t.Warnings() {
			if !slices.Contains(r.Notes, w) {
				r.Notes = append(r.Notes, w)
			}
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

// amongWord is what a page calls a group.
func amongWord(group string) string {
	if word := map[string]string{
		"people": site.Word + "people", "everybody, same games": site.Word + "all.same", "everybody, all games": site.Word + "all",
		"models and rules, same games": site.Word + "other.same", "models and rules, all games": site.Word + "other",
	}[group]; word != "" {
		return word
	}
	rater, samples := strings.CutSuffix(group, ", its samples")
	if samples {
		return publicRater(rater) + ", its samples"
	}
	return group
}
