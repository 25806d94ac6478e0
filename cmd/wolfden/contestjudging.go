package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"wolfden/internal/judge"
	"wolfden/internal/judge/form"
	"wolfden/internal/userfile"

	"mvdan.cc/sh/v3/syntax"
)

// The files of the folder judgements of a contest. Those that end so are a division's.
const (
	judgingFile = "judging.json"
	peopleFile  = "people.jsonl" // answers of people, about games of all divisions
	keyEnd      = ".key.jsonl"   // who played what, so that a table is of one division
	rulesEnd    = ".rules.jsonl"
	modelsEnd   = ".models.jsonl"
)

// judging is who is asked about what.
type judging struct {
	Wanted   int                 `json:"games_of_a_division"`
	Each     int                 `json:"raters_of_a_game"`
	Scale    string              `json:"scale"` // as flags call it
	Criteria []string            `json:"criteria"`
	Public   string              `json:"public"`  // address of a proxy, "" for none
	Address  string              `json:"address"` // under which raters reach their pages
	Lang     string              `json:"lang"`    // that pages begin with, and of reminders
	Raters   []string            `json:"raters"`
	Models   []string            `json:"models"`
	Games    askedGames          `json:"games"`
	Asked    map[string][]string `json:"asked"` // ids of games by rater

	dir string
}

// askedGame is a game that is judged.
type askedGame struct {
	Division string `json:"division"`
	ID       string `json:"id"` // as answers call it
	Players  int    `json:"players"`
}

type askedGames []askedGame

// of are the ids of the games of a division.
func (all askedGames) of(division string) (ids []string) {
	for _, g := range all {
		if g.Division == division {
			ids = append(ids, g.ID)
		}
	}
	return ids
}

// divisions are those that have games.
func (all askedGames) divisions() (names []string) {
	for _, g := range all {
		if !slices.Contains(names, g.Division) {
			names = append(names, g.Division)
		}
	}
	return names
}

// questions are all that is asked about the game, of nobody yet.
func (g *askedGame) questions(criteria []judge.Criterion, scale string) (all []judge.Question) {
	for i := range criteria {
		if criteria[i].Fits(g.Players) {
			all = append(all, judge.Question{Game: g.ID, Criterion: criteria[i].Letter, Scale: scaleOf(scale)})
		}
	}
	return all
}

// readJudging is what is kept in the folder of a contest; nothing yet is no error.
func readJudging(contest string) (*judging, error) {
	j := &judging{dir: filepath.Join(contest, "judgements")}
	const most = 16 << 20
	text, err := userfile.Read(j.path(judgingFile), most)
	if errors.Is(err, fs.ErrNotExist) {
		return j, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, j); err != nil {
		return nil, fmt.Errorf("%s: %w; the file is damaged: without it games are given to raters anew, and answers stay", j.path(judgingFile), err)
	}
	return j, nil
}

// write keeps it.
func (j *judging) write() error {
	text, err := json.MarshalIndent(j, "", " ")
	if err != nil {
		return err
	}
	return replaceFile(j.path(judgingFile), append(text, '\n'))
}

// writeKeys adds who played the games to the keys of their divisions.
func (j *judging) writeKeys(e *env, games []judgedGame) error {
	for _, division := range j.Games.divisions() {
		book, closeBook, err := openBook(e, j.path(division+keyEnd))
		if err != nil {
			return err
		}
		for _, g := range games {
			if key := g.Key(filepath.Base(g.path)); slices.Contains(j.Games.of(division), g.ID) {
				err = errors.Join(err, book.Add(judge.Entry{Key: &key}))
			}
		}
		if err := errors.Join(err, closeBook()); err != nil {
			return err
		}
	}
	return nil
}

func (j *judging) path(name string) string { return filepath.Join(j.dir, name) }

// files are what there is to count of a division.
func (j *judging) files(division string) (files []string) {
	for _, name := range []string{division + keyEnd, peopleFile, division + rulesEnd, division + modelsEnd} {
		if info, err := os.Stat(j.path(name)); err == nil && info.Size() > 0 {
			files = append(files, j.path(name))
		}
	}
	return files
}

// shellWord is a word as a shell takes it.
func shellWord(word string) string {
	if quoted, err := syntax.Quote(word, syntax.LangPOSIX); err == nil {
		return quoted
	}
	return word // with what no shell takes
}

// link is the address of a rater's pages.
func (j *judging) link(rater string) string { return j.Address + form.Link(secretOf(rater)) }

// answers reads the answers of a file, which may not be there: what is answered, and by whom.
func (j *judging) answers(name string) (answered map[judge.Question]bool, err error) {
	file, err := userfile.Open(j.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	entries, _, _, err := judge.Read(file) // one may be torn: it is being written
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.path(name), err)
	}
	answered = map[judge.Question]bool{}
	for _, e := range entries {
		if e.Answer != nil {
			answered[e.Answer.Question] = e.Answer.Given()
		}
	}
	return answered, nil
}
