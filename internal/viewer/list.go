package viewer

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"wolfden/internal/chronicle"
	"wolfden/internal/speech/roletext"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// perPage is how many games a page of the list has.
const perPage = 50

// gamesPage is the list of games.
type gamesPage struct {
	chrome
	Filter filter
	Live   []listed
	Games  []listed
	Total  int // of the games that are wanted
	All    int
	Page   int // from 1
	Pages  int
	Broken []archive.Broken
	Teams  []string
	Known  []namedRole // the standard roles, then those that the games' tables add
	Setups []int
	Days   []int
}

// namedRole is a role by its name in packets and by its name on the page.
type namedRole struct{ Name, Title string }

// listed is a game in the list.
type listed struct {
	ID      string
	Started time.Time // zero where nobody knows
	Players int
	Lang    string
	Days    int
	State   string   // live, or see outcomes
	Teams   []string // each once
	Names   []string
	Href    string
	Also    []translation // of the talk of one game, with the game's own; none where there is one language
}

// translation is a game in one of its languages.
type translation struct {
	Code string // "" for a language that the pages do not know
	Name string // of the language, in itself
	Href string
}

func translated(lang, href string) translation {
	switch lang {
	case english:
		return translation{lang, "English", href}
	case japanese:
		return translation{lang, "日本語", href}
	default:
		return translation{"", story.Show(lang), href}
	}
}

// games shows the games that are asked for: those that go on first.
func (s *Site) games(w http.ResponseWriter, r *http.Request) {
	c := s.chrome(r, "games", "")
	c.Title = c.T("games.title")
	p := gamesPage{chrome: c, Filter: readFilter(r.URL.Query())}
	for _, b := range s.archive.Broken() {
		p.Broken = append(p.Broken, archive.Broken{File: story.Show(b.File), Reason: story.Show(b.Reason)})
	}
	all := s.archive.Games()
	p.All = len(all)
	p.choices(all)
	wanted := p.Filter.choose(all)
	if s.options.Live != nil {
		for _, id := range s.options.Live.IDs() {
			if f, err := s.find(id); err == nil && f != nil && f.live {
				p.Live = append(p.Live, s.listed(&archive.Game{Summary: chronicle.Summarize(f.rec)}, "live", p.Filter.Blind))
			}
		}
	}
	var past []*archive.Game
	for _, g := range wanted {
		switch {
		case slices.ContainsFunc(p.Live, func(l listed) bool { return l.ID == g.ID }):
		case s.goesOn(g):
			p.Live = append(p.Live, s.listed(g, "live", p.Filter.Blind))
		default:
			past = append(past, g)
		}
	}
	p.Total = len(past)
	p.Pages = max(1, (p.Total+perPage-1)/perPage)
	p.Page, _ = strconv.Atoi(r.URL.Query().Get("page"))
	p.Page = min(max(1, p.Page), p.Pages)
	begin := (p.Page - 1) * perPage
	for _, g := range past[begin:min(begin+perPage, p.Total)] {
		p.Games = append(p.Games, s.listed(g, outcomeOf(g), p.Filter.Blind))
	}
	s.reply(w, r, http.StatusOK, "games", &p)
}

func (s *Site) listed(g *archive.Game, state string, blind bool) listed {
	l := listed{ID: g.ID, Players: len(g.Players), Lang: g.Lang, Days: g.Days, State: state, Href: s.options.Base + "games/" + g.ID}
	if g.Started > 0 {
		l.Started = time.UnixMilli(g.Started).UTC()
	}
	for i := range g.Players {
		l.Teams = append(l.Teams, story.Show(g.Players[i].PlaysFor()))
		l.Names = append(l.Names, story.Show(g.Players[i].Called))
	}
	slices.Sort(l.Teams)
	l.Teams = slices.DeleteFunc(slices.Compact(l.Teams), func(t string) bool { return t == "" })
	query := ""
	if blind {
		query = "?as=village"
	}
	l.Href += query
	for _, other := range g.Also {
		if len(l.Also) == 0 {
			l.Also = append(l.Also, translated(g.Lang, l.Href))
		}
		l.Also = append(l.Also, translated(other.Lang, s.options.Base+"games/"+other.ID+query))
	}
	if blind {
		l.Days = -1
		if state != "live" {
			l.State = ""
		}
	}
	return l
}

// choices are what the form offers: whatever there is.
func (p *gamesPage) choices(games []*archive.Game) {
	teams, setups, days := map[string]bool{}, map[int]bool{}, map[int]bool{}
	for _, g := range games {
		setups[len(g.Players)], days[g.Days] = true, true
		for i := range g.Players {
			teams[g.Players[i].PlaysFor()] = true
		}
	}
	delete(teams, "")
	for team := range teams {
		if shown := story.Show(team); shown != team {
			delete(teams, team)
			teams[shown] = true
		}
	}
	p.Teams, p.Setups, p.Days = keys(teams), keys(setups), keys(days)
	p.Known = rolesIn(games, p.lang)
	if !slices.ContainsFunc(p.Known, func(r namedRole) bool { return r.Name == p.Filter.Role }) {
		p.Filter.Role = "" // what makes no sense is as if it was not there
	}
}

// rolesIn is the standard roles, then those that tables of the games add, in the order of their names.
func rolesIn(games []*archive.Game, lang string) (all []namedRole) {
	names := roletext.In(lang)
	for _, r := range werewolf.StandardRoles().Roles() {
		all = append(all, namedRole{r.String(), names.Title(werewolf.StandardRoles(), r)})
	}
	added := map[string]string{}
	for _, g := range games {
		for i, spec := range g.Roles().Added() {
			added[spec.Name] = names.Title(g.Roles(), werewolf.FirstAdded+werewolf.Role(i))
		}
	}
	for _, name := range keys(added) {
		all = append(all, namedRole{name, added[name]})
	}
	return all
}

// Turn is the address of another page of the list.
func (p *gamesPage) Turn(by int) string { return p.In("page", strconv.Itoa(p.Page+by)) }
