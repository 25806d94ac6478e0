package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/characters"
	"wolfden/internal/contest/config"
	"wolfden/internal/league"
	"wolfden/internal/match"
	"wolfden/internal/room"
	"wolfden/internal/secret"
	"wolfden/internal/server"
	"wolfden/internal/viewer"
	"wolfden/werewolf"
)

// roomFlags say who plays in rooms beside people.
type roomFlags struct {
	Bots []string `help:"Players that the form for a room begins with: built-in ones, baseline:PROMPTS, exec:COMMAND, NAME of --exec, remote:TEAM (default: the programs of --exec, else plain)." placeholder:"a,b,c"`
	programFlags
}

// table is who plays in rooms. Rooms is the flag that opens them, whether it is given.
func (f *roomFlags) table(rooms string, given bool, lang string) (*tableSetup, error) {
	f.Bots = bot.Names(f.Bots)
	switch {
	case !given && len(f.Bots)+len(f.Exec) > 0:
		return nil, usagef("--bots and --exec name players for rooms; %s opens them", rooms)
	case len(f.Bots)+len(f.Exec) == 0:
		return &tableSetup{}, nil
	case len(f.Bots) == 0:
		f.Bots = slices.Sorted(maps.Keys(f.Exec))
	}
	t, err := newTableSetup(5, "", lang, f.Bots, &f.programFlags)
	if err == nil {
		f.Bots = t.bots[:len(f.Bots)] // programs by their names
	}
	return t, err
}

// openRooms lets people play, with built-in players and the programs. It makes the folder for the records. Models may be nil. Lobby is
// where programs connect that come by themselves, nil where there are none.
func openRooms(e *env, dir string, m *models, t *tableSetup) (hub *room.Hub, lobby http.Handler, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, nil, fmt.Errorf("cannot make the folder for records: %w", err)
	}
	programs := &programsOfRooms{e: e, dir: dir, probe: t.probe}
	var elsewhere []league.Entry
	for _, p := range t.programs {
		if p.Exec == "" {
			elsewhere = append(elsewhere, p)
		} else {
			programs.started = append(programs.started, p)
		}
	}
	if programs.elsewhere, err = openGuests(e, elsewhere, "", t.probe, &listening{mount: func(h http.Handler) { lobby = h }}); err != nil {
		return nil, nil, err
	}
	t.guests = &guests{Guests: programs, close: programs.elsewhere.close}
	log := newLog(e.stderr, false, false)
	from := provenance("room", t.among())
	from.Probe = t.probe
	return room.Open(e.ctx, room.Options{
		Dir: dir, Kinds: kindsForRooms(t), Cast: charactersIn,
		Players: func(ctx context.Context, id, lang string, wanted []room.Wanted) ([]match.Player, func(), error) {
			return m.players(ctx, t, id, lang, wanted)
		},
		NewID:  secret.ID,
		Now:    time.Now,
		Failed: func(err error) { log.Error("room", "error", err) },

		Provenance: from,
		Describe:   func(kind, lang string) (gamelog.Entrant, error) { return t.entrant(m, kind, lang) },
	}), lobby, nil
}

// programsOfRooms are the programs that play with people. Those that have a command are started for each game, and are gone when it has
// ended: nobody knows when there will be another.
type programsOfRooms struct {
	e         *env
	dir       string // of the records
	probe     bool
	started   []league.Entry
	elsewhere *guests
}

// Invite is that of league.Guests.
func (p *programsOfRooms) Invite(ctx context.Context, game string, teams map[string]int) (map[string][]match.Player, func(), error) {
	var wanted []league.Entry
	here, others := map[string]int{}, maps.Clone(teams)
	for _, entry := range p.started {
		if n := teams[entry.Name]; n > 0 {
			wanted, here[entry.Name] = append(wanted, entry), n
			delete(others, entry.Name)
		}
	}
	pool, err := openGuests(p.e, wanted, filepath.Join(p.dir, programsDir, game), p.probe, nil)
	if err != nil {
		return nil, nil, err
	}
	players, leave, err := pool.invite(ctx, game, here)
	if err != nil {
		pool.close()
		return nil, nil, err
	}
	gone := func() { leave(); pool.close() }
	come, left, err := p.elsewhere.invite(ctx, game, others)
	if err != nil {
		gone()
		return nil, nil, err
	}
	maps.Copy(players, come)
	return players, func() { left(); gone() }, nil
}

// kindsForRooms returns the players that people may choose: the built-in ones that need nothing else to play, and those of the table,
// with programs among them. The first one is the default.
func kindsForRooms(t *tableSetup) (kinds []room.Kind) {
	for _, p := range t.programs {
		kinds = append(kinds, room.Kind{Name: p.Name, Summary: "a program", Turns: true})
	}
	for _, k := range bot.Kinds() {
		for _, name := range t.builtIn() {
			if strings.HasPrefix(name, k.Name+":") && !slices.ContainsFunc(kinds, func(k room.Kind) bool { return k.Name == name }) {
				kinds = append(kinds, room.Kind{Name: name, Summary: k.Summary, Players: k.Players})
			}
		}
		switch k.Name {
		case "scripted", "chaos":
		case "plain":
			kinds = append([]room.Kind{{Name: k.Name, Summary: k.Summary}}, kinds...)
		default:
			kinds = append(kinds, room.Kind{Name: k.Name, Summary: k.Summary, Players: k.Players})
		}
	}
	return kinds
}

