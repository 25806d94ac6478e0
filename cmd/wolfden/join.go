package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/coder/websocket"

	"wolfden/internal/bot"
	"wolfden/internal/secret"
	"wolfden/internal/speech/understand"
	"wolfden/internal/teamname"
	"wolfden/werewolf"
	"wolfden/wire"
)

type joinCmd struct {
	URL       string  `required:"" xor:"way" help:"Address of the server, like ws://127.0.0.1:8080/ws." placeholder:"WS"`
	Listen    string  `required:"" xor:"way" help:"Wait for the server's call at this address instead; it calls ws://HOST:PORT/ws." placeholder:"HOST:PORT"`
	Bot       string  `default:"plain" help:"The built-in player that plays." placeholder:"NAME"`
	Team      string  `required:"" help:"Team; players are called TEAM1, TEAM2, ..."`
	Count     int     `default:"1" help:"How many players." placeholder:"N"`
	Games     int     `default:"1" help:"Games each of them plays; 0 goes on for ever." placeholder:"N"`
	Token     string  `env:"WOLFDEN_TOKEN" help:"Token of the team; --listen needs none." placeholder:"T"`
	Reconnect bool    `help:"Come back after a lost connection, into the running game too; with --listen always so."`
	Lang      string  `default:"en" enum:"en,ja" help:"Language of the talk: en or ja."`
	Seed      *uint64 `help:"The same seed and the same games: the same play. Whoever knows it foresees the player." placeholder:"N"`
	Debug     bool    `help:"Log more."`

	modelFlags `embed:""`
}

// Help is the long help of the command.
func (joinCmd) Help() string {
	return `Lets built-in players play on any server of the AIWolf-NLP protocol.

  wolfden join --url ws://127.0.0.1:8080/ws --team mine --count 5
  wolfden join --url wss://contest.example/ws --bot plain --team mine --token T --reconnect --games 0

With --listen the server makes the connections, one for each of the players at a
time, as wolfden serve does with server.call in its configuration. Whoever reaches
the address can have them play: let only the server reach it. Web pages cannot.

  wolfden join --listen 127.0.0.1:9000 --team mine --count 5 --games 0`
}

// Run plays.
func (c *joinCmd) Run(e *env) error {
	if c.Count < 1 {
		return usagef("--count %d: at least one player", c.Count)
	}
	if err := teamname.Check(c.Team); err != nil {
		return usagef("--team %q: %v", c.Team, err)
	}
	c.Bot = asPrompts(c.Bot)
	if _, err := bot.New(c.Bot, bot.Config{Lang: c.Lang}); err != nil {
		return usageError{err}
	}
	if err := new(requireFlag).begin(e, []contender{{name: c.Bot, bot: c.Bot, model: c.Model != ""}}); err != nil {
		return err
	}
	used, err := c.openFor([]string{c.Bot}, e.stderr)
	if err != nil {
		return err
	}
	defer used.close(e.stderr)
	log, key := newLog(e.stderr, false, c.Debug), secret.NewKey()
	if c.Seed != nil {
		key = secret.KeyOf(*c.Seed)
	}
	var clients []*wire.Client
	shared := understand.NewShared()
	for i := range c.Count {
		name := fmt.Sprintf("%s%d", c.Team, i+1)
		clients = append(clients, &wire.Client{
			URL: c.URL, Name: name, Token: c.Token, Games: c.Games, Reconnect: c.Reconnect,
			Log: log.With("client", name),
			New: func(game string) (wire.Player, error) {
				model, err := used.game()
				if err != nil {
					return nil, err
				}
				config := used.config(model, key.Seed(game+" "+name), c.Lang, strangers)
				config.Shared = shared
				player, err := bot.New(c.Bot, config)
				return endTeller{player, log.With("client", name)}, err
			},
		})
	}
	if c.Listen != "" {
		err = c.wait(e.ctx, log, clients)
	} else {
		err = c.connect(e.ctx, clients)
	}
	if err == nil && e.ctx.Err() != nil {
		return errors.New("stopped")
	}
	return err
}

// wait lets the clients play on connections that the server makes.
func (c *joinCmd) wait(ctx context.Context, log *slog.Logger, clients []*wire.Client) error {
	l, err := listenOn(c.Listen)
	if err != nil {
		return err
	}
	log.Info("listening", "address", "ws://"+l.Addr().String()+wire.ListenPath)
	if err := wire.Listen(ctx, l, clients...); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// connect lets the clients play on connections that they make.
func (c *joinCmd) connect(ctx context.Context, clients []*wire.Client) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(clients))
	var all sync.WaitGroup
	for i, client := range clients {
		all.Go(func() {
			if errs[i] = client.Run(ctx); errs[i] != nil {
				cancel() // the others would wait for this one for ever
			}
		})
	}
	all.Wait()
	return c.ended(errs)
}

// ended is the error of the players' connections, once all have ended.
func (c *joinCmd) ended(errs []error) error {
	for _, err := range errs {
		refused := websocket.CloseStatus(err) == websocket.StatusPolicyViolation
		if errors.Is(err, wire.ErrClosed) && !c.Reconnect && !refused {
			return fmt.Errorf("%w; with --reconnect a player comes back by itself", err)
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return nil
}

// endTeller says how games end for its player.
type endTeller struct {
	wire.Player
	log *slog.Logger
}

// Answer answers as the player does.
func (t endTeller) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Kind == werewolf.Finish {
		t.log.Info("game over", "winner", o.Result.Winner.String(), "role", o.Rules.Table.Name(o.Role()), "alive", o.Living.Has(o.Seat))
	}
	return t.Player.Answer(ctx, o)
}
