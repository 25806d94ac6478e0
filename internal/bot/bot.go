// Package bot is the list of the built-in players: what each is called, what it is and where it comes from.
//
// The law of the package: a player is a value with one method. It sees observations and nothing else, keeps to one
// seat of one game, and answers are all it ever does. Every system has a folder of its own; organs that several use
// stand beside them.
package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"wolfden/internal/bot/chaos"
	"wolfden/internal/bot/gptaku"
	"wolfden/internal/bot/lycaon"
	"wolfden/internal/bot/mille"
	"wolfden/internal/bot/plain"
	"wolfden/internal/bot/random"
	"wolfden/internal/bot/scripted"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// Player plays one seat of one game. Answer is called for every request, where it returns an utterance or the exact
// name of a player, and for every announcement, where what it returns is ignored. Calls come one at a time. On the open
// floor of the anytime mode (Request.Open) the empty string means "nothing to say now". The observation's slices are
// shared and must not be changed.
type Player interface {
	Answer(ctx context.Context, o werewolf.Observation) (string, error)
}

// Config is what players are made from. The zero Config is legal for every kind but scripted.
type Config struct {
	Seed   uint64    // of everything the player leaves to chance; seats of one game may share it
	Lang   string    // "en" or "ja"; empty is English
	Model  llm.Model // for players that can use one; nil leaves everything to rules
	Script string    // path of the script, for scripted
	Option string    // what stood after the colon of the name: the mode of chaos, the path of scripted
}

// Kind is one built-in player.
type Kind struct {
	Name    string
	Summary string
	Source  string   // where its idea comes from
	Options []string // what may stand after a colon, where the kind knows names for it
	Players int      // the only number of players it plays with; 0 is any
	New     func(Config) (Player, error)
}

// Kinds lists the built-in players. The slice is the caller's.
func Kinds() []Kind {
	return []Kind{
		{
			Name: "random", Summary: "legal answers at random, at no cost", Source: "the baseline of every comparison",
			New: func(c Config) (Player, error) { return random.New(c.Seed, c.Lang), nil },
		},
		{
			Name: "plain", Summary: "an honest villager or a careful liar that gives reasons and votes as it says",
			Source: "wolfden's own, by rules alone",
			New:    func(c Config) (Player, error) { return plain.New(c.Seed, c.Lang) },
		},
		{
			Name: "lycaon", Summary: "weighs all worlds that are left, and does what wins most often", Source: "wolfden's own, by reason alone",
			New: func(c Config) (Player, error) { return lycaon.New(c.Seed, c.Lang) },
		},
		{
			Name: "mille", Summary: "thinks in sentences of the AIWolf protocol; understands by likeness to known ones",
			Source: "Ohto, AIWolfDial 2025, by rules alone",
			New:    func(c Config) (Player, error) { return mille.New(c.Seed, c.Lang) },
		},
		{
			Name: "gptaku", Summary: "flowcharts of expert play for five players; villagers claim to be the seer too",
			Source: "Okada and Ito, AIWolfDial 2025", Players: gptaku.Players,
			New: func(c Config) (Player, error) { return gptaku.New(c.Seed, c.Lang) },
		},
		{
			Name: "scripted", Summary: "answers from a script (scripted:PATH)", Source: "for tests and demonstrations",
			New: newScripted,
		},
		{
			Name: "chaos", Summary: "misbehaves: all ways mixed, or one of them (chaos:silent)", Source: "for tests of whoever runs games",
			Options: chaosModes(),
			New:     func(c Config) (Player, error) { return chaos.New(c.Seed, c.Option) },
		},
	}
}

func chaosModes() (names []string) {
	for _, m := range chaos.Modes() {
		names = append(names, m.Name)
	}
	return names
}

func newScripted(c Config) (Player, error) {
	path := c.Script
	if path == "" {
		path = c.Option
	}
	if path == "" {
		return nil, fmt.Errorf("bot: scripted needs a script: scripted:PATH")
	}
	s, err := scripted.Open(path)
	if err != nil {
		return nil, err
	}
	return scripted.New(s), nil
}

// New is a player of the named kind. After a colon the name may hold an option of the kind, which goes before the
// Config's.
func New(name string, c Config) (Player, error) {
	if c.Lang != "" && c.Lang != "en" && c.Lang != "ja" {
		return nil, fmt.Errorf("bot: no player speaks %q (known languages: en, ja)", c.Lang)
	}
	kind, option, given := strings.Cut(name, ":")
	if given {
		c.Option = option
	}
	kinds := Kinds()
	for _, k := range kinds {
		if k.Name != kind {
			continue
		}
		if given && k.Name != "scripted" && len(k.Options) == 0 {
			return nil, fmt.Errorf("bot: %s has no options, but %q asks for %q", kind, name, option)
		}
		p, err := k.New(c)
		if err != nil {
			return nil, fmt.Errorf("bot: %s: %w", name, err)
		}
		return p, nil
	}
	return nil, unknown(kind, kinds)
}

// ErrPlayers is wrapped where a player does not play games of that size.
var ErrPlayers = errors.New("the player does not play games of this size")

// Fits reports, as an error that wraps ErrPlayers, that the named player does not play games of so many players. Names
// that no kind has are New's to refuse.
func Fits(name string, players int) error {
	kind, _, _ := strings.Cut(name, ":")
	for _, k := range Kinds() {
		if k.Name == kind && k.Players != 0 && k.Players != players {
			return fmt.Errorf("bot: %w: %s plays games of %d players only, this one has %d", ErrPlayers, name, k.Players, players)
		}
	}
	return nil
}

// unknown is the error about a name that no kind has.
func unknown(name string, kinds []Kind) error {
	var known []string
	nearest, least := "", len(name)
	for _, k := range kinds {
		known = append(known, k.Name)
		if d := distance(name, k.Name); d < least {
			nearest, least = k.Name, d
		}
	}
	hint := ""
	if nearest != "" {
		hint = fmt.Sprintf("; did you mean %q?", nearest)
	}
	return fmt.Errorf("bot: no player called %q%s (known: %s)", name, hint, strings.Join(known, ", "))
}

// distance is how many letters must be changed, added or dropped to make one word of the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := corner
			if a[i] != b[j] {
				cost = 1 + min(corner, row[j], row[j+1])
			}
			corner, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
