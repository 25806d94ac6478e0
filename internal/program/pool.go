package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"wolfden/internal/league/lobby"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

// Program is a program that plays, for all seats of a team.
type Program struct {
	Team string
	// Command is what starts it, with its arguments. In all of them {url} stands for the address to connect to, which is
	// in the environment as WOLFDEN_URL too, and {team} for the team.
	Command []string
}

// Options are what a pool is made from.
type Options struct {
	Programs []Program
	// Lobby is how other programs come, if any do; its teams are theirs alone, and its Short is told of them alone.
	Lobby lobby.Options
	// Guard is the program, with arguments, that runs Guard on the command behind them.
	Guard []string
	// Out is the folder for what programs print, a file a process, to which those of a later pool add; "" keeps none. It is made when
	// the first one prints.
	Out string
	// Slow, when it is not nil, is told of a process that games wait for and that has not connected for a while, and the last
	// that it printed. It must return soon, and not call the pool.
	Slow func(team, last string)
}

// Pool starts programs when games want them, and lets them and others into games. It is safe for concurrent use, and must
// be closed.
type Pool struct {
	*lobby.Lobby
	o        Options
	listener net.Listener
	web      *http.Server
	look     chan struct{} // holds one: something has changed
	broken   chan struct{} // closed with err, for the games that wait; those to come have another

	mu       sync.Mutex
	troupes  map[string]*troupe // by team
	entering []*connection      // that do not count yet
	closing  bool
	err      error // why games could not be played, the last time
	all      sync.WaitGroup
}

// New makes a pool that has not started anything yet. It listens on the loopback interface.
func New(o Options) (*Pool, error) {
	p := &Pool{o: o, troupes: map[string]*troupe{}, look: make(chan struct{}, 1), broken: make(chan struct{})}
	var err error
	if p.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, fmt.Errorf("cannot listen for programs: %w", err)
	}
	l := o.Lobby
	l.Short = p.short
	p.Lobby = lobby.New(l)
	for i, program := range o.Programs {
		p.troupes[program.Team] = &troupe{Program: program, label: fmt.Sprintf("%s.%d", plainName(program.Team), i+1), processes: map[string]*process{}}
	}
	p.web = &http.Server{Handler: http.HandlerFunc(p.enter), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	go func() { _ = p.web.Serve(p.listener) }()
	p.all.Go(p.watch)
	return p, nil
}

// Close ends all programs, and returns when they are gone.
func (p *Pool) Close() error {
	p.mu.Lock()
	p.closing = true
	for _, t := range p.troupes {
		for _, process := range t.processes {
			process.End()
		}
	}
	p.mu.Unlock()
	p.changed()
	p.all.Wait() // before the listener goes: the last that a program printed is not to be that nobody is there any more
	return p.web.Close()
}

// Invite waits until so many players of each team are there, as the lobby's does; it fails too when one of the programs
// cannot be started, or does not connect.
func (p *Pool) Invite(ctx context.Context, game string, teams map[string]int) (players map[string][]match.Player, leave func(), err error) {
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	p.mu.Lock()
	broken := p.broken
	p.mu.Unlock()
	go func() {
		select {
		case <-broken:
			cancel()
		case <-waiting.Done():
		}
	}()
	players, leave, err = p.Lobby.Invite(waiting, game, teams)
	if err != nil && ctx.Err() == nil {
		return nil, nil, cmp.Or(p.failure(), err)
	}
	return players, leave, err
}

// Printed is how many lines the processes of a program printed that have ended, and the one that tells best what the last of them had to
// say, which is as hostile as anything that a program prints.
func (p *Pool) Printed(team string) (lines int, last string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.troupes[team]; t != nil {
		return t.lines, t.last
	}
	return 0, ""
}

func (p *Pool) failure() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// enter lets a process in by the address that it was given.
func (p *Pool) enter(w http.ResponseWriter, r *http.Request) {
	label, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	p.mu.Lock()
	var process *process
	for _, t := range p.troupes {
		if t.label == label {
			process = t.processes[key]
		}
	}
	p.mu.Unlock()
	if process == nil {
		http.Error(w, "no program was started with this address", http.StatusNotFound)
		return
	}
	c := &connection{process: process}
	p.Let(w, r, lobby.Guest{
		Team:    process.troupe.Team,
		Notes:   func() iter.Seq2[string, string] { return p.notes(process) },
		Came:    func() { p.enters(c) },
		Left:    func() { p.leaves(c) },
		Greeted: func(err error) { p.greeted(process, err) },
	})
	p.leaves(c)
}

// connection is one of a process.
type connection struct {
	process *process
	counts  bool
}

// enters takes a connection that the next number of missing programs knows of.
func (p *Pool) enters(c *connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.entering = append(p.entering, c)
}

// leaves takes the end of a connection, or of its game: a process whose game is over will come back, or end.
func (p *Pool) leaves(c *connection) {
	p.mu.Lock()
	if c.counts {
		c.counts = false
		c.process.here--
		c.process.since = time.Now()
	}
	p.mu.Unlock()
	p.changed()
}

