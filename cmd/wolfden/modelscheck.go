package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"wolfden/internal/bot"
	"wolfden/internal/bot/demand"
	"wolfden/internal/english"
	"wolfden/internal/llm"
	"wolfden/internal/llm/examine"
	"wolfden/internal/llm/provider"
)

type modelsCheckCmd struct {
	Name string `arg:"" help:"The model, like openai@http://127.0.0.1:8000/v1:my-model."`

	Player      string        `help:"The built-in player whose games are forecast." default:"kanolab" placeholder:"NAME"`
	Lang        string        `help:"The language of the games: en or ja." default:"en" enum:"en,ja"`
	Seats       int           `help:"How many seats of the game ask the model (default: all)." placeholder:"N"`
	Within      time.Duration `help:"Most time for all calls; what is left then stays unknown." default:"2m"`
	ModelPrices string        `help:"Price file, before the list prices." group:"model" placeholder:"FILE"`
	Tuning      modelTuning   `embed:"" prefix:"model-" group:"model"`
	JSON        bool          `help:"One JSON object, when all is done."`
}

// Help is the long help of the command.
func (modelsCheckCmd) Help() string {
	return `Asks a model about a dozen short questions and tells whether its server keeps a form or only
accepts it, whether it takes a system text, ends its answers, declines a game's lies and
thinks, what its window is, how fast it reads and writes, and whether the same beginning
of a prompt is read twice; then what games of 5, 9 and 13 take with it, and the flags that
follow. Examples:

  wolfden models check openai@http://127.0.0.1:8000/v1:my-model
  wolfden models check ollama:llama3.1:8b --player CanisLupus
  wolfden models check openai:gpt-4o-mini --seats 2 --json

It takes about a minute, and with a vendor some 6,000 tokens. Every question is asked once
or twice: what one answer shows need not hold for the next.`
}

// checked is what a check found, as --json prints it.
type checked struct {
	Model    string            `json:"model"`
	Software provider.Software `json:"software,omitempty"`
	Window   windowFound       `json:"window"`
	examine.Report
	Forecast []gameForecast `json:"forecast"`
	Flags    []string       `json:"flags"`
	Notes    []string       `json:"notes"`
}

// windowFound is how large a window is, and who says so.
type windowFound struct {
	Tokens int    `json:"tokens"` // 0 is unknown
	By     string `json:"by"`     // flag, server, table or nobody
	Text   string `json:"text"`
	flag   int    // what --model-window is to say; 0 for nothing
}

// Run examines the model.
func (c *modelsCheckCmd) Run(e *env) error {
	x, err := c.open()
	if err != nil {
		return usageError{err}
	}
	defer x.opener.Close()
	ctx, cancel := context.WithTimeout(e.ctx, c.Within)
	defer cancel()
	x.look(ctx)
	if !c.JSON {
		x.tell = func(f examine.Finding) { fmt.Fprintf(e.stdout, "%-20s %s\n", f.Check, f.Text) }
		fmt.Fprintf(e.stdout, "%s%s\n", x.name, among(string(x.listing.Software)))
		x.tell(examine.Finding{Check: "window", Text: x.window.Text})
		for _, aside := range []string{x.unlisted(), x.busy()} {
			if aside != "" {
				x.tell(examine.Finding{Check: "beware", Text: aside})
			}
		}
	}
	report, err := x.run(ctx)
	if e.ctx.Err() != nil {
		return e.ctx.Err()
	}
	if err != nil {
		return x.nobody(e.ctx, err)
	}
	found := checked{Model: x.name.String(), Software: x.listing.Software, Window: x.window, Report: report}
	if found.Forecast, err = c.forecast(&report); err != nil {
		return err
	}
	found.Flags, found.Notes = x.flags(&report, found.Forecast)
	if c.JSON {
		return e.json(found)
	}
	return c.tellForecast(e, &found)
}

// examined is the model under examination.
type examined struct {
	name     provider.Name
	opener   *provider.Opener
	raw      llm.Model // without the user's settings
	family   llm.Family
	settings llm.Settings
	given    int // window of the flag
	lang     string
	listing  provider.Listing
	heard    bool // the server has said something of itself
	window   windowFound
	tell     func(examine.Finding)
}

