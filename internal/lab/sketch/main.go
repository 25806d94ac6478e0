// Command sketch learns what the signs of a position say about who wins: the weights of the first sketch of chances.
//
// The law of the program: the same records give the same bytes. It learns from games whose end is known, at moments all over
// them; docs/chances.md says which games the weights in use were learned from.
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/position"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:forbidden // the program ends here
	}
}

// every is how many utterances lie between two moments of a game.
const every = 5

// ridge draws weights that few games tell of towards nothing.
const ridge = 1.0

// example is a moment of a game that the village won, or did not.
type example struct {
	signs [chances.NumSigns]float64
	won   float64
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("sketch", flag.ContinueOnError)
	to := flags.String("o", "sketch.tsv", "file to write")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var list []example
	games := 0
	for _, dir := range flags.Args() {
		files, err := filepath.Glob(filepath.Join(dir, "*"+gamelog.Extension))
		if err != nil {
			return err
		}
		for _, file := range files {
			more, err := examples(file)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			list = append(list, more...)
			games++
		}
	}
	if len(list) == 0 {
		return fmt.Errorf("sketch: no records in %q", flags.Args())
	}
	w, err := fit(list)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "%d games, %d moments: squared error %.4f\n", games, len(list), brier(w, list))
	return os.WriteFile(*to, []byte(text(w, games, len(list))), 0o644) // it is no secret
}

// examples are the moments of a game.
func examples(file string) (list []example, err error) {
	data, err := gamelog.Load(file)
	if err != nil {
		return nil, err
	}
	rec, err := gamelog.Parse(data)
	if err != nil {
		return nil, err
	}
	result := rec.Result()
	if result.Winner == werewolf.NoTeam {
		return nil, nil
	}
	e := example{}
	if result.Winner == werewolf.VillagerTeam {
		e.won = 1
	}
	for _, moment := range chances.Moments(rec, every) {
		entries, err := position.Find(rec, moment)
		if err != nil {
			return nil, err
		}
		p, err := position.At(rec, entries)
		if err != nil {
			return nil, err
		}
		if e.signs, err = chances.Signs(p); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// fit finds the weights.
func fit(list []example) (w chances.Weights, err error) {
	signs, won, counts := make([][]float64, len(list)), make([]float64, len(list)), make([]float64, len(list))
	for i := range list {
		signs[i], won[i], counts[i] = list[i].signs[:], list[i].won, 1
	}
	found, err := stats.FitLogistic(signs, won, counts, ridge)
	copy(w[:], found.Weights)
	return w, err
}

// brier is the mean squared error.
func brier(w chances.Weights, list []example) (sum float64) {
	for i := range list {
		sum += math.Pow(w.Village(list[i].signs)-list[i].won, 2)
	}
	return sum / float64(len(list))
}

// text is the file of weights.
func text(w chances.Weights, games, moments int) string {
	var b strings.Builder
	_, _ = fmt.Fprintf(&b, "# What the signs of a position add to the logarithm of the village's odds; %d moments of %d games.\n", moments, games)
	for s := range chances.NumSigns {
		_, _ = fmt.Fprintf(&b, "%s\t%.4g\n", s, w[s])
	}
	return b.String()
}
