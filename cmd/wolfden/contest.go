package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"wolfden/internal/bot"
	"wolfden/internal/contest"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/invite"
	"wolfden/internal/filelock"
	"wolfden/internal/secret"
	"wolfden/internal/server"
	"wolfden/werewolf"
	"wolfden/wire"
)

type contestCmd struct {
	Init       contestInitCmd       `cmd:"" help:"Write the folder that a contest begins with."`
	Serve      contestServeCmd      `cmd:"" help:"Serve the contest: rehearsal and rounds of all divisions."`
	Status     contestStatusCmd     `cmd:"" help:"Tell how far it is, who is missing, and the standings."`
	Pause      contestPauseCmd      `cmd:"" help:"Let no match begin; games go on."`
	Resume     contestResumeCmd     `cmd:"" help:"Let matches begin again."`
	Extend     contestExtendCmd     `cmd:"" help:"Add rounds."`
	Withdraw   contestWithdrawCmd   `cmd:"" help:"Take a team out."`
	Substitute contestSubstituteCmd `cmd:"" help:"Have a built-in player play for a team."`
	Replay     contestReplayCmd     `cmd:"" help:"Play a match again that is over."`
	Judge      contestJudgeCmd      `cmd:"" help:"Have people, measures and models judge games, and tell what is open."`
	Report     contestReportCmd     `cmd:"" help:"Tell the standings, how far raters agree, and of each team its games, faults, best and worst moments."`
	Publish    contestPublishCmd    `cmd:"" help:"Write the games of a contest as a site, or as an archive without names."`
}

// contestDir is the folder of a contest, as init writes it.
type contestDir struct {
	Dir string `default:"." help:"Folder of the contest." placeholder:"DIR"`
}

// open reads the configuration and takes the key from the folder's environment, where none is in this one.
func (c *contestDir) open(log *slog.Logger) (*config.Config, error) {
	if err := loadDotenvFile(filepath.Join(c.Dir, invite.Environment), log); err != nil {
		return nil, err
	}
	path := filepath.Join(c.Dir, invite.Configuration)
	cfg, err := config.Load(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("there is no %s; wolfden contest init writes one, and --dir names the folder that has it", path)
	}
	if err != nil {
		return nil, err
	}
	cfg.Under(c.Dir)
	return cfg, nil
}

type contestServeCmd struct {
	contestDir `embed:""`

	Listen string `help:"Address, instead of the configured one." placeholder:"HOST:PORT"`
	Lang   string `help:"Language of the built-in characters and substitutes: en or ja." default:"en" enum:"en,ja"`
	Exit   bool   `help:"End when the last match has been played."`
	JSON   bool   `help:"Log as JSON lines."`
	Debug  bool   `help:"Log more."`
}

// Help is the long help of the command.
func (contestServeCmd) Help() string {
	return `Serves the contest of a folder that wolfden contest init wrote: the rehearsal and
the rounds of all its divisions, on one port, with the pages for spectators. The
other contest commands look at it and change it while it runs. Example:

  wolfden contest serve --dir autumn --exit

Ctrl-C begins no new game and waits for the running ones; a second one stops at
once. What is left goes on when the contest is served again.`
}

// Run serves until it is stopped, or the contest is over.
func (c *contestServeCmd) Run(e *env) error {
	log := newLog(e.stderr, c.JSON, c.Debug)
	cfg, err := c.open(log)
	if err != nil {
		return err
	}
	s := serveCmd{Listen: c.Listen, Lang: c.Lang, address: c.address(), tell: func(site string) {
		page, receiver := site+viewPath+"contest", ""
		if cfg.Server.Authentication && terminal(e.stdout) { // a log is no place for a token
			receiver, _ = access.NewToken([]byte(os.Getenv("SECRET_KEY")), access.ReceiverToken, "", time.Now().AddDate(0, 0, 30))
		}
		switch {
		case !cfg.Server.Authentication:
			fmt.Fprintf(e.stdout, "The contest's page: %s\n", page)
		case receiver != "":
			fmt.Fprintf(e.stdout, "The contest's page, which knows the roles of games that go on: %s?token=%s\n", page, receiver)
		default:
			fmt.Fprintf(e.stdout, "The contest's page: %s?token=TOKEN, where TOKEN is what wolfden token receiver prints in the folder %s (it knows the roles of games that go on), or wolfden token organiser (which matches wait for whom, too)\n", page, c.Dir)
		}
	}}
	if err := s.listen(cfg); err != nil {
		return err
	}
	return s.blame(s.serve(e, cfg, log, server.Options{ExitWhenOver: c.Exit}))
}

