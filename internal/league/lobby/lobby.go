// Package lobby lets programs elsewhere play in games that are driven here.
//
// The law of the package: a game gets all the players it waits for at once, or none, so that games played at the same
// time cannot block each other. A program plays one game on a connection and connects again for the next. What it sends
// counts as an answer when one is asked for, and is dropped otherwise; what it says aside never counts as one.
package lobby

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/match"
	"wolfden/internal/teamname"
	"wolfden/werewolf"
	"wolfden/wire"
)

const (
	// nameTimeout is how long a program may take to give it.
	nameTimeout = 10 * time.Second
	// firstPing is how long one that comes may take for a sign of life, before
	// which it does not wait for a game, and pingTimeout one that is to play.
	firstPing   = 10 * time.Second
	pingTimeout = 3 * time.Second
	// maxWaiting keeps a flood of connections from filling the memory.
	maxWaiting = 4096
)

var (
	errName     = errors.New("the name is of no team that plays here; a program is called by its team, with a number behind it")
	errNameless = fmt.Errorf("no answer to NAME within %s", nameTimeout)
	errSilent   = errors.New("no sign of life")
	errFull     = errors.New("too many programs wait")
)

// Options are what a lobby is made from.
type Options struct {
	// Teams are who may come. A program's team is its name without the digits at
	// its end, as the contest has it.
	Teams []string
	// Admit says whether a request may speak for a team; nil admits everybody.
	Admit func(r *http.Request, team string) error
	// Short, when it is not nil, is told how many programs of each team games wait for, whenever that may have
	// changed. It must return at once, and not call the lobby.
	Short func(missing map[string]int)
	// Probe has programs that speak beside the game asked what they believe, at the end of each day.
	Probe bool
	Log   *slog.Logger // nil for silence
}

// Guest is a program whose team is known before it says anything.
type Guest struct {
	Team string
	// Notes, when it is not nil, yields what the program lets its seat know, as a match.Thinker does.
	Notes func() iter.Seq2[string, string]
	// Came and Left, when they are not nil, are told when the program is counted as one that comes, right before Short is,
	// and when its game has ended and its connection is about to.
	Came, Left func()
	// Greeted, when it is not nil, is told that the program waits for a game, or why it does not.
	Greeted func(error)
}

// Lobby is where programs wait for their games. It is an http.Handler for their
// WebSockets, and safe for concurrent use.
type Lobby struct {
	Options
	mu      sync.Mutex
	waiting []*client // the longest first
	wishes  []*wish   // of games, the oldest first
	coming  []*client // that are known, and do not wait yet
	names   map[string]bool
}

// wish is a game that waits for its players.
type wish struct {
	teams   map[string]int
	granted chan []*client // holds one
}

// New makes an empty lobby.
func New(o Options) *Lobby {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Lobby{Options: o, names: map[string]bool{}}
}

// ServeHTTP asks a program its name and keeps it until its game is over.
func (l *Lobby) ServeHTTP(w http.ResponseWriter, r *http.Request) { l.Let(w, r, Guest{}) }

// Let is ServeHTTP for a program that is known; whatever name it gives, it plays for the guest's team.
func (l *Lobby) Let(w http.ResponseWriter, r *http.Request, g Guest) {
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{wire.AsideProtocol}})
	if err != nil {
		return // Accept has answered
	}
	c := newClient(ws)
	c.Guest = g
	l.await(c)
	err = l.greet(r, c)
	if g.Greeted != nil {
		g.Greeted(err)
	}
	if err != nil {
		l.gone(c)
		if g.Team == "" || !errors.Is(err, match.ErrGone) { // who was started here was ended, or has printed why it went
			l.Log.Warn("program refused", "address", r.RemoteAddr, "name", werewolf.Clean(c.name), "error", err)
		}
		_ = ws.Close(websocket.StatusPolicyViolation, refusal(err))
		c.close()
		return
	}
	if g.Team == "" && l.isNew(c.name) {
		l.Log.Info("program is here", "name", c.name)
	}
	<-c.lost // the handler lives as long as its socket
	l.gone(c)
}

// isNew is whether a program of this name waits for the first time, as far as is kept.
func (l *Lobby) isNew(name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	known := l.names[name]
	if len(l.names) < maxWaiting {
		l.names[name] = true
	}
	return !known
}

// await counts a program that is known, and will wait when it has given its name.
func (l *Lobby) await(c *client) {
	if c.Team == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.coming = append(l.coming, c)
	if c.Came != nil {
		c.Came()
	}
	l.short()
}

// gone forgets a program.
func (l *Lobby) gone(c *client) {
	same := func(other *client) bool { return other == c }
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting, l.coming = slices.DeleteFunc(l.waiting, same), slices.DeleteFunc(l.coming, same)
	l.short()
}

// refusal tells a program why it may not play, and of what others gave as a reason nothing.
func refusal(err error) string {
	for _, ours := range []error{errName, errNameless, errFull, errSilent} {
		if errors.Is(err, ours) {
			return ours.Error()
		}
	}
	return "not admitted; check the token and its team"
}

