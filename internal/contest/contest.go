package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/werewolf"
)

// Options are what a contest needs beside its configuration.
type Options struct {
	Config *config.Config
	// Characters are played where the configuration names none: name, profile
	// and avatar of each.
	Characters []werewolf.Seat
	// Inventor makes up characters where the configuration wants that; nil is
	// none, and Characters play.
	Inventor Inventor
	// Webhook is where an operator is told what happens, where the configuration
	// wants that and names no address of its own.
	Webhook string
	// Substitute makes players that play for teams where the organiser wants it; nil is none.
	Substitute Substitute
	// Tokens are asked of players.
	Tokens access.Tokens
	// Provenance is what every record says of the program.
	Provenance gamelog.Provenance
	// Foreseeable lets a server that others reach play by game.seed, from which
	// they can compute every role.
	Foreseeable bool
	Log         *slog.Logger
}

// Contest runs the games of all tracks of a configuration.
type Contest struct {
	config    *config.Config
	log       *slog.Logger
	admission *admission
	teams     *teamRegister
	health    *health
	notify    *notifier // nil where nobody is told
	hosts     []*host
	locks     locks // of the folders that are written to
	games     context.Context
	halt      context.CancelFunc
	calling   sync.WaitGroup // of agents that listen
	started   bool
	// substitute is Options.Substitute, or says that there is none.
	substitute Substitute
	probe      probed
}

// New prepares a contest: its folders and its journals. Until it is released no
// other server can have the same folders; that holds however its process ends.
func New(o Options) (*Contest, error) {
	if err := checkSeeds(&o); err != nil {
		return nil, err
	}
	if err := o.Config.Prepare(); err != nil {
		return nil, err
	}
	c := &Contest{
		config: o.Config, log: o.Log,
		teams: newTeamRegister(o.Config.Server.MaxConnections.PerTeam), health: newHealth(o.Config.Server.TeamHealth),
		notify: newNotifier(o.Config.Server.Slack, o.Webhook, o.Log), locks: locks{},
	}
	c.substitute = o.Substitute
	if o.Substitute == nil || !o.Tokens.Asked() {
		c.substitute = func(*config.Track, string, string) (func(context.Context), error) {
			return nil, errors.New("nobody can play for a team here; it takes a server with players of its own and with server.authentication.enable: true")
		}
	}
	c.games, c.halt = context.WithCancel(context.Background())
	c.admission = &admission{
		settings: &o.Config.Server, ctx: c.games, tokens: o.Tokens, limits: access.NewLimits(o.Config.Server.MaxConnections),
		teams: c.teams, log: o.Log,
	}
	if err := c.locks.lockAll(o.Config); err != nil {
		return nil, err
	}
	for i := range o.Config.Tracks {
		h, err := c.newHost(&o.Config.Tracks[i], &o)
		if err != nil {
			return nil, errors.Join(err, c.Release())
		}
		c.hosts = append(c.hosts, h)
	}
	return c, nil
}

func (c *Contest) newHost(t *config.Track, o *Options) (*host, error) {
	h := &host{
		track: t, config: c.config, program: o.Provenance, ctx: c.games, health: c.health, teams: c.teams, notify: c.notify, log: c.log.With("track", t.Name),
		work: make(chan func()), idle: make(chan struct{}), ended: make(chan struct{}), rested: c.health.bell(),
		games: map[string]*runningGame{}, paused: map[string]*runningGame{},
		began: time.Now(), seen: map[string]time.Time{}, stands: map[string]context.CancelFunc{},
		store: storeOf(c.config, t),
	}
	if h.characters = charactersOf(t, o.Characters); len(h.characters) < t.Rules.Players() {
		return nil, c.config.Blame(t, "custom_profile.profiles",
			fmt.Errorf("%d characters for %d players", len(h.characters), t.Rules.Players()))
	}
	if err := h.store.prepare(); err != nil {
		return nil, err
	}
	if err := h.openPolicy(); err != nil {
		return nil, err
	}
	if p := &t.Characters; p.Enable && p.Dynamic.Enable && o.Inventor != nil {
		h.supply = newSupply(o.Inventor, t, h.log)
	}
	h.knowTeams()
	return h, nil
}

