package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/internal/english"
	"wolfden/internal/judge"
	"wolfden/internal/judge/form"
	"wolfden/internal/userfile"
)

type judgeFormCmd struct {
	Files    []string `arg:"" name:"file" help:"Records, contest logs, realtime feeds, or folders or zip archives of them."`
	Output   string   `short:"o" help:"Write one HTML page, and beside it the key of who played what." placeholder:"FILE.html" file:"kept" xor:"where" required:""`
	Listen   string   `help:"Serve the page at this address instead." placeholder:"HOST:PORT" xor:"where" required:""`
	Answers  string   `default:"human.jsonl" help:"With --listen: file of answers; goes on where it stopped." placeholder:"FILE" file:"kept"`
	Games    int      `help:"Only so many games, balanced over teams and roles." placeholder:"N"`
	Criteria []string `help:"Only these, such as A,C (default: all that fit the game's size)." placeholder:"LETTERS"`
	Scale    string   `default:"rank" enum:"rank,rate" help:"rank (all players in order, without ties) or rate (each from 1 to 5)."`
	Lang     string   `help:"Language the page begins with, en or ja; readers may change it (default: the first game's)." enum:",en,ja" default:"" placeholder:"LANG"`
	Seed     uint64   `default:"1" help:"Of the picking of games and the orders in which players are listed."`

	mergeFlags `embed:""`
}

// Help is the long help of the command.
func (judgeFormCmd) Help() string {
	return `Makes pages on which people rank the players of games, one criterion at a time, by
drag or keyboard, or with --scale rate give each a mark from 1 to 5. Pages do not tell
teams or outcomes. Progress is saved.

  wolfden judge form games --games 10 -o form.html       and form.key.jsonl
  wolfden judge form games --listen 127.0.0.1:8091 --answers human.jsonl

Give raters form.html alone. The answers they send back are merged with the key:
  wolfden judge merge form.key.jsonl answers-*.json -o ranks.csv`
}

// Run makes the form.
func (c *judgeFormCmd) Run(e *env) error {
	if c.Games < 0 {
		return usagef("--games is at least 0")
	}
	criteria, err := judge.Select(c.Criteria)
	if err != nil {
		return usageError{err}
	}
	games, unread, err := readJudged(e, c.Files, &c.mergeFlags, c.Games, c.Seed)
	if err != nil {
		return err
	}
	f := &form.Form{Criteria: criteria, Scale: scaleOf(c.Scale), Lang: c.Lang, Seed: c.Seed}
	var keys []judge.Entry
	for _, g := range games {
		f.Games = append(f.Games, g.Game)
		key := g.Key(g.path)
		keys = append(keys, judge.Entry{Key: &key})
	}
	if f.Lang == "" {
		f.Lang = f.Games[0].Lang
	}
	if c.Listen != "" {
		err = c.serve(e, f, keys)
	} else {
		err = c.write(e, f, keys)
	}
	if err == nil && unread {
		return errFound
	}
	return err
}

// write writes the page and the key.
func (c *judgeFormCmd) write(e *env, f *form.Form, keys []judge.Entry) error {
	var page, key bytes.Buffer
	if err := f.Write(&page); err != nil {
		return err
	}
	if err := judge.Write(&key, keys); err != nil {
		return err
	}
	keyFile := strings.TrimSuffix(c.Output, filepath.Ext(c.Output)) + ".key.jsonl"
	kept, err := keepsKey(keyFile, keys)
	if err != nil {
		return err
	}
	if !kept { // before the page, which is useless without it
		if err := replaceFile(keyFile, key.Bytes()); err != nil {
			return err
		}
	}
	if err := replaceFile(c.Output, page.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(e.stderr, "page for raters: %s (%s)\nkey, not for raters: %s\n", c.Output, english.Count(len(f.Games), "game"), keyFile)
	return nil
}

// keepsKey reports whether the key file exists and holds the keys of these games, so that it stays as it is. A
// file with other keys is an error: without it the answers of its raters would be lost.
func keepsKey(path string, keys []judge.Entry) (bool, error) {
	file, err := userfile.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = file.Close() }()
	entries, _, _, err := judge.Read(file)
	if err != nil {
		return false, fmt.Errorf("%s is there already and is not overwritten: %w; name another page with -o", path, err)
	}
	there := map[string][]judge.Player{}
	for _, e := range entries {
		if e.Key != nil {
			there[e.Key.Game] = e.Key.Players
		}
	}
	for _, k := range keys {
		if !slices.EqualFunc(there[k.Key.Game], k.Key.Players, samePlayer) {
			return false, fmt.Errorf("%s is the key of other games, and answers about them need it: name another page with -o, or move the key away", path)
		}
	}
	return true, nil
}

// serve serves the page until it is stopped.
func (c *judgeFormCmd) serve(e *env, f *form.Form, keys []judge.Entry) error {
	book, closeBook, err := openBook(e, c.Answers)
	if err != nil {
		return err
	}
	return errors.Join(c.listen(e, f, keys, book), closeBook())
}

func (c *judgeFormCmd) listen(e *env, f *form.Form, keys []judge.Entry, book *judge.AnswerBook) error {
	for _, k := range keys {
		if err := book.Add(k); err != nil {
			return err
		}
	}
	handler, err := f.Handler(book)
	if err != nil {
		return err
	}
	listener, err := listenOn(c.Listen)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "http://%s/ (Ctrl-C stops; answers go to %s)\n", listener.Addr(), c.Answers)
	return serveUntilDone(e.ctx, listener, handler)
}

// samePlayer compares two players by what a key holds of them.
func samePlayer(a, b judge.Player) bool {
	return a.Name == b.Name && a.Team == b.Team && a.Role == b.Role
}
