package league

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// Deals is what the games of a round have in common. The zero Deals is
// Independent.
type Deals uint8

// Independent games have seeds, characters and roles of their own. Duplicate
// games are the same deal with every entry in turn in every seat.
const (
	Independent Deals = iota
	Duplicate
)

// String is the word of the plan file.
func (d Deals) String() string { return [...]string{"independent", "duplicate"}[min(d, Duplicate)] }

// Seating is who shares a table. The zero Seating is Mixed.
type Seating uint8

// Mixed tables are shared by as many entries as there is room for, as in
// contests. With Sides a table is two entries': one has all seats of the
// village, the other all of the werewolves' side, as the teams of a duplicate
// in bridge have a direction each. With Alone there is one entry, which has
// one seat of every table; it is no word of a plan file.
const (
	Mixed Seating = iota
	Sides
	Alone
)

// String is the word of the plan file.
func (s Seating) String() string { return [...]string{"mixed", "sides", "alone"}[min(s, Alone)] }

// Spec is what a league is made from. The same spec gives the same plan; a spec
// with more games in its last setup begins with the same games.
type Spec struct {
	Entries []Entry
	// Against fill the seats that are not the entries' own, see Plan; they stay
	// where they are while the entries take turns. None: entries fill all seats.
	Against []Entry
	Setups  []Setup
	Deals   Deals
	Seating Seating
	Seed    uint64
	// Drawn plans follow from Key instead of Seed, for entries that are strangers'
	// programs: nothing that they see of a game tells anything of another. Their
	// games are independent, and shuffled by seat.
	Drawn bool
	key   secret.Key
	Lang  string // of talk and names
	Stop  *Stop  // nil: play all games
	// Cast is whom players may appear as, at least as many as the largest setup
	// has players.
	Cast []Character
}

// Entry is one player of a league.
type Entry struct {
	Name string `yaml:"name"` // in tables and records
	Bot  string `yaml:"bot"`  // what the Maker makes it from
	Lang string `yaml:"lang"` // that its player is made for; "" is the spec's
	// Model is the language model that its player asks; "" for none.
	Model string `yaml:"model" json:",omitempty"`
	// Settings is how the model is asked; nil leaves it to the player and the provider.
	Settings *Settings `yaml:"settings" json:",omitempty"`
	// Prompts is the folder of the prompts that its players ask with; "" for the program's own.
	Prompts string `yaml:"prompts" json:"-"`
	// Asked tells apart what was read from folders of prompts, wherever they lie.
	Asked string `json:",omitempty"`
	// Remote: its players are programs, which come under its name; the
	// Runner's Guests lets them in. It has no Bot.
	Remote bool `json:",omitempty"`
	// Exec is the command that starts a remote entry's programs here; "" for
	// programs elsewhere, which come by themselves.
	Exec string `yaml:"exec" json:",omitempty"`
	// Files tells apart versions of what Exec starts. Games of several are no comparison, whose plan is one.
	Files string `json:"-"`
}

// Character is a role for a player to wear: name and profile in the game.
type Character struct{ Name, Profile string }

// Setup is one kind of game.
type Setup struct {
	Name  string
	Rules werewolf.Rules
	// games is how many are played, a multiple of the number of entries.
	Games int
}

// Stop ends a league when it is decided which of two entries is better, or that
// they differ by less than Difference; or, where Width is given, when by how much
// is known so well.
type Stop struct {
	First, Second int // entries
	// Alpha is the chance, at most, of calling one of them better when it is not.
	Alpha float64 `yaml:"alpha"`
	// Beta is the chance, at most, of calling a difference too small when it is
	// Difference or more.
	Beta float64 `yaml:"beta"`
	// Difference is the smallest that matters, of weighted micro, 0 to 1.
	Difference float64 `yaml:"difference"`
	// Width is how wide the interval of the difference may be at the end, of weighted micro; 0: nothing is said of it.
	Width float64 `yaml:"width"`
}

// Limits of a league, which keep a mistyped number from filling disk and memory.
const (
	maxEntries = 64
	maxGames   = 1_000_000
)

// fault is something wrong with a spec and the place in a plan file.
type fault struct {
	path string // such as setups[0].games
	text string
}

// Check reports everything that keeps the spec from being played, nil when it
// can be.
func (s *Spec) Check() error {
	var errs []error
	for _, f := range s.faults() {
		errs = append(errs, fmt.Errorf("%s: %s", f.path, f.text))
	}
	return errors.Join(errs...)
}

func (s *Spec) faults() (all []fault) {
	add := func(when bool, path, format string, args ...any) {
		if when {
			all = append(all, fault{path, fmt.Sprintf(format, args...)})
		}
	}
	add(s.Seating == Alone && (len(s.Entries) != 1 || len(s.Against) == 0), "entries", "one that plays alone needs others against it, and no second")
	add(s.Seating != Alone && len(s.Entries) == 0, "entries", "no entry; a league needs at least two")
	add(s.Seating != Alone && len(s.Entries) == 1, "entries", "1 entry; a league needs at least two")
	add(len(s.Entries) > maxEntries, "entries", "%d entries; at most %d", len(s.Entries), maxEntries)
	add(len(s.Setups) == 0, "setups", "no setup; write at least one, such as {players: 5, games: 1000}")
	add(s.Drawn && s.Deals == Duplicate, "deals", "duplicate, but a team elsewhere that meets a deal again knows its roles; "+
		"write independent, or a seed where the teams are trusted")
	add(len(s.Against) > 0 && s.Deals != Duplicate && !s.Drawn, "against", "needs deals: duplicate")
	add(len(s.Against) > 0 && s.Seating == Sides, "against", "finds no seat with seating: sides, which gives all to two entries")
	all = append(all, s.nameFaults()...)
	total := 0
	for i := range s.Setups {
		total += s.Setups[i].Games
		all = append(all, s.setupFaults(i)...)
	}
	add(total > maxGames, "setups", "%d games in all; at most %d", total, maxGames)
	if s.Stop != nil {
		all = append(all, s.stopFaults()...)
	}
	return all
}

