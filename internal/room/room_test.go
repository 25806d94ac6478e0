package room

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

func TestAPersonPlaysAWholeGame(t *testing.T) {
	for _, open := range []bool{false, true} {
		inside(t, func(t *testing.T, h *Hub) {
			settings := five(1)
			settings.Open, settings.Floor = open, time.Minute
			r := room(t, h, settings)
			s := join(t, r, "Ann")
			defer enter(t, s)()
			play(t, s, nil)
			rec := finished(t, r)
			if f := faults(rec, s.ID); len(f) > 0 {
				t.Errorf("open %t: faults %v", open, f)
			}
			seat := rec.Header.Seats[s.ID-1]
			said := slices.ContainsFunc(rec.Entries, func(e gamelog.Entry) bool {
				return e.Event != nil && e.Event.Kind == werewolf.Talked && e.Event.Seat == s.ID && e.Event.Text == "I am Ann"
			})
			if seat.Team != "human" || seat.Client != "Ann" || !said {
				t.Errorf("open %t: the record has %+v, said %t", open, seat, said)
			}
		})
	}
}

func TestTwoPeopleAndThreePrograms(t *testing.T) {
	inside(t, func(t *testing.T, h *Hub) {
		r := room(t, h, five(2))
		ann := join(t, r, "Ann")
		if rec, _, _ := r.Game(); rec != nil {
			t.Fatal("the game begins before all are there")
		}
		bob := join(t, r, "Bob")
		if _, err := r.Join("Carl"); !errors.Is(err, ErrStarted) {
			t.Errorf("a third one: %v", err)
		}
		if !ann.Host || bob.Host || ann.ID == bob.ID || ann.Token == bob.Token {
			t.Errorf("%+v %+v", ann, bob)
		}
		defer enter(t, ann)()
		defer enter(t, bob)()
		go play(t, bob, nil)
		play(t, ann, nil)
		rec := finished(t, r)
		if f := append(faults(rec, ann.ID), faults(rec, bob.ID)...); len(f) > 0 {
			t.Errorf("faults %v", f)
		}
		teams := map[string]int{}
		for _, seat := range rec.Header.Seats {
			teams[seat.Team]++
		}
		if teams["human"] != 2 || teams["quiet"] != 3 {
			t.Errorf("%v", teams)
		}
	})
}

// Who looks on and says nothing has its full time for every answer, and no more.
func TestDeadline(t *testing.T) {
	inside(t, func(t *testing.T, h *Hub) {
		r := room(t, h, five(1))
		s := join(t, r, "Ann")
		defer enter(t, s)()
		for s.Asked() == nil {
			_, _, changed := r.Game()
			<-changed
		}
		first := *s.Asked()
		if left := time.Until(first.Until); left != time.Minute {
			t.Errorf("%v for the first answer", left)
		}
		time.Sleep(59 * time.Second)
		if a := s.Asked(); a == nil || a.Number != first.Number {
			t.Fatal("the question is taken back too early")
		}
		time.Sleep(3 * time.Second)
		if err := s.Say(first.Number, "too late"); !errors.Is(err, ErrNotAsked) {
			t.Errorf("an answer that is late: %v", err)
		}
		began := time.Now()
		rec := finished(t, r)
		late := faults(rec, s.ID)
		if len(late) == 0 || slices.ContainsFunc(late, func(f gamelog.Fault) bool { return f != gamelog.Late }) {
			t.Errorf("faults %v", late)
		}
		if took, most := time.Since(began), time.Duration(len(late)+1)*62*time.Second; took > most {
			t.Errorf("%d answers kept the game %v", len(late), took)
		}
	})
}

// Nobody waits for who left, and who comes back is asked again.
func TestLeaveAndComeBack(t *testing.T) {
	inside(t, func(t *testing.T, h *Hub) {
		settings := five(1)
		settings.Answer = 10 * time.Minute
		r := room(t, h, settings)
		s := join(t, r, "Ann")
		leave := enter(t, s)
		time.Sleep(2 * time.Minute) // it is open: somebody thinks
		if a := s.Asked(); a == nil || a.Number != 1 {
			t.Fatalf("a person that thinks is asked %+v", a)
		}
		leave()
		time.Sleep(away / 2)
		if a := s.Asked(); a == nil || a.Number != 1 {
			t.Fatal("a page that is loaded again loses its question")
		}
		time.Sleep(away/2 + 10*time.Second)
		again := h.Seat(s.Token)
		if again != s {
			t.Fatal("the token has no seat any more")
		}
		a := again.Asked()
		if a != nil && a.Number == 1 {
			t.Fatal("the game waits for who left")
		}
		defer enter(t, again)()
		play(t, again, nil)
		rec := finished(t, r)
		all := faults(rec, s.ID)
		if len(all) == 0 || len(all) > 20 {
			t.Errorf("%d answers are missing", len(all))
		}
	})
}

