package room

import (
	"context"
	"errors"
	"time"

	"wolfden/werewolf"
)

// Errors of an answer.
var (
	ErrNotAsked = errors.New("nothing is asked, or something else by now")
	ErrAnswer   = errors.New("this cannot be the answer")
)

// away is how long a person may be out of sight before nobody waits for the answers any more.
const away = 90 * time.Second

// longestAnswer is what a person may send at once, in bytes.
const longestAnswer = 8 << 10

// Seat is a person's place. It is a match.Player; everything else in it may be used by others at the same time.
type Seat struct {
	Room  *Room
	Token string // whoever has it acts for the seat
	name  string // of the person
	Host  bool   // may begin the game early
	// ID is where the person sits; it is set before the game's record is there, never changed after.
	ID werewolf.SeatID

	// With the lock of the room.
	asked  int // questions so far
	ask    *Ask
	answer chan string
	guests int       // pages that are open
	met    time.Time // when the last one was
}

// Ask is a question that a person has not answered yet. It must not be changed.
type Ask struct {
	Number  int // within the seat's game
	Request werewolf.Request
	Until   time.Time // when the answer must be there, zero for no limit
}

// Answer waits for the person's answer. Announcements need none: the page shows what is in the record.
func (s *Seat) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if k := o.Request.Kind; !k.Speaks() && !k.Chooses() {
		return "", nil
	}
	r, a := s.Room, make(chan string, 1)
	until, _ := ctx.Deadline()
	if !until.IsZero() && !o.Request.Open {
		until = until.Add(-time.Duration(o.Rules.Timeout.Acceptable) * time.Millisecond)
	}
	r.mu.Lock()
	s.asked++
	s.ask, s.answer = &Ask{Number: s.asked, Request: o.Request, Until: until}, a
	r.stir()
	r.mu.Unlock()
	defer s.done(a)
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for {
		select {
		case text := <-a:
			return text, nil
		case <-ctx.Done():
			return "", ctx.Err()
		case <-look.C:
			if s.gone() {
				return "", context.DeadlineExceeded
			}
		}
	}
}

// done takes the question back.
func (s *Seat) done(answer chan string) {
	s.Room.mu.Lock()
	defer s.Room.mu.Unlock()
	if s.answer == answer {
		s.ask, s.answer = nil, nil
		s.Room.stir()
	}
}

// gone reports whether nobody has looked for so long that waiting is of no use.
func (s *Seat) gone() bool {
	s.Room.mu.Lock()
	defer s.Room.mu.Unlock()
	return s.guests == 0 && s.Room.hub.options.Now().Sub(s.met) > away
}

// mostGuests is how many pages of one seat may be open.
const mostGuests = 6

// Enter notes that a page of the seat is open until the function that it returns is called, which must be called once.
// It is false when there are too many already.
func (s *Seat) Enter() (leave func(), ok bool) {
	s.Room.mu.Lock()
	defer s.Room.mu.Unlock()
	if s.guests >= mostGuests {
		return nil, false
	}
	s.guests++
	return func() {
		s.Room.mu.Lock()
		defer s.Room.mu.Unlock()
		s.guests--
		s.met = s.Room.hub.options.Now()
	}, true
}

// Asked is the question that waits for an answer, nil when there is none.
func (s *Seat) Asked() *Ask {
	s.Room.mu.Lock()
	defer s.Room.mu.Unlock()
	return s.ask
}

// Say answers the question of the number with an utterance. The error is ErrNotAsked or ErrAnswer.
func (s *Seat) Say(number int, text string) error {
	return s.submit(number, func(q *werewolf.Request) (string, bool) {
		return text, q.Kind.Speaks() && werewolf.Clean(text) != "" && len(text) <= longestAnswer
	})
}

// Pass answers the question of the number with nothing to say for now. The error is ErrNotAsked or ErrAnswer.
func (s *Seat) Pass(number int) error { return s.Say(number, werewolf.SkipText) }

// Finish answers the question of the number with nothing more to say today. The error is ErrNotAsked or ErrAnswer.
func (s *Seat) Finish(number int) error { return s.Say(number, werewolf.OverText) }

// Choose answers the question of the number with the player in a seat. The error is ErrNotAsked or ErrAnswer.
func (s *Seat) Choose(number, seat int) error {
	return s.submit(number, func(q *werewolf.Request) (string, bool) {
		seats := s.Room.rec.Header.Seats
		if !q.Kind.Chooses() || seat < 1 || seat > len(seats) || !q.Targets.Has(werewolf.SeatID(seat)) {
			return "", false
		}
		return seats[seat-1].Name, true
	})
}

// submit hands on what read makes of the question, once.
func (s *Seat) submit(number int, read func(*werewolf.Request) (string, bool)) error {
	s.Room.mu.Lock()
	defer s.Room.mu.Unlock()
	s.met = s.Room.hub.options.Now()
	if s.ask == nil || s.ask.Number != number {
		return ErrNotAsked
	}
	text, ok := read(&s.ask.Request)
	if !ok {
		return ErrAnswer
	}
	s.answer <- text
	s.ask, s.answer = nil, nil
	s.Room.stir()
	return nil
}
