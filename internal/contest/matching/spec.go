package matching

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// The largest contest that can be planned; the limits keep a mistyped number
// from taking the machine's memory.
const (
	maxTeams = 256
	maxGames = 20_000
)

// Spec is what a plan is made for. The zero Spec is not legal.
type Spec struct {
	Teams int                 `json:"teams"`           // number of slots
	Names []string            `json:"names,omitempty"` // the team of each slot; none when they are known only as they come
	Roles werewolf.RoleCounts `json:"roles"`           // of one game, which they make N players large
	Games int                 `json:"games"`           // of one round
	// Seed makes plan and games foreseeable: two specs with equal fields have the
	// same. Without it they follow from a key that the journal draws.
	Seed *uint64 `json:"seed,string,omitempty"`
	// Loose gives up some of the balance of roles, so that what was played tells
	// less of what is to come. Without it every team has every role equally often,
	// give or take one.
	Loose bool `json:"loose,omitempty"`
	// Settings stands for all else that must not change between the games of
	// one journal: a hash of the rules, say. It is compared, never read.
	Settings string `json:"settings,omitempty"`
}

// Players is the number of players of one game.
func (s *Spec) Players() int { return s.Roles.Total() }

// check reports why no plan can be made, nil when one can.
func (s *Spec) check() error {
	for r, k := range s.Roles {
		if k < 0 || k > werewolf.MaxSeats || r == int(werewolf.NoRole) && k > 0 {
			return fmt.Errorf("%d players with role %q; give every role a number from 0 to %d",
				k, werewolf.Role(r), werewolf.MaxSeats)
		}
	}
	n := s.Players()
	switch {
	case n < 1 || n > werewolf.MaxSeats:
		return fmt.Errorf("the roles make %d players; a game has 1 to %d", n, werewolf.MaxSeats)
	case s.Games < 1 || s.Games > maxGames:
		return fmt.Errorf("%d games; plan 1 to %d", s.Games, maxGames)
	case s.Teams > maxTeams:
		return fmt.Errorf("%d teams; at most %d", s.Teams, maxTeams)
	case !utf8.ValidString(s.Settings):
		return fmt.Errorf("the settings %q are not UTF-8; give a hash in letters", s.Settings)
	case s.Teams < n:
		return fmt.Errorf("%d teams cannot fill a game of %d players, one of each; add teams or use self-match", s.Teams, n)
	}
	return s.checkNames()
}

func (s *Spec) checkNames() error {
	if len(s.Names) == 0 {
		return nil
	}
	if len(s.Names) != s.Teams {
		return fmt.Errorf("%d teams are named, but there are %d; name all or none", len(s.Names), s.Teams)
	}
	for i, name := range s.Names {
		if err := checkName(name); err != nil {
			return fmt.Errorf("team %d: %w", i+1, err)
		}
		if first := slices.Index(s.Names, name); first != i {
			return fmt.Errorf("teams %d and %d are both named %q", first+1, i+1, name)
		}
	}
	return nil
}

// checkName reports why a name cannot be a team's: it must come back from the
// journal as it went in, and look like no other.
func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("its name is empty")
	case name != strings.TrimSpace(name):
		return fmt.Errorf("its name %q has space around it", name)
	case !utf8.ValidString(name):
		return fmt.Errorf("its name %q is not UTF-8", name)
	default:
		return nil
	}
}

// differs names all that keeps a journal of one spec from being used for
// another, nil when nothing does. The order of names is the journal's own.
func (s *Spec) differs(now *Spec) error {
	var all []error
	differ := func(what string, was, is any) {
		if was != is {
			all = append(all, fmt.Errorf("%s: %v in the journal, %v now", what, was, is))
		}
	}
	differ("number of teams", s.Teams, now.Teams)
	differ("games a round", s.Games, now.Games)
	differ("seed", seedText(s.Seed), seedText(now.Seed))
	differ("loose balance", s.Loose, now.Loose)
	for _, r := range (s.Roles.InPlay() | now.Roles.InPlay()).Slice() {
		differ("players with role "+r.String(), s.Roles[r], now.Roles[r])
	}
	differ("settings", fmt.Sprintf("%q", s.Settings), fmt.Sprintf("%q", now.Settings))
	return errors.Join(append(all, s.teamsDiffer(now)...)...)
}

func seedText(seed *uint64) string {
	if seed == nil {
		return "drawn"
	}
	return strconv.FormatUint(*seed, 10)
}

// key is what all chances are drawn with.
func (s *Spec) key(drawn secret.Key) secret.Key {
	if s.Seed != nil {
		return secret.KeyOf(*s.Seed)
	}
	return drawn
}

func (s *Spec) teamsDiffer(now *Spec) []error {
	if len(s.Names) == 0 != (len(now.Names) == 0) {
		return []error{fmt.Errorf("teams: named %q in the journal, %q now", s.Names, now.Names)}
	}
	var all []error
	for _, name := range s.Names {
		if !slices.Contains(now.Names, name) {
			all = append(all, fmt.Errorf("team %q: in the journal, missing now", name))
		}
	}
	for _, name := range now.Names {
		if !slices.Contains(s.Names, name) {
			all = append(all, fmt.Errorf("team %q: not in the journal", name))
		}
	}
	return all
}
