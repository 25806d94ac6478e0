package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"wolfden/internal/csvtable"
	"wolfden/internal/llm"
)

type labCmd struct {
	Impressions labImpressionsCmd `cmd:"" help:"Whether praise or fear moves a discussion (Watanabe and Kano 2025)."`
	Logic       labLogicCmd       `cmd:"" help:"What a player says with and without one of its modules, for blind rating (Watanabe and Kano 2024)."`
	Rounds      labRoundsCmd      `cmd:"" help:"A round robin of one kind against another, three each (Harada and Kano 2025)."`
	Inducement  labInducementCmd  `cmd:"" help:"How often attempts to induce votes succeed (Watanabe and Kano 2025)."`
	Chances     labChancesCmd     `cmd:"" help:"How well the chances of games hold."`
	Words       labWordsCmd       `cmd:"" help:"What words do to the chances: with and without them, on paired deals."`
	Injection   labInjectionCmd   `cmd:"" help:"What hostile words move: orders to models, false notes, traps, beside honest words that say the same."`
	Tally       labTallyCmd       `cmd:"" help:"Count what raters said of the pairs of lab logic."`
}

// byRules is the note in every output that was made without a model.
const byRules = "Answered by rules, without a model: it shows how the experiment works, and finds what was put into the rules."

// openOne opens one model for a whole experiment; it returns nil if the flags name none.
func (f *modelFlags) openOne(e *env) (*models, llm.Model, error) {
	used, err := f.open(e.stderr)
	if err != nil {
		return nil, nil, err
	}
	model, err := used.game()
	return used, model, err
}

// keepsAnswers refuses to overwrite the key of other pairs, because without it the raters' answers would be
// lost.
func keepsAnswers(path string, answers [][]string) error {
	there, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var ours bytes.Buffer
	if err := csvtable.Write(&ours, answers); err != nil {
		return err
	}
	if !bytes.Equal(there, ours.Bytes()) {
		return fmt.Errorf("%s is the key of other pairs, and what raters said of them needs it: name another folder with -o", path)
	}
	return nil
}

// writeCSV writes a table whose cells no spreadsheet executes.
func writeCSV(path string, rows [][]string) error {
	return writeFile(path, func(w io.Writer) error { return csvtable.Write(w, rows) })
}

func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
