package site

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/analysis"
	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/parallel"
	"wolfden/internal/score"
	"wolfden/internal/viewer"
	"wolfden/internal/viewer/archive"
)

// Unread is a file that looks like a game and cannot be read as one.
type Unread struct{ File, Reason string }

// division is a division while its site is written.
type division struct {
	Division
	path    string // of its folder in the site
	files   names  // of its games
	archive *archive.Archive
	games   []*game // over, the latest first
	goingOn []*chronicle.Summary
	unread  []Unread
	score   *score.Report
	report  bool // it has one
}

// game is a game that is over, with what pages tell of it.
type game struct {
	*archive.Game
	file     string            // the name of its page
	also     map[string]string // the names of the pages of its translations, by id
	told     *chronicle.Game   // nil where it could not be read
	counted  *analysis.Game
	judged   *chances.Judged // nil where no moves are kept
	anchors  []string        // of the judged moves
	problems []Unread
}

// find finds the games of a division.
func (d *division) find() {
	now := time.Now()
	d.archive = archive.Open(func() time.Time { return now }, d.Folder) // the clock stands: the games are those that are there now
	for _, g := range d.archive.Games() {
		if !g.Over {
			d.goingOn = append(d.goingOn, g.Summary)
			continue
		}
		found := &game{Game: g, file: d.files.of(g.ID), also: map[string]string{}}
		for _, other := range g.Also {
			found.also[other.ID] = d.files.of(other.ID)
		}
		d.games = append(d.games, found)
	}
	for _, b := range append(d.archive.Foreign(), d.archive.Broken()...) {
		d.unread = append(d.unread, Unread{filepath.Join(d.Folder, b.File), b.Reason})
	}
}

// writeGames writes the pages of all games, several at a time.
func (w *writer) writeGames(ctx context.Context) error {
	type job struct {
		d *division
		g *game
	}
	var jobs []job
	for _, d := range w.divisions {
		for _, g := range d.games {
			jobs = append(jobs, job{d, g})
		}
	}
	var done atomic.Int64
	err := parallel.Each(ctx, len(jobs), 0, func(_ context.Context, n int) error {
		err := w.writeGame(jobs[n].d, jobs[n].g)
		w.o.Progress(int(done.Add(1)), len(jobs))
		return err
	})
	if err != nil {
		return err
	}
	for _, d := range w.divisions {
		for _, g := range d.games {
			d.unread = append(d.unread, g.problems...)
		}
		d.games = slices.DeleteFunc(d.games, func(g *game) bool { return g.told == nil })
	}
	return nil
}

// writeGame reads a game and writes its page, in each of its languages. A game that cannot be read is noted and left out.
func (w *writer) writeGame(d *division, g *game) error {
	for _, version := range slices.Concat([]*archive.Game{g.Game}, g.Also) {
		rec, told, kept, problems := d.read(version)
		g.problems = append(g.problems, problems...)
		if told == nil {
			delete(g.also, version.ID)
			continue
		}
		file := g.file
		if version != g.Game {
			file = g.also[version.ID]
		}
		anchors, err := w.writeGamePage(d, file, rec, kept, told)
		if err != nil {
			return err
		}
		if version == g.Game {
			told.ID = g.ID
			g.told, g.counted, g.judged, g.anchors = told, analysis.Analyze(told), kept.Moves, anchors
		}
	}
	return nil
}

// read reads a game, and what is kept beside it. Of a game that cannot be read nothing is told.
func (d *division) read(version *archive.Game) (rec *gamelog.Record, told *chronicle.Game, kept archive.Kept, problems []Unread) {
	rec, err := d.archive.Record(version.ID)
	if err == nil {
		told, err = chronicle.OfRecord(rec)
	}
	if err != nil {
		return nil, nil, kept, []Unread{{version.File(), err.Error()}}
	}
	kept, err = d.archive.Kept(version.ID)
	if err == nil && kept.Moves != nil {
		err = kept.Moves.Fits(len(rec.Header.Seats))
	}
	if err != nil {
		return rec, told, archive.Kept{}, []Unread{{version.File(), "what is kept beside it: " + err.Error()}}
	}
	return rec, told, kept, nil
}

// mostBytes is how large the page of a game may be before what its players noted for themselves gets a page of its own.
const mostBytes = 200_000

func (w *writer) writeGamePage(d *division, file string, rec *gamelog.Record, kept archive.Kept, told *chronicle.Game) (anchors []string, err error) {
	teams := make([]string, len(told.Players))
	for i := range told.Players {
		if file := w.teams[told.Players[i].Team]; file != "" {
			teams[i] = "../../teams/" + file
		}
	}
	folder, frame := filepath.Join(d.path, "games"), w.frame("", "../../", d)
	var page bytes.Buffer
	anchors, err = w.pages.Game(&page, rec, kept, frame, teams, "")
	if err == nil && page.Len() > mostBytes && viewer.HasNotes(rec) {
		noted := file + ".notes.html"
		if err = w.file(filepath.Join(folder, noted), page.Bytes()); err == nil {
			page.Reset()
			_, err = w.pages.Game(&page, rec, kept, frame, teams, noted)
		}
	}
	if err != nil {
		return nil, err
	}
	return anchors, w.file(filepath.Join(folder, file+".html"), page.Bytes())
}