// open opens the model that is named.
func (c *modelsCheckCmd) open() (*examined, error) {
	name, err := provider.ParseName(c.Name)
	if err != nil {
		return nil, err
	}
	if c.Within <= 0 {
		return nil, fmt.Errorf("--within %s: a time above 0", c.Within)
	}
	if c.Seats < 0 {
		return nil, fmt.Errorf("--seats %d: at least 1, or nothing for all", c.Seats)
	}
	if asks, err := bot.Asks(c.Player); err != nil || !asks {
		return nil, errors.Join(err, noModelAsked(c.Player, err))
	}
	settings, way, err := readSettings(c.Tuning.settings(), flagKeys)
	if err != nil {
		return nil, err
	}
	x := &examined{name: name, settings: settings, given: way.Window, lang: c.Lang}
	if x.family, err = provider.FamilyOf(name, way.Window); err != nil {
		return nil, err
	}
	way.Retry.Attempts = 2 // who waits at a terminal wants to know soon
	x.opener = provider.New(way)
	x.raw, err = x.opener.Open(name)
	return x, err
}

// noModelAsked is the error for a player that asks no model.
func noModelAsked(player string, unknown error) error {
	if unknown != nil {
		return nil
	}
	return fmt.Errorf("--player %s: it asks no model; wolfden bots lists those that do", player)
}

// lookFor is how long a server may take to say something of itself.
const lookFor = 3 * time.Second

// look asks the server what it says of itself, and of the model's window.
func (x *examined) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lookFor)
	defer cancel()
	l, err := x.opener.Served(ctx, x.name)
	x.listing, x.heard = l, err == nil
	x.window = x.windowOf()
}

// windowOf tells how large the model's window is.
func (x *examined) windowOf() windowFound {
	model := provider.Listed{}
	if m := x.listing.Find(x.name); m != nil {
		model = *m
	}
	switch {
	case x.given > 0:
		return windowFound{x.given, "flag", fmt.Sprintf("%s tokens, as --model-window says", thousands(x.given)), x.given}
	case x.name.Provider == "ollama" && model.Trained > 0 && model.Trained < x.family.Window:
		return windowFound{model.Trained, "server", fmt.Sprintf("%s tokens, the most that the model has", thousands(model.Trained)), model.Trained}
	case x.name.Provider == "ollama":
		text := fmt.Sprintf("%s tokens, for which Ollama is asked", thousands(x.family.Window))
		if model.Trained > x.family.Window {
			text += fmt.Sprintf("; the model could have %s, with --model-window", thousands(model.Trained))
		}
		return windowFound{x.family.Window, "table", text, 0}
	case model.Window > 0:
		w := windowFound{model.Window, "server", fmt.Sprintf("%s tokens, as the server says", thousands(model.Window)), 0}
		if model.Window != x.family.Window {
			w.flag = model.Window
		}
		return w
	case x.family.Window > 0:
		return windowFound{x.family.Window, "table", fmt.Sprintf("%s tokens by the table of models; what a server of your own was started with may be less", thousands(x.family.Window)), 0}
	case model.Trained > 0:
		return windowFound{0, "nobody", fmt.Sprintf("unknown; the model could have %s tokens, which says nothing of the server", thousands(model.Trained)), 0}
	}
	return windowFound{0, "nobody", "unknown: say with --model-window what the server was started with", 0}
}

// unlisted says that the server has no model of that name, empty where it has or says nothing.
func (x *examined) unlisted() string {
	if !x.heard || len(x.listing.Models) == 0 || x.listing.Find(x.name) != nil {
		return ""
	}
	return "the server lists no model of that name; it has " + modelsNamed(&x.listing)
}

// busy says that the server has other work, empty where it has none or does not say.
func (x *examined) busy() string {
	if x.listing.Busy == 0 {
		return ""
	}
	return fmt.Sprintf("the server is answering %s of others: it is faster alone than what follows says", english.Count(x.listing.Busy, "request"))
}

// modelsNamed are the first models of a server as it calls them.
func modelsNamed(l *provider.Listing) string {
	const most = 8
	var names []string
	for i, m := range l.Models {
		if i == most {
			names = append(names, fmt.Sprintf("%d more", len(l.Models)-most))
			break
		}
		names = append(names, provider.Shown(m.ID))
	}
	return listed(names)
}