// greet learns who it is, and lets it wait.
func (l *Lobby) greet(r *http.Request, c *client) error {
	if err := c.send(wire.NamePacket()); err != nil {
		return err
	}
	timer := time.NewTimer(nameTimeout)
	defer timer.Stop()
	select {
	case m := <-c.inbox:
		c.name = strings.Clone(strings.TrimSpace(m.text)) // or it would hold on to all that came with it
		c.took(&m)
		c.want(false)
	case <-c.lost:
		return match.ErrGone
	case <-timer.C:
		return errNameless
	}
	if c.Team == "" {
		if err := l.admit(r, c); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(c.ctx, firstPing)
	defer cancel()
	if c.ws.Ping(ctx) != nil {
		return errSilent
	}
	return l.wait(c)
}

// admit lets a program in by its name.
func (l *Lobby) admit(r *http.Request, c *client) error {
	c.Team = teamname.Of(c.name)
	if teamname.CheckClient(c.name) != nil || !slices.Contains(l.Teams, c.Team) {
		return errName
	}
	if l.Admit != nil {
		return l.Admit(r, c.Team)
	}
	return nil
}

// wait lets programs wait, the first of them before those that are there.
func (l *Lobby) wait(programs ...*client) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting)+len(programs) > maxWaiting {
		return errFull
	}
	l.waiting = append(l.waiting, programs...)
	l.coming = slices.DeleteFunc(l.coming, func(c *client) bool { return slices.Contains(programs, c) })
	l.grant()
	return nil
}

// grant gives games their players, the oldest first; one that has to wait keeps
// younger ones from taking its players away. The lock is held.
func (l *Lobby) grant() {
	defer l.short()
	l.waiting = slices.DeleteFunc(l.waiting, func(c *client) bool { return c.gone() })
	for len(l.wishes) > 0 {
		w, here := l.wishes[0], map[string]int{}
		for _, c := range l.waiting {
			here[c.Team]++
		}
		for team, n := range w.teams {
			if here[team] < n {
				return
			}
		}
		var taken, left []*client
		took := map[string]int{}
		for _, c := range l.waiting {
			if took[c.Team] < w.teams[c.Team] {
				took[c.Team]++
				taken = append(taken, c)
			} else {
				left = append(left, c)
			}
		}
		l.waiting, l.wishes = left, l.wishes[1:]
		w.granted <- taken
	}
}

// short tells how many programs of each team games wait for. The lock is held.
func (l *Lobby) short() {
	if l.Short == nil {
		return
	}
	missing := map[string]int{}
	for _, w := range l.wishes {
		for team, n := range w.teams {
			missing[team] += n
		}
	}
	for _, c := range slices.Concat(l.waiting, l.coming) {
		if missing[c.Team] > 0 && !c.gone() {
			missing[c.Team]--
		}
	}
	l.Short(missing)
}

// Invite waits until so many programs of each team are there, and takes them
// for the game with the id. It fails with the context's error only. Who calls
// it must call leave when the game has ended, however it has: programs that
// are still there then are sent home.
func (l *Lobby) Invite(ctx context.Context, game string, teams map[string]int) (players map[string][]match.Player, leave func(), err error) {
	for {
		guests, err := l.waitForPlayers(ctx, teams)
		if err != nil {
			return nil, nil, err
		}
		if !alive(ctx, guests) {
			_ = l.wait(guests...) // there was room for them before
			continue
		}
		players = map[string][]match.Player{}
		for _, c := range guests {
			players[c.Team] = append(players[c.Team], l.newPlayer(c, game))
		}
		return players, func() {
			for _, c := range guests {
				if c.Left != nil {
					c.Left()
				}
				go c.close() // which waits for the other side's goodbye
			}
		}, nil
	}
}

// waitForPlayers waits for its turn and for the programs.
func (l *Lobby) waitForPlayers(ctx context.Context, teams map[string]int) ([]*client, error) {
	w := &wish{teams: teams, granted: make(chan []*client, 1)}
	l.mu.Lock()
	l.wishes = append(l.wishes, w)
	l.grant()
	l.mu.Unlock()
	select {
	case guests := <-w.granted:
		return guests, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	l.wishes = slices.DeleteFunc(l.wishes, func(other *wish) bool { return other == w })
	l.grant()
	l.mu.Unlock()
	select {
	case guests := <-w.granted: // just before
		_ = l.wait(guests...)
	default:
	}
	return nil, ctx.Err()
}

// alive reports whether all of them give a sign of life. Those that give none
// lose their connection.
func alive(ctx context.Context, programs []*client) bool {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	var all sync.WaitGroup
	for _, c := range programs {
		all.Go(func() {
			if c.ws.Ping(ctx) != nil {
				c.close()
			}
		})
	}
	all.Wait()
	return !slices.ContainsFunc(programs, func(c *client) bool { return c.gone() })
}
