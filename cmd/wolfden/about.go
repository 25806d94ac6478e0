package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/origin"
	"wolfden/werewolf"
)

// aboutJSON is what a file says of its game before the first event, for machines.
type aboutJSON struct {
	File   string `json:"file"`
	Format string `json:"format"`
	// Rules is the hash of the rules that score and others print; none of a game played elsewhere, whose rules are a guess.
	Rules  string          `json:"rules_hash,omitempty"`
	Header *gamelog.Header `json:"header"` // as docs/record.md has it
}

// formatName is a format in words.
func formatName(f chronicle.Format) string {
	switch f {
	case chronicle.NativeRecord:
		return "native record"
	case chronicle.ContestLog:
		return "contest log"
	default:
		return "realtime feed"
	}
}

// about tells what the file knows of the game's making.
func (c *showCmd) about(e *env, g *gameFile) error {
	h, format := &g.record.Header, chronicle.FormatOf(g.data)
	if c.JSON {
		o := aboutJSON{File: c.File, Format: formatName(format), Header: h}
		if !h.Foreign {
			o.Rules = origin.HashOf(&h.Rules)
		}
		return e.json(o)
	}
	var rows strings.Builder
	for _, fact := range append(factsOf(h, format), madeOf(h)...) {
		if fact[1] != "" {
			fmt.Fprintf(&rows, "%s\t%s\n", fact[0], chronicle.Label(fact[1]))
		}
	}
	if err := columns.Write(e.stdout, rows.String()); err != nil {
		return err
	}
	if err := writeSeats(e.stdout, h); err != nil {
		return err
	}
	return writeMayAsk(e.stdout, h.Provenance)
}

// aboutAll tells what the games of a folder were made by: which are counted together, by which rules, and what the entries were.
func (c *showCmd) aboutAll(e *env) error {
	var games []*chronicle.Summary
	apart := &mergeFlags{}
	read, err := readGames(e, []string{c.File}, apart, func(g *chronicle.Game, _ string) {
		summary := g.Summary
		games = append(games, &summary)
	})
	if err != nil {
		return err
	}
	notes := apart.divide(games)
	made := origin.Of(games)
	if c.JSON {
		err = e.json(made)
	} else {
		err = writeMade(e.stdout, games, made, notes)
	}
	if err == nil && read.unread > 0 {
		return errFound
	}
	return err
}

// writeMade prints what games were made by.
func writeMade(w io.Writer, games []*chronicle.Summary, made *origin.Origin, notes []string) error {
	fmt.Fprintf(w, "%s, %s\n", english.Count(len(games), "game"), cmp.Or(made.Line(), "which do not say what made them"))
	for _, note := range append(made.Warnings(), notes...) {
		fmt.Fprintf(w, "note: %s\n", note)
	}
	counted := map[[2]string]int{} // by division and rules
	for _, g := range games {
		rules := "not told"
		if g.Recorded {
			rules = origin.HashOf(g.Rules())
		}
		counted[[2]string{g.Table(), rules}]++
	}
	divisions := [][]string{{"COUNTED TOGETHER", "RULES", "GAMES"}}
	for _, d := range slices.SortedFunc(maps.Keys(counted), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		divisions = append(divisions, []string{d[0], d[1], strconv.Itoa(counted[d])})
	}
	entries := [][]string{{"ENTRY", "LANG", "PLAYER", "MODEL", "PROMPTS", "SETTINGS", "PROGRAM", "FILES", "SEATS"}}
	for _, s := range made.Seated() {
		entries = append(entries, []string{s.Entry, s.Lang, s.Player, s.Models, s.Prompts, s.Settings, s.Program, s.Files, strconv.Itoa(s.Seats)})
	}
	return errors.Join(writeFilled(w, divisions), writeFilled(w, entries))
}

// factsOf is what is known of every game.
func factsOf(h *gamelog.Header, format chronicle.Format) [][2]string {
	facts := [][2]string{{"format", formatName(format)}, {"game", h.ID}}
	if format == chronicle.NativeRecord {
		facts[0][1] += fmt.Sprintf(", version %d", h.Version)
	}
	if h.Started != 0 {
		facts = append(facts, [2]string{"started", time.UnixMilli(h.Started).UTC().Format(time.RFC3339)})
	}
	facts = append(facts, [2]string{"language", h.Lang}, [2]string{"roles", h.Rules.Table.Counts(h.Rules.Roles)})
	if h.Foreign {
		return append(facts, [2]string{"rules", "not told: the game was played elsewhere"})
	}
	facts = append(facts, [2]string{"rules", origin.HashOf(&h.Rules)}, [2]string{"seed", strconv.FormatUint(h.Seed, 10)})
	for _, b := range h.Branches {
		how := "with other chance"
		if b.Seed == nil {
			how = "with its chance"
		}
		facts = append(facts, [2]string{"goes on", fmt.Sprintf("from game %s, %s after its header, %s", b.Game, english.Count(b.Entries, "line"), how)})
	}
	return facts
}

