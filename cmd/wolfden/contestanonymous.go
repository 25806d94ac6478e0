package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path"
	"path/filepath"
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/nameless"
	"wolfden/internal/site"
	"wolfden/internal/transcript"
	"wolfden/internal/viewer/archive"
)

// anonymousReadme tells readers of an archive what was done to its games.
const anonymousReadme = `%s, in a folder for each division.

Each file is the record of a game (.jsonl) as Wolfden writes it; docs/record.md of Wolfden
describes it, and wolfden verify, score, analyze and export read it.

Names of teams were replaced by letters that were drawn by lot: a team has the same letter in
all games of this archive, and what it is is written nowhere. A client is called by the letter of its team
with the number that it had. Where a player said or noted the name of a team, the letter stands
there in brackets: in %s. Left out are what records say of who or what played (programs,
models, settings, notes on calls of models), pictures, and the names of the files that games came from.

Not found in what players say: names written otherwise than the team's, of a single letter, or
that are words of the game, such as wolf. Left as they are: the names of characters, ids and
seeds of games; times are whole seconds. Who has these games from elsewhere, as from the site of the contest, can tell who is who.
`

// namelessArchive is an archive of records without names while it is written.
type namelessArchive struct {
	out         *zip.Writer
	names       *nameless.Names
	games, told int // games that were written, and answers in which a team's name stood
	unread      int // files that could not be read
	complain    io.Writer
	divisions   []site.Division
	from        []*archive.Archive // of the divisions
}

// anonymous writes the records of all games that are over into an archive, without the names of teams.
func (c *contestPublishCmd) anonymous(e *env, divisions []site.Division) error {
	done := e.doing("the games are being written without names")
	defer done()
	var data bytes.Buffer
	a := &namelessArchive{out: zip.NewWriter(&data), complain: e.stderr, divisions: divisions}
	a.find()
	for i := range divisions {
		if err := a.write(e.ctx, i); err != nil {
			return err
		}
	}
	file, err := a.file("README.txt")
	if err == nil {
		_, err = fmt.Fprintf(file, anonymousReadme, english.Count(a.games, "game"), english.Count(a.told, "answer"))
	}
	if err == nil {
		err = a.out.Close()
	}
	if err == nil {
		err = e.write(c.Anonymous, data.Bytes())
	}
	if err != nil {
		return err
	}
	done()
	said := e.stdout
	if c.Anonymous == dash {
		said = e.stderr
	}
	fmt.Fprintf(said, "%s: %s, %s by letters, also in %s that named one\n",
		c.Anonymous, english.Count(a.games, "game"), english.Count(a.names.Len(), "team"), english.Count(a.told, "answer"))
	if len(a.names.Left) > 0 {
		fmt.Fprintf(e.stderr, "note: what players say may have the names of these teams, which are words of the game or single letters, and were not looked for: %s\n",
			transcript.Safe(strings.Join(a.names.Left, ", ")))
	}
	if a.unread > 0 {
		return errFound
	}
	return nil
}

// file begins a file of the archive. It has the first date that archives know: none at all is a month that some programs refuse.
func (a *namelessArchive) file(name string) (io.Writer, error) {
	return a.out.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)})
}

// find finds the games, and gives their teams letters.
func (a *namelessArchive) find() {
	now := time.Now()
	var games []*chronicle.Summary
	for _, d := range a.divisions {
		from := archive.Open(func() time.Time { return now }, d.Folder) // the games are those that are there now
		for _, g := range overIn(from) {
			games = append(games, g.Summary)
		}
		for _, b := range append(from.Foreign(), from.Broken()...) {
			a.skip(filepath.Join(d.Folder, b.File), b.Reason)
		}
		a.from = append(a.from, from)
	}
	a.names = nameless.New(games, rand.Shuffle)
}

// write writes the games of a division.
func (a *namelessArchive) write(ctx context.Context, division int) error {
	for _, g := range overIn(a.from[division]) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		rec, err := a.from[division].Record(g.ID)
		if err != nil {
			a.skip(g.File(), err)
			continue
		}
		hidden, told, err := a.names.Hide(rec)
		if err != nil {
			a.skip(g.File(), err)
			continue
		}
		file, err := a.file(path.Join(inArchive(a.divisions[division].Name), inArchive(g.ID)+gamelog.Extension))
		if err == nil {
			err = gamelog.Write(file, hidden)
		}
		if err != nil {
			return err
		}
		a.games++
		a.told += told
	}
	return nil
}

func (a *namelessArchive) skip(file string, reason any) {
	a.unread++
	fmt.Fprintf(a.complain, "wolfden: %s: %v\n", file, reason)
}

// overIn are the games that are over, and those whose talk was translated.
func overIn(a *archive.Archive) (games []*archive.Game) {
	for _, g := range a.Games() {
		if g.Over {
			games = append(append(games, g), g.Also...)
		}
	}
	return games
}

// inArchive is a name as a path in an archive may have it.
func inArchive(name string) string {
	name = strings.Trim(strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, chronicle.Label(name)), ". ")
	return cmp.Or(name, "-")
}
