package main

import (
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"wolfden/internal/contest/invite"
	"wolfden/internal/settings"
	"wolfden/internal/userfile"
)

type contestInitCmd struct {
	Dir string `arg:"" file:"dir" help:"The folder of the contest; it is made."`

	Title    string   `help:"What the contest is called." default:"A contest of Werewolf" placeholder:"TEXT"`
	Teams    string   `help:"The roster: a table in CSV with the column team, and if need be contact and divisions." placeholder:"FILE"`
	Team     []string `help:"A team, instead of a roster, for all divisions; again for each." placeholder:"NAME"`
	Division []string `help:"A division and the players of its games, such as five=5; anytime=5+ lets everybody speak when it likes. Again for each." default:"five=5" placeholder:"NAME=N"`
	Games    int      `help:"Games of a round in each division; 0 is as many as it has teams, so that each plays every seat's role once." placeholder:"N"`
	Rounds   int      `help:"How many rounds." default:"1" placeholder:"N"`
	Begin    string   `help:"When games may begin, such as '2026-12-01 09:00'; until then teams rehearse." placeholder:"TIME"`
	End      string   `help:"When no game begins any more." placeholder:"TIME"`
	Address  string   `help:"Where teams reach the server, HOST:PORT, or wss://HOST where a proxy has the certificate." default:"127.0.0.1:8080" placeholder:"ADDRESS"`
	Lang     string   `help:"Language of the teams' sheets: en or ja." default:"en" enum:"en,ja"`
	Days     int      `help:"How many days the teams' tokens are valid." default:"90" placeholder:"N"`
}

// Help is the long help of the command.
func (contestInitCmd) Help() string {
	return `Writes what a contest begins with into a folder: contest.yml, the configuration, to be
read and changed; roster.csv, the teams with their tokens; .env, the key that signs
these; and a sheet to send to each team, with its addresses, its token, how to check
its program, and how to try it at home. Examples:

  wolfden contest init autumn --team aruru --team byakko --team canis --team denki --team egao
  wolfden contest init autumn --teams teams.csv --division five=5 --division nine=9 --rounds 2 \
      --begin '2026-12-01 09:00' --address contest.example.org:8080 --lang ja

A roster looks like this (without divisions a team plays in all):

  team,contact,divisions
  aruru,aruru@example.org,five nine
  byakko,byakko@example.org,five

Then: wolfden contest serve --dir autumn`
}

// Run writes the folder.
func (c *contestInitCmd) Run(e *env) error {
	n, err := c.contest()
	if err != nil {
		return err
	}
	names, err := n.Write(c.Dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		fmt.Fprintln(e.stdout, filepath.Join(c.Dir, name))
	}
	fmt.Fprintf(e.stderr, "Read %s, send each team its sheet, then: wolfden contest serve --dir %s\n", filepath.Join(c.Dir, invite.Configuration), c.Dir)
	return nil
}

// contest is what the flags say.
func (c *contestInitCmd) contest() (*invite.Contest, error) {
	n := &invite.Contest{
		Title: c.Title, Lang: c.Lang, Games: c.Games, Rounds: c.Rounds, TokensTo: time.Now().AddDate(0, 0, c.Days),
	}
	switch {
	case strings.ContainsAny(c.Title, "\r\n"):
		return nil, usagef("--title: it is one line")
	case c.Games < 0 || c.Rounds < 1 || c.Days < 1:
		return nil, usagef("--games %d, --rounds %d, --days %d: no games are no contest", c.Games, c.Rounds, c.Days)
	case (c.Teams == "") == (len(c.Team) == 0):
		return nil, usagef("the teams are in a roster (--teams FILE) or named (--team NAME, again for each)")
	}
	for _, at := range []struct {
		flag, text string
		to         *time.Time
	}{{"--begin", c.Begin, &n.Begin}, {"--end", c.End, &n.End}} {
		var ok bool
		if *at.to, ok = settings.MomentOf(at.text); !ok && at.text != "" {
			return nil, usagef("%s %q is no time such as '2026-12-01 09:00' (of this machine's place) or 2026-12-01T09:00:00+09:00", at.flag, at.text)
		}
	}
	n.Address, n.Secure = strings.CutPrefix(c.Address, "wss://")
	if _, _, err := net.SplitHostPort(n.Address); err != nil && !n.Secure || n.Address == "" || strings.ContainsAny(n.Address, "/ ") {
		return nil, usagef("--address %q is not like contest.example.org:8080 or wss://contest.example.org", c.Address)
	}
	for _, text := range c.Division {
		name, players, _ := strings.Cut(text, "=")
		players, anytime := strings.CutSuffix(players, "+")
		number, err := strconv.Atoi(players)
		if err != nil || name == "" {
			return nil, usagef("--division %q is not like five=5", text)
		}
		n.Divisions = append(n.Divisions, invite.Division{Name: name, Players: number, Anytime: anytime})
	}
	for _, name := range c.Team {
		n.Teams = append(n.Teams, invite.Team{Name: name})
	}
	if c.Teams == "" {
		return n, nil
	}
	f, err := userfile.Open(c.Teams)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	if n.Teams, err = invite.Read(f); err != nil {
		return nil, fmt.Errorf("the roster %s: %w", c.Teams, err)
	}
	return n, nil
}