// address is the file that says where the contest's server listens, while one runs.
func (c *contestDir) address() string { return filepath.Join(c.Dir, ".address") }

// ownServer is how a program on the machine of a server reaches it. It is safe for concurrent use.
type ownServer struct {
	config *config.Config
	file   string            // that says so, "" for none
	tell   func(site string) // is told it; nil for nobody
	port   atomic.Int64      // the first one
	up     chan struct{}     // closed when it listens
}

func newOwnServer(cfg *config.Config) *ownServer {
	return &ownServer{config: cfg, up: make(chan struct{})}
}

// listening takes in where the server listens.
func (s *ownServer) listening(a net.Addr) {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !s.port.CompareAndSwap(0, int64(tcp.Port)) {
		return
	}
	defer close(s.up)
	site := s.at(&config.Track{}, "http")
	if s.file != "" {
		_ = os.WriteFile(s.file, []byte(site+"\n"), 0o600) // without it the configuration says where the server should be
	}
	if s.tell != nil {
		s.tell(site)
	}
}

// gone takes the file away.
func (s *ownServer) gone() {
	if s.port.Load() != 0 && s.file != "" {
		_ = os.Remove(s.file)
	}
}

// at is the server's address at the port of a track.
func (s *ownServer) at(t *config.Track, scheme string) string {
	host, port := s.config.Server.Host, t.Port
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = map[bool]string{true: "127.0.0.1", false: "::1"}[ip.To4() != nil]
	}
	if s.config.Server.TLS.Cert != "" {
		scheme += "s"
	}
	if port == 0 { // any that was free
		port = int(s.port.Load())
	}
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(port))
}

// trusting makes connections to this machine's own server, whatever name its certificate has.
func trusting() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
}

const (
	// standsAtOnce is how many games a substitute plays at once, firstStand the number behind its name: no program of the team has it.
	standsAtOnce = 5
	firstStand   = 9001
	// refusedFor is how long one waits that was sent home.
	refusedFor = 10 * time.Second
)

// substitutes are built-in players that play for teams, as any program does: over the server's own port.
func substitutes(server *ownServer, key []byte, lang string) contest.Substitute {
	return func(t *config.Track, team, player string) (func(context.Context), error) {
		if strings.ContainsAny(player, ":/\\") { // some take files of this machine
			return nil, fmt.Errorf("%q is more than the name of a built-in player; wolfden bots lists them", player)
		}
		if _, err := bot.New(player, bot.Config{Lang: lang}); err != nil {
			return nil, err
		}
		token, err := access.NewSubstituteToken(key, team, player, time.Now().AddDate(1, 0, 0))
		if err != nil {
			return nil, err
		}
		seeds := secret.NewKey()
		return func(ctx context.Context) {
			select {
			case <-server.up:
			case <-ctx.Done():
				return
			}
			var all sync.WaitGroup
			for i := range standsAtOnce {
				c := wire.Client{
					URL: server.at(t, "ws") + t.Path, Name: team + strconv.Itoa(firstStand+i), Token: token, Games: 1, HTTP: trusting(),
					New: func(game string) (wire.Player, error) {
						return bot.New(player, bot.Config{Lang: lang, Seed: seeds.Seed(game)})
					},
				}
				all.Go(func() {
					for ctx.Err() == nil {
						// A game that it is in when the team plays again itself it plays to its end.
						if c.Run(context.WithoutCancel(ctx)) == nil {
							continue
						}
						select { // refused: the server is closing, or the contest is over
						case <-time.After(refusedFor):
						case <-ctx.Done():
						}
					}
				})
			}
			all.Wait()
		}, nil
	}
}