// charactersIn are the built-in characters of a language.
func charactersIn(lang string) ([]werewolf.Seat, error) {
	people, err := characters.In(lang)
	if err != nil {
		return nil, err
	}
	seats := make([]werewolf.Seat, len(people))
	for i, p := range people {
		seats[i] = werewolf.Seat{Name: p.Name, Profile: p.Profile()}
	}
	return seats, nil
}

// players makes the players of one game, those of the programs among them.
func (m *models) players(ctx context.Context, programs *tableSetup, id, lang string, wanted []room.Wanted) (players []match.Player, leave func(), err error) {
	if players, leave, err = programs.invite(ctx, id, wanted); err != nil {
		return nil, nil, err
	}
	if err := m.seat(players, programs, lang, wanted); err != nil {
		leave()
		return nil, nil, err
	}
	return players, leave, nil
}

// web lets people play in a browser until the context ends.
func (c *playCmd) web(e *env) error {
	if c.Games != 1 || c.Seed != nil || c.JSON || c.Quiet || c.Roles != "" || c.Parallel != 0 {
		return usagef("--web: games are made in the browser; of the other flags --players, --bots, --lang, --out, --listen, --probe and those of models count")
	}
	t, err := newTableSetup(c.players(), "", c.Lang, c.Bots, &c.programFlags)
	if err != nil {
		return err
	}
	t.probe = c.Probe
	m, err := c.open(e.stderr)
	if err != nil {
		return err
	}
	defer m.close(e.stderr)
	hub, lobby, err := openRooms(e, c.Out, m, t)
	if err != nil {
		return err
	}
	defer t.guests.close()
	defer hub.Wait()
	listener, err := listenOn(cmp.Or(c.Listen, "127.0.0.1:8090"))
	if err != nil {
		return err
	}
	site, err := viewer.New(viewer.Options{
		Dirs: []string{c.Out}, Rooms: hub, Log: newLog(e.stderr, false, false), Commands: local(listener), Hosts: names(listener, nil),
		Table: room.Settings{Players: c.players(), Bots: t.bots[:len(c.Bots)], Lang: c.Lang},
	})
	if err != nil {
		return err
	}
	address := "http://" + listener.Addr().String() + "/play"
	fmt.Fprintf(e.stdout, "%s (Ctrl-C stops)\n", address)
	openBrowser(e.ctx, e.stdout, address)
	return serveUntilDone(e.ctx, listener, withLobby(e, site.Handler(), lobby, listener))
}

// withLobby lets programs connect beside the pages, where some do.
func withLobby(e *env, pages, lobby http.Handler, at net.Listener) http.Handler {
	if lobby == nil {
		return pages
	}
	fmt.Fprintf(e.stderr, "programs that play in rooms connect to ws://%s/ws\n", at.Addr())
	mux := http.NewServeMux()
	mux.Handle("/ws", lobby)
	mux.Handle("/", pages)
	return mux
}

// openBrowser opens the address in a browser if somebody sits at this machine. If that fails, the address is
// still printed.
func openBrowser(ctx context.Context, w io.Writer, address string) {
	if !terminal(w) {
		return
	}
	var command []string
	switch {
	case runtime.GOOS == "darwin":
		command = []string{"open", address}
	case runtime.GOOS == "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	case os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "":
		command = []string{"xdg-open", address}
	default:
		return
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	if cmd.Start() == nil {
		go func() { _ = cmd.Wait() }()
	}
}

// viewPath is where a server has its pages.
const viewPath = "/view/"

// tokenCookie keeps a receiver's token from page to page.
const tokenCookie = "wolfden-receiver"

// mountPages lets a server show its games to everybody who may see the feed, as late as the slowest feed of
// its tracks, with roles for those who may know them.
func mountPages(s *server.Server, cfg *config.Config, options viewer.Options) error {
	options.Dirs, options.Base = append(s.Records(), options.Dirs...), viewPath
	options.MayKnow, options.MayLook, options.Strangers = s.MayKnow, s.MayLook, true
	if slices.ContainsFunc(cfg.Tracks, func(t config.Track) bool { return t.Matching.IsOptimize && !t.Matching.SelfMatch }) {
		options.Contest = func(r *http.Request) []viewer.Division { return divisions(s.Statuses(), s.MayOrganise(r)) }
	}
	for i := range cfg.Tracks {
		options.Delay = max(options.Delay, cfg.Tracks[i].RealtimeBroadcaster.Delay)
	}
	site, err := viewer.New(options)
	if err != nil {
		return err
	}
	s.Mount(viewPath, keepToken(site.Handler()))
	return nil
}

// keepToken moves a token from the address, where it would stay in histories and shared links, into a cookie,
// and from the cookie to where the server looks for it.
func keepToken(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		if token := query.Get("token"); token != "" {
			http.SetCookie(w, &http.Cookie{
				Name: tokenCookie, Value: token, Path: viewPath, HttpOnly: true,
				Secure:   r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https",
				SameSite: http.SameSiteLaxMode, Expires: time.Now().Add(24 * time.Hour),
			})
			query.Del("token")
			r.URL.RawQuery = query.Encode()
			http.Redirect(w, r, r.URL.RequestURI(), http.StatusSeeOther)
			return
		}
		if c, err := r.Cookie(tokenCookie); err == nil && r.Header.Get("Authorization") == "" {
			r.Header.Set("Authorization", "Bearer "+c.Value)
		}
		next.ServeHTTP(w, r)
	})
}
