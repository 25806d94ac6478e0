package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/characters"
	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/match"
	"wolfden/internal/room"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// tableSetup is what the games of a series have in common: rules, language and players.
type tableSetup struct {
	rules  werewolf.Rules
	lang   string
	people []characters.Character
	bots   []string // by player, in the order given; of programs their names
	models *models  // nil if rules answer
	probe  bool     // players are asked beside the game what they believe
	says   *speaker // what the hostile player says; nil where there is none

	programs []league.Entry // those among the players
	guests   *guests
}

// newTableSetup checks what the user asked for. With programs nil, all players are built-in ones.
func newTableSetup(players int, roles, lang string, bots []string, programs *programFlags) (*tableSetup, error) {
	rules, err := rulesFor(players, roles)
	if err != nil {
		return nil, err
	}
	people, err := characters.In(lang)
	if err != nil {
		return nil, usageError{err}
	}
	n := rules.Players()
	if n > len(people) {
		return nil, usagef("%d players, but the cast has %d characters", n, len(people))
	}
	t := &tableSetup{rules: rules, lang: lang, people: people, bots: bots}
	if t.bots, err = fill(bots, n); err != nil {
		return nil, err
	}
	if err := t.seatPrograms(programs); err != nil {
		return nil, err
	}
	if len(t.programs) > 0 {
		t.rules.MaxFailedRatio = 1 // the others play on, as in leagues
	}
	for _, name := range t.bots {
		if t.program(name) {
			continue
		}
		if _, err := bot.New(name, bot.Config{Lang: lang}); err != nil {
			return nil, usageError{asProgram(name, err)}
		}
		if err := bot.Fits(name, n); err != nil {
			return nil, usageError{err}
		}
	}
	return t, nil
}

// seatPrograms finds the programs among the players, and calls them by their names.
func (t *tableSetup) seatPrograms(flags *programFlags) error {
	if flags == nil {
		return nil
	}
	if err := flags.unused(t.bots...); err != nil {
		return err
	}
	for i, name := range t.bots {
		e, ok, err := flags.entry(name)
		if err != nil {
			return err
		}
		if t.bots[i] = e.Name; ok && !slices.ContainsFunc(t.programs, func(p league.Entry) bool { return p.Name == e.Name && p.Exec == e.Exec }) {
			if e.Files, err = programDigest(e); err != nil {
				return err
			}
			t.programs = append(t.programs, e)
		}
	}
	return nil
}

// program reports whether the player of the name is a program.
func (t *tableSetup) program(name string) bool {
	return slices.ContainsFunc(t.programs, func(e league.Entry) bool { return e.Name == name })
}

// entrant describes the player of the name, that of a command's own by its name alone.
func (t *tableSetup) entrant(models *models, name, lang string) (gamelog.Entrant, error) {
	if i := slices.IndexFunc(t.programs, func(e league.Entry) bool { return e.Name == name }); i >= 0 {
		return leaguePrompts{}.describe(t.programs[i], lang)
	}
	if t.says.by(name) {
		return gamelog.Entrant{Entry: name}, nil
	}
	return models.entrant(name, lang)
}

// builtIn are the players that are no programs, nor the command's own.
func (t *tableSetup) builtIn() []string {
	return slices.DeleteFunc(slices.Clone(t.bots), func(name string) bool { return t.program(name) || t.says.by(name) })
}

// among is who sits at the table.
func (t *tableSetup) among() company { return company(len(t.programs) == 0) }

// contenders are the players, each once.
func (t *tableSetup) contenders(model string) (all []contender) {
	for i, name := range t.bots {
		if !slices.Contains(t.bots[:i], name) && !t.program(name) && !t.says.by(name) {
			all = append(all, contender{name: name, bot: name, model: model != ""})
		}
	}
	return all
}

// rulesFor returns the contest's rules for a standard setup or for role counts.
func rulesFor(players int, roles string) (werewolf.Rules, error) {
	if roles == "" {
		r, err := werewolf.Standard(players)
		if err != nil {
			return r, usagef("--players %d: %w", players, err)
		}
		return r, nil
	}
	counts, err := parseRoles(roles)
	if err != nil {
		return werewolf.Rules{}, err
	}
	r := werewolf.With(counts)
	if r.Wolves() == 0 {
		return r, usagef("--roles %s: a game needs at least one werewolf, such as W=1", roles)
	}
	if err := r.Validate(); err != nil {
		return r, usagef("--roles %s: %w", roles, err)
	}
	return r, nil
}

