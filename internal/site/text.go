package site

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/columns"
	"wolfden/internal/score"
	"wolfden/internal/viewer"
	"wolfden/internal/viewer/story"
)

// Report is what the pages of a site tell, as text for a terminal. Read makes one.
type Report struct {
	w      *writer
	Unread []Unread // games that are not in it
}

// Read reads the games of the divisions. Options but those are not heeded.
func Read(ctx context.Context, divisions []Division) (*Report, error) {
	w := &writer{o: &Options{Divisions: divisions}, teams: map[string]string{}}
	w.find()
	var err error
	if w.pages, err = viewer.NewStatic("en", own); err != nil {
		return nil, err
	}
	r := &Report{w: w}
	for _, d := range w.divisions {
		all := slices.Clone(d.goingOn)
		for _, g := range d.games {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			_, told, kept, problems := d.read(g.Game)
			d.unread = append(d.unread, problems...)
			if told == nil {
				continue
			}
			told.ID = g.ID
			g.told, g.judged = told, kept.Moves
			if kept.Moves != nil {
				for i := range kept.Moves.Moves {
					g.anchors = append(g.anchors, kept.Moves.Moves[i].Moment)
				}
			}
			all = append(all, &told.Summary)
		}
		d.games = slices.DeleteFunc(d.games, func(g *game) bool { return g.told == nil })
		d.score = score.Count(all, false, seed)
		r.Unread = append(r.Unread, d.unread...)
	}
	return r, nil
}

// Standings writes what score tells of each division.
func (r *Report) Standings(out io.Writer) error {
	for _, d := range r.w.divisions {
		if _, err := fmt.Fprintf(out, "== %s: standings\n\n", chronicle.Label(d.Name)); err != nil {
			return err
		}
		if err := d.score.WriteText(out); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, left(d)); err != nil {
			return err
		}
	}
	return nil
}

// left tells what of a division is not over yet or was not played, in lines.
func left(d *division) (lines string) {
	if len(d.goingOn)+d.Left > 0 {
		lines = fmt.Sprintf("note: not over yet: %d games that go on, %d matches of the schedule\n", len(d.goingOn), d.Left)
	}
	if len(d.Withdrawn) > 0 {
		lines += fmt.Sprintf("note: withdrawn: %s; matches that were struck: %d\n", d.withdrawn(), d.Struck)
	}
	return lines
}

// Teams are those that played, sorted.
func (r *Report) Teams() []string { return slices.Sorted(maps.Keys(r.w.teams)) }

// Team writes what the page of a team tells.
func (r *Report) Team(out io.Writer, team string) error {
	var b strings.Builder
	for _, d := range r.w.divisions {
		if p := r.w.teamPart(d, team); len(p.Games) > 0 {
			fmt.Fprintf(&b, "== %s in %s: %s\n\n", story.Show(team), p.Name, r.w.pages.T("games.count", len(p.Games)))
			p.write(&b, r.w.pages.T)
			b.WriteString("\n")
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func (p *teamPart) write(b *strings.Builder, t func(string, ...any) string) {
	for i := range p.Standings {
		s := &p.Standings[i]
		fmt.Fprintf(b, "%s %s", t("site.team.won", s.Wins, s.Games), t("site.team.rate", s.Rate.Value(), s.Rate.Interval()))
		if s.Rating != nil {
			b.WriteString(" " + t("site.team.rating", s.Rating.Value(), s.Rating.Interval(), s.Rating.Ranks))
		}
		for _, role := range s.Roles {
			fmt.Fprintf(b, "\n  %s: %s", role.Role, t("site.team.won", role.Wins, role.Games))
		}
		b.WriteString("\n")
	}
	var kinds []string
	for _, k := range p.Faults.Kinds {
		if k.N > 0 {
			kinds = append(kinds, fmt.Sprintf("%s %d", k.Name, k.N))
		}
	}
	if p.Faults.Gone > 0 {
		kinds = append(kinds, fmt.Sprintf("%s %d", t("site.gone"), p.Faults.Gone))
	}
	switch {
	case len(kinds) > 0:
		fmt.Fprintf(b, "\n%s: %s\n", t("site.faults"), strings.Join(kinds, ", "))
	case p.Faults.Games > 0:
		fmt.Fprintf(b, "\n%s: %s\n", t("site.faults"), t("site.faults.none", p.Faults.Games))
	default:
		fmt.Fprintf(b, "\n%s\n", t("site.faults.unknown"))
	}
	if p.Judged == 0 {
		b.WriteString("\nNo moves of it have been judged: wolfden moves does that, for a game or a folder.\n")
	} else {
		fmt.Fprintf(b, "\n%s\n", t("site.moments.text", p.Judged, p.Sure, p.ByChance))
		momentsText(b, t, t("site.best"), p.Best)
		momentsText(b, t, t("site.worst"), p.Worst)
	}
	rows := strings.Join([]string{"\n" + t("games.title"), t("filter.role"), t("filter.player"), t("site.fate"), t("filter.outcome"), t("conduct.faults")}, "\t") + "\n"
	for i := range p.Games {
		rows += p.Games[i].rows(t)
	}
	b.WriteString(columns.Align(rows))
}

func momentsText(b *strings.Builder, t func(string, ...any) string, title string, all []moment) {
	fmt.Fprintf(b, "%s:\n", title)
	for _, m := range all {
		what := m.Words
		if m.Target != "" {
			what = t("turns.vote", story.Show(m.Target))
		}
		mistake := ""
		if m.Mistake != "" {
			mistake = "; " + t("turns.mistake", m.Mistake)
		}
		fmt.Fprintf(b, "  %s %s  %s %s%s  %s: %s\n", m.ID, m.At, t("turns.change", m.Change), m.Bounds, mistake, story.Show(m.Name), what)
	}
	if len(all) == 0 {
		b.WriteString("  " + t("site.moments.none") + "\n")
	}
}

// rows are those of the team's seats in a game.
func (g *teamGame) rows(t func(string, ...any) string) (rows string) {
	for i, s := range g.Seats {
		game, faults := "", ""
		if i == 0 {
			game = g.ID
			if faults = "–"; g.Told {
				faults = fmt.Sprint(g.Faults)
			}
		}
		name, won := story.Show(s.Name), ""
		if s.By != "" {
			name += " (" + t("site.by", s.By) + ")"
		}
		if s.Won {
			won = ", " + t("won")
		}
		rows += strings.Join([]string{game, s.Role, name, s.Fate, t("outcome."+g.State) + won, faults}, "\t") + "\n"
	}
	return rows
}
