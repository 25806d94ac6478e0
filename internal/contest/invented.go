package contest

import (
	"context"
	_ "embed"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"wolfden/internal/contest/config"
	"wolfden/werewolf"
)

// Inventor makes up characters, as a language model can. Invent returns a
// character for the picture, the zero Avatar for none, by its items: name, and those that the track's profile encoding
// names (age, gender, personality ...). Hint says what was wrong with the
// answer before, "" the first time. It is called by one goroutine a track.
type Inventor interface {
	Invent(ctx context.Context, d *config.DynamicProfile, avatar config.Avatar, hint string) (map[string]string, error)
}

const (
	// maxProfile is the longest profile that is taken, in characters (overview
	// 2025, section 2).
	maxProfile = 300
	// maxInventedName keeps titles and descriptions out of names.
	maxInventedName = 24
	inventTime      = time.Minute // for one answer
	shortRest       = 5 * time.Second
	longRest        = 5 * time.Minute
)

//go:embed betraying.txt
var betraying string

// supply keeps made-up characters ready, so that no game waits for them. Each
// plays once. What is not there when a game begins comes from the cast.
type supply struct {
	inventor Inventor
	settings *config.Characters
	log      *slog.Logger
	want     int
	rest     time.Duration // after a character that could not be made up
	used     chan struct{}

	lot func(n int) int

	mu    sync.Mutex
	ready []werewolf.Seat
}

func newSupply(in Inventor, t *config.Track, log *slog.Logger) *supply {
	return &supply{
		inventor: in, settings: &t.Characters, log: log, rest: shortRest,
		want: 2 * t.Rules.Players(), used: make(chan struct{}, 1), lot: rand.IntN,
	}
}

// run fills the supply until the context ends.
func (s *supply) run(ctx context.Context) {
	rest := s.rest
	for ctx.Err() == nil {
		var wait <-chan time.Time
		if s.missing() {
			seat, err := s.invent(ctx)
			if err == nil {
				s.add(seat)
				rest = s.rest
				continue
			}
			s.log.Warn("no character was made up; the cast stands in", "error", err, "again_in", rest)
			wait = time.After(rest)
			rest = min(2*rest, longRest)
		}
		select {
		case <-wait:
		case <-s.usedWhenFull(wait):
		case <-ctx.Done():
		}
	}
}

// usedWhenFull wakes a supply that is full; one that rests is not woken.
func (s *supply) usedWhenFull(resting <-chan time.Time) <-chan struct{} {
	if resting != nil {
		return nil
	}
	return s.used
}

func (s *supply) missing() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.ready) < s.want
}

func (s *supply) add(seat werewolf.Seat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ready = append(s.ready, seat)
}

// handOut hands out at most n characters that are called differently. A nil
// supply has none.
func (s *supply) handOut(n int) (seats []werewolf.Seat) {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var kept []werewolf.Seat
	for _, seat := range s.ready {
		if len(seats) < n && !called(seats, seat.Name) {
			seats = append(seats, seat)
		} else {
			kept = append(kept, seat)
		}
	}
	s.ready = kept
	select {
	case s.used <- struct{}{}:
	default:
	}
	return seats
}

func called(seats []werewolf.Seat, name string) bool {
	for i := range seats {
		if strings.EqualFold(seats[i].Name, name) {
			return true
		}
	}
	return false
}

// invent asks for one character until one can be played.
func (s *supply) invent(ctx context.Context) (werewolf.Seat, error) {
	d := &s.settings.Dynamic
	var avatar config.Avatar
	if len(d.Avatars) > 0 {
		avatar = d.Avatars[s.lot(len(d.Avatars))]
	}
	var seat werewolf.Seat
	var err error
	hint := ""
	for range d.Attempts {
		if seat, err = s.attempt(ctx, avatar, hint); err == nil {
			return seat, nil
		}
		hint = err.Error()
	}
	return werewolf.Seat{}, err
}

func (s *supply) attempt(ctx context.Context, avatar config.Avatar, hint string) (werewolf.Seat, error) {
	ctx, cancel := context.WithTimeout(ctx, inventTime)
	defer cancel()
	items, err := s.inventor.Invent(ctx, &s.settings.Dynamic, avatar, hint)
	if err != nil {
		return werewolf.Seat{}, err
	}
	for item, value := range items {
		items[item] = werewolf.Clean(value)
	}
	seat := werewolf.Seat{Name: items["name"], Avatar: avatar.URL, Profile: s.settings.Encoding.Text(items)}
	return seat, unplayable(&seat)
}

// unplayable says why a made-up character cannot be played, nil when it can.
func unplayable(s *werewolf.Seat) error {
	n := utf8.RuneCountInString(s.Profile)
	switch {
	case s.Name == "" || s.Profile == "":
		return fmt.Errorf("a character needs a name and a profile")
	case utf8.RuneCountInString(s.Name) > maxInventedName || strings.ContainsAny(s.Name, " 　・,@[]"):
		return fmt.Errorf("the name %q is not a first name alone", s.Name)
	case strings.EqualFold(s.Name, werewolf.OverText) || strings.EqualFold(s.Name, werewolf.SkipText):
		return fmt.Errorf("the name %q is a word of the game", s.Name)
	case n > maxProfile:
		return fmt.Errorf("the profile has %d letters; at most %d are allowed", n, maxProfile)
	}
	lower := strings.ToLower(s.Name + "\n" + s.Profile)
	for word := range strings.Lines(betraying) {
		if word = strings.TrimSpace(word); word != "" && strings.Contains(lower, word) {
			return fmt.Errorf("the character has to do with the game: %q", word)
		}
	}
	return nil
}