// Start brings back the games that an earlier server left, which go on as soon
// as their players are back, lets clients in, and calls those that listen. The observer is told of all
// games from now on.
func (c *Contest) Start(o Observer) error {
	c.admission.observer = o
	for _, h := range c.hosts {
		h.observer = o
		h.recover()
	}
	var played []*archive.Summary
	for _, h := range c.hosts {
		if err := errors.Join(h.annul(), h.retell(), h.annul()); err != nil {
			return err
		}
		played = append(played, h.store.Games()...)
	}
	c.health.remember(played)
	c.notify.start(c.config.Tracks)
	if c.notify != nil {
		go c.look()
	}
	c.started = true
	for _, h := range c.hosts {
		h.restand(c.substitute)
		go h.run(c.games)
		if h.supply != nil {
			go h.supply.run(c.games)
		}
		c.call(h)
	}
	return nil
}

// Register lets a mux serve the tracks of one port, each at its path.
func (c *Contest) Register(mux *http.ServeMux, port int) {
	for _, h := range c.hosts {
		if h.track.On(port) {
			mux.HandleFunc("GET "+h.track.Path, c.admission.handle(h))
		}
	}
}

// Games is the archive of a track.
func (c *Contest) Games(t *config.Track) *archive.Archive {
	for _, h := range c.hosts {
		if h.track == t {
			return h.store.Archive
		}
	}
	return nil
}

// Standing ends when games are to stand still.
func (c *Contest) Standing() context.Context { return c.games }

// Drain begins no new game and waits for the running ones as long as the
// configuration says.
func (c *Contest) Drain() {
	c.notify.enqueue("milestone", calm, "The server is closing.", "No new game begins; running ones may end.")
	for _, h := range c.hosts {
		h.do(h.closeDoor)
	}
	deadline := time.NewTimer(c.config.Server.ShutdownGrace)
	defer deadline.Stop()
	for _, h := range c.hosts {
		select {
		case <-h.idle:
			parting(h.leaving)
		case <-deadline.C:
			c.log.Info("games are left to be resumed")
			return
		}
	}
}

// parting waits until who was sent home has read why, as long as goodbyes may take.
func parting(clients []*conn) {
	timer := time.NewTimer(goodbyeTime)
	defer timer.Stop()
	for _, c := range clients {
		select {
		case <-c.lost:
		case <-timer.C:
			return
		}
	}
}

// Halt lets all games stand still, which the next server goes on with. When it
// returns, no game is being played.
func (c *Contest) Halt() {
	c.halt()
	for _, h := range c.hosts {
		<-h.ended
		h.playing.Wait()
	}
	c.calling.Wait()
}

// Release lets other servers have journals and folders. No game may be played
// any more.
func (c *Contest) Release() error {
	var errs []error
	for _, h := range c.hosts {
		if closer, ok := h.policy.(io.Closer); ok {
			errs = append(errs, closer.Close())
		}
	}
	return errors.Join(append(errs, c.locks.release())...)
}

// Farewell tells the operator that the server has ended.
func (c *Contest) Farewell() { c.notify.close() }

// closeDoor sends the waiting room home and lets no more games begin. Games
// whose players are not all back stay for the next server.
func (h *host) closeDoor() {
	h.closing = true
	sendHome(h.waiting, websocket.StatusGoingAway, closingDown)
	h.leaving, h.waiting = h.waiting, nil
	for id, r := range h.paused {
		delete(h.paused, id)
		delete(h.games, id)
		if r.file != nil {
			_ = r.file.Close()
		}
		close(r.over)
		r.dismiss()
	}
}
