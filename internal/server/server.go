package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/server/config"
	"wolfden/werewolf"
)

// Options are what a server needs beside its configuration.
type Options struct {
	Config *config.Config
	// Characters are played where the configuration names none: name, profile
	// and avatar of each.
	Characters []werewolf.Seat
	// Inventor makes up characters where the configuration wants that; nil is
	// none, and Characters play.
	Inventor Inventor
	// Version is what the API says of the server.
	Version string
	// Provenance is what every record says of the program.
	Provenance gamelog.Provenance
	// Webhook is where an operator is told what happens, where the configuration
	// wants that and names no address of its own.
	Webhook string
	// Key signs tokens; it must be there when the configuration wants them.
	Key []byte
	// Foreseeable lets a server that others reach play by game.seed, from which
	// they can compute every role.
	Foreseeable bool
	Log         *slog.Logger
}

// Server runs all tracks of a configuration. Serve it with ListenAndServe, or
// by Handler on listeners of one's own.
type Server struct {
	config     *config.Config
	log        *slog.Logger
	hosts      []*host
	guard      *guard
	metrics    *metrics
	version    string
	provenance gamelog.Provenance // of every record
	gallery    *gallery
	health     *health
	notify     *notifier // nil where nobody is told
	mounts     []mount
	locks      locks           // of the folders that are written to
	games      context.Context // ends when games are to stand still
	halt       context.CancelFunc
	stopped    sync.Once
}

// StrongKey is the shortest key, in bytes, that tokens are better signed with.
// WeakKey says why.
const (
	StrongKey = 16
	WeakKey   = "SECRET_KEY is shorter than 16 bytes: who has a token can try out such keys, and then make tokens; take a longer one"
)

// GCPercent is the setting of Go's garbage collector (GOGC) that suits a process
// which only serves. It keeps little and throws much away: with the default of
// 100 it would collect thirty times a second, for a fifth of its processor time.
// The price is some twenty megabytes.
const GCPercent = 400

// New prepares the server: its folders, its journals, and the games that an
// earlier one left unfinished, which go on as soon as it serves. Until it is shut
// down no other server can have the same folders; that holds however its process
// ends.
func New(o Options) (*Server, error) {
	if o.Config.Server.Authentication && len(o.Key) == 0 {
		return nil, o.Config.Blame(nil, "server.authentication.enable",
			errors.New("tokens need a key in the environment's SECRET_KEY, which is empty"))
	}
	if o.Config.Server.Authentication && len(o.Key) < StrongKey {
		o.Log.Warn(WeakKey)
	}
	if err := checkSeeds(&o); err != nil {
		return nil, err
	}
	s := &Server{config: o.Config, log: o.Log, metrics: newMetrics(), version: o.Version, provenance: o.Provenance, locks: locks{}}
	s.games, s.halt = context.WithCancel(context.Background())
	s.guard = newGuard(o.Config, o.Key)
	s.health = newHealth(o.Config.Server.TeamHealth)
	s.health.released = s.seatAfter
	if err := s.locks.take(o.Config); err != nil {
		return nil, err
	}
	if err := s.prepare(&o); err != nil {
		return nil, errors.Join(err, s.release())
	}
	s.notify = newNotifier(s, o.Webhook)
	for _, h := range s.hosts {
		s.metrics.watch(h)
		go h.run(s.games)
		if h.supply != nil {
			go h.supply.run(s.games)
		}
	}
	return s, nil
}

// prepare makes the hosts and brings back what an earlier server left.
func (s *Server) prepare(o *Options) error {
	for i := range o.Config.Tracks {
		h, err := s.newHost(&o.Config.Tracks[i], o.Characters)
		if err != nil {
			return err
		}
		if c := &h.track.Characters; c.Enable && c.Dynamic.Enable && o.Inventor != nil {
			h.supply = newSupply(o.Inventor, h.track, h.log)
		}
		s.hosts = append(s.hosts, h)
		s.knowTeams(h)
	}
	var err error
	if s.gallery, err = newGallery(s, o.Key); err != nil {
		return err
	}
	for _, h := range s.hosts {
		h.recover()
	}
	return s.gallery.run()
}

