// Package bot lists the built-in players: their names, what each of them is and where it comes from.
//
// The law of the package: a player is a value with one method. It sees only observations, plays one seat of one game,
// and does nothing but answer. Every system has a folder of its own; modules that several use are in folders beside
// them.
package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/baseline"
	"wolfden/internal/bot/camelliadragons"
	"wolfden/internal/bot/canislupus"
	"wolfden/internal/bot/chaos"
	"wolfden/internal/bot/characterlab"
	"wolfden/internal/bot/gptaku"
	"wolfden/internal/bot/kanolab"
	"wolfden/internal/bot/kanolabnw"
	"wolfden/internal/bot/lycaon"
	"wolfden/internal/bot/mille"
	"wolfden/internal/bot/plain"
	"wolfden/internal/bot/probe"
	"wolfden/internal/bot/random"
	"wolfden/internal/bot/scripted"
	"wolfden/internal/bot/sunamelli"
	"wolfden/internal/bot/superil"
	"wolfden/internal/bot/task"
	"wolfden/internal/bot/uecil"
	"wolfden/internal/bot/yharada"
	"wolfden/internal/llm"
	"wolfden/internal/speech/understand"
	"wolfden/internal/spelling"
	"wolfden/werewolf"
)

// Player plays one seat of one game. Answer is called for every request and returns an utterance or the exact name of a
// player. It is called for every announcement too; what it returns then is ignored. Calls come one at a time. On the
// open floor of the anytime mode (Request.Open) the empty string means "nothing to say now". The observation's slices
// are shared and must not be changed.
type Player interface {
	Answer(ctx context.Context, o werewolf.Observation) (string, error)
}

// Config holds what players are made from. The zero Config is legal for every kind but scripted.
type Config struct {
	Seed uint64 // seed of the player's random choices; seats of one game may share it
	Lang string // "en" or "ja"; empty is English
	// Shared spares players of games that began alike to understand the same talk again. Nil shares nothing; the games are the
	// same.
	Shared  *understand.Shared
	Commas  bool               // English has its commas; contests ask for none, since their logs part fields by them
	Model   llm.Model          // for players that can use one; nil leaves everything to rules
	Window  int                // tokens that a prompt and its answer may have together; 0 is unknown
	Prompts *Prompts           // what they ask it with; nil for the program's own
	Off     []string           // modules to leave out, by name in the kind's Design, to see what they are good for
	Params  map[string]float64 // values of parameters that are not to be those of the kind's Design
	Script  string             // path of the script, for scripted
	Probe   bool               // the player is asked beside the game what it believes, see package probe
	Option  string             // what followed the colon after the name: the mode of chaos, the path of scripted
}

// Kind is one built-in player.
type Kind struct {
	Name    string
	Summary string
	Source  string   // where its idea comes from
	Options []string // the options with a name that may follow the colon
	Free    bool     // anything may follow the colon, such as a path
	Players int      // the only number of players it plays with; 0 is any
	New     func(Config) (Player, error)
	Design  func() agent.Design // what it is made of; nil for players without a description
}

// Kinds lists the built-in players. The slice is the caller's.
func Kinds() []Kind {
	return slices.Concat(ours(), papers(), forTests())
}

// ours are the players of rules.
func ours() []Kind {
	return []Kind{
		{
			Name: "random", Summary: "legal answers at random, at no cost", Source: "the baseline of every comparison",
			New: func(c Config) (Player, error) { return random.New(c.Seed, c.Lang), nil },
		},
		framed(&plain.System, "an honest villager or a careful liar that gives reasons and votes as it says", "wolfden's own, by rules alone"),
		framed(&lycaon.System, "weighs all worlds that are left, and does what wins most often", "wolfden's own, by reason"),
		framed(&mille.System, "thinks in sentences of the AIWolf protocol; understands by likeness to known ones", "Ohto, AIWolfDial 2025, by rules alone"),
		framed(&gptaku.System, "flowcharts of expert play for five players; villagers claim to be the seer too", "Okada and Ito, AIWolfDial 2025"),
	}
}

