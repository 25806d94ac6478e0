package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/bot"
	"wolfden/internal/characters"
	"wolfden/internal/english"
	"wolfden/internal/match"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// tableSetup is what the games of a series have in common: rules, language and players.
type tableSetup struct {
	rules  werewolf.Rules
	lang   string
	people []characters.Character
	bots   []string // by player, in the order given
	models *models  // nil if rules answer
}

// newTableSetup checks what the user asked for.
func newTableSetup(players int, roles, lang string, bots []string) (*tableSetup, error) {
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
	for _, name := range t.bots {
		if _, err := bot.New(name, bot.Config{Lang: lang}); err != nil {
			return nil, usageError{err}
		}
		if err := bot.Fits(name, n); err != nil {
			return nil, usageError{err}
		}
	}
	return t, nil
}

// contenders are the players, each once.
func (t *tableSetup) contenders(model string) (all []contender) {
	for i, name := range t.bots {
		if !slices.Contains(t.bots[:i], name) {
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

// players makes the players for the seats.
func (t *tableSetup) players(seed uint64, seats []werewolf.Seat) ([]match.Player, error) {
	model, err := t.models.game()
	if err != nil {
		return nil, err
	}
	players := make([]match.Player, len(seats))
	shared := understand.NewShared()
	for i, s := range seats {
		config := t.models.config(model, werewolf.SubSeed(seed, i+1), t.lang, ourselves)
		config.Shared = shared
		p, err := bot.New(s.Team, config)
		if err != nil {
			return nil, err
		}
		players[i] = p
	}
	return players, nil
}
