package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/contest"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
	"wolfden/internal/spectate"
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
	Inventor contest.Inventor
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
	// Substitute makes players that play for teams where the organiser wants it; nil is none.
	Substitute contest.Substitute
	// Listening is told of every address that the server listens at, before it serves there; nil for nobody.
	Listening func(net.Addr)
	// ExitWhenOver ends the server when the last match of all tracks with a plan has been played.
	ExitWhenOver bool
	Log          *slog.Logger
}

// Server serves a contest and what spectators see of it. Serve it with
// ListenAndServe, or by Handler on listeners of one's own.
type Server struct {
	config  *config.Config
	log     *slog.Logger
	contest *contest.Contest
	api     *spectate.API
	mounts  []mount
	tokens  access.Tokens
	exits   bool // when the contest is over
	listens func(net.Addr)
	shown   chan struct{} // closed when what spectators see is complete
	stopped sync.Once
}

// mount is a site of somebody else's that is served beside the tracks.
type mount struct {
	path    string
	handler http.Handler
}

// GCPercent is the setting of Go's garbage collector (GOGC) that suits a process
// which only serves. It keeps little and throws much away: with the default of
// 100 it would collect thirty times a second, for a fifth of its processor time.
// The price is some twenty megabytes.
const GCPercent = 400

// MemoryLimit is how many bytes such a process may take (GOMEMLIMIT) before it collects more often than GCPercent says: so the
// price stays small where games are long.
const MemoryLimit = 1 << 30

// New prepares the server: its folders, its journals, and the games that an
// earlier one left unfinished, which go on as soon as it serves. Until it is shut
// down no other server can have the same folders; that holds however its process
// ends.
func New(o Options) (*Server, error) {
	tokens, err := tokensOf(&o)
	if err != nil {
		return nil, err
	}
	s := &Server{config: o.Config, log: o.Log, tokens: tokens, exits: o.ExitWhenOver, listens: o.Listening, shown: make(chan struct{})}
	s.contest, err = contest.New(contest.Options{
		Config: o.Config, Characters: o.Characters, Inventor: o.Inventor, Webhook: o.Webhook, Tokens: tokens, Substitute: o.Substitute,
		Provenance: o.Provenance, Foreseeable: o.Foreseeable, Log: o.Log,
	})
	if err != nil {
		return nil, err
	}
	observer, err := spectate.Open(o.Config, s.contest.Games, o.Log)
	if err == nil {
		s.api = spectate.NewAPI(observer, spectate.Options{
			Contest: s.contest, Tokens: tokens, Limits: o.Config.Server.MaxConnections, Version: o.Version,
			Standing: s.contest.Standing().Done(),
		})
		err = s.contest.Start(observer)
	}
	if err != nil {
		return nil, errors.Join(err, s.contest.Release())
	}
	go func() {
		defer close(s.shown)
		observer.Run(s.contest.Standing())
	}()
	return s, nil
}

// tokensOf are the tokens that the configuration wants.
func tokensOf(o *Options) (access.Tokens, error) {
	switch {
	case !o.Config.Server.Authentication:
		return access.Tokens{}, nil
	case len(o.Key) == 0:
		return access.Tokens{}, o.Config.Blame(nil, "server.authentication.enable",
			errors.New("tokens need a key in the environment's SECRET_KEY, which is empty"))
	case len(o.Key) < access.StrongKey:
		o.Log.Warn(access.WeakKey)
	}
	return access.NewTokens(o.Key), nil
}

// Mount serves a site below the path, which begins and ends with a slash, on every port. Its visitors count among the
// spectators, whose number the configuration limits. It must be called before the server serves.
func (s *Server) Mount(path string, h http.Handler) {
	s.mounts = append(s.mounts, mount{path, h})
}

// MayKnow reports whether the request may see the secrets of all games that go on: it comes with a receiver's token, or
// every track shows them to everybody. It is safe for concurrent use.
func (s *Server) MayKnow(r *http.Request) bool { return s.api.MayKnow(r) }

// MayLook reports whether the request may see what spectators see: it comes with a receiver's token where the server asks
// for tokens. It is safe for concurrent use.
func (s *Server) MayLook(r *http.Request) bool { return s.api.MayLook(r) }

// MayOrganise reports whether the request may change the contest, and see who will meet whom. It is safe for concurrent use.
func (s *Server) MayOrganise(r *http.Request) bool { return s.tokens.Organiser(r) }

// Records are the folders that the tracks keep their games in.
func (s *Server) Records() (dirs []string) {
	for i := range s.config.Tracks {
		dirs = append(dirs, s.contest.Games(&s.config.Tracks[i]).Dir())
	}
	return dirs
}

// handler serves the tracks of one port: each at its path, the figures at
// /metrics, what spectators may read at /api/v1 and /realtime, what is mounted. Who asks for nothing in particular is
// shown the first site that is mounted, unless a track has that path.
func (s *Server) handler(port int) http.Handler {
	mux := http.NewServeMux()
	s.contest.Register(mux, port)
	s.api.Register(mux, port)
	mux.HandleFunc("GET "+ContestPath, s.status)
	mux.HandleFunc("POST "+ContestPath, s.order)
	for _, m := range s.mounts {
		mux.Handle(m.path, s.api.Counted(m.handler))
	}
	atRoot := func(t config.Track) bool { return t.On(port) && t.Path == "/" }
	if len(s.mounts) > 0 && !slices.ContainsFunc(s.config.Tracks, atRoot) {
		mux.Handle("GET /{$}", http.RedirectHandler(s.mounts[0].path, http.StatusFound))
	}
	return mux
}

// ListenAndServe listens where the configuration says and serves until the
// context ends; then it shuts down.
func (s *Server) ListenAndServe(ctx context.Context) error {
	var servers []*http.Server
	addresses := s.addresses()
	failed := make(chan error, len(addresses))
	for _, address := range addresses {
		l, err := access.Listen(address)
		if err != nil {
			for _, other := range servers {
				_ = other.Close()
			}
			s.stop()
			return s.config.Blame(nil, "server.web_socket.port", err)
		}
		hs := access.NewHTTPServer(s.handler(l.Addr().(*net.TCPAddr).Port), &s.config.Server, s.log)
		servers = append(servers, hs)
		s.log.Info("listening", "address", l.Addr().String())
		if s.listens != nil {
			s.listens(l.Addr())
		}
		go func() { failed <- s.serve(hs, l) }()
	}
	var err error
	select {
	case <-ctx.Done():
		s.shutdown()
	case <-s.over(ctx.Done()):
		s.shutdown()
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

// shutdown begins no new game, waits for the running ones as long as the
// configuration says, and leaves the rest for the next server. When it returns,
// no game is being played.
func (s *Server) shutdown() {
	defer s.contest.Farewell()
	s.contest.Drain()
	s.stop()
}

// stop lets all games stand still. Whoever calls it again waits for the first.
func (s *Server) stop() {
	s.stopped.Do(func() {
		s.contest.Halt()
		<-s.shown
		if err := s.contest.Release(); err != nil {
			s.log.Error("journals and folders cannot be closed", "error", err)
		}
	})
}
