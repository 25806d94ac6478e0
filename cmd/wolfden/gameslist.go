package main

import (
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/score"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

type gamesCmd struct {
	Files   []string `arg:"" name:"file" help:"Records, contest logs, realtime feeds, or folders or zip archives of them."`
	Team    string   `help:"Only games of this team, a line for each of its seats." placeholder:"TEAM"`
	Role    string   `help:"Only seats with this role: a name or its letter." placeholder:"ROLE"`
	Against string   `help:"Only seats with somebody of this team on the other side." placeholder:"TEAM"`
	Won     bool     `help:"Only seats that won."`
	Lost    bool     `help:"Only seats that did not win."`
	Faults  bool     `help:"Only seats with an answer that was late, lost or not legal."`
	JSON    bool     `help:"One JSON object."`
	Open    int      `help:"Show the page of the Nth of them in a browser, until it is stopped." placeholder:"N"`
}

// Help is the long help of the command.
func (gamesCmd) Help() string {
	return `Lists games with their files, which wolfden show prints. Examples:

  wolfden games games                                   all games
  wolfden games trials/agent/3 --team agent --role SEER --lost
                                                        those that agent lost as the seer
  wolfden games data --team kitsune --against tanuki
  wolfden games data --team kitsune --faults --json
  wolfden games data --team kitsune --lost --open 1     the page of the first of them

PAGE is the path of a game's page where wolfden view shows the folder. Exits with 1 where no
game is found.`
}

// gameLink is a game, or a seat of one, and where to find it.
type gameLink struct {
	ID     string `json:"game"`
	File   string `json:"file"`
	Page   string `json:"page"` // below the address of wolfden view
	Seat   int    `json:"seat,omitempty"`
	Team   string `json:"team,omitempty"`
	Name   string `json:"name,omitempty"` // of the character
	Role   string `json:"role,omitempty"`
	Won    *bool  `json:"won,omitempty"` // of the seat; nil for a whole game, and where the game has no end
	Winner string `json:"winner,omitempty"`
	Days   int    `json:"days,omitempty"`
	Faults int    `json:"faults,omitempty"`
}

// pageOf is the path of a game's page.
func pageOf(id string) string { return "/games/" + id }

// Run lists games.
func (c *gamesCmd) Run(e *env) error {
	if c.Won && c.Lost {
		return usagef("--won and --lost: one of them")
	}
	if c.Open < 0 || c.Open > 0 && c.JSON {
		return usagef("--open %d: the number of a game in the list, which --json has no use for", c.Open)
	}
	var all []*chronicle.Game
	var files []string
	read, err := readGames(e, c.Files, mergeAll(), func(g *chronicle.Game, file string) { all, files = append(all, g), append(files, file) })
	if err != nil {
		return err
	}
	links, err := c.found(all, files)
	if err != nil {
		return err
	}
	if c.Open > len(links) && len(links) > 0 {
		return usagef("--open %d: there are %s", c.Open, english.Count(len(links), "line"))
	}
	if c.JSON {
		err = e.json(map[string]any{"games": links})
	} else {
		err = c.list(e, links)
	}
	if err == nil && (len(links) == 0 || read.unread > 0) {
		return errFound
	}
	if err != nil || c.Open == 0 {
		return err
	}
	view := viewCmd{Dir: c.Files, Listen: anyPort, page: links[c.Open-1].Page}
	return view.Run(e)
}

// anyPort is an address of this machine that nobody else uses.
const anyPort = "127.0.0.1:0"

// bySeat reports whether seats are listed rather than games.
func (c *gamesCmd) bySeat() bool {
	return c.Team+c.Role+c.Against != "" || c.Won || c.Lost || c.Faults
}

// found are the games or seats that the flags ask for.
func (c *gamesCmd) found(all []*chronicle.Game, files []string) ([]gameLink, error) {
	var teams []string
	for _, g := range all {
		for i := range g.Players {
			teams = append(teams, g.Players[i].Team)
		}
	}
	entries, known := score.Merge(teams), false
	is := func(p *chronicle.Player, team string) bool { return p.Team == team || entries[p.Team] == team }
	links := []gameLink{}
	for n, g := range all {
		role := g.Roles().Typed(c.Role)
		known = known || role != werewolf.NoRole || c.Role == ""
		if !c.bySeat() {
			links = append(links, linkTo(g, files[n], nil))
			continue
		}
		for i := range g.Players {
			p := &g.Players[i]
			if c.Team != "" && !is(p, c.Team) || c.Role != "" && p.Role != role || c.Faults && p.FaultCount() == 0 ||
				c.Won && !g.Won(p) || c.Lost && (!g.Over || g.Won(p)) {
				continue
			}
			facing := func(o chronicle.Player) bool { return is(&o, c.Against) && g.Side(&o) != g.Side(p) }
			if c.Against != "" && !slices.ContainsFunc(g.Players, facing) {
				continue
			}
			links = append(links, linkTo(g, files[n], p))
		}
	}
	for flag, team := range map[string]string{"--team": c.Team, "--against": c.Against} {
		here := func(t string) bool { return t == team || entries[t] == team }
		if team != "" && !slices.ContainsFunc(teams, here) {
			slices.Sort(teams)
			return nil, usagef("%s %s: no such team plays here; there are: %s", flag, team, strings.Join(slices.Compact(teams), ", "))
		}
	}
	if !known && len(all) > 0 {
		return nil, usagef("--role %s: no game here has such a role", c.Role)
	}
	return links, nil
}

// linkTo is the link to a game, or to one of its seats.
func linkTo(g *chronicle.Game, file string, p *chronicle.Player) gameLink {
	link := gameLink{ID: g.ID, File: nameOf(file), Page: pageOf(g.ID), Days: g.Days}
	if g.Over {
		link.Winner = g.Winner.String()
	}
	if p == nil {
		for i := range g.Players {
			link.Faults += g.Players[i].FaultCount()
		}
		return link
	}
	link.Seat, link.Team, link.Name, link.Role, link.Faults = int(p.Seat), p.Team, p.Name, g.Roles().Name(p.Role), p.FaultCount()
	if g.Over {
		won := g.Won(p)
		link.Won = &won
	}
	return link
}

// list prints the links for people.
func (c *gamesCmd) list(e *env, links []gameLink) error {
	var rows strings.Builder
	if c.bySeat() {
		rows.WriteString("FILE\tSEAT\tTEAM\tROLE\tRESULT\tDAYS\tFAULTS\tPAGE\n")
	} else {
		rows.WriteString("FILE\tWINNER\tDAYS\tFAULTS\tPAGE\n")
	}
	for i := range links {
		l := &links[i]
		result := map[bool]string{true: l.Winner, false: "not over"}[l.Winner != ""]
		if c.bySeat() {
			if l.Won != nil {
				result = map[bool]string{true: "won", false: "lost"}[*l.Won]
			}
			result = fmt.Sprintf("%d %s\t%s\t%s\t%s", l.Seat, l.Name, l.Team, strings.ToLower(l.Role), result)
		}
		fmt.Fprintf(&rows, "%s\t%s\t%d\t%d\t%s\n", transcript.Safe(l.File), result, l.Days, l.Faults, transcript.Safe(l.Page))
	}
	if err := columns.Write(e.stdout, rows.String()); err != nil {
		return err
	}
	what := "game"
	if c.bySeat() {
		what = "seat"
	}
	_, err := fmt.Fprintf(e.stdout, "%s\n", english.Count(len(links), what))
	return err
}
