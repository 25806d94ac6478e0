package main

import (
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alecthomas/kong"
)

// Where there is no terminal a line is printed after two seconds, then every ten; what is done sooner, and quiet, print nothing.
func TestProgressIsTold(t *testing.T) {
	t.Parallel()
	for _, way := range []struct {
		seconds, total int
		quiet          bool
		want           string
	}{
		{seconds: 2, total: 2},
		{seconds: 25, total: 30, want: "3 of 30 games\n14 of 30 games: half\n25 of 30 games: half\n"},
		{seconds: 5, want: "3 games\n"},
		{seconds: 25, total: 30, quiet: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			p := newProgress(&out, "game", way.total, way.quiet)
			for n := range way.seconds {
				time.Sleep(time.Second)
				if n < 10 {
					p.add(1)
				} else {
					p.move(n+1, func() string { return "half" })
				}
			}
			if p.finish(); out.String() != way.want {
				t.Errorf("%d seconds: %q, want %q", way.seconds, &out, way.want)
			}
		})
	}
}

// Where the first one takes long, it is said that there is none yet, until it is there or nobody waits.
func TestNothingYetIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		p, q := newProgress(&out, "game", 30, false), newProgress(&out, "file", 3, false)
		time.Sleep(time.Second)
		q.finish()
		time.Sleep(20 * time.Second)
		p.add(1)
		time.Sleep(20 * time.Second)
		if p.finish(); out.String() != "0 of 30 games\n0 of 30 games\n" {
			t.Errorf("%q", &out)
		}
	})
}

// What was taken away from a terminal stays away, also where nobody knew how many there are.
func TestBarIsTakenAway(t *testing.T) {
	t.Parallel()
	for _, total := range []int{0, 10} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			p := &progress{of: "game", bar: newBar(&out, "game", total)}
			time.Sleep(time.Second)
			p.add(3)
			p.finish()
			shown := out.String()
			time.Sleep(time.Second)
			if !strings.Contains(shown, "3/") || out.String() != shown {
				t.Errorf("of %d: %q, and then %q", total, shown, out.String()[len(shown):])
			}
		})
	}
}

// impatientBuffer is told at once how far everything is.
type impatientBuffer struct{ strings.Builder }

func (*impatientBuffer) impatient() {}

// Every command that reads folders of games tells how far it is, and what takes it long when all are read.
func TestReadersTellHowFarTheyAre(t *testing.T) {
	if testing.Short() {
		t.Skip("the work is one goroutine's")
	}
	t.Chdir(t.TempDir())
	if status := run(t.Context(), []string{"play", "--games", "2", "--seed", "4", "--bots", "plain", "--players", "5", "-q", "--out", "games"}, io.Discard, io.Discard); status != exitOK {
		t.Fatal("no games are played")
	}
	readers := map[string]struct {
		args []string
		also string // what is told beside the number
	}{
		"analyze":         {args: []string{"games"}, also: "put together"},
		"contest publish": {args: []string{"games", "-o", "site", "--anonymous", "nameless.zip"}, also: "without names"},
		"export":          {args: []string{"games", "-o", "tables"}},
		"games":           {args: []string{"games"}},
		"import":          {args: []string{"games", "-o", "imported"}},
		"judge form":      {args: []string{"games", "-o", "form.html"}},
		"judge run":       {args: []string{"games", "--rules", "-o", "answers.jsonl"}, also: "2 of 2 games"},
		"lab chances":     {args: []string{"games", "--games", "2", "--by", "random"}},
		"lab logic":       {args: []string{"games", "--games", "1"}},
		"lab words":       {args: []string{"games", "--games", "2", "--by", "random"}},
		"moves":           {args: []string{"games", "--games", "8", "--by", "random", "--no-keep"}},
		"parse":           {args: []string{"games", "-o", "acts"}},
		"report":          {args: []string{"games", "-o", "report"}, also: "pages are being made"},
		"score":           {args: []string{"games"}, also: "being reckoned"},
		"show":            {args: []string{"games", "--about"}},
		"verify":          {args: []string{"games"}},
	}
	far := regexp.MustCompile(`(?m)^\d+ (of \d+ )?(file|game|page|continuation|turn)s?\b`)
	parser, err := helpParser()
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range leaves(parser) {
		name := strings.TrimPrefix(leaf.FullPath(), "wolfden ")
		folders := slices.ContainsFunc(leaf.Positional, func(p *kong.Positional) bool {
			return strings.Contains(strings.ToLower(p.Help), "folder") && (strings.Contains(p.Help, "ecord") || strings.Contains(p.Help, "games"))
		})
		reader, known := readers[name]
		if delete(readers, name); !known {
			if folders && name != "view" && name != "import" { // it shows games while it reads others
				t.Errorf("%s reads folders of games, and nobody looks whether it tells how far it is", name)
			}
			continue
		}
		var told impatientBuffer
		status := run(t.Context(), append(strings.Fields(name), reader.args...), io.Discard, &told)
		if status > 1 || !far.MatchString(told.String()) || !strings.Contains(told.String(), reader.also) {
			t.Errorf("%s: status %d, and it tells\n%s", name, status, told.String())
		}
	}
	for name := range readers {
		t.Errorf("there is no %s", name)
	}
}