// papers are the systems of the papers that ask a model where there is one.
func papers() []Kind {
	return []Kind{
		framed(&camelliadragons.System, "summarizes, plans for days ahead, and stays in character", "Ohashi and others, AIWolfDial 2025"),
		framed(&canislupus.System, "keeps a memo, and brings up topics when the talk stands still", "Sugawara, AIWolfDial 2025"),
		framed(&kanolab.System, "puts what follows by logic from the claims beside its seven elements of talk", "Watanabe and Kano, AIWolfDial 2024"),
		framed(&kanolabnw.System, "ends its day with a call to vote for one player; shares who claimed what in whispers", "Watanabe and Kano, AIWolfDial 2025"),
		framed(&sunamelli.System, "a strategy module that reads the talk, a conversation module that does not", "Natsuori and others, AIWolfDial 2025"),
		framed(&yharada.System, "beliefs, desires and intentions in two layers, bent by a personality made of the profile", "Harada and Kano, AIWolfDial 2025"),
		{
			Name: "baseline", Summary: "the organisers' agent for language models: a file of prompts (baseline:FILE)",
			Source: "the organisers' template, AIWolfDial 2024 and 2025", New: newBaseline, Free: true, Design: baseline.Design,
		},
		framed(&superil.System, "analyses before every answer; its werewolf persuades by logic, credibility, emotion", "Qi and Inaba, AIWolfDial 2024"),
		framed(&characterlab.System, "keeps a distribution over everybody's role, and who trusts whom", "Kerdthaisong and others, AIWolfDial 2025"),
		framed(&uecil.System, "sums up each day by player, and speaks as a persona of its role made by hand", "Tanaka and others, AIWolfDial 2024"),
	}
}

// forTests are the players for testing programs that run games.
func forTests() []Kind {
	return []Kind{
		{
			Name: "scripted", Summary: "answers from a script (scripted:PATH)", Source: "for tests and demonstrations",
			New: newScripted, Free: true,
		},
		{
			Name: "chaos", Summary: "misbehaves: all ways mixed, or one of them (chaos:silent)", Source: "for tests of whoever runs games",
			Options: chaosModes(),
			New:     func(c Config) (Player, error) { return chaos.New(c.Seed, c.Option) },
		},
	}
}

// framed is a system of the frame.
func framed[S any](system *agent.System[S], summary, source string) Kind {
	return Kind{
		Name: system.Name, Summary: summary, Source: source, Players: system.Players, Design: system.Design,
		New: func(c Config) (Player, error) { return system.Player(c.agent()) },
	}
}

// agent is the part of the configuration that players of the frame are made from.
func (c *Config) agent() agent.Config {
	a := agent.Config{Seed: c.Seed, Lang: c.Lang, Commas: c.Commas, Model: c.Model, Window: c.Window, Off: c.Off, Params: c.Params, Shared: c.Shared}
	if c.Prompts != nil {
		a.Tasks = c.Prompts.book
	}
	return a
}

// newBaseline plays with the prompts of a file, else with its own.
func newBaseline(c Config) (Player, error) {
	prompts, err := c.Prompts.ofBaseline(c.Option, c.Lang)
	if err != nil {
		return nil, err
	}
	return baseline.New(c.agent(), prompts)
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
		return nil, errors.New("it needs a script: scripted:PATH")
	}
	s, err := scripted.Open(path)
	if err != nil {
		return nil, err
	}
	return scripted.New(s), nil
}

// check returns an error if the player cannot do without one of the modules, or has no such parameters.
func (k *Kind) check(c *Config) error {
	design := agent.Design{Name: k.Name}
	if k.Design != nil {
		design = k.Design()
	}
	loose := design.Loose()
	for _, name := range c.Off {
		switch known := design.Has(name); {
		case slices.Contains(loose, name):
		case known:
			return fmt.Errorf("the module %q of %s cannot be left out (these can: %s)", name, k.Name, cmp.Or(strings.Join(loose, ", "), "none"))
		default:
			return fmt.Errorf("%s has no module %q to leave out (it has: %s)", k.Name, name, cmp.Or(strings.Join(loose, ", "), "none"))
		}
	}
	if _, err := design.Values(c.Params); err != nil {
		return err
	}
	return nil
}

