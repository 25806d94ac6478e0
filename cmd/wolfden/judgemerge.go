package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/judge"
	"wolfden/internal/judge/measure"
	"wolfden/internal/origin"
	"wolfden/internal/score"
	"wolfden/internal/transcript"
	"wolfden/internal/userfile"
	"wolfden/werewolf"
)

type judgeMergeCmd struct {
	Answers     []string   `arg:"" help:"Files of answers and keys: of judge run, of judge form, exported by rating pages."`
	Output      string     `short:"o" default:"-" help:"The table to write, - for standard output." placeholder:"FILE"`
	Each        string     `help:"Write every mark that anybody gave, with times and comments, as a table too." placeholder:"FILE.csv"`
	MergeSuffix bool       `help:"Count entries of a team that differ in a suffix (-A, _2, 3) as one."`
	Same        bool       `help:"Two rows for every rater but people: NAME-same for the games that people judged, NAME-all for all."`
	Pick        ballotPick `embed:""`

	mergeFlags `embed:""`
}

// ballotPick says which answers count, and what their raters are called.
type ballotPick struct {
	Players int    `help:"Only games of so many players." placeholder:"N"`
	Scale   string `enum:",rank,rate" default:"" help:"Only rankings (rank), or only ratings from 1 to 5 (rate)." placeholder:"SCALE"`
	Names   bool   `help:"Call people by the names that they gave, rather than by what their pages drew."`
}

// Help is the long help of the command.
func (judgeMergeCmd) Help() string {
	return `Averages ranks per team, rater and criterion (lower is better), or ratings from 1 to 5
(higher is better), each with the marks and games behind it and its 95% interval. Every
person is a rater, and all together are one more, Human; every model is one, and so are
the measures, rules.

  wolfden judge merge answers.jsonl -o ranks.csv
  wolfden judge merge form.key.jsonl anna.json ben.json answers.jsonl -o ranks.csv
  wolfden judge merge form.key.jsonl anna.json answers.jsonl --same -o ranks.csv
  wolfden judge merge answers.jsonl --scale rate -o ratings.csv
  wolfden agree ranks.csv

No model is asked. Answers that repeat, omit or invent players do not count.`
}

// Run merges.
func (c *judgeMergeCmd) Run(e *env) error {
	tally, err := readAnswers(e.stderr, c.Answers)
	if err != nil {
		return err
	}
	ballots, err := c.Pick.of(e, tally, c.Answers)
	if err != nil {
		return err
	}
	noteOrigin(e, c.apart(e, ballots))
	var merged map[string]string
	if c.MergeSuffix {
		merged = score.Merge(tally.Teams())
	}
	table := ballots.Table(merged, c.Same)
	if len(table.Rows) == 0 {
		return noBallot(c.Answers)
	}
	for _, team := range slices.Sorted(maps.Keys(merged)) {
		fmt.Fprintf(e.stderr, "note: %s counts as %s\n", transcript.Safe(team), transcript.Safe(merged[team]))
	}
	if c.Each != "" {
		var each bytes.Buffer
		if err := errors.Join(ballots.WriteEach(&each), e.write(c.Each, each.Bytes())); err != nil {
			return err
		}
	}
	var out bytes.Buffer
	if err := table.WriteCSV(&out); err != nil {
		return err
	}
	return e.write(c.Output, out.Bytes())
}

// of are the ballots picked; what does not count, and what a reader must know of the others, is said.
func (c *ballotPick) of(e *env, tally *judge.Tally, files []string) (*judge.Ballots, error) {
	if tally.Names = c.Names; c.Scale != "" {
		tally.Scales = []judge.Scale{scaleOf(c.Scale)}
	}
	ballots, err := tally.Ballots(c.Players)
	switch {
	case errors.Is(err, judge.ErrSizes):
		return nil, usagef("%w: pick one with --players", err)
	case errors.Is(err, judge.ErrScales):
		return nil, usagef("%w: pick one with --scale", err)
	case err != nil:
		return nil, err
	}
	for _, w := range ballots.Warnings {
		fmt.Fprintf(e.stderr, "note: %s\n", w)
	}
	if slices.ContainsFunc(ballots.List, func(b judge.Ballot) bool { return b.Kind == judge.ByRules }) {
		fmt.Fprintf(e.stderr, "note: rater %s is %s\n", measure.Rater, measure.Note)
	}
	if asked := ballots.Asked(); asked != "" {
		fmt.Fprintf(e.stderr, "note: %s\n", asked)
	}
	if said := peopleSaid(ballots); said != "" {
		fmt.Fprintf(e.stderr, "note: %s\n", said)
		fmt.Fprintf(e.stderr, "note: answered: %s\n", answeredBy(ballots))
	}
	if len(ballots.List) == 0 {
		return nil, noBallot(files)
	}
	return ballots, nil
}

