package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"wolfden/internal/contest"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
	"wolfden/internal/server"
	"wolfden/internal/teamname"
	"wolfden/internal/viewer"
)

type serveCmd struct {
	Config      string `short:"c" help:"Configuration file; the organisers' is accepted as it is." placeholder:"FILE"`
	Listen      string `help:"Address, instead of the configured one." placeholder:"HOST:PORT"`
	Data        string `help:"Folder for records and logs, instead of the configured one with what lies in it." placeholder:"DIR"`
	Lang        string `help:"Language of the built-in characters: en or ja." default:"en" enum:"en,ja"`
	Rooms       string `help:"Let people play in the browser too; records of their games go into this folder." placeholder:"DIR"`
	Plan        bool   `help:"Print how evenly the configured schedule treats the teams, and end."`
	Foreseeable bool   `help:"Play by game.seed although others can connect: they can compute every role."`
	JSON        bool   `help:"Log as JSON lines."`
	Debug       bool   `help:"Log more."`
	roomFlags

	address string            // the file that says where the server listens, "" for none
	tell    func(site string) // is told it; nil for nobody
}

// Help is the long help of the command.
func (serveCmd) Help() string {
	return `Serves contests over WebSocket. Without -c: five players of one team at a time on
ws://127.0.0.1:8080/ws. The key for tokens is in the environment: SECRET_KEY.
HOST and PORT override the configured address, as on the organisers' server.
Variables that the environment does not have are taken from .env and config/.env.
The games are shown in a browser at http://127.0.0.1:8080/view/; whoever may see
roles of running games opens it once with ?token=, a receiver's token. With
--rooms people play each other, built-in players and programs of yours there, beside
the contest.
Agents that listen are called where server.call in the configuration names them.

  wolfden serve
  wolfden serve -c contest.yml --data /var/lib/wolfden
  wolfden serve -c contest.yml --plan
  wolfden serve --rooms rooms --exec mine='python agent.py {url}'
  wolfden join --url ws://127.0.0.1:8080/ws --bot plain --team mine --count 5

Ctrl-C begins no new game and waits for the running ones; a second one stops at
once. Unfinished games go on when the server is started again.`
}

// Run serves until it is stopped.
func (c *serveCmd) Run(e *env) error {
	log := newLog(e.stderr, c.JSON, c.Debug)
	if err := loadDotenv(log); err != nil {
		return err
	}
	cfg, err := c.configuration()
	if err != nil {
		return err
	}
	if c.Plan {
		return c.plan(e, cfg)
	}
	return c.blame(c.serve(e, cfg, log, server.Options{Foreseeable: c.Foreseeable}))
}

