package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"wolfden/internal/agreement"
	"wolfden/internal/sheet"
	"wolfden/internal/transcript"
	"wolfden/internal/userfile"
)

type agreeCmd struct {
	Files     []string   `arg:"" name:"file" help:"A CSV table with the columns team, rater and one for every criterion; or files of answers and keys."`
	Reference string     `default:"Human" help:"With a table: the rater the others are compared with." placeholder:"RATER"`
	JSON      bool       `help:"One JSON object with unrounded figures."`
	Pick      ballotPick `embed:""`

	mergeFlags `embed:""`
}

// Help is the long help of the command.
func (agreeCmd) Help() string {
	return `Compares what raters gave the same teams, criterion by criterion: the correlations
of Pearson, Spearman (average ranks) and Kendall (tau-a), cosine, mean absolute
difference, and Krippendorff's alpha. Of answers and keys it compares every ranking
within its game instead: Kendall's W, mean tau, and alpha over games and players,
among people, among all, and of each rater with the people. Every figure has its
95% interval.

  wolfden agree ranks.csv
  wolfden agree ranks.csv --reference judge-a --json
  wolfden agree form.key.jsonl anna.json ben.json answers.jsonl`
}

// Run compares the raters.
func (c *agreeCmd) Run(e *env) error {
	answers, err := holdAnswers(c.Files)
	if err != nil {
		return err
	}
	if answers {
		return c.within(e)
	}
	if c.Pick != (ballotPick{}) {
		return usagef("--players, --scale and --names pick answers; %s is a table", c.Files[0])
	}
	if len(c.Merge) > 0 {
		return usagef("--merge is of answers; %s is a table, whose teams have their names", c.Files[0])
	}
	text, err := userfile.Load(c.Files[0], userfile.Most)
	if err != nil {
		return err
	}
	t, err := agreement.Read(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", c.Files[0], err)
	}
	if !t.Has(c.Reference) {
		return usagef("--reference %q is no rater of %s; it has %q", c.Reference, c.Files[0], t.Raters)
	}
	pairs, wholes := t.PairSheet(c.Reference), t.WholeSheet()
	if c.JSON {
		return e.json(map[string]any{"reference": c.Reference, "agreement": pairs.Objects(), "alpha": wholes.Objects()})
	}
	writeAgreed(e.stdout, agreed{pairs, ""}, agreed{wholes, alphaByLot})
	return nil
}

// holdAnswers reports whether the files are of answers and keys, which begin with a brace, rather than one table.
func holdAnswers(files []string) (bool, error) {
	if len(files) > 1 {
		return true, nil
	}
	begins, err := userfile.Head(files[0], 64)
	if err != nil {
		return false, err
	}
	return bytes.HasPrefix(bytes.TrimSpace(begins), []byte("{")), nil
}

// agreed is a sheet of agreement, and what is said of who agrees as if by lot.
type agreed struct {
	sheet.Sheet
	byLot string
}

// alphaByLot is said of a group.
const alphaByLot = "alpha's interval holds 0, so nothing tells these raters from such as draw lots"

// writeAgreed writes sheets with lines for people, one below the other, and then what to know of them.
func writeAgreed(w io.Writer, all ...agreed) {
	var notes []string
	warned := map[string]bool{}
	for _, a := range all {
		if len(a.Lines) == 0 {
			continue
		}
		fmt.Fprintln(w, transcript.Safe(a.Title))
		if a.Note != "" {
			fmt.Fprintln(w, a.Note)
		}
		fmt.Fprintf(w, "\n%s\n", a.Text())
		lots := map[string][]string{} // criteria, by who it is
		for _, row := range a.Grid() {
			if a.Columns[len(a.Columns)-1].Name == agreement.ByLot && row[len(row)-1] == "yes" {
				lots[row[1]] = append(lots[row[1]], row[0])
			}
		}
		for _, warning := range a.Warnings() {
			warned[warning] = true
		}
		var names []string
		for _, name := range a.Values(1) {
			if criteria := lots[name]; criteria != nil {
				names = append(names, fmt.Sprintf("%s (%s)", name, strings.Join(criteria, ", ")))
			}
		}
		if len(names) > 0 {
			notes = append(notes, fmt.Sprintf("as if by lot: %s: %s", strings.Join(names, ", "), a.byLot))
		}
	}
	for _, note := range append(notes, slices.Sorted(maps.Keys(warned))...) {
		fmt.Fprintf(w, "note: %s\n", transcript.Safe(note))
	}
}
