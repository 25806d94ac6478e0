package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"wolfden/internal/contest/invite"
	"wolfden/internal/contest/matching"
	"wolfden/internal/english"
	"wolfden/internal/site"
	"wolfden/internal/userfile"
)

type contestPublishCmd struct {
	Data      []string `arg:"" name:"dir" file:"dir" help:"The folder of a contest, or data folders of a server, or folders of games."`
	Out       string   `short:"o" help:"Folder to write the site into." placeholder:"DIR"`
	Title     string   `help:"Heading of the first page (default: Results of the contest)." placeholder:"TEXT"`
	PageLang  string   `help:"Language of the pages, en or ja (default: that of most games)." enum:",en,ja" default:"" placeholder:"LANG"`
	Raters    string   `help:"A page with what wolfden agree has printed into the file (default: what was judged in the folder of the contest)." placeholder:"FILE"`
	Anonymous string   `help:"Archive (.zip) to write, with the records without names of teams." placeholder:"FILE"`

	contest string // the folder of a contest that is published, "" for another
}

// Help is the long help of the command.
func (contestPublishCmd) Help() string {
	return `Writes a site of files for any file host: standings of each division with intervals and
ratings, the figures of wolfden report, a page for each team (games by role, faults, best
and worst moments where wolfden moves has judged any), and every game with its replay.
Pages load nothing from elsewhere, and every link is relative.

  wolfden contest publish autumn -o site
  wolfden contest publish data -o site --raters agreement.txt --title "Spring contest"
  wolfden contest publish data --anonymous games.zip

Of the folder of a contest, as wolfden contest init writes it, it has a page of what was
judged there, too.

A server keeps the records of several tracks in a folder each: each is a division, and is
counted by itself; rehearsals, as wolfden contest init has them, are none. Games that go on
are not shown, and the site says so.

The folder after -o is new, empty, or has an earlier site, which the new one replaces when
it is whole; what others have laid there stays. docs/contest.md tells the rest.

Files that cannot be read are named, the others are shown, and the command exits with 1.`
}

// Run publishes.
func (c *contestPublishCmd) Run(e *env) error {
	if c.Out == "" && c.Anonymous == "" {
		return usagef("publish what? -o DIR writes a site, --anonymous FILE an archive without names")
	}
	divisions, err := c.divisions(e)
	if err != nil {
		return err
	}
	var found error
	for _, do := range []struct {
		wanted string
		write  func(*env, []site.Division) error
	}{{c.Out, c.site}, {c.Anonymous, c.anonymous}} {
		if do.wanted == "" {
			continue
		}
		if err := do.write(e, divisions); errors.Is(err, errFound) {
			found = err
		} else if err != nil {
			return err
		}
	}
	return found
}

// divisions are those that are published. Of the folder of a contest the configuration says which rehearse; else their names do.
func (c *contestPublishCmd) divisions(e *env) (divisions []site.Division, err error) {
	rehearsals := 0
	if c.contest = c.contestOf(); c.contest != "" {
		cfg, err := (&contestDir{c.contest}).open(slog.New(slog.DiscardHandler))
		if err != nil {
			return nil, err
		}
		if divisions, rehearsals, err = contestDivisions(cfg); err != nil {
			return nil, err
		}
	} else {
		if divisions, err = site.Divisions(c.Data); err != nil {
			return nil, err
		}
		rehearses := func(d site.Division) bool { return strings.HasPrefix(filepath.Base(d.Folder), invite.Rehearsal) }
		if contest := slices.DeleteFunc(slices.Clone(divisions), rehearses); len(contest) > 0 {
			rehearsals, divisions = len(divisions)-len(contest), contest
		}
	}
	if rehearsals > 0 {
		fmt.Fprintf(e.stderr, "rehearsals are left out: %s\n", english.Count(rehearsals, "division"))
	}
	return divisions, nil
}

// contestOf is the folder of a contest that is published, "" where it is another folder.
func (c *contestPublishCmd) contestOf() string {
	if len(c.Data) != 1 {
		return ""
	}
	if info, err := os.Stat(filepath.Join(c.Data[0], invite.Configuration)); err != nil || info.IsDir() {
		return ""
	}
	return c.Data[0]
}

// raters are what a page tells of them: what the file has, else what was judged in the contest.
func (c *contestPublishCmd) raters(e *env) (all []site.Raters, err error) {
	if c.Raters != "" {
		text, err := userfile.Read(c.Raters, 1<<20)
		return []site.Raters{{Text: string(text)}}, err
	}
	if c.contest == "" {
		return nil, nil
	}
	judged, err := judgedIn(e, c.contest)
	for i := range judged {
		all = append(all, judged[i].page())
	}
	return all, err
}

// site writes the site.
func (c *contestPublishCmd) site(e *env, divisions []site.Division) error {
	o := site.Options{Divisions: divisions, Title: c.Title, Lang: c.PageLang}
	for i := range o.Divisions {
		if err := schedule(&o.Divisions[i]); err != nil {
			fmt.Fprintf(e.stderr, "wolfden: how far the schedule is cannot be told: %v\n", err)
		}
		if league := filepath.Dir(o.Divisions[i].Folder); latestPlan(league) != "" && stopRule(league) != "" {
			return usagef("%s is of a league that may stop as soon as it is decided, where rates of a fixed number of games do not hold: wolfden report %[1]s says what does",
				o.Divisions[i].Folder)
		}
	}
	var err error
	if o.Raters, err = c.raters(e); err != nil {
		return err
	}
	var bar *progress
	var one sync.Mutex
	o.Progress = func(done, of int) {
		one.Lock()
		defer one.Unlock()
		if bar == nil {
			bar = newProgress(e.stderr, "page", of, false)
		}
		bar.move(done, nil)
	}
	made, err := site.Write(e.ctx, c.Out, o)
	bar.finish()
	if errors.Is(err, site.ErrTaken) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "%s: %s, %s, %.1f MB\n", filepath.Join(c.Out, "index.html"), made, english.Count(made.Files, "file"), float64(made.Bytes)/1e6)
	if made.GoingOn+made.Left > 0 {
		fmt.Fprintf(e.stderr, "the contest is not over, and the site says so: games that go on: %d, matches that are left: %d\n", made.GoingOn, made.Left)
	}
	return unread(e, made.Unread)
}

// schedule takes in how far the schedule of a division is, by the journal that a server keeps in its data folder; nothing where there is none.
func schedule(d *site.Division) error {
	name, data := "match_optimizer.json", filepath.Dir(d.Folder)
	if filepath.Base(d.Folder) != "records" {
		name, data = "match_optimizer_"+filepath.Base(d.Folder)+".json", filepath.Dir(data)
	}
	for _, file := range []string{name + matching.JournalExtension, name} {
		progress, withdrawn, err := matching.ReadProgress(filepath.Join(data, file))
		if !errors.Is(err, fs.ErrNotExist) {
			d.Left, d.Struck, d.Withdrawn = progress.Matches-progress.Finished, progress.Struck, withdrawn
			return err
		}
	}
	return nil
}