// greeted is told whether a connection of a process waits for a game now. One that never comes so far would be started for ever.
func (p *Pool) greeted(process *process, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := process.troupe
	switch {
	case err == nil:
		t.failed = 0
	case !p.closing:
		if t.failed++; t.failed >= mostFailed {
			why := err.Error()
			if errors.Is(err, match.ErrGone) {
				why = "ends the connection, or sends what is too long, before that"
			}
			p.fail(t, fmt.Errorf("%s connects and does not come into a game: %s%s; it has to answer the packet NAME with a name, and stay", t.Team, why, saying(&process.out)))
		}
	}
}

// notes are what a process has printed since it was last asked, where it plays one seat: of more, nobody knows whose it is.
func (p *Pool) notes(process *process) iter.Seq2[string, string] {
	p.mu.Lock()
	alone := process.most == 1
	p.mu.Unlock()
	return func(yield func(topic, text string) bool) {
		if text := process.out.tell(); text != "" && alone {
			yield("output", text)
		}
	}
}

// short is told by the lobby how many programs of each team are missing. Those that are entering are no longer among them: from now on
// their connections count.
func (p *Pool) short(missing map[string]int) {
	p.mu.Lock()
	for _, c := range p.entering {
		c.counts = true
		c.process.here++
		c.process.most, c.process.since = max(c.process.most, c.process.here), time.Now()
	}
	p.entering = nil
	for team, t := range p.troupes {
		t.missing = missing[team]
		delete(missing, team)
	}
	p.mu.Unlock()
	p.changed()
	if p.o.Lobby.Short != nil {
		p.o.Lobby.Short(missing)
	}
}

func (p *Pool) changed() {
	select {
	case p.look <- struct{}{}:
	default:
	}
}

// again is how often the pool looks whether somebody takes too long.
const again = 50 * time.Millisecond

// watch starts what is missing whenever something has changed.
func (p *Pool) watch() {
	ticker := time.NewTicker(again)
	defer ticker.Stop()
	for {
		select {
		case <-p.look:
		case <-ticker.C:
		}
		p.mu.Lock()
		if p.closing {
			p.mu.Unlock()
			return
		}
		for _, t := range p.troupes {
			for range t.wanted(time.Now()) {
				if err := p.start(t); err != nil {
					p.fail(t, err)
				}
			}
			if err := t.look(time.Now(), p.o.Slow); err != nil {
				p.fail(t, err)
			}
		}
		p.mu.Unlock()
	}
}

// fail ends all waiting. A game to come, as in a room, begins with the program anew. The lock is held.
func (p *Pool) fail(t *troupe, err error) {
	p.err, t.failed, t.missing = err, 0, 0
	close(p.broken)
	p.broken = make(chan struct{})
}

// start starts a process of the program. The lock is held.
func (p *Pool) start(t *troupe) error {
	t.started++
	key := strconv.Itoa(t.started)
	url := fmt.Sprintf("ws://%s/%s/%s", p.listener.Addr(), t.label, key)
	replace := strings.NewReplacer("{url}", url, "{team}", t.Team)
	command := make([]string, len(t.Command))
	for i, arg := range t.Command {
		command[i] = replace.Replace(arg)
	}
	process := &process{troupe: t, since: time.Now()}
	process.out.path = p.outFile(t, key)
	var err error
	if process.Running, err = Begin(p.o.Guard, command, url, &process.out); err != nil {
		return fmt.Errorf("%s cannot be started: %w", t.Team, err)
	}
	t.processes[key] = process
	p.all.Go(func() { p.ended(t, key, process.Wait()) })
	return nil
}

// ended takes the end of a process.
func (p *Pool) ended(t *troupe, key string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	process := t.processes[key]
	delete(t.processes, key)
	if s := exited(err); s != "" && process.most > 0 && process.out.lines() == 0 && !p.closing {
		_, _ = fmt.Fprintf(&process.out, "it ended without a word%s\n", s)
	}
	if n := process.out.lines(); n > 0 {
		t.lines, t.last = t.lines+n, process.out.lastLine()
	}
	process.End()
	process.out.close()
	if t.each == 0 {
		t.each = process.most
	}
	if process.most == 0 && !p.closing {
		if t.failed++; t.failed >= mostFailed || status(err) == notStarted {
			p.fail(t, fmt.Errorf("%s ended without connecting%s%s; it has to connect to the address that stands for {url} in its command and in WOLFDEN_URL",
				t.Team, exited(err), saying(&process.out)))
		}
	}
	p.changed()
}

func exited(err error) string {
	if n := status(err); n != 0 {
		return fmt.Sprintf(" (exit status %d)", n)
	}
	return ""
}

// saying is the last line that a process has printed, for the end of a sentence.
func saying(out *output) string {
	line := out.lastLine()
	if line == "" {
		return ""
	}
	return ": " + werewolf.Clean(line)
}

// outFile is where a process's output goes, "" for nowhere.
func (p *Pool) outFile(t *troupe, key string) string {
	if p.o.Out == "" {
		return ""
	}
	return filepath.Join(p.o.Out, t.label+"-"+key+".txt")
}

// plainName is a name in an address and for a file: letters, digits and - of it.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-':
			return r
		default:
			return '_'
		}
	}, name)
}
