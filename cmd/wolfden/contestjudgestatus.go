package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/internal/columns"
	"wolfden/internal/judge"
	"wolfden/internal/judge/measure"
	"wolfden/internal/transcript"
)

// judgingStatus is how far a judging is.
type judgingStatus struct {
	Done     bool          `json:"done"` // nothing is open
	People   []judgedCount `json:"people"`
	Judges   []judgedCount `json:"judges"` // measures and models
	Commands []string      `json:"commands"`
	lang     string
}

// judgedCount is how many questions of somebody are answered.
type judgedCount struct {
	Name      string `json:"name"`
	Division  string `json:"division,omitempty"` // "" for people, who are asked about all
	Answered  int    `json:"answered"`
	Questions int    `json:"questions"`
	Left      bool   `json:"left,omitempty"` // is no rater any more; its answers count
	Link      string `json:"link,omitempty"`
}

func (n *judgedCount) open() int { return n.Questions - n.Answered }

// status tells how far it is.
func (c *contestJudgeCmd) status(e *env, j *judging) error {
	if len(j.Games) == 0 {
		return fmt.Errorf("nobody has been asked to judge: there is no %s; wolfden contest judge --help tells how to begin", j.path(judgingFile))
	}
	s, err := j.status()
	if err != nil {
		return err
	}
	if c.JSON {
		return e.json(s)
	}
	_, err = fmt.Fprint(e.stdout, s)
	return err
}

// status counts what is answered.
func (j *judging) status() (*judgingStatus, error) {
	criteria, err := judge.Select(j.Criteria)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.path(judgingFile), err)
	}
	people, err := j.people(criteria)
	if err != nil {
		return nil, err
	}
	s := &judgingStatus{Done: true, People: people, Judges: []judgedCount{}, lang: j.Lang}
	for _, division := range j.Games.divisions() {
		judges, err := j.judges(division, criteria)
		if err != nil {
			return nil, err
		}
		s.Judges = append(s.Judges, judges...)
	}
	others := false
	for _, n := range slices.Concat(s.People, s.Judges) {
		s.Done = s.Done && n.open() == 0
		others = others || n.Answered > 0 && n.Name != measure.Rater
	}
	s.Commands = j.commands(others)
	return s, nil
}

// people are the raters, those with most to do first, and those who left.
func (j *judging) people(criteria []judge.Criterion) ([]judgedCount, error) {
	answered, err := j.answers(peopleFile)
	if err != nil {
		return nil, err
	}
	all := []judgedCount{}
	for _, rater := range j.Raters {
		n := judgedCount{Name: rater, Link: j.link(rater)}
		for i := range j.Games {
			if g := &j.Games[i]; slices.Contains(j.Asked[rater], g.ID) {
				n.count(g.questions(criteria, j.Scale), judge.ByHuman, answered)
			}
		}
		all = append(all, n)
	}
	left := map[string]int{}
	for q, given := range answered {
		if given && !slices.Contains(j.Raters, q.Rater) {
			left[q.Rater]++
		}
	}
	for rater, n := range left {
		all = append(all, judgedCount{Name: rater, Answered: n, Questions: n, Left: true})
	}
	slices.SortFunc(all, func(a, b judgedCount) int {
		return cmp.Or(cmp.Compare(b.open(), a.open()), cmp.Compare(a.Name, b.Name))
	})
	return all, nil
}

// count adds questions to those of somebody.
func (n *judgedCount) count(questions []judge.Question, kind judge.Kind, answered map[judge.Question]bool) {
	for _, q := range questions {
		q.Kind, q.Rater = kind, n.Name
		n.Questions++
		if answered[q] {
			n.Answered++
		}
	}
}

// judges are measures and models of a division.
func (j *judging) judges(division string, criteria []judge.Criterion) (all []judgedCount, err error) {
	for _, of := range []struct {
		kind     judge.Kind
		end      string
		names    []string
		criteria []judge.Criterion
	}{
		{judge.ByRules, rulesEnd, []string{measure.Rater}, slices.DeleteFunc(slices.Clone(criteria), func(x judge.Criterion) bool { return len(x.Signs) == 0 })},
		{judge.ByModel, modelsEnd, slices.Clone(j.Models), criteria},
	} {
		if of.kind == judge.ByRules && scaleOf(j.Scale) == judge.Rated {
			continue
		}
		answered, err := j.answers(division + of.end)
		if err != nil {
			return nil, err
		}
		for q := range answered {
			if !slices.Contains(of.names, q.Rater) {
				of.names = append(of.names, q.Rater)
			}
		}
		slices.Sort(of.names)
		for _, name := range of.names {
			n := judgedCount{Name: name, Division: division}
			for i := range j.Games {
				if g := &j.Games[i]; g.Division == division {
					n.count(g.questions(of.criteria, j.Scale), of.kind, answered)
				}
			}
			all = append(all, n)
		}
	}
	return all, nil
}

// commands make tables of what is answered, and where there are others than measures a report and pages of how far raters agree.
func (j *judging) commands(others bool) (all []string) {
	scale := ""
	if scaleOf(j.Scale) == judge.Rated {
		scale = " --scale rate"
	}
	into := ">"
	for _, division := range j.Games.divisions() {
		files := ""
		for _, file := range j.files(division) {
			files += " " + shellWord(file)
		}
		all = append(all, fmt.Sprintf("wolfden judge merge%s%s -o %s", files, scale, shellWord(j.path(division+".csv"))))
		if others {
			all = append(all, fmt.Sprintf("wolfden agree%s%s %s %s", files, scale, into, shellWord(j.path("agreement.txt"))))
			into = ">>"
		}
	}
	if others {
		contest := filepath.Dir(j.dir)
		all = append(all, "wolfden contest report --dir "+shellWord(contest), fmt.Sprintf("wolfden contest publish %s -o site", shellWord(contest)))
	}
	return all
}

// reminder is what somebody with open questions is told, with the link, in the language of the pages.
func (n *judgedCount) reminder(lang string) string {
	if lang == "ja" {
		return fmt.Sprintf("%s さん、%d 問中 %d 問が未回答です。次のページで続きから回答できます：%s", n.Name, n.Questions, n.open(), n.Link)
	}
	return fmt.Sprintf("%s, %d of your %d questions are open. Your pages go on where you stopped: %s", n.Name, n.open(), n.Questions, n.Link)
}

// String is the status for people.
func (s *judgingStatus) String() string {
	var b strings.Builder
	if s.Done {
		b.WriteString("Everything is answered.\n")
	}
	var rows, remind strings.Builder
	for _, n := range slices.Concat(s.People, s.Judges) {
		name := transcript.Safe(n.Name)
		switch {
		case n.Left:
			name += " (no rater any more)"
		case n.Division != "":
			name += " (" + n.Division + ")"
		}
		fmt.Fprintf(&rows, "%s\t%d of %d\t%d\n", name, n.Answered, n.Questions, n.open())
		if n.open() > 0 && n.Link != "" {
			remind.WriteString("  " + n.reminder(s.lang) + "\n")
		}
	}
	b.WriteString(columns.Align("who\tanswered\topen\n" + rows.String()))
	if remind.Len() > 0 {
		b.WriteString("\nTo send, each to its rater alone:\n" + remind.String())
	}
	b.WriteString("\nTables of what is answered:\n  " + strings.Join(s.Commands, "\n  ") + "\n")
	return b.String()
}
