package site

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/viewer"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// frontPage is the first page: all divisions, each by itself.
type frontPage struct {
	viewer.Frame
	Divisions []summary
	Open      bool // the contest goes on
	Raters    bool
}

// summary is a division in a few lines.
type summary struct {
	Name, Href    string
	Report        string // its address, "" where there is none
	Games, Failed int
	GoingOn, Left int
	Struck        int
	Withdrawn     string
	Days          string // on which it was played
	Standings     []standings
}

func (w *writer) writeFront() error {
	p := &frontPage{Frame: w.frame(w.o.Title, "", nil), Raters: len(w.o.Raters) > 0}
	for _, d := range w.divisions {
		p.Divisions = append(p.Divisions, w.summary(d, ""))
		p.Open = p.Open || len(d.goingOn)+d.Left > 0
	}
	if p.Raters {
		if err := w.writeRaters(); err != nil {
			return err
		}
	}
	return w.page("index.html", "site-front", p)
}

func (w *writer) summary(d *division, root string) summary {
	s := summary{
		Name: chronicle.Label(d.Name), Href: root + d.path + "/index.html", Games: len(d.games), GoingOn: len(d.goingOn), Left: d.Left,
		Struck: d.Struck, Withdrawn: d.withdrawn(),
		Standings: w.standings(d, root),
	}
	if d.report {
		s.Report = root + d.path + "/report/index.html"
	}
	var days []string
	for _, g := range d.games {
		if g.told.Winner == werewolf.NoTeam {
			s.Failed++
		}
		if g.Started > 0 {
			days = append(days, day(g.Started))
		}
	}
	if len(days) > 0 {
		first, last := slices.Min(days), slices.Max(days)
		if s.Days = first; first != last {
			s.Days += " – " + last
		}
	}
	return s
}

// withdrawn names the teams that have withdrawn.
func (d *division) withdrawn() string {
	var names []string
	for _, team := range d.Withdrawn {
		names = append(names, chronicle.Label(team))
	}
	return strings.Join(names, ", ")
}

func day(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02") }

// divisionPage is a division with its games.
type divisionPage struct {
	viewer.Frame
	summary
	Faults []teamFaults
	Told   bool     // some record tells faults
	Lost   []failed // the games that nobody won
	List   []listed
	Page   int // from 1
	Pages  int
	Unread int
}

// perPage is how many games stand on a page.
const perPage = 200

// failed is a game that nobody won.
type failed struct {
	listed
	Why  string
	Gone []string // the teams that were gone
}

// teamFaults is what was wrong with the answers of a team.
type teamFaults struct {
	Team, Href string
	faults
}

// faults are those of a team in the games that are over.
type faults struct {
	Games int // of which the record tells faults
	Kinds []faultKind
	Gone  int // games from which it was gone for good
}

type faultKind struct {
	Name string
	N    int
}

// Any reports whether there is anything to tell.
func (f faults) Any() bool {
	return f.Gone > 0 || slices.ContainsFunc(f.Kinds, func(k faultKind) bool { return k.N > 0 })
}

func (w *writer) writeDivision(d *division) error {
	name := chronicle.Label(d.Name)
	p := &divisionPage{summary: w.summary(d, "../"), Unread: len(d.unread), Pages: max(1, (len(d.games)+perPage-1)/perPage)}
	for _, team := range d.teams() {
		f := w.faultsOf(d, team)
		p.Told = p.Told || f.Games > 0
		if f.Any() {
			p.Faults = append(p.Faults, teamFaults{team, "../teams/" + w.teams[team], f})
		}
	}
	for _, g := range d.games {
		if g.told.Winner == werewolf.NoTeam {
			f := failed{listed: w.listed(g, "games/"), Why: w.pages.T("how." + g.told.End.String())}
			for i := range g.told.Players {
				if team := g.told.Players[i].Team; g.told.Players[i].Gone && !slices.Contains(f.Gone, team) {
					f.Gone = append(f.Gone, team)
				}
			}
			p.Lost = append(p.Lost, f)
		}
	}
	for p.Page = 1; p.Page <= p.Pages; p.Page++ {
		p.Frame, p.List = w.frame(name, "../", d), nil
		for _, g := range d.games[(p.Page-1)*perPage : min(p.Page*perPage, len(d.games))] {
			p.List = append(p.List, w.listed(g, "games/"))
		}
		if err := w.page(d.path+"/"+p.At(0), "site-division", p); err != nil {
			return err
		}
	}
	return nil
}

// At is the file of another page of the list.
func (p *divisionPage) At(by int) string {
	if p.Page+by == 1 {
		return "index.html"
	}
	return fmt.Sprintf("games-%d.html", p.Page+by)
}

// teams are the teams that played in the division.
func (d *division) teams() (teams []string) {
	for _, g := range d.games {
		for i := range g.told.Players {
			teams = append(teams, g.told.Players[i].Team)
		}
	}
	slices.Sort(teams)
	return slices.Compact(teams)
}

func (w *writer) faultsOf(d *division, team string) (f faults) {
	kinds := map[gamelog.Fault]int{}
	for _, g := range d.games {
		gone, played := false, false
		for i := range g.told.Players {
			p := &g.told.Players[i]
			if p.Team != team {
				continue
			}
			played = true
			gone = gone || p.Gone
			for kind, n := range p.Faults {
				kinds[kind] += n
			}
		}
		if played && (g.told.Recorded || gone) {
			f.Games++
		}
		if gone {
			f.Gone++
		}
	}
	for kind := gamelog.Late; kind <= gamelog.Crashed; kind++ {
		f.Kinds = append(f.Kinds, faultKind{w.pages.T("site.fault." + kind.String()), kinds[kind]})
	}
	return f
}

// listed is a game in a list, as the template of the viewer's lists takes it.
type listed struct {
	ID      string
	Started time.Time // zero where nobody knows
	Players int
	Days    int
	State   string // its outcome
	Teams   []string
	Names   []string
	Href    string
	Also    []translation
}

type translation struct{ Code, Name, Href string }

func (w *writer) listed(g *game, folder string) listed {
	l := listed{ID: g.ID, Players: len(g.told.Players), Days: g.told.Days, State: "nobody", Href: folder + g.file + ".html"}
	if g.Started > 0 {
		l.Started = time.UnixMilli(g.Started).UTC()
	}
	switch g.told.Winner {
	case werewolf.VillagerTeam:
		l.State = "village"
	case werewolf.WerewolfTeam:
		l.State = "wolves"
	default:
	}
	for i := range g.told.Players {
		l.Teams = append(l.Teams, g.told.Players[i].Team)
		l.Names = append(l.Names, g.told.Players[i].Name)
	}
	slices.Sort(l.Teams)
	l.Teams = slices.Compact(l.Teams)
	for _, other := range g.Also {
		file, there := g.also[other.ID]
		if !there {
			continue
		}
		if l.Also == nil {
			l.Also = append(l.Also, translated(g.Lang, l.Href))
		}
		l.Also = append(l.Also, translated(other.Lang, folder+file+".html"))
	}
	return l
}

// translated leads to a game in one of its languages, which is named in itself.
func translated(lang, href string) translation {
	if name := map[string]string{"en": "English", "ja": "日本語"}[lang]; name != "" {
		return translation{lang, name, href}
	}
	return translation{"", strings.TrimSpace(story.Show(lang)), href}
}
