package main

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/internal/contest/access"
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
	Rater    []string `help:"Pages for this person, with games of its own; again for each. With --listen below a link that nobody else has." placeholder:"NAME" sep:"none"`
	Each     int      `help:"With --rater: how many raters every game has at least (default: 2)." placeholder:"N"`
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
  wolfden judge form games --games 12 --rater anna --rater ben --rater eva -o form.html   form-anna.html, ...
  wolfden judge form games --listen 127.0.0.1:8091 --answers human.jsonl
  wolfden judge form games --listen 127.0.0.1:8091 --rater anna --rater ben       each has a link

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
	if err := c.soundRaters(); err != nil {
		return err
	}
	games, unread, err := readJudged(e, c.Files, &c.mergeFlags, c.Games, c.Seed)
	if err != nil {
		return err
	}
	f := &form.Form{Criteria: criteria, Scale: scaleOf(c.Scale), Lang: c.Lang, Seed: c.Seed}
	var keys []judge.Entry
	for _, g := range games {
		f.Games = append(f.Games, g.Game)
		key := g.key()
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

// soundRaters checks who is to have pages.
func (c *judgeFormCmd) soundRaters() error {
	each := cmp.Or(c.Each, 2)
	switch {
	case len(c.Rater) == 0 && c.Each != 0:
		return usagef("--each is of --rater, and nobody is named")
	case len(c.Rater) == 0:
		return nil
	case each < 1 || each > len(c.Rater):
		return usagef("--each %d: that many raters are to have every game, and there are %d", each, len(c.Rater))
	}
	for _, name := range c.Rater {
		if c.Listen == "" && strings.ContainsAny(name, `/\:`) {
			return usagef("--rater %q: the name is part of a file's, so without / \\ and :", name)
		}
	}
	if err := different(c.Rater); err != nil {
		return usageError{err}
	}
	c.Each = each
	return nil
}

// write writes the pages and the key.
func (c *judgeFormCmd) write(e *env, f *form.Form, keys []judge.Entry) error {
	pages, err := c.pages(f)
	if err != nil {
		return err
	}
	var key bytes.Buffer
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
	for _, p := range pages {
		if err := replaceFile(p.file, p.text.Bytes()); err != nil {
			return err
		}
		fmt.Fprintf(e.stderr, "page for %s: %s (%s)\n", p.whom, p.file, english.Count(p.games, "game"))
	}
	fmt.Fprintf(e.stderr, "key, not for raters: %s\n", keyFile)
	return nil
}

// ratersPage is a page that somebody is given.
type ratersPage struct {
	whom, file string
	text       bytes.Buffer
	games      int
}

// pages are the one for everybody, or one for each rater.
func (c *judgeFormCmd) pages(f *form.Form) ([]*ratersPage, error) {
	forms, pages := []*form.Form{f}, []*ratersPage{{whom: "raters", file: c.Output}}
	if len(c.Rater) > 0 {
		forms, pages = c.own(f, func(string, string) bool { return false }), nil
		for _, rater := range c.Rater {
			end := filepath.Ext(c.Output)
			pages = append(pages, &ratersPage{whom: rater, file: strings.TrimSuffix(c.Output, end) + "-" + rater + end})
		}
	}
	for i := range forms {
		pages[i].games = len(forms[i].Games)
		if err := forms[i].Write(&pages[i].text); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// own are forms of the raters, with the games that the lot gives each, and those that it has begun: any two raters have some in common.
func (c *judgeFormCmd) own(f *form.Form, begun func(rater, game string) bool) []*form.Form {
	var ids []string
	for _, g := range f.Games {
		ids = append(ids, g.ID)
	}
	return formsOf(f, c.Rater, judge.Assign(ids, c.Rater, c.Each, c.Seed, nil, begun))
}

// formsOf are the forms of raters, who are asked about these games by their ids.
func formsOf(f *form.Form, raters []string, asked map[string][]string) (forms []*form.Form) {
	for _, rater := range raters {
		own := *f
		own.Rater = rater
		own.Games = slices.DeleteFunc(slices.Clone(f.Games), func(g *judge.Game) bool { return !slices.Contains(asked[rater], g.ID) })
		forms = append(forms, &own)
	}
	return forms
}

// behindLinks serves the form of each rater below a link with its secret.
func behindLinks(forms []*form.Form, secret func(rater string) string, book *judge.AnswerBook) (http.Handler, error) {
	handlers := map[string]http.Handler{}
	for _, f := range forms {
		handler, err := f.Handler(book)
		if err != nil {
			return nil, err
		}
		handlers[secret(f.Rater)] = handler
	}
	return form.Links(handlers), nil
}

// tellLinks prints the link of each rater.
func tellLinks(e *env, forms []*form.Form, link func(rater string) string) {
	fmt.Fprintln(e.stdout, "Whoever has a rater's link answers under its name; send each its own:")
	for _, f := range forms {
		fmt.Fprintf(e.stdout, "  %s  %s  (%s)\n", f.Rater, link(f.Rater), english.Count(len(f.Games), "game"))
	}
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
	var forms []*form.Form // of raters
	handler, err := f.Handler(book)
	secret := secretOf
	if len(c.Rater) > 0 {
		if os.Getenv("SECRET_KEY") == "" {
			key := []byte(rand.Text())
			secret = func(rater string) string { return access.RaterSecret(key, rater) }
			fmt.Fprintln(e.stderr, "links hold until this ends; those made with a SECRET_KEY in the environment are the same again")
		}
		forms = c.own(f, func(rater, game string) bool {
			return slices.ContainsFunc(f.Criteria, func(asked judge.Criterion) bool {
				return book.Answered(judge.Question{Game: game, Criterion: asked.Letter, Kind: judge.ByHuman, Rater: rater, Scale: f.Scale})
			})
		})
		handler, err = behindLinks(forms, secret, book)
	}
	if err != nil {
		return err
	}
	listener, err := listenOn(c.Listen)
	if err != nil {
		return err
	}
	address := "http://" + listener.Addr().String()
	if forms != nil {
		tellLinks(e, forms, func(rater string) string { return address + form.Link(secret(rater)) })
	} else {
		fmt.Fprint(e.stdout, address, "/ ")
	}
	fmt.Fprintf(e.stdout, "(Ctrl-C stops; answers go to %s)\n", c.Answers)
	return serveUntilDone(e.ctx, listener, handler)
}

// samePlayer compares two players by what a key holds of them.
func samePlayer(a, b judge.Player) bool {
	return a.Name == b.Name && a.Team == b.Team && a.Role == b.Role
}