// madeOf is what the header says of the record's making.
func madeOf(h *gamelog.Header) [][2]string {
	p := h.Provenance
	switch {
	case p == nil && h.Version == 1 && !h.Foreign:
		return [][2]string{{"made by", "not told: records of version 1 do not"}}
	case p == nil:
		return [][2]string{{"made by", "not told"}}
	}
	program := p.Program
	if program != "" {
		program = "wolfden " + program + ", commit " + cmp.Or(p.Commit, "unknown")
	}
	commas := ""
	if slices.ContainsFunc(p.Players, func(e gamelog.Entrant) bool { return e.Player != "" }) {
		commas = map[bool]string{false: "left out of English", true: "kept in English"}[p.Commas]
	}
	return [][2]string{
		{"made by", program}, {"command", p.Command}, {"source", p.Source}, {"plan", p.Plan}, {"setup", p.Setup},
		{"round", noted(p.Round)}, {"deal", noted(p.Deal)}, {"match", p.Match}, {"commas", commas},
	}
}

// writeSeats prints who sits where.
func writeSeats(w io.Writer, h *gamelog.Header) error {
	rows := [][]string{{"SEAT", "NAME", "ROLE", "TEAM", "CLIENT", "ENTRY", "PLAYER", "LANG", "MODEL", "PROMPTS", "SETTINGS", "FILES", "WINDOW"}}
	for i, s := range h.Seats {
		role := ""
		if s.Role != werewolf.NoRole {
			role = h.Rules.Table.Name(s.Role)
		}
		cells := []string{strconv.Itoa(i + 1), s.Name, role, s.Team, s.Client, "", "", "", "", "", "", "", ""}
		if p := h.Provenance; p != nil && i < len(p.Players) {
			e := &p.Players[i]
			d := origin.Describe(e)
			cells = append(cells[:5], e.Entry, d.Player, d.Lang, d.Models, d.Prompts, d.Settings, d.Files, noted(e.Window))
		}
		rows = append(rows, cells)
	}
	return writeFilled(w, rows)
}

// writeFilled prints those columns of a table, below a blank line, that have more than their heading. Cells are made harmless to print;
// the first row is the headings.
func writeFilled(w io.Writer, rows [][]string) error {
	var text strings.Builder
	for _, row := range rows {
		var cells []string
		for c, cell := range row {
			if slices.ContainsFunc(rows[1:], func(row []string) bool { return row[c] != "" }) {
				cells = append(cells, chronicle.Label(cmp.Or(cell, "-")))
			}
		}
		fmt.Fprintln(&text, strings.Join(cells, "\t"))
	}
	return columns.Write(w, "\n"+text.String())
}

// writeMayAsk prints what the players may ask their models, those of equal ones once.
func writeMayAsk(w io.Writer, p *gamelog.Provenance) error {
	if p == nil {
		return nil
	}
	seats, first := map[origin.Entrant][]string{}, map[origin.Entrant]int{}
	for i := range p.Players {
		d := origin.Describe(&p.Players[i])
		if len(seats[d]) == 0 {
			first[d] = i
		}
		seats[d] = append(seats[d], strconv.Itoa(i+1))
	}
	rows := [][]string{{"SEATS", "MAY ASK", "PROMPT", "MODEL", "TEMPERATURE", "TOP P", "SEED", "TOKENS", "EFFORT", "THOUGHT", "EXTRA"}}
	for i := range p.Players {
		d, tasks := origin.Describe(&p.Players[i]), p.Players[i].Tasks
		if first[d] != i {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(tasks)) {
			rows = append(rows, append([]string{strings.Join(seats[d], ","), name}, settingCells(tasks[name])...))
		}
	}
	if len(rows) == 1 {
		return nil
	}
	return writeFilled(w, rows)
}

// noted is a number, "" for 0, which stands for what is not told.
func noted(n int) string { return strings.TrimPrefix(strconv.Itoa(n), "0") }

// settingCells are how a model is asked for one task, "" for what is left to the provider.
func settingCells(g gamelog.Generation) []string {
	decimal := func(v *float64) string {
		if v == nil {
			return ""
		}
		return strconv.FormatFloat(*v, 'g', -1, 64)
	}
	seed := ""
	if g.Seed != nil {
		seed = strconv.FormatInt(*g.Seed, 10)
	}
	return []string{
		g.Prompt, g.Model, decimal(g.Temperature), decimal(g.TopP), seed, noted(g.MaxTokens), g.Effort, noted(g.Thought), string(g.Extra),
	}
}