// run asks.
func (x *examined) run(ctx context.Context) (examine.Report, error) {
	long := 0
	if local := strings.Contains(x.name.Base, "//127.") || strings.Contains(x.name.Base, "//localhost") || x.name.Provider == "ollama"; !local {
		long = vendorsLeast
	}
	return examine.Run(ctx, examine.Subject{
		Model: llm.Tuned(x.raw, x.settings, x.family), Nonce: "[" + strconv.FormatInt(time.Now().UnixNano(), 36) + "]",
		Refused: func() []string { return provider.Refusals(x.raw) }, Window: x.window.Tokens, Lang: x.lang, Long: long,
	}, x.tell)
}

// vendorsLeast is how many tokens a prompt has that caches of all vendors keep.
const vendorsLeast = 2200

// nobody is the error of a model that gave no answer, with what there is instead.
func (x *examined) nobody(ctx context.Context, err error) error {
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return fmt.Errorf("nothing answers there: %w; %s", err, instead(ctx))
	}
	if text := x.unlisted(); text != "" {
		return fmt.Errorf("%w; %s", err, text)
	}
	return err
}

// instead tells which models are within reach on this machine.
func instead(ctx context.Context) string {
	var names []string
	for _, s := range reachable(provider.LookNearby(ctx, provider.UsualPorts())) {
		for _, m := range s.Models {
			if m.Name != "" && len(m.Name) <= mostName && len(names) < 8 {
				names = append(names, m.Name)
			}
		}
	}
	if len(names) == 0 {
		return "no other server of models answers at the usual ports of this machine; start one (docs/models.md)"
	}
	return "there are " + listed(names)
}

// flags are those that follow from what was found, and what is uncertain of it.
func (x *examined) flags(r *examine.Report, games []gameForecast) (flags, notes []string) {
	if x.window.flag > 0 {
		flags = append(flags, fmt.Sprintf("--model-window %d", x.window.flag))
	}
	if r.Of(examine.AtOnce).Verdict == examine.No {
		flags = append(flags, "--model-parallel 1")
	}
	switch {
	case x.settings.Effort == llm.NoEffort && x.settings.Effort != "":
		flags = append(flags, "--model-effort none")
	case r.ThoughtOff:
		flags = append(flags, "--model-effort none")
		notes = append(notes, "with --model-effort none nothing is thought, and a game takes less than the forecast")
	}
	if r.Of(examine.Form).Verdict == examine.No {
		notes = append(notes, "no form is kept by the server: see in the table under a game how many answers rules gave for \"wrong form\"")
	}
	if r.Of(examine.Plays).Verdict == examine.No {
		notes = append(notes, "a model that declines to lie plays no werewolf: rules will answer for it")
	}
	if w := x.window.Tokens; w > 0 && w < smallWindow {
		notes = append(notes, fmt.Sprintf("a window of %s tokens is small: prompts lose their oldest lines", thousands(w)))
	}
	return flags, append(notes, x.uncertain(r, games)...)
}

// smallWindow is one that prompts of games of thirteen do not fit into.
const smallWindow = 8192

// uncertain says what the forecast rests on.
func (x *examined) uncertain(r *examine.Report, games []gameForecast) (notes []string) {
	if len(games) == 0 {
		return nil
	}
	if busy := x.busy(); busy != "" {
		notes = append(notes, busy)
	}
	notes = append(notes, "requests and prompts were counted in games with a stand-in for a model, every seat that player; "+
		"how long answers and games are is a guess")
	switch r.Of(examine.Cache).Verdict {
	case examine.Yes:
		notes = append(notes, "the shorter time is that of a server that keeps all prompts in its cache, the longer that of one that keeps the last alone")
	case examine.Unknown:
		notes = append(notes, "whether the cache works is unknown: the shorter time is with it, the longer without")
	}
	if r.Pace.Write == 0 {
		notes = append(notes, "no time is forecast, since the pace could not be measured")
	} else if r.Of(examine.AtOnce).Verdict != examine.No {
		notes = append(notes, "times are those of one request after the other; what is answered side by side takes less")
	}
	return notes
}

// counted is what a seat of the player asks in a game of so many.
func (c *modelsCheckCmd) counted(table demand.Table, players int) (s demand.Seat, seats int, known bool) {
	s, known = table.Of(c.Player, c.Lang, players)
	seats = players
	if c.Seats > 0 {
		seats = min(c.Seats, players)
	}
	return s.Times(float64(seats)), seats, known
}