// A game of people that have all left ends soon.
func TestEverybodyLeaves(t *testing.T) {
	inside(t, func(t *testing.T, h *Hub) {
		settings := five(5)
		settings.Answer = 10 * time.Minute
		r := room(t, h, settings)
		for i := range 5 {
			join(t, r, fmt.Sprint("Person ", i))
		}
		began := time.Now()
		finished(t, r)
		if took := time.Since(began); took > 30*time.Minute {
			t.Errorf("an empty game takes %v", took)
		}
	})
}

func TestAnswersThatAreNone(t *testing.T) {
	inside(t, func(t *testing.T, h *Hub) {
		r := room(t, h, five(1))
		s := join(t, r, "Ann")
		defer enter(t, s)()
		play(t, s, func(a *Ask) bool { return true })
		n := s.Asked().Number
		for name, err := range map[string]error{
			"nothing": s.Say(n, ""), "blanks": s.Say(n, " \t\n"), "controls": s.Say(n, "\x00\x1b\u202e"),
			"a book": s.Say(n, strings.Repeat("a", longestAnswer+1)), "a choice": s.Choose(n, 1),
		} {
			if !errors.Is(err, ErrAnswer) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, number := range []int{n - 1, n + 1, 0, -1} {
			if err := s.Say(number, "hello"); !errors.Is(err, ErrNotAsked) {
				t.Errorf("number %d: %v", number, err)
			}
		}
		if err := s.Say(n, "hello\x1b[31m\u202e<b>"); err != nil {
			t.Fatal(err)
		}
		if err := s.Say(n, "twice"); !errors.Is(err, ErrNotAsked) {
			t.Errorf("a second answer: %v", err)
		}
		play(t, s, func(a *Ask) bool { return a.Request.Kind == werewolf.Vote })
		if a := s.Asked(); a != nil && a.Request.Kind == werewolf.Vote {
			for _, target := range []int{0, -1, 6, 64, 1 << 40} {
				if err := s.Choose(a.Number, target); !errors.Is(err, ErrAnswer) {
					t.Errorf("a vote for %d: %v", target, err)
				}
			}
			if err := s.Say(a.Number, "hello"); !errors.Is(err, ErrAnswer) {
				t.Errorf("words for a vote: %v", err)
			}
		}
		play(t, s, nil)
		for _, e := range finished(t, r).Entries {
			if e.Event != nil && strings.ContainsAny(e.Event.Text, "\x1b\x00") {
				t.Errorf("%q", e.Event.Text)
			}
		}
	})
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"Ann": "Ann", "  Ann ": "Ann", "アキラ": "アキラ", "<b>": "<b>", "a\tb": "a b", "a\nb\x1b[0m": "ab[0m", "x\u202ey": "xy",
		"": "", " \n": "", "\u202e": "", "\u200b": "", strings.Repeat("a", 25): "", strings.Repeat("ア", 24): strings.Repeat("ア", 24),
	} {
		got, err := CleanName(name)
		if got != want || (err != nil) != (want == "") || err != nil && !errors.Is(err, ErrName) {
			t.Errorf("%q becomes %q, %v; want %q", name, got, err, want)
		}
	}
}

