package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/agreement"
	"wolfden/internal/columns"
	"wolfden/internal/stats"
	"wolfden/internal/transcript"
	"wolfden/internal/userfile"
)

type agreeCmd struct {
	Files     []string   `arg:"" name:"file" help:"A CSV table with the columns team, rater and one for every criterion; or files of answers and keys."`
	Reference string     `default:"Human" help:"With a table: the rater the others are compared with." placeholder:"RATER"`
	JSON      bool       `help:"One JSON object with unrounded figures."`
	Pick      ballotPick `embed:""`
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
	if c.JSON {
		return c.json(e, t)
	}
	return c.text(e, t)
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

// jsonFigure is a figure in JSON, null when it is undefined.
type jsonFigure float64

// MarshalJSON writes null for NaN.
func (b jsonFigure) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(b)) || math.IsInf(float64(b), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(b))
}

// agreed returns the figures of a pair and their JSON names.
func agreed(p *agreement.Pair) (names []string, figures []stats.Estimate) {
	return []string{"pearson", "spearman", "kendall", "cosine", "mean_abs_diff", "kendall_b", "alpha"},
		[]stats.Estimate{p.Pearson, p.Spearman, p.Kendall, p.Cosine, p.MeanAbsDiff, p.KendallB, p.Alpha}
}

func (c *agreeCmd) json(e *env, t *agreement.Table) error {
	pairs, wholes := []map[string]any{}, []map[string]any{}
	for _, p := range t.Pairs(c.Reference) {
		o := map[string]any{"criterion": p.Criterion, "rater": p.Rater, "teams": p.Teams, "similar": append([]string{}, p.Similar()...)}
		names, figures := agreed(&p)
		for i, name := range names {
			o[name] = figures[i]
		}
		pairs = append(pairs, o)
	}
	for _, w := range t.Wholes() {
		wholes = append(wholes, map[string]any{"criterion": w.Criterion, "among": w.Among, "raters": w.Raters, "interval": w.Interval, "ordinal": w.Ordinal, "as_by_lot": byLot(w.Interval)})
	}
	return e.json(map[string]any{"reference": c.Reference, "agreement": pairs, "alpha": wholes})
}

func (c *agreeCmd) text(e *env, t *agreement.Table) error {
	fmt.Fprintf(e.stdout, "agreement with %s over %d teams, with 95%% intervals\n\n", transcript.Safe(c.Reference), len(t.Teams))
	var rows strings.Builder
	fmt.Fprintln(&rows, "CRITERION\tRATER\tTEAMS\tPEARSON\tSPEARMAN\tKENDALL\tCOSINE\tMEAN ABS DIFF\tTAU-B\tALPHA\tSIMILAR BY")
	warned := map[string]bool{}
	for _, p := range t.Pairs(c.Reference) {
		names, figures := agreed(&p)
		similar := p.Similar()
		line := []string{transcript.Safe(p.Criterion), transcript.Safe(p.Rater), strconv.Itoa(p.Teams)}
		for i, f := range figures {
			text := boundsText(f)
			if slices.Contains(similar, names[i]) {
				text += " *"
			}
			line = append(line, text)
			for _, warning := range f.Of("teams").Warnings {
				warned[warning] = true
			}
		}
		line = append(line, fmt.Sprintf("%d of %d", len(similar), len(agreement.Likenesses())))
		fmt.Fprintln(&rows, strings.Join(line, "\t"))
	}
	if err := columns.Write(e.stdout, rows.String()); err != nil {
		return err
	}
	fmt.Fprintln(e.stdout, "\n* similar, as Harada and Kano (2025, table 3) have it: "+likenessesText())
	fmt.Fprintf(e.stdout, "\nKrippendorff's alpha of several raters; nobody is in it twice\n\n")
	rows.Reset()
	fmt.Fprintln(&rows, "CRITERION\tAMONG\tRATERS\tTEAMS\tINTERVAL\tORDINAL")
	var groups lots
	for _, a := range t.Wholes() {
		if byLot(a.Interval) {
			groups.add(a.Among, a.Criterion)
		}
		fmt.Fprintf(&rows, "%s\t%s\t%d\t%d\t%s\t%s\n", transcript.Safe(a.Criterion), a.Among, a.Raters, a.Interval.N, boundsText(a.Interval), boundsText(a.Ordinal))
	}
	if err := columns.Write(e.stdout, rows.String()); err != nil {
		return err
	}
	fmt.Fprintln(e.stdout)
	groups.write(e.stdout, "alpha's interval holds 0, so nothing tells these raters from such as draw lots")
	for _, warning := range sortedKeys(warned) {
		fmt.Fprintf(e.stdout, "note: %s\n", warning)
	}
	return nil
}

// likenessesText writes the bounds of the figures by which raters are similar.
func likenessesText() string {
	var all []string
	for _, l := range agreement.Likenesses() {
		sign := "at least"
		if l.Most {
			sign = "at most"
		}
		all = append(all, fmt.Sprintf("%s %s %g", strings.ReplaceAll(l.Name, "_", " "), sign, l.Bound))
	}
	return strings.Join(all, ", ")
}

// boundsText writes a figure and its interval, as in "0.8384 [0.33, 0.97]".
func boundsText(e stats.Estimate) string {
	switch {
	case math.IsNaN(e.Value):
		return "-"
	case math.IsNaN(e.Low):
		return rounded(e.Value)
	default:
		return fmt.Sprintf("%s [%.2f, %.2f]", rounded(e.Value), e.Low, e.High)
	}
}

// rounded writes a figure with four decimals, rounded as by hand: a half goes up, even where the nearest
// binary number lies below it.
func rounded(v float64) string {
	exact, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	if !ok {
		return "-"
	}
	return exact.FloatString(4)
}