func (s *Server) newHost(t *config.Track, cast []werewolf.Seat) (*host, error) {
	h := &host{
		track: t, server: s, log: s.log.With("track", t.Name),
		work: make(chan func()), idle: make(chan struct{}), ended: make(chan struct{}),
		games: map[string]*running{}, paused: map[string]*running{},
		store: storeOf(t, s.config.Server.DataDir, len(s.config.Tracks) > 1),
	}
	if h.characters = charactersOf(t, cast); len(h.characters) < t.Rules.Players() {
		return nil, s.config.Blame(t, "custom_profile.profiles",
			fmt.Errorf("%d characters for %d players", len(h.characters), t.Rules.Players()))
	}
	if err := h.store.prepare(); err != nil {
		return nil, err
	}
	var err error
	if h.policy, err = h.openPolicy(); err != nil {
		return nil, err
	}
	return h, nil
}

// seatAfter looks again for a match when a team that rested is back.
func (s *Server) seatAfter(rest time.Duration) {
	time.AfterFunc(rest, func() {
		for _, h := range s.hosts {
			h.do(h.seatAll)
		}
	})
}

// storeOf says where a track keeps its games. Several tracks keep their records
// apart.
func storeOf(t *config.Track, dir string, several bool) *store {
	s := &store{records: filepath.Join(dir, "records"), protocol: t.Protocol}
	if several {
		s.records = filepath.Join(s.records, t.Name)
	}
	of := func(l *config.Logger, ext string) logFiles {
		if !l.Enable {
			return logFiles{}
		}
		return logFiles{dir: l.Dir, pattern: l.Filename, ext: ext}
	}
	s.contest = of(&t.GameLogger, ".log")
	s.communication = of(&t.JSONLogger, ".json")
	s.realtime = of(&t.RealtimeBroadcaster.Logger, ".jsonl")
	return s
}

// ListenAndServe listens where the configuration says and serves until the
// context ends; then it shuts down.
func (s *Server) ListenAndServe(ctx context.Context) error {
	var servers []*http.Server
	failed := make(chan error, len(s.hosts))
	for _, address := range s.addresses() {
		l, err := listen(address)
		if err != nil {
			for _, other := range servers {
				_ = other.Close()
			}
			s.stop()
			return s.config.Blame(nil, "server.web_socket.port", err)
		}
		hs := s.httpServer(s.Handler(l.Addr().(*net.TCPAddr).Port))
		servers = append(servers, hs)
		s.log.Info("listening", "address", l.Addr().String())
		go func() { failed <- s.serve(hs, l) }()
	}
	var err error
	select {
	case <-ctx.Done():
		s.Shutdown()
	case err = <-failed:
	}
	for _, hs := range servers {
		err = errors.Join(err, hs.Close())
	}
	return err
}

func (s *Server) serve(hs *http.Server, l net.Listener) error {
	var err error
	if t := s.config.Server.TLS; t.Cert != "" {
		err = hs.ServeTLS(l, t.Cert, t.Key)
	} else {
		err = hs.Serve(l)
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// addresses are where the tracks listen, each once.
func (s *Server) addresses() (all []string) {
	for i := range s.config.Tracks {
		if a := s.config.Address(&s.config.Tracks[i]); !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	return all
}

// Shutdown begins no new game, waits for the running ones as long as the
// configuration says, and leaves the rest for the next server. When it returns,
// no game is being played.
func (s *Server) Shutdown() {
	s.notify.tell("milestone", calm, "The server is closing.", "No new game begins; running ones may end.")
	defer s.notify.close()
	for _, h := range s.hosts {
		h.do(h.closeDoor)
	}
	deadline := time.NewTimer(s.config.Server.ShutdownGrace)
	defer deadline.Stop()
	left := false
	for _, h := range s.hosts {
		if left {
			break
		}
		select {
		case <-h.idle:
			parting(h.leaving)
		case <-deadline.C:
			s.log.Info("games are left to be resumed")
			left = true
		}
	}
	s.stop()
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

// stop lets all games stand still. Whoever calls it again waits for the first.
func (s *Server) stop() {
	s.stopped.Do(func() {
		s.halt()
		for _, h := range s.hosts {
			<-h.ended
			h.playing.Wait()
		}
		s.gallery.close()
		if err := s.release(); err != nil {
			s.log.Error("journals and folders cannot be closed", "error", err)
		}
	})
}

// release lets other servers have journals and folders.
func (s *Server) release() error {
	var errs []error
	for _, h := range s.hosts {
		if c, ok := h.policy.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(append(errs, s.locks.release())...)
}

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
