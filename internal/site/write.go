package site

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"wolfden/internal/analysis"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/parallel"
	"wolfden/internal/report"
	"wolfden/internal/score"
	"wolfden/internal/viewer"
	"wolfden/internal/viewer/story"
)

//go:embed page/*.html words/*.json
var own embed.FS

// seed is that of the draws behind ratings and tests, which score and report have by default.
const seed = 1

// Options say what a site shows.
type Options struct {
	Divisions []Division
	Title     string // "" for one that fits every contest
	Lang      string // of the pages, en or ja; "" for that of most games
	Raters    []Raters
	// Progress is told how many games have their page, from several goroutines.
	Progress func(done, of int)
}

// Made is what a site was made of.
type Made struct {
	Divisions, Games, Teams, Files int
	Bytes                          int64
	GoingOn, Left                  int // games that go on, and matches that are not over; they are not shown
	Unread                         []Unread
}

// writer writes a site.
type writer struct {
	o         *Options
	dir       string // where it is written
	pages     *viewer.Static
	divisions []*division
	teams     map[string]string // the file of each team's page
}

// Write writes a site into the folder, which is new, empty, or has a site that Write made: then it takes its place, and what others have laid
// beside its files stays. Where it ends with an error the folder is as it was. Files that cannot be read are left out and returned.
func Write(ctx context.Context, folder string, o Options) (made *Made, err error) {
	at, err := claim(folder)
	if err != nil {
		return nil, err
	}
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	w := &writer{o: &o, teams: map[string]string{}}
	w.find()
	if w.pages, err = viewer.NewStatic(o.Lang, own); err != nil {
		return nil, err
	}
	if o.Title == "" {
		o.Title = w.pages.T("site.title")
	}
	if w.dir, err = at.draft(); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(w.dir)) }() // a draft that was put in place is not there any more
	if err := w.write(ctx); err != nil {
		return nil, err
	}
	made = w.made()
	made.Files, made.Bytes, err = at.put(w.dir)
	return made, err
}

// find finds the games, and gives all pages their names.
func (w *writer) find() {
	folders, files, languages := names{}, names{}, map[string]int{}
	teams := map[string]bool{}
	for _, from := range w.o.Divisions {
		d := &division{Division: from, path: folders.of(from.Name), files: names{}}
		d.find()
		w.divisions = append(w.divisions, d)
		for _, g := range d.games {
			languages[g.Lang]++
			for i := range g.Players {
				teams[g.Players[i].Team] = true
			}
		}
	}
	for _, team := range slices.Sorted(maps.Keys(teams)) {
		w.teams[team] = files.of(team) + ".html"
	}
	if w.o.Lang == "" && 2*languages["ja"] > languages[""]+languages["en"]+languages["ja"] {
		w.o.Lang = "ja"
	}
}

func (w *writer) write(ctx context.Context) error {
	if err := w.writeGames(ctx); err != nil {
		return err
	}
	err := parallel.Each(ctx, len(w.divisions), len(w.divisions), func(ctx context.Context, i int) error { return w.count(ctx, w.divisions[i]) })
	if err != nil {
		return err
	}
	if err := w.writeTeams(); err != nil {
		return err
	}
	if err := w.writeFront(); err != nil {
		return err
	}
	for name, data := range w.pages.Files() {
		if err := w.file(name, data); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// count counts a division, and writes its pages and its report.
func (w *writer) count(ctx context.Context, d *division) error {
	all := slices.Clone(d.goingOn) // a match that is played again is not lost yet
	run := report.Run{Name: chronicle.Label(d.Name)}
	for _, g := range d.games {
		all = append(all, &g.told.Summary)
		run.Games = append(run.Games, g.counted)
		if g.judged != nil {
			run.Judged = append(run.Judged, analysis.Judged{Game: g.counted, Moves: g.judged})
		}
	}
	d.score = score.Count(all, false, seed)
	d.report = d.score.Counted > 0
	if err := w.writeDivision(d); err != nil || !d.report || ctx.Err() != nil {
		return err
	}
	r := report.New([]report.Run{run}, false, seed, nil)
	r.Home, r.Replays = "../index.html", map[report.Moment]string{}
	for _, m := range r.Moments() {
		g := d.games[slices.IndexFunc(d.games, func(g *game) bool { return g.ID == m.Game })]
		if rec, _, _, _ := d.read(g.Game); rec != nil {
			r.Replays[m] = "../games/" + g.file + ".html#" + story.Of(rec, story.Perspective{All: true}).At(m.At)
		}
	}
	return r.Write(filepath.Join(w.dir, d.path, "report"))
}

// made sums up.
func (w *writer) made() *Made {
	m := &Made{Divisions: len(w.divisions), Teams: len(w.teams)}
	for _, d := range w.divisions {
		m.Games += len(d.games)
		m.GoingOn += len(d.goingOn)
		m.Left += d.Left
		m.Unread = append(m.Unread, d.unread...)
	}
	return m
}

// page writes the page of a template.
func (w *writer) page(path, template string, data any) error {
	var b bytes.Buffer
	if err := w.pages.Page(&b, template, data); err != nil {
		return err
	}
	return w.file(path, b.Bytes())
}

func (w *writer) file(path string, data []byte) error {
	path = filepath.Join(w.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

// frame is that of a page of a division, or of them all with nil.
func (w *writer) frame(title, root string, here *division) viewer.Frame {
	nav := []viewer.Link{{Text: w.pages.T("site.front"), Href: root + "index.html", Here: root == ""}}
	for _, d := range w.divisions {
		nav = append(nav, viewer.Link{Text: chronicle.Label(d.Name), Href: root + d.path + "/index.html", Here: d == here})
	}
	return w.pages.Frame(title, root, nav)
}

// String tells of what the site was made.
func (m *Made) String() string {
	return english.Count(m.Games, "game") + " of " + english.Count(m.Divisions, "division") + ", " + english.Count(m.Teams, "team")
}
