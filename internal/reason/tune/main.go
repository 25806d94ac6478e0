// Command tune estimates the table of evidence from games whose roles are known. It also measures how good the beliefs
// are that follow from a table.
//
// The law of the program: the same games give the same table. docs/reasoning.md says how to use it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"wolfden/internal/reason/belief"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:forbidden // the program ends here
	}
}

const usage = `usage:
  tune estimate [flags] DIR[=WEIGHT]...   writes a table estimated from all games
  tune measure  [flags] DIR[=WEIGHT]...   measures the games of the first folder, each by a table without it`

func run(args []string, out io.Writer) error {
	if len(args) == 0 {
		return errors.New(usage)
	}
	flags := flag.NewFlagSet("tune", flag.ContinueOnError)
	o := options{}
	flags.StringVar(&o.acts, "acts", "", "folder of annotations to use instead of understanding, for the first folder")
	flags.StringVar(&o.out, "o", "", "file to write the table to (default: standard output)")
	flags.Float64Var(&o.prior, "prior", 30, "occasions the prior is worth")
	flags.Float64Var(&o.sizes, "sizes", 30, "occasions both sizes of table together are worth to each")
	flags.Float64Var(&o.temperature, "temperature", 0, "temperature to use (0: the best of those tried)")
	flags.Float64Var(&o.bond, "bond", 0, "bond to use (0: the prior's)")
	flags.Float64Var(&o.clip, "clip", 0, "clip to use (0: the prior's)")
	flags.BoolVar(&o.verbose, "v", false, "a line for every game")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if err := o.open(flags.Args()); err != nil {
		return err
	}
	switch args[0] {
	case "estimate":
		return o.estimate(out)
	case "measure":
		return o.measure(out)
	}
	return errors.New(usage)
}

// options are what the user asked for, and the games.
type options struct {
	acts, out                             string
	prior, sizes, temperature, bond, clip float64
	verbose                               bool

	judged *belief.Table
	from   []source
}

// source is one folder of games and how much each of them counts.
type source struct {
	games  []*knownGame
	weight float64
}

// open reads the prior and the games.
func (o *options) open(dirs []string) (err error) {
	judged, err := belief.Judged()
	if err != nil {
		return err
	}
	prior := *judged
	o.judged = &prior
	if o.bond > 0 {
		o.judged.Bond = o.bond
	}
	if o.clip > 0 {
		o.judged.Clip = o.clip
	}
	if len(dirs) == 0 {
		return errors.New(usage)
	}
	for i, arg := range dirs {
		dir, given, weighted := strings.Cut(arg, "=")
		s := source{weight: 1}
		if weighted {
			if s.weight, err = strconv.ParseFloat(given, 64); err != nil || !(s.weight >= 0) {
				return fmt.Errorf("tune: %q: the weight of a game is a number from 0", arg)
			}
		}
		acts := ""
		if i == 0 {
			acts = o.acts
		}
		if s.games, err = load(dir, acts); err != nil {
			return err
		}
		if len(s.games) == 0 {
			return fmt.Errorf("tune: no games in %s", dir)
		}
		o.from = append(o.from, s)
	}
	return nil
}

// table estimates a table from all games but one; nil leaves out none.
func (o *options) table(without *knownGame) *belief.Table {
	var all belief.Tally
	for _, s := range o.from {
		for _, g := range s.games {
			if g != without {
				all.Include(&g.counts, s.weight)
			}
		}
	}
	return all.Estimate(belief.Prior{Table: o.judged, Weight: o.prior, Sizes: o.sizes})
}

// estimate writes the table.
func (o *options) estimate(out io.Writer) error {
	t := o.table(nil)
	t.Temperature = o.temperature
	if o.temperature == 0 {
		t.Temperature = o.fit(nil)
	}
	if o.out == "" {
		return t.Write(out)
	}
	f, err := os.Create(o.out)
	if err != nil {
		return err
	}
	return errors.Join(t.Write(f), f.Close())
}