// errDown says that no server answers.
var errDown = errors.New("no server answers")

// ask asks the server of the contest how far it is, or with an order has it carried out. Where no server runs, the error wraps errDown.
func (c *contestDir) ask(e *env, cfg *config.Config, o *server.Order) (*server.Told, error) {
	token, err := access.NewToken([]byte(os.Getenv("SECRET_KEY")), access.OrganiserToken, "", time.Now().Add(time.Hour))
	if err != nil {
		return nil, fmt.Errorf("%w (the key is SECRET_KEY in %s or the environment)", err, invite.Environment)
	}
	method, body := http.MethodGet, []byte(nil)
	if o != nil {
		method = http.MethodPost
		if body, err = json.Marshal(o); err != nil {
			return nil, err
		}
	}
	address := newOwnServer(cfg).at(&cfg.Tracks[0], "http")
	if text, err := os.ReadFile(c.address()); err == nil {
		address = strings.TrimSpace(string(text))
	}
	ctx, cancel := context.WithTimeout(e.ctx, time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, address+server.ContestPath, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := trusting().Do(r)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return nil, fmt.Errorf("%w at %s", errDown, r.URL.Host)
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	var told struct {
		server.Told
		Error string `json:"error"`
	}
	const most = 64 << 20
	if err := json.NewDecoder(io.LimitReader(answer.Body, most)).Decode(&told); err != nil {
		return nil, fmt.Errorf("what answers at %s is no server of a contest (%s): %w", r.URL.Host, answer.Status, err)
	}
	if answer.StatusCode == http.StatusUnauthorized {
		return nil, fmt.Errorf("the server at %s has another key; it serves another contest", r.URL.Host)
	}
	if told.Error != "" {
		return nil, errors.New(werewolf.Clean(told.Error))
	}
	return &told.Told, nil
}

// disk is ask for a contest that nobody serves.
func (c *contestDir) disk(cfg *config.Config, o *server.Order) (told *server.Told, err error) {
	characters, err := charactersIn("en")
	if err != nil {
		return nil, err
	}
	key := []byte(os.Getenv("SECRET_KEY"))
	s, err := contest.New(contest.Options{
		Config: cfg, Characters: characters, Tokens: access.NewTokens(key), Substitute: substitutes(newOwnServer(cfg), key, "en"), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Release()) }()
	if err := s.Recall(); err != nil {
		return nil, err
	}
	told = &server.Told{}
	if o != nil {
		if told.Carried, err = s.Order(o.Track, o.Order); err != nil {
			return nil, err
		}
	}
	told.Tracks, err = s.Statuses()
	return told, err
}

// patience is how often it is looked whether whoever has the folder is done.
const patience = 25

// reach asks the server, or the disk where none runs.
func (c *contestDir) reach(e *env, o *server.Order) (told *server.Told, served bool, err error) {
	cfg, err := c.open(slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, false, err
	}
	// The folder says who serves it, so that no token goes to whoever else listens at an address of yesterday.
	for try := 0; ; try++ {
		if told, err = c.disk(cfg, o); !errors.Is(err, filelock.ErrBusy) {
			break
		}
		if told, err = c.ask(e, cfg, o); !errors.Is(err, errDown) {
			served = true
			break
		}
		if try == patience {
			return nil, false, fmt.Errorf("another command, or a server that does not answer yet, has the folder %s; try again", cfg.Server.DataDir)
		}
		time.Sleep(200 * time.Millisecond) // another command is done soon
	}
	if err != nil {
		return nil, served, err
	}
	inOrder(told.Tracks)
	return told, served, nil
}