// nameFaults: a name stands in records and tables, and tells entries apart.
func (s *Spec) nameFaults() (all []fault) {
	var known []string
	for i, e := range slices.Concat(s.Entries, s.Against) {
		path := fmt.Sprintf("entries[%d].name", i)
		if i >= len(s.Entries) {
			path = fmt.Sprintf("against[%d].name", i-len(s.Entries))
		}
		why := ""
		switch {
		case e.Name == "":
			why = "is empty"
		case len(e.Name) > 64:
			why = "is longer than 64 bytes"
		case strings.TrimSpace(e.Name) != e.Name || strings.ContainsFunc(e.Name, func(r rune) bool { return !unicode.IsPrint(r) }):
			why = "has blanks at an end or characters that are not printed"
		case e.Remote && e.Exec == "" && strings.TrimRight(e.Name, "0123456789") != e.Name:
			why = "ends with a digit; programs of a team add digits of their own"
		case slices.Contains(known, e.Name):
			why = "is there twice; give one of them another name"
		}
		if why != "" {
			all = append(all, fault{path, fmt.Sprintf("%q %s", e.Name, why)})
		}
		known = append(known, e.Name)
	}
	return all
}

func (s *Spec) setupFaults(i int) (all []fault) {
	setup, path := &s.Setups[i], fmt.Sprintf("setups[%d]", i)
	if err := setup.Rules.Validate(); err != nil {
		return []fault{{path, strings.NewReplacer(":\n", ": ", "\n", "; ").Replace(err.Error())}}
	}
	n, players := max(1, len(s.Entries)), setup.Rules.Players()
	if players > len(s.Cast) {
		all = append(all, fault{path, fmt.Sprintf("%d players, but the cast has %d characters", players, len(s.Cast))})
	}
	if setup.Games < 1 {
		all = append(all, fault{path + ".games", fmt.Sprintf("%d; play at least one for each entry: %d", setup.Games, n)})
	}
	if setup.Games > 0 && setup.Games%n != 0 {
		up := (setup.Games + n - 1) / n * n
		all = append(all, fault{path + ".games", fmt.Sprintf(
			"%d is no multiple of the %d entries, each of which has every seat once in a round; write %d", setup.Games, n, up)})
	}
	remote := slices.ContainsFunc(s.Entries, func(e Entry) bool { return e.Remote })
	if remote && (setup.Rules.Talk.Mode == werewolf.Anytime || setup.Rules.Whisper.Mode == werewolf.Anytime) {
		all = append(all, fault{path, "teams elsewhere cannot speak on an open floor here; write mode: serial or synchronized, or use wolfden serve"})
	}
	if s.programs() && setup.Rules.Timeout.Action == 0 {
		all = append(all, fault{path + ".answer_time", "none, and a program that hangs would hold its game for ever; write a duration such as 5m"})
	}
	if slices.ContainsFunc(s.Setups[:i], func(other Setup) bool { return other.Name == setup.Name }) { // once, however many there are
		all = append(all, fault{path + ".name", fmt.Sprintf("%q is there twice; name one of them", setup.Name)})
	}
	return all
}

// programs reports whether any player is a program.
func (s *Spec) programs() bool {
	return slices.ContainsFunc(slices.Concat(s.Entries, s.Against), func(e Entry) bool { return e.Remote })
}

// rules are those of a setup as they are played: a game goes on without programs that leave, or leaving would be a way not to lose.
func (s *Spec) rules(setup int) werewolf.Rules {
	r := s.Setups[setup].Rules
	if s.programs() {
		r.MaxFailedRatio = 1
	}
	return r
}

func (s *Spec) stopFaults() (all []fault) {
	t := s.Stop
	known := func(i int) bool { return i >= 0 && i < len(s.Entries) }
	if !known(t.First) || !known(t.Second) || t.First == t.Second {
		all = append(all, fault{"stop.compare", "name two different entries"})
	}
	if len(s.Setups) > 1 {
		all = append(all, fault{"stop", "a league that stops early has one setup; make a plan for each"})
	}
	for _, rate := range []struct {
		key   string
		value float64
	}{{"alpha", t.Alpha}, {"beta", t.Beta}} {
		if !(rate.value > 0 && rate.value < 0.5) {
			all = append(all, fault{"stop." + rate.key, fmt.Sprintf("%v; write a rate above 0 and below 0.5", rate.value)})
		}
	}
	if !(t.Width >= 0 && t.Width < 1) {
		all = append(all, fault{"stop.width", fmt.Sprintf("%v; write how wide the interval of a difference of win rates may be, above 0 and below 1, such as 0.1", t.Width)})
	}
	if !(t.Difference > 0 && t.Difference < 1) {
		all = append(all, fault{"stop.difference", fmt.Sprintf("%v; write a difference of win rates above 0 and below 1, such as 0.05", t.Difference)})
	}
	return all
}

// entry is the player with the number of a seat: an entry, or behind them one
// of those they play against.
func (s *Spec) entry(i int) *Entry {
	if i < len(s.Entries) {
		return &s.Entries[i]
	}
	return &s.Against[i-len(s.Entries)]
}
