package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// acts are the kinds of act that can be learned.
var acts = [...]struct {
	name string // in learned.tsv
	key  string // in sentences
	said func(rows speech.Rows, by werewolf.SeatID) werewolf.SeatSet
}{
	{"accuse", "a", func(rows speech.Rows, _ werewolf.SeatID) werewolf.SeatSet { return rows.Suspected() }},
	{"support", "s", func(rows speech.Rows, _ werewolf.SeatID) werewolf.SeatSet { return rows.Trusted() }},
	{"ask", "q", func(rows speech.Rows, by werewolf.SeatID) werewolf.SeatSet {
		asked, _ := rows.Asked(by)
		return asked
	}},
}

// example is one player in one utterance of somebody else.
type example struct {
	clues []string
	meant [len(acts)]bool // by the annotation
	heard [len(acts)]bool // by the rules
}

type game struct {
	name     string
	lang     string
	examples []example
}

// annotation is one line of a file of annotations, with the keys of wolfden parse. Lines without a number are found by day
// and index.
type annotation struct {
	Line    int      `json:"line"`
	Day     int      `json:"day"`
	Idx     int      `json:"idx"`
	Accuse  []string `json:"accuse"`
	Support []string `json:"support"`
	Asked   []string `json:"question_to"`
}

// loadGames reads the games of a folder that are annotated, in the order of their names.
func loadGames(logs, notes string) (games []*game, err error) {
	files, err := os.ReadDir(logs)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), filepath.Ext(f.Name()))
		file, err := os.Open(filepath.Join(notes, name+".jsonl"))
		if errors.Is(err, fs.ErrNotExist) {
			continue // it is not annotated
		}
		if err != nil {
			return nil, err
		}
		lines, err := readAnnotations(file)
		_ = file.Close() // it was only read
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
		g, err := chronicle.ReadFile(filepath.Join(logs, f.Name()))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		all, err := listen(g, lines)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
		games = append(games, &game{name: filepath.Base(logs) + "/" + name, lang: g.Lang, examples: all})
	}
	return games, nil
}

func readAnnotations(file *os.File) (lines []annotation, err error) {
	scan := bufio.NewScanner(file)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		var a annotation
		if err := json.Unmarshal(scan.Bytes(), &a); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(lines)+1, err)
		}
		lines = append(lines, a)
	}
	return lines, scan.Err()
}

// listen hears a game and makes an example of each player in each annotated utterance at the table.
func listen(g *chronicle.Game, lines []annotation) (all []example, err error) {
	found := 0
	var names []string
	for i := range g.Players {
		names = append(names, g.Players[i].Called)
	}
	l := understand.New(understand.Table{Names: names, Roles: g.Setup, Specs: g.Roles()})
	for i := range g.Lines {
		line := &g.Lines[i]
		switch {
		case line.Speaks():
			u := line.Utterance()
			whisper := line.Kind == contestlog.WhisperLine
			at := slices.IndexFunc(lines, func(a annotation) bool {
				return a.Line == line.Number || a.Line == 0 && !whisper && a.Day == line.Day && a.Idx == line.Idx
			})
			rows, clues := l.Clues(&u, whisper)
			if at >= 0 {
				found++
			}
			if at >= 0 && !whisper {
				all = append(all, examples(names, u.Seat, rows, clues, [...][]string{lines[at].Accuse, lines[at].Support, lines[at].Asked})...)
			}
			l.File(&u, whisper, rows)
		case line.Kind == contestlog.ExecuteLine, line.Killed():
			l.Died(line.Target)
		}
	}
	if found < len(lines) {
		return nil, fmt.Errorf("%d of %d annotated utterances are not in the game", len(lines)-found, len(lines))
	}
	return all, nil
}

// examples are those of one utterance.
func examples(names []string, by werewolf.SeatID, rows speech.Rows, clues map[werewolf.SeatID][]string, meant [len(acts)][]string) (all []example) {
	for i, name := range names {
		id := werewolf.SeatID(i + 1)
		if id == by {
			continue
		}
		e := example{clues: clues[id]}
		for a := range acts {
			e.meant[a] = slices.Contains(meant[a], name)
			e.heard[a] = acts[a].said(rows, by).Has(id)
		}
		all = append(all, e)
	}
	return all
}