// serve serves a configuration until it is stopped. The options say what is special of it.
func (c *serveCmd) serve(e *env, cfg *config.Config, log *slog.Logger, o server.Options) error {
	characters, err := charactersIn(c.Lang)
	if err != nil {
		return err
	}
	for _, w := range cfg.Warnings {
		log.Warn(w.String())
	}
	o.Config, o.Characters, o.Log, o.Version, o.Provenance = cfg, characters, log, version(), provenance("serve", strangers)
	o.Key, o.Webhook = []byte(os.Getenv("SECRET_KEY")), os.Getenv("SLACK_WEBHOOK_URL")
	at := newOwnServer(cfg)
	at.file, at.tell = c.address, c.tell
	o.Substitute, o.Listening = substitutes(at, o.Key, c.Lang), at.listening
	defer at.gone()
	t, err := c.table("--rooms DIR", c.Rooms != "", c.Lang)
	if err != nil {
		return err
	}
	in, err := newInventor(cfg, c.Lang, log)
	if err != nil {
		return err
	}
	if in != nil {
		o.Inventor = in
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(server.GCPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(server.MemoryLimit)
	}
	s, err := server.New(o)
	if err != nil {
		return err
	}
	pages := viewer.Options{Log: log}
	if c.Rooms != "" {
		var lobby http.Handler
		if pages.Rooms, lobby, err = openRooms(e, c.Rooms, nil, t); err != nil {
			return err
		}
		defer t.guests.close()
		defer pages.Rooms.Wait()
		pages.Dirs, pages.Table.Bots = []string{c.Rooms}, c.Bots
		if lobby != nil {
			s.Mount(viewPath+"ws", lobby)
			log.Info("programs that play in rooms connect at " + viewPath + "ws")
		}
	}
	if err := mountPages(s, cfg, pages); err != nil {
		return err
	}
	return s.ListenAndServe(e.ctx)
}

// blame adds to an error what set the address, unless the configuration did.
func (c *serveCmd) blame(err error) error {
	var op *net.OpError
	if who := c.where(); who != "" && errors.As(err, &op) && op.Op == "listen" {
		return busy(who, op)
	}
	return err
}

// where names what set the address; it is empty if the configuration did.
func (c *serveCmd) where() string {
	host, port := os.Getenv("HOST"), os.Getenv("PORT")
	switch {
	case c.Listen != "":
		return "--listen " + c.Listen
	case host != "" || port != "":
		return fmt.Sprintf("HOST=%s PORT=%s in the environment", host, port)
	default:
		return ""
	}
}

// plan prints the schedules.
func (c *serveCmd) plan(e *env, cfg *config.Config) error {
	if !slices.ContainsFunc(cfg.Tracks, func(t config.Track) bool { return t.Matching.IsOptimize && !t.Matching.SelfMatch }) {
		return usagef("--plan: no track has a schedule; it takes matching.is_optimize: true and matching.self_match: false")
	}
	return contest.WritePlans(e.stdout, cfg)
}

func (c *serveCmd) configuration() (*config.Config, error) {
	cfg := config.Default()
	if c.Config != "" {
		var err error
		if cfg, err = config.Load(c.Config); err != nil {
			return nil, err
		}
	}
	if c.Data != "" {
		cfg.MoveData(c.Data)
	}
	return cfg, c.listen(cfg)
}

// listen applies HOST, PORT and --listen.
func (c *serveCmd) listen(cfg *config.Config) error {
	host, port := os.Getenv("HOST"), os.Getenv("PORT")
	if c.Listen != "" {
		var err error
		if host, port, err = net.SplitHostPort(c.Listen); err != nil {
			return usagef("--listen %q is not like 127.0.0.1:8080", c.Listen)
		}
	}
	if host != "" || c.Listen != "" {
		cfg.Server.Host = host
	}
	if port == "" {
		return nil
	}
	n, err := strconv.Atoi(port)
	if err != nil || n < 0 || n > 65535 {
		return usagef("%s: the port %q is not a number from 0 to 65535", c.where(), port)
	}
	cfg.Server.Port = n
	for i := range cfg.Tracks {
		cfg.Tracks[i].Port = n
	}
	return nil
}

func newLog(w io.Writer, asJSON, debug bool) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if debug {
		options.Level = slog.LevelDebug
	}
	if asJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

type tokenCmd struct {
	Player   playerTokenCmd   `cmd:"" help:"A token for the players of a team."`
	Receiver receiverTokenCmd `cmd:"" help:"A token for spectators who may see everything."`

	Organiser organiserTokenCmd `cmd:"" help:"A token for who may change a contest."`
}

type playerTokenCmd struct {
	Team string `required:"" help:"The team, as in the name without its digits."`
	Days int    `default:"30" help:"How many days it is valid." placeholder:"N"`
}

type receiverTokenCmd struct {
	Days int `default:"30" help:"How many days it is valid." placeholder:"N"`
}

// Help is the long help of the command.
func (playerTokenCmd) Help() string {
	return `Prints a token that lets the programs of a team in, on a server or in a league with the same
SECRET_KEY. Example:

  SECRET_KEY=$(openssl rand -hex 32) wolfden token player --team kitsune --days 7`
}

// Run prints a token.
func (c *playerTokenCmd) Run(e *env) error {
	if err := teamname.Check(c.Team); err != nil {
		return usagef("--team %q: %v", c.Team, err)
	}
	return printToken(e, access.PlayerToken, c.Team, c.Days)
}

// Help is the long help of the command.
func (receiverTokenCmd) Help() string {
	return `Prints a token for the pages of a server with the same SECRET_KEY: whoever opens one with
?token= sees the roles of games that go on. Example:

  SECRET_KEY=$(openssl rand -hex 32) wolfden token receiver --days 1`
}

// Run prints a token.
func (c *receiverTokenCmd) Run(e *env) error { return printToken(e, access.ReceiverToken, "", c.Days) }

type organiserTokenCmd struct {
	Days int `default:"1" help:"How many days it is valid." placeholder:"N"`
}

// Help is the long help of the command.
func (organiserTokenCmd) Help() string {
	return `Prints a token for the organiser of a contest on a server with the same SECRET_KEY: whoever
has it sees who will meet whom, on the contest's page with ?token=, and changes the
contest. Example:

  SECRET_KEY=$(openssl rand -hex 32) wolfden token organiser`
}

// Run prints a token.
func (c *organiserTokenCmd) Run(e *env) error {
	return printToken(e, access.OrganiserToken, "", c.Days)
}

func printToken(e *env, role, team string, days int) error {
	if days < 1 {
		return usagef("--days %d: a token is valid for at least one", days)
	}
	log := newLog(e.stderr, false, false)
	if err := loadDotenv(log); err != nil {
		return err
	}
	key := []byte(os.Getenv("SECRET_KEY"))
	if len(key) > 0 && len(key) < access.StrongKey {
		log.Warn(access.WeakKey)
	}
	token, err := access.NewToken(key, role, team, time.Now().AddDate(0, 0, days))
	if err != nil {
		return fmt.Errorf("%w (the key is the environment's SECRET_KEY)", err)
	}
	fmt.Fprintln(e.stdout, token)
	return nil
}
