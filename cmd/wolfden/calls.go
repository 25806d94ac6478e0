package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/bot"
	"wolfden/internal/chronicle"
	"wolfden/internal/league"
	"wolfden/internal/sheet"
)

// requireFlag is the flag of commands that print who answered.
type requireFlag struct {
	RequireModel float64 `help:"Fail where a model answered less than this share of what a player asked it, such as 0.95." group:"model" placeholder:"SHARE"`
	planned      bool    // a plan requires it
}

// called is what requires the share.
func (f *requireFlag) called() string {
	if f.planned {
		return "require_model"
	}
	return "--require-model"
}

// contender is a player of a run, as far as it matters whether a model answers.
type contender struct {
	name  string // in tables
	bot   string
	model bool // it has one
	own   bool // the model was given to it by name, not to all
	other bool // it only fills a seat: nothing is required of it
}

// contenders are the built-in players of a plan. Entries of a plan file have models of their own.
func contenders(s *league.Spec, own bool) (all []contender) {
	for i, e := range slices.Concat(s.Entries, s.Against) {
		if !e.Remote {
			all = append(all, contender{e.Name, e.Bot, e.Model != "", own, i >= len(s.Entries)})
		}
	}
	return all
}

// askedByBot is what players asked of models in a series, by what the user called them.
type askedByBot map[string]*chronicle.Calls

// add adds a game.
func (a askedByBot) add(g *chronicle.Summary) {
	for i := range g.Players {
		p := &g.Players[i]
		if p.Calls == nil {
			continue
		}
		if a[p.Affiliation] == nil {
			a[p.Affiliation] = &chronicle.Calls{}
		}
		a[p.Affiliation].Add(p.Calls)
	}
}

// list is what they asked, in the order of the names.
func (a askedByBot) list(bots []string) (all []league.EntryCalls) {
	for i, name := range bots {
		if calls := a[name]; calls != nil && !slices.Contains(bots[:i], name) {
			all = append(all, league.EntryCalls{Entry: name, Calls: *calls})
		}
	}
	return all
}

// begin says once which players can use a model and have none, or that nobody can use the one that is there. It refuses to
// begin what cannot have the share of answers that is required.
func (f *requireFlag) begin(e *env, all []contender) error {
	if err := f.check(); err != nil {
		return err
	}
	var without, lacking, idle []string
	able, own := false, false
	for _, c := range all {
		can, err := bot.Asks(c.bot)
		if err != nil {
			return usageError{err}
		}
		switch {
		case can && !c.model:
			without = append(without, c.name)
			if !c.other {
				lacking = append(lacking, c.name)
			}
		case can:
			able = true
		case c.model:
			idle, own = append(idle, c.name), own || c.own
		}
	}
	switch {
	case f.RequireModel > 0 && len(lacking) > 0:
		return usagef("%s: %s can use a language model and %s none (--model NAME, or model: in a plan)", f.called(), listed(lacking), have(lacking))
	case f.RequireModel > 0 && !able:
		return usagef("%s: no player here can use a language model (wolfden bots lists who can)", f.called())
	case len(without) > 0:
		fmt.Fprintf(e.stderr, "note: %s can use a language model and %s none: rules answer (--model NAME; docs/models.md)\n", listed(without), have(without))
	}
	if len(idle) > 0 && (own || !able) {
		fmt.Fprintf(e.stderr, "note: %s cannot use a language model: it is not asked\n", listed(idle))
	}
	return nil
}

// check refuses what is no share.
func (f *requireFlag) check() error {
	if !(f.RequireModel >= 0 && f.RequireModel <= 1) {
		return usagef("--require-model %v: a share, above 0 and up to 1", f.RequireModel)
	}
	return nil
}

// end fails if a model answered less than the share that is required of what an entry asked.
func (f *requireFlag) end(all []contender, asked []league.EntryCalls) error {
	if f.RequireModel == 0 {
		return nil
	}
	var errs []error
	for _, c := range all {
		if can, err := bot.Asks(c.bot); err != nil || !can || c.other {
			continue
		}
		var calls chronicle.Calls
		if i := slices.IndexFunc(asked, func(a league.EntryCalls) bool { return a.Entry == c.name }); i >= 0 {
			calls = asked[i].Calls
		}
		if err := f.enough(c.name, &calls); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// enough fails if a model gave less than the share that is required of somebody's answers.
func (f *requireFlag) enough(name string, c *chronicle.Calls) error {
	switch {
	case f.RequireModel == 0:
		return nil
	case c.Asked() == 0:
		return fmt.Errorf("%s: %s never asked its model", f.called(), name)
	case c.Share() < f.RequireModel:
		return fmt.Errorf("%s: of %d answers of %s a model gave %s, required are %s; rules answered because: %s",
			f.called(), c.Asked(), name, percent(c.Share()), percent(f.RequireModel), c.Commonest(mostCauses))
	}
	return nil
}

// percent is a share with as many digits as it needs, so that what is too little never reads like enough.
func percent(share float64) string { return strconv.FormatFloat(100*share, 'g', 8, 64) + "%" }

// listed is names as they are said: a, b and c.
func listed(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// have is the verb for so many.
func have(names []string) string {
	if len(names) == 1 {
		return "has"
	}
	return "have"
}

// mostCauses is how many causes a line has.
const mostCauses = 4

// callsTable is how the figures on models are headed.
type callsTable struct {
	heading string
	without string // what an answer is that no model gave
	because string // what stands before the causes
}

// writeCalls prints what players asked of models, and who answered; nothing where nothing was asked.
func writeCalls(w io.Writer, asked []league.EntryCalls) error {
	return callsTable{"language models: who answered what players asked, and what it took", "by rule", "rules answered because"}.write(w, asked)
}

// writeJudged prints what judges were asked.
func writeJudged(w io.Writer, noun string, asked []league.EntryCalls) error {
	return callsTable{"language models: what judges were asked, and what it took", "no " + noun, "no " + noun + " because"}.write(w, asked)
}

func (t callsTable) write(w io.Writer, asked []league.EntryCalls) error {
	if len(asked) == 0 {
		return nil
	}
	fmt.Fprintf(w, "%s\n%s", t.heading, sheet.Align(1, t.rows(asked)))
	for _, a := range asked {
		if a.Calls.ByRule > 0 {
			fmt.Fprintf(w, "%s: %s: %s\n", a.Entry, t.because, a.Calls.Commonest(mostCauses))
		}
		for _, line := range a.Calls.Hollow() {
			fmt.Fprintf(w, "%s: %s\n", a.Entry, line)
		}
		if a.Calls.Kept > 0 {
			fmt.Fprintf(w, "%s: %d answers came out of the cache, with neither tokens nor time\n", a.Entry, a.Calls.Kept)
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}

// rows are the lines of the table. Who judges says nothing at a table, and has no column for it.
func (t callsTable) rows(asked []league.EntryCalls) [][]string {
	rows := [][]string{append([]string{"entry"}, chronicle.CallColumns()...)}
	for _, a := range asked {
		rows = append(rows, append([]string{a.Entry}, a.Calls.Cells()...))
	}
	rows[0][slices.Index(rows[0], "by rule")] = t.without
	if !slices.ContainsFunc(asked, func(a league.EntryCalls) bool { return a.Calls.Lines > 0 }) {
		lines := slices.Index(rows[0], "lines by model")
		for i := range rows {
			rows[i] = slices.Delete(rows[i], lines, lines+1)
		}
	}
	return rows
}