func TestSettings(t *testing.T) {
	h := hall(t)
	for name, change := range map[string]func(*Settings){
		"players": func(s *Settings) { s.Players = 6 }, "nobody": func(s *Settings) { s.People = 0 }, "a crowd": func(s *Settings) { s.People = 6 },
		"language": func(s *Settings) { s.Lang = "fr" }, "no time": func(s *Settings) { s.Answer = time.Second },
		"all day": func(s *Settings) { s.Answer = time.Hour }, "no bots": func(s *Settings) { s.Bots = nil },
		"unknown": func(s *Settings) { s.Bots = []string{"quiet", "../x"} }, "floor": func(s *Settings) { s.Open, s.Floor = true, 0 },
		"size": func(s *Settings) { s.Players, s.Bots = 9, []string{"five"} }, "many": func(s *Settings) { s.Bots = make([]string, 100) },
	} {
		s := five(1)
		change(&s)
		if r, err := h.Create(s, ""); r != nil || !errors.Is(err, ErrSettings) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTokensAndInvitations(t *testing.T) {
	h := hall(t)
	first, second := room(t, h, five(2)), room(t, h, five(2))
	ann := join(t, first, "Ann")
	if h.Room("") != nil || h.Room("nothing") != nil || h.Seat("") != nil || h.Seat(first.Invitation) != nil {
		t.Error("who guesses is let in")
	}
	if h.Room(first.Invitation) != first || h.Room(second.Invitation) != second || h.Seat(ann.Token) != ann || ann.Room != first {
		t.Error("who was invited is not let in")
	}
	if len(first.Invitation) < 26 || len(ann.Token) < 26 { // 128 bits
		t.Error("it can be guessed")
	}
	for range mostGuests {
		enter(t, ann)
	}
	if _, ok := ann.Enter(); ok {
		t.Error("a seat has any number of pages")
	}
}

// Rooms that nobody needs any more make room for others; those in use stay.
func TestRoomsEnd(t *testing.T) {
	inside(t, func(t *testing.T, h *Hub) {
		r := room(t, h, five(1))
		s := join(t, r, "Ann")
		leave := enter(t, s)
		waiting, empty := room(t, h, five(2)), room(t, h, five(2))
		defer enter(t, join(t, waiting, "Bob"))()
		join(t, empty, "Carl")
		for range mostRooms - 3 {
			room(t, h, five(2))
		}
		if _, err := h.Create(five(1), ""); !errors.Is(err, ErrFull) {
			t.Errorf("one room too many: %v", err)
		}
		play(t, s, nil)
		leave()
		rec := finished(t, r)
		if h.Game(rec.Header.ID) != r || len(h.IDs()) != 0 {
			t.Error("a game that is just over is not found")
		}
		time.Sleep(emptyTime + time.Second)
		room(t, h, five(1))
		if h.Room(empty.Invitation) != nil || h.Room(waiting.Invitation) == nil {
			t.Error("rooms where nobody looks stay, or those where somebody does go")
		}
		time.Sleep(lobbyTime)
		room(t, h, five(1))
		if h.Room(waiting.Invitation) != nil {
			t.Error("a room that waited in vain is still there")
		}
		time.Sleep(keepTime)
		room(t, h, five(1))
		if h.Room(r.Invitation) != nil || h.Seat(s.Token) != nil || h.Game(rec.Header.ID) != nil {
			t.Error("a game from long ago is still there")
		}
	})
}

// Who watches a game that goes on is not told who is a person.
func TestWatchersAreNotToldWhoIsAPerson(t *testing.T) {
	inside(t, func(t *testing.T, h *Hub) {
		r := room(t, h, five(1))
		s := join(t, r, "Ann")
		defer enter(t, s)()
		rec, _ := r.Now()
		if got := h.IDs(); len(got) != 1 || h.Game(got[0]) != r || h.Game("other") != nil {
			t.Errorf("games that go on: %v", got)
		}
		for _, seat := range rec.Header.Seats {
			if seat.Team != "" || seat.Client != "" || seat.Name == "" {
				t.Errorf("%+v", seat)
			}
		}
		play(t, s, nil)
		finished(t, r)
		if rec, _ := r.Now(); rec.Header.Seats[s.ID-1].Team != "human" {
			t.Error("in the end nobody is told")
		}
	})
}

// What one has been shown stays as it was while the game goes on.
func TestRecordsAreNotChanged(t *testing.T) {
	inside(t, func(t *testing.T, h *Hub) {
		r := room(t, h, five(1))
		s := join(t, r, "Ann")
		defer enter(t, s)()
		var seen []*gamelog.Record
		var sizes []int
		play(t, s, func(*Ask) bool {
			rec, _, _ := r.Game()
			seen, sizes = append(seen, rec), append(sizes, len(rec.Entries))
			return false
		})
		for i := range seen {
			if len(seen[i].Entries) != sizes[i] || i > 0 && sizes[i] <= sizes[i-1] {
				t.Errorf("record %d has %d entries, had %d", i, len(seen[i].Entries), sizes[i])
			}
		}
	})
}

func TestTyping(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &typist{Player: quiet{}}
		began := time.Now()
		if text, err := p.Answer(t.Context(), werewolf.Observation{Request: werewolf.Request{Kind: werewolf.Talk}}); text != "good morning" || err != nil || time.Since(began) != 0 {
			t.Errorf("asked in turn: %q %v after %v", text, err, time.Since(began))
		}
		open := werewolf.Observation{Request: werewolf.Request{Kind: werewolf.Talk, Open: true}}
		if text, _ := p.Answer(t.Context(), open); text != "good morning" || time.Since(began) != leastTyping {
			t.Errorf("on an open floor: %q after %v", text, time.Since(began))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.Answer(ctx, open); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a floor that closes: %v", err)
		}
	})
}
