package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"wolfden/internal/columns"
	"wolfden/internal/situation"
	"wolfden/internal/userfile"
	"wolfden/werewolf"
)

type situationCmd struct {
	List situationListCmd `cmd:"" help:"List the situations that come with the program, or print one."`
	Make situationMakeCmd `cmd:"" help:"Cut a position out of a game."`
	Run  situationRunCmd  `cmd:"" help:"Give positions to a player and check what it does."`
	Diff situationDiffCmd `cmd:"" help:"Show where two players behave otherwise."`
}

type situationListCmd struct {
	Name string `arg:"" optional:"" help:"Print the file of this one."`
	JSON bool   `help:"One JSON object a situation."`
}

// Help is the long help of the command.
func (situationListCmd) Help() string {
	return `Lists the situations that come with the program, or prints one. Examples:

  wolfden situation list                                  names, seats and what they are about
  wolfden situation list en5-called-a-werewolf >mine.yml         one of them, to change it; docs/situations.md describes the file`
}

// Run lists.
func (c *situationListCmd) Run(e *env) error {
	if c.Name != "" {
		text, err := situation.Text(c.Name)
		if err != nil {
			return usageError{err}
		}
		_, err = e.stdout.Write(text)
		return err
	}
	all, err := situation.Suite()
	if err != nil {
		return err
	}
	var rows strings.Builder
	for _, s := range all {
		if c.JSON {
			if err := e.json(map[string]any{"name": s.Name, "lang": s.Lang, "players": s.Players(), "role": s.Role(), "about": s.About, "source": s.Source}); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(&rows, "%s\t%d\t%s\t%s\n", s.Name, s.Players(), strings.ToLower(s.Role()), s.About)
	}
	return columns.Write(e.stdout, rows.String())
}

type situationMakeCmd struct {
	File string `arg:"" help:"A record or a contest log."`
	Seat string `required:"" help:"Who is asked: a seat number or a name." placeholder:"SEAT"`
	At   string `required:"" help:"When: d1:17 (its next words from the 17th utterance of day 1 on), d1:vote, d1:night, d1:whisper, d2; several with commas, of one day." placeholder:"MOMENT"`
	Out  string `short:"o" help:"The file to write (default: standard output)." placeholder:"FILE"`
}

// Help is the long help of the command.
func (situationMakeCmd) Help() string {
	return `Writes the game as far as a moment as a file that can be read and changed. ?? stands where
the seat is asked, with its answer in the game behind; write down there what you expect.

  wolfden situation make g.jsonl --seat 2 --at d1:17
  wolfden situation make g.jsonl --seat 2 --at d1:3,d1:vote -o mine.yml
  wolfden situation run mine.yml -- python agent.py {url}`
}

// Run cuts.
func (c *situationMakeCmd) Run(e *env) error {
	g, err := readGame(c.File)
	if err != nil {
		return err
	}
	seat, err := strconv.Atoi(c.Seat)
	if err != nil {
		for i := range g.record.Header.Seats {
			if g.record.Header.Seats[i].Name == c.Seat {
				seat = i + 1
			}
		}
	}
	if seat < 1 || seat > len(g.record.Header.Seats) {
		return usagef("--seat %s: neither a name of the game nor one of its seats 1 to %d", c.Seat, len(g.record.Header.Seats))
	}
	if g.log != nil { // it tells no language; its talk does
		g.record.Header.Lang = languages(g.record)[seat-1]
	}
	moments := strings.FieldsFunc(c.At, func(r rune) bool { return r == ',' || r == '|' })
	text, err := situation.Cut(g.record, werewolf.SeatID(seat), moments)
	if err != nil {
		return usagef("%s: %w", c.File, err)
	}
	if c.Out == "" || c.Out == "-" {
		_, err = e.stdout.Write(text)
		return err
	}
	return replaceFile(c.Out, text)
}

// readSituations reads files, or folders of them; for none, those that come with the program.
func readSituations(args []string) (all []*situation.Situation, err error) {
	if len(args) == 0 {
		return situation.Suite()
	}
	var files []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err != nil && filepath.Ext(arg) == "":
			text, unknown := situation.Text(arg)
			if unknown != nil {
				return nil, usagef("%s: no such file, and %w", arg, unknown)
			}
			s, err := situation.Parse(arg, text)
			if err != nil {
				return nil, err
			}
			all = append(all, s)
		case err != nil:
			return nil, err
		case info.IsDir():
			found, err := filepath.Glob(filepath.Join(arg, "*"+situation.Extension))
			if err == nil && len(found) == 0 {
				err = fmt.Errorf("%s: no situations (%s) in this folder", arg, situation.Extension)
			}
			if err != nil {
				return nil, err
			}
			files = append(files, found...)
		default:
			files = append(files, arg)
		}
	}
	var faults []error
	for _, file := range files {
		text, err := userfile.Read(file, userfile.Most)
		if err != nil {
			return nil, err
		}
		s, err := situation.Parse(file, text)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		s.Name = strings.TrimSuffix(filepath.Base(file), situation.Extension)
		all = append(all, s)
	}
	return all, errors.Join(faults...)
}