// apart calls entries of one name that were not made of the same by names of their own, and so what played games of other setups, languages
// or rules; it says what must be known of that, and returns what the games were made by. It knows what keys tell.
func (m *mergeFlags) apart(e *env, ballots *judge.Ballots) *origin.Origin {
	var games []*chronicle.Summary
	at, names := map[string]int{}, &origin.Names{Merge: m.parts()} // by game
	for i := range ballots.List {
		key := ballots.List[i].Of
		if _, known := at[key.Game]; !known {
			at[key.Game] = len(games)
			games = append(games, summaryOf(key))
			names.Add(games[len(games)-1])
		}
	}
	for _, note := range m.divide(games) {
		fmt.Fprintf(e.stderr, "note: %s\n", note)
	}
	for _, g := range games {
		names.Name(g)
	}
	for i := range ballots.List {
		b := &ballots.List[i]
		g := games[at[b.Game]]
		b.Seats, b.Division = slices.Clone(b.Seats), g.Division
		for seat := range b.Seats {
			b.Seats[seat].Team = g.Players[seat].Team
			if g.Division != "" {
				b.Seats[seat].Team += " (" + g.Division + ")"
			}
		}
	}
	return origin.Of(games)
}

// summaryOf is the game of a key, as far as that tells of it.
func summaryOf(key *judge.Key) *chronicle.Summary {
	g := &chronicle.Summary{Lang: key.Lang, Players: make([]chronicle.Player, len(key.Players))}
	if rec, err := gamelog.Parse(append(bytes.Clone(key.Record), '\n')); err == nil && len(rec.Header.Seats) == len(key.Players) {
		g = chronicle.Summarize(rec)
	} else {
		for i := range key.Players { // a role that is not standard leaves a setup that is like no other
			role, _ := werewolf.StandardRoles().Parse(key.Players[i].Role)
			g.Setup[role]++
		}
	}
	for i := range key.Players {
		g.Players[i].Team = key.Players[i].Team
	}
	return g
}

// peopleSaid tells how people answered: how many, and how long a question took where pages have measured it.
func peopleSaid(ballots *judge.Ballots) string {
	var times []float64
	answers, comments := 0, 0
	for i := range ballots.List {
		b := &ballots.List[i]
		if b.Kind != judge.ByHuman {
			continue
		}
		answers++
		if b.Seconds > 0 {
			times = append(times, b.Seconds)
		}
		if b.Comment != "" {
			comments++
		}
	}
	if answers == 0 {
		return ""
	}
	said := fmt.Sprintf("%s of people, who are %d", english.Count(answers, "answer"), ballots.People)
	if len(times) > 0 {
		slices.Sort(times)
		said += fmt.Sprintf(", in %.0f s each (median of %d)", times[len(times)/2], len(times))
	}
	if comments > 0 {
		said += fmt.Sprintf(", %s (read them with --each)", english.Count(comments, "comment"))
	}
	return said
}

// answeredBy tells how much each person has done.
func answeredBy(ballots *judge.Ballots) string {
	answers, games := map[string]int{}, map[string]map[string]bool{}
	for i := range ballots.List {
		if b := &ballots.List[i]; b.Kind == judge.ByHuman {
			if games[b.Called] == nil {
				games[b.Called] = map[string]bool{}
			}
			answers[b.Called]++
			games[b.Called][b.Game] = true
		}
	}
	var parts []string
	for _, person := range slices.Sorted(maps.Keys(answers)) {
		parts = append(parts, fmt.Sprintf("%s %s in %s", transcript.Safe(person), english.Count(answers[person], "question"), english.Count(len(games[person]), "game")))
	}
	return strings.Join(parts, ", ")
}

func noBallot(files []string) error {
	return fmt.Errorf("%s: no ranking that counts; answers and the key of their games are merged together", strings.Join(files, ", "))
}

// readAnswers reads files of answers and keys.
func readAnswers(notes io.Writer, paths []string) (*judge.Tally, error) {
	tally := &judge.Tally{}
	for _, path := range paths {
		file, err := userfile.Open(path)
		if err != nil {
			return nil, err
		}
		entries, _, torn, err := judge.Read(file)
		_ = file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if torn {
			fmt.Fprintf(notes, "%s: the last entry is torn and does not count\n", path)
		}
		tally.Add(entries)
	}
	return tally, nil
}