// New returns a player of the named kind. What the name says overrides the Config's option and parameters. Modules are left
// out if the name or the Config leaves them out.
func New(name string, c Config) (Player, error) {
	if c.Lang != "" && c.Lang != "en" && c.Lang != "ja" {
		return nil, fmt.Errorf("no player speaks %q (known languages: en, ja)", c.Lang)
	}
	asked, err := Parse(name)
	if err != nil {
		return nil, err
	}
	kinds := Kinds()
	for _, k := range kinds {
		if k.Name != asked.Kind {
			continue
		}
		if asked.hasOption {
			c.Option = asked.Option
		}
		if asked.hasOption && !k.takesOption() {
			hint := ""
			if k.Design != nil {
				hint = fmt.Sprintf(" (modules are left out with %s:off=NAME, parameters set with %s:NAME=VALUE; see: wolfden bots --describe %s)", k.Name, k.Name, k.Name)
			}
			return nil, fmt.Errorf("%s has no options, but %q asks for %q%s", k.Name, name, asked.Option, hint)
		}
		if err := k.check(&Config{Off: asked.Off, Params: asked.Params}); err != nil {
			return nil, err
		}
		c.Off, c.Params = slices.Concat(c.Off, asked.Off), merged(c.Params, asked.Params)
		p, err := k.New(c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if c.Probe {
			return probed(p, &k, c)
		}
		return p, nil
	}
	return nil, unknown(asked.Kind, kinds)
}

// probed is the player with a probe around it. The model is asked where it is asked by the player.
func probed(p Player, k *Kind, c Config) (Player, error) {
	book, err := c.Prompts.Tasks()
	if err != nil {
		return nil, err
	}
	if !k.Asks() {
		c.Model = nil
	}
	desk := task.NewDesk(book, c.Lang, c.Model)
	desk.Within(c.Window)
	return probe.New(p, c.Seed, desk, c.Shared)
}

// Asks reports whether a player of the kind can use a model: whether a module of its design asks one.
func (k *Kind) Asks() bool {
	return k.Design != nil && slices.ContainsFunc(k.Design().Modules, func(m agent.Box) bool { return m.Tasks != "" })
}

// Asks reports whether the named player can use a model. It cannot when all modules that ask one are left out.
func Asks(name string) (bool, error) {
	asked, err := Questions(name, "", nil)
	return len(asked) > 0, err
}

// Describe returns what the named player is made of, whatever its name asks for beside its kind.
func Describe(name string) (agent.Design, error) {
	kinds := Kinds()
	kind, _, _ := strings.Cut(name, ":")
	for _, k := range kinds {
		switch {
		case k.Name != kind:
		case k.Design == nil:
			return agent.Design{Name: k.Name, Paper: k.Source}, nil
		default:
			return k.Design(), nil
		}
	}
	return agent.Design{}, unknown(kind, kinds)
}

// ErrPlayers is wrapped by errors that say that a player does not play games of that size.
var ErrPlayers = agent.ErrPlayers

// Fits returns an error that wraps ErrPlayers if the named player does not play games of so many players. Unknown names
// are New's to refuse.
func Fits(name string, players int) error {
	kind, _, _ := strings.Cut(name, ":")
	for _, k := range Kinds() {
		if k.Name == kind && k.Players != 0 && k.Players != players {
			return fmt.Errorf("%w: %s plays games of %d players only, this one has %d", ErrPlayers, name, k.Players, players)
		}
	}
	return nil
}

// unknown is the error about a name that no kind has.
func unknown(name string, kinds []Kind) error {
	var known []string
	for _, k := range kinds {
		known = append(known, k.Name)
	}
	return fmt.Errorf("no player called %q%s (known: %s)", name, spelling.Hint(name, known), strings.Join(known, ", "))
}
