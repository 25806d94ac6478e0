package room

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"wolfden/gamelog"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

// Room is a table and who sits at it. It is safe for concurrent use.
type Room struct {
	hub        *Hub
	founder    string
	Invitation string
	Settings   Settings

	mu      sync.Mutex
	people  []*Seat
	since   time.Time       // it waits, or its game is over
	begins  bool            // its players are waited for
	rec     *gamelog.Record // nil before the game
	over    bool            // the game has ended, or cannot go on
	changed chan struct{}   // closed and replaced when anything is
}

// longestName is of a person, in characters.
const longestName = 24

// CleanName is the name as it will be shown. The error is ErrName.
func CleanName(name string) (string, error) {
	name = werewolf.Clean(name)
	if name == "" || utf8.RuneCountInString(name) > longestName || !strings.ContainsFunc(name, unicode.IsGraphic) {
		return "", ErrName
	}
	return name, nil
}

// Join seats a person, whose seat is the answer. When the last seat for people is taken the game begins. The error is
// ErrName, ErrStarted or ErrFull.
func (r *Room) Join(name string) (*Seat, error) {
	name, err := CleanName(name)
	if err != nil {
		return nil, err
	}
	s, last, err := r.sit(name)
	if err == nil && last {
		err = r.Start()
	}
	return s, err
}

// sit seats a person; last is who takes the last seat for people.
func (r *Room) sit(name string) (s *Seat, last bool, err error) {
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.rec != nil || r.begins:
		return nil, false, ErrStarted
	case len(r.people) >= r.Settings.People:
		return nil, false, ErrFull
	}
	s = &Seat{Room: r, Token: rand.Text(), name: name, Host: len(r.people) == 0, met: r.hub.options.Now()}
	r.people = append(r.people, s)
	r.hub.seats[s.Token] = s
	r.stir()
	return s, len(r.people) == r.Settings.People, nil
}

// Start begins the game with who is there; built-in players take the seats that are left. The error is ErrStarted, or
// says why the game cannot be played.
func (r *Room) Start() error {
	r.mu.Lock()
	if r.rec != nil || r.begins {
		r.mu.Unlock()
		return ErrStarted
	}
	r.begins = true
	r.mu.Unlock()
	err := r.begin()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.begins = false
	return err
}

// People are the names of who sits here, in the order they came.
func (r *Room) People() (names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.people {
		names = append(names, s.name)
	}
	return names
}

// Game returns the record so far, nil before the game; whether the game has ended; and a channel that is closed when
// anything in the room changes. Nobody may change the record.
func (r *Room) Game() (rec *gamelog.Record, over bool, changed <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rec, r.over, r.changed
}

// Now is Game for who watches. While the game goes on it does not tell who is a person: the players do not know either.
func (r *Room) Now() (*gamelog.Record, <-chan struct{}) {
	rec, over, changed := r.Game()
	if rec == nil || over {
		return rec, changed
	}
	public := &gamelog.Record{Header: rec.Header, Entries: rec.Entries}
	public.Header.Seed, public.Header.Provenance = 0, nil
	public.Header.Seats = slices.Clone(rec.Header.Seats)
	for i := range public.Header.Seats {
		public.Header.Seats[i].Team, public.Header.Seats[i].Client = "", ""
	}
	return public, changed
}

// stir wakes who waits for a change; the lock is held.
func (r *Room) stir() {
	close(r.changed)
	r.changed = make(chan struct{})
}

func (r *Room) stale(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.begins:
		return false
	case r.rec == nil:
		return now.Sub(r.since) > lobbyTime || !slices.ContainsFunc(r.people, func(s *Seat) bool {
			return s.guests > 0 || now.Sub(s.met) <= emptyTime
		}) && now.Sub(r.since) > emptyTime
	}
	return r.over && now.Sub(r.since) > keepTime
}

