// Command learn plays games to learn what the player lycaon knows: how liars do best, and what words and deeds mean.
//
// The law of the program: the same seed gives the same bytes. What is learnt is learnt from a population: the player among
// its own kind, versions of it, and the other built-in players, at every size of table. docs/lycaon.md says how to use it.
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"wolfden/internal/bot/lycaon"
	"wolfden/internal/reason/belief"
)

//go:embed start.tsv
var startText string

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:forbidden // the program ends here
	}
}

// options are what the user asked for.
type options struct {
	seed          uint64
	scale         float64
	rounds, tried int
	start, out    string
	players       int
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("learn", flag.ContinueOnError)
	var o options
	flags.Uint64Var(&o.seed, "seed", 1, "seed of all games and draws")
	flags.Float64Var(&o.scale, "scale", 1, "how many games, as a multiple of the usual number")
	flags.IntVar(&o.rounds, "rounds", 1, "rounds before the last: each plays by what the one before has learnt, and meets its versions")
	flags.IntVar(&o.tried, "tried", 0, "other ways tried in each of them for each size of table")
	flags.IntVar(&o.players, "players", 0, "play tables of this size only: 5, 9 or 13 (0: all)")
	flags.StringVar(&o.start, "start", "", "file of ways to begin from (default: the program's own)")
	flags.StringVar(&o.out, "o", ".", "folder to write "+evidenceFile+", "+stakesFile+" and "+waysFile+" to")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("learn: unexpected %q", flags.Arg(0))
	}
	if !(o.scale > 0 && o.scale <= 1000) || o.rounds < 0 || o.tried < 0 {
		return errors.New("learn: scale is a number above 0, rounds and tried are numbers from 0")
	}
	if len(o.setups()) == 0 {
		return fmt.Errorf("learn: nothing is learnt at tables of %d players, only at those of 5, 9 and 13", o.players)
	}
	l, err := o.beginner(out)
	if err != nil {
		return err
	}
	if err := l.learn(o.rounds, o.tried); err != nil {
		return err
	}
	return o.write(l.current)
}

// The files that are written.
const (
	evidenceFile = "evidence.tsv"
	stakesFile   = "stakes.tsv"
	waysFile     = "ways.tsv"
)

// beginner is a learner that has played no game: it begins with ways drawn up by hand and the standard evidence.
func (o *options) beginner(out io.Writer) (*learner, error) {
	text := startText
	if o.start != "" {
		data, err := os.ReadFile(o.start)
		if err != nil {
			return nil, err
		}
		text = string(data)
	}
	ways, err := lycaon.ReadWays(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	judged, errJudged := belief.Judged()
	standard, errStandard := belief.Standard()
	if err := errors.Join(errJudged, errStandard); err != nil {
		return nil, err
	}
	prior, first := *judged, *standard
	prior.Settings = belief.Settings{Temperature: 1, Clip: 100, Bond: 20}
	first.Settings = prior.Settings
	return &learner{options: o, prior: &prior, current: &lycaon.Learnt{Ways: ways, Evidence: &first}, log: out}, nil
}

// write writes what was learnt.
func (o *options) write(l *lycaon.Learnt) error {
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{{evidenceFile, l.Evidence.Write}, {stakesFile, l.Stakes.Write}, {waysFile, l.Ways.Write}} {
		f, err := os.Create(filepath.Join(o.out, file.name))
		if err != nil {
			return err
		}
		if err := errors.Join(file.write(f), f.Close()); err != nil {
			return err
		}
	}
	return nil
}
