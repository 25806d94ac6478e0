package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"wolfden/internal/userfile"
	"wolfden/internal/viewer"
)

type viewCmd struct {
	Dir      []string      `arg:"" file:"dir" help:"Folders or zip archives with records or contest logs, and the folders below them."`
	Listen   string        `help:"Address of the pages." default:"127.0.0.1:8090" placeholder:"HOST:PORT"`
	Host     []string      `help:"Names under which a proxy on this machine passes requests on." placeholder:"NAME,..."`
	Delay    time.Duration `help:"How far behind pages of games that go on are, like 30s." placeholder:"TIME"`
	Secrets  bool          `help:"Show everything of games that go on, roles too."`
	Play     bool          `help:"Let people play here; records of their games go into the first folder."`
	Pictures bool          `help:"Let pages load the pictures that are configured for characters, from wherever they are."`
	roomFlags

	page string // that is opened in a browser; "" for none
}

// Help is the long help of the command.
func (viewCmd) Help() string {
	return `Shows games in a browser: a list with filters, each game with its replay, and
statistics. Games that are being written are followed live.

  wolfden view games
  wolfden view runs/a logs --listen 0.0.0.0:8090
  wolfden view data --delay 60s

  wolfden view games --play --listen 0.0.0.0:8090
  wolfden view games --play --exec mine='python agent.py {url}'

Files that appear, grow or change are noticed. Nothing is written but with --play:
then whoever reaches the pages can make a room and play, also with programs of
yours, which are started for each game and gone with it. Roles and everything else that players do not know is hidden until a game is over, unless
--secrets is given.`
}

// Run shows the games until it is stopped.
func (c *viewCmd) Run(e *env) error {
	for _, dir := range c.Dir {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() && (c.Play || !userfile.IsArchive(dir)) {
			return usagef("%s is no folder; for a single file: wolfden show FILE --html -o game.html", dir)
		}
	}
	if c.Delay < 0 {
		return usagef("--delay %s: nobody sees the future", c.Delay)
	}
	options := viewer.Options{
		Dirs: c.Dir, Delay: c.Delay, Pictures: c.Pictures, Log: newLog(e.stderr, false, false),
	}
	if c.Secrets {
		options.MayKnow = func(*http.Request) bool { return true }
	}
	t, err := c.table("--play", c.Play, "en")
	if err != nil {
		return err
	}
	var lobby http.Handler
	if c.Play {
		if options.Rooms, lobby, err = openRooms(e, c.Dir[0], nil, t); err != nil {
			return err
		}
		defer t.guests.close()
		defer options.Rooms.Wait()
		options.Table.Bots = c.Bots
	}
	listener, err := listenOn(c.Listen)
	if err != nil {
		return err
	}
	options.Commands, options.Hosts = local(listener), names(listener, c.Host)
	site, err := viewer.New(options)
	if err != nil {
		return err
	}
	address := "http://" + listener.Addr().String() + cmp.Or(c.page, "/")
	fmt.Fprintf(e.stdout, "%s (Ctrl-C stops)\n", address)
	if c.page != "" {
		openBrowser(e.ctx, e.stdout, address)
	}
	return serveUntilDone(e.ctx, listener, withLobby(e, site.Handler(), lobby, listener))
}

// serveUntilDone serves until the context ends. It then closes open streams, which would never end.
func serveUntilDone(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stopped := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		if server.Shutdown(grace) != nil {
			_ = server.Close()
		}
	})
	defer stopped()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