// begin seats everybody and lets the game go. Nobody comes meanwhile, and no lock is held: programs may be long in coming.
func (r *Room) begin() error {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	seed := binary.LittleEndian.Uint64(b[:])
	rules, err := rulesOf(&r.Settings)
	if err != nil {
		return fmt.Errorf("rules: %w", err)
	}
	id := r.hub.options.NewID()
	seats, players, leave, err := r.seat(id, seed)
	if err != nil {
		return err
	}
	begun := false
	defer func() {
		if !begun {
			leave()
		}
	}()
	g, err := werewolf.New(rules, seats, seed)
	if err != nil {
		return fmt.Errorf("game: %w", err)
	}
	for i := range seats {
		seats[i].Role = g.Role(werewolf.SeatID(i + 1))
	}
	header, err := r.hub.header(id, &r.Settings, seed, seats, rules)
	if err != nil {
		return err
	}
	file, writer, err := gamelog.Create(filepath.Join(r.hub.options.Dir, header.ID+gamelog.Extension), &header)
	if err != nil {
		return fmt.Errorf("the record cannot be written: %w", err)
	}
	r.mu.Lock()
	r.rec = &gamelog.Record{Header: header}
	r.stir()
	r.mu.Unlock()
	m := &match.Match{
		Game: g, Started: header.Started, Players: players, Observer: &stage{room: r, writer: writer},
		Clock: match.WallClock(time.UnixMilli(header.Started)), Live: true,
	}
	begun = true
	r.hub.games.Go(func() {
		defer leave()
		_, err := m.Run(r.hub.ctx)
		r.hub.failed(errors.Join(err, writer.Flush(), file.Close()))
		r.end()
	})
	return nil
}

func (r *Room) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over, r.since = true, r.hub.options.Now()
	r.stir()
}

// comeTime is how long a game waits for players that are programs.
const comeTime = 30 * time.Second

// seat gives everybody in the game of the id a place and a character, both drawn from the seed. Where there is no error, leave is to be
// called when the game has ended.
func (r *Room) seat(id string, seed uint64) (seats []werewolf.Seat, players []match.Player, leave func(), err error) {
	cast, err := r.hub.options.Cast(r.Settings.Lang)
	if err != nil {
		return nil, nil, nil, err
	}
	n := r.Settings.Players
	if len(cast) < n {
		return nil, nil, nil, fmt.Errorf("%d characters for %d players", len(cast), n)
	}
	who := werewolf.DrawSeats.Permutation(seed, n)
	as := werewolf.DrawCharacters.Permutation(seed, len(cast))
	seats, players = make([]werewolf.Seat, n), make([]match.Player, n)
	var wanted []Wanted
	for i := range seats {
		seats[i] = cast[as[i]]
		p := who[i]
		if p < len(r.people) {
			s := r.people[p]
			s.ID = werewolf.SeatID(i + 1)
			seats[i].Team, seats[i].Client, players[i] = humanTeam, s.name, s
			continue
		}
		kind := r.Settings.Bots[(p-len(r.people))%len(r.Settings.Bots)]
		seats[i].Team, seats[i].Client = kind, fmt.Sprintf("%s%d", kind, p+1)
		wanted = append(wanted, Wanted{kind, werewolf.SubSeed(seed, i+1)})
	}
	ctx, cancel := context.WithTimeout(r.hub.ctx, comeTime)
	defer cancel()
	made, leave, err := r.hub.options.Players(ctx, id, r.Settings.Lang, wanted)
	switch {
	case err != nil:
		return nil, nil, nil, fmt.Errorf("the players did not come: %w", err)
	case len(made) != len(wanted):
		leave()
		return nil, nil, nil, fmt.Errorf("%d players came instead of %d", len(made), len(wanted))
	}
	for i := range players {
		if players[i] == nil {
			players[i], made = &typist{Player: made[0], lang: r.Settings.Lang}, made[1:]
		}
	}
	return seats, players, leave, nil
}

// stage shows the room what the record holds, once it is safe.
type stage struct {
	room   *Room
	writer *gamelog.Writer
	fresh  []gamelog.Entry
}

// Append takes an entry.
func (s *stage) Append(e gamelog.Entry) {
	s.writer.Append(e)
	s.fresh = append(s.fresh, e)
}

// Full reports whether the record has room only for the end.
func (s *stage) Full() bool { return s.writer.Full() }

// Flush writes, then shows.
func (s *stage) Flush() error {
	if err := s.writer.Flush(); err != nil || len(s.fresh) == 0 {
		return err
	}
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	// Who has the record from before keeps it as it was: what is appended lies behind its end.
	r.rec = &gamelog.Record{Header: r.rec.Header, Entries: append(r.rec.Entries, s.fresh...)}
	s.fresh = nil
	r.stir()
	return nil
}
