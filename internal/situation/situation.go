package situation

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"wolfden/werewolf"
)

// Situation is a position of a game, and what is held of who answers there. It does not change and may be tried by several at once.
type Situation struct {
	Name   string
	About  string // the position, in a line
	Source string // where the course of the game comes from
	Lang   string
	Runs   int // how often it is tried, each time with other chance
	Seat   werewolf.SeatID

	rules  werewolf.Rules
	seats  []werewolf.Seat
	days   []day
	expect []expectation
}

// day is what happens on a day and in the night after it.
type day struct {
	before, talk, whisper []line // before: what is whispered before the talk
	choices               map[werewolf.RequestKind]map[werewolf.SeatID]choice
	executed, killed      werewolf.SeatID // who is drawn where votes are tied
}

// line is an utterance.
type line struct {
	seat  werewolf.SeatID
	text  string // where the player is asked, what was said there in the original; "" where there is none
	asked bool   // the player answers
}

// choice is a vote or what is chosen at night.
type choice struct {
	target werewolf.SeatID // where the player is asked, what was chosen in the original
	asked  bool
}

// Players is the number of players at the table.
func (s *Situation) Players() int { return len(s.seats) }

// Role is what the role of the player is called.
func (s *Situation) Role() string { return s.rules.Table.Name(s.seats[s.Seat-1].Role) }

// name is what a seat is called.
func (s *Situation) name(id werewolf.SeatID) string {
	if id < 1 || int(id) > len(s.seats) {
		return "nobody"
	}
	return s.seats[id-1].Name
}

// seatOf is the seat of a name, no seat where nobody has it.
func (s *Situation) seatOf(name string) werewolf.SeatID {
	return werewolf.SeatID(1 + slices.IndexFunc(s.seats, func(seat werewolf.Seat) bool { return seat.Name == name }))
}

// lastDay is the day of the last question.
func (s *Situation) lastDay() int { return len(s.days) - 1 }

// check refuses a situation that cannot be played as it is written, or asks nothing.
func (s *Situation) check() error {
	if err := s.rules.Validate(); err != nil {
		return err
	}
	if len(s.expect) == 0 {
		return errors.New("expect: nothing is held of the answers")
	}
	last := -1
	var asked []moment
	for d := range s.days {
		if at := s.moments(d); len(at) > 0 {
			if last >= 0 {
				return fmt.Errorf("day %d: the player is asked on day %d already; questions (?) belong to one day", d, last)
			}
			last, asked = d, at
		}
	}
	switch {
	case last < 0:
		return fmt.Errorf("nothing is asked of %s: write ? in place of what it says or chooses", s.name(s.Seat))
	case last != s.lastDay():
		return fmt.Errorf("day %d: the last question is on day %d; nothing comes after it", s.lastDay(), last)
	}
	for i := range s.expect {
		if err := s.expect[i].fits(asked); err != nil {
			return fmt.Errorf("expect[%d]: %w", i, err)
		}
	}
	return s.rehearse()
}

// moment is a question.
type moment struct {
	kind werewolf.RequestKind
	was  string // the original's answer, "" where there is none
}

// moments are the questions of a day, in their order.
func (s *Situation) moments(d int) (all []moment) {
	on := &s.days[d]
	say := func(kind werewolf.RequestKind, lines []line) {
		for _, l := range lines {
			if l.asked {
				all = append(all, moment{kind, l.text})
			}
		}
	}
	say(werewolf.Whisper, on.before)
	say(werewolf.Talk, on.talk)
	choose := func(kind werewolf.RequestKind) {
		if c := on.choices[kind][s.Seat]; c.asked {
			was := ""
			if c.target != 0 {
				was = s.name(c.target)
			}
			all = append(all, moment{kind, was})
		}
	}
	choose(werewolf.Vote)
	say(werewolf.Whisper, on.whisper)
	for _, kind := range [...]werewolf.RequestKind{werewolf.Divine, werewolf.Guard, werewolf.Attack} {
		choose(kind)
	}
	return all
}

// talks reports whether an utterance is one with words.
func talks(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && text != werewolf.SkipText && text != werewolf.OverText
}