// parseRoles reads W=2,S=1,VILLAGER=4: names of roles or their letters.
func parseRoles(s string) (counts werewolf.RoleCounts, err error) {
	for _, part := range strings.Split(s, ",") {
		name, number, ok := strings.Cut(strings.TrimSpace(part), "=")
		n, numErr := strconv.Atoi(number)
		role := werewolf.StandardRoles().Typed(name)
		if !ok || numErr != nil || role == werewolf.NoRole {
			return counts, usagef("--roles: %q is not like W=1 (%s)", part, letters())
		}
		counts[role] += n
	}
	return counts, nil
}

// letters lists the letters of the roles with their names.
func letters() string {
	var list []string
	t := werewolf.StandardRoles()
	for _, r := range t.Roles() {
		list = append(list, t.Letter(r)+" "+strings.ToLower(t.Name(r)))
	}
	return strings.Join(list, ", ")
}

// fill repeats the names until every seat has one.
func fill(bots []string, n int) ([]string, error) {
	if len(bots) == 0 {
		return nil, usagef("--bots names no player; wolfden bots lists them")
	}
	if len(bots) > n {
		return nil, usagef("--bots names %s, the game has %s", english.Count(len(bots), "player"), english.Count(n, "seat"))
	}
	all := make([]string, n)
	for i := range all {
		all[i] = bots[i%len(bots)]
	}
	return all, nil
}

// seats seats the players and gives them characters, both drawn from the seed.
func (t *tableSetup) seats(seed uint64) []werewolf.Seat {
	n := len(t.bots)
	who := werewolf.DrawSeats.Permutation(seed, n)
	as := werewolf.DrawCharacters.Permutation(seed, len(t.people))
	seats := make([]werewolf.Seat, n)
	for i := range seats {
		c := &t.people[as[i]]
		team := t.bots[who[i]]
		seats[i] = werewolf.Seat{
			Name: c.Name, Profile: c.Profile(),
			Team: team, Client: fmt.Sprintf("%s%d", team, who[i]+1),
		}
	}
	return seats
}

// invite waits until the programs among the wanted players of a game are there, as long as the context lasts. Players has nil for the
// others. Where there is no error, leave must be called when the game has ended.
func (t *tableSetup) invite(ctx context.Context, id string, wanted []room.Wanted) (players []match.Player, leave func(), err error) {
	players, leave = make([]match.Player, len(wanted)), func() {}
	teams := map[string]int{}
	for _, w := range wanted {
		if t.program(w.Kind) {
			teams[w.Kind]++
		}
	}
	if len(teams) == 0 {
		return players, leave, nil
	}
	come, leave, err := t.guests.Invite(ctx, id, teams)
	if err != nil {
		return nil, nil, err
	}
	for i, w := range wanted {
		if teams[w.Kind] > 0 {
			players[i], come[w.Kind] = come[w.Kind][0], come[w.Kind][1:]
		}
	}
	return players, leave, nil
}

// players makes the players for the seats of the game with the id, or waits for those that are programs, as long as the context
// lasts. Where there is no error, leave must be called when the game has ended.
func (t *tableSetup) players(ctx context.Context, id string, seed uint64, seats []werewolf.Seat) (players []match.Player, leave func(), err error) {
	wanted := make([]room.Wanted, len(seats))
	for i, s := range seats {
		wanted[i] = room.Wanted{Kind: s.Team, Seed: werewolf.SubSeed(seed, i+1)}
	}
	if players, leave, err = t.invite(ctx, id, wanted); err != nil {
		return nil, nil, err
	}
	for i, s := range seats {
		if t.says.by(s.Team) {
			if players[i], err = t.says.player(t.lang, seed); err != nil {
				leave()
				return nil, nil, err
			}
		}
	}
	if err := t.models.seat(players, t, t.lang, wanted); err != nil {
		leave()
		return nil, nil, err
	}
	return players, leave, nil
}

// seat makes the wanted players of one game at the table that are not there. They share what the game may spend.
func (m *models) seat(players []match.Player, t *tableSetup, lang string, wanted []room.Wanted) error {
	model, err := m.game()
	if err != nil {
		return err
	}
	shared := understand.NewShared()
	for i, w := range wanted {
		if players[i] != nil {
			continue
		}
		config := m.config(model, w.Seed, lang, t.among())
		config.Shared, config.Probe = shared, t.probe
		if players[i], err = bot.New(w.Kind, config); err != nil {
			return err
		}
	}
	return nil
}
