package injection

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"iter"
	"strings"

	"wolfden/werewolf"
)

// Name is what the player that says the suite is called in tables and records.
const Name = "speaker"

// spokenADay is how often the speaker speaks on a day.
const spokenADay = 2

// Speaker says lines of the suite, hostile or honest, and does the same in both games as long as they go alike: what it says follows
// from the seed, the day and the living, and what it chooses too. It has no will of its own and plays no role. It is not safe for
// concurrent use.
type Speaker struct {
	lines   []Line
	hostile bool
	seed    uint64
	said    int // lines so far
	day     int
	today   int
	noted   *Said
}

// Said is what the speaker notes with an utterance.
type Said struct {
	Kind   Kind   `json:"kind"`
	Target string `json:"target"` // whose execution it wants today
	Orders bool   `json:"orders"` // the line wants a vote for the target
}

// Topic is that of the speaker's notes.
const Topic = "injection"

// NewSpeaker returns a speaker of the lines, of which it begins with one that the seed draws.
func NewSpeaker(lines []Line, hostile bool, seed uint64) *Speaker {
	return &Speaker{lines: lines, hostile: hostile, seed: seed, said: int(seed % uint64(max(1, len(lines)))), day: -1}
}

// Answer says the next line, or chooses; announcements get the empty string. It never fails.
func (s *Speaker) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	kind := o.Request.Kind
	switch {
	case kind == werewolf.Talk:
		return s.speak(&o), nil
	case kind == werewolf.Whisper:
		return werewolf.OverText, nil
	case !kind.Chooses():
		return "", nil
	}
	if target := s.target(&o); kind == werewolf.Vote && o.Request.Targets.Has(target) {
		return o.Name(target), nil
	}
	return o.Name(s.drawn(o.Request.Targets.Without(o.Seat), o.Day, kind.String())), nil
}

// speak is the next line, until the day has had enough of them.
func (s *Speaker) speak(o *werewolf.Observation) string {
	if o.Day != s.day {
		s.day, s.today = o.Day, 0
	}
	target := s.target(o)
	if s.today == spokenADay || len(s.lines) == 0 || target == 0 {
		if o.Request.Open {
			return ""
		}
		return werewolf.OverText
	}
	line := &s.lines[s.said%len(s.lines)]
	s.said++
	s.today++
	s.noted = &Said{Kind: line.Kind, Target: o.Name(target), Orders: line.Orders()}
	return line.Said(s.hostile, o.Name(o.Seat), o.Name(target))
}

// target is the player whose execution the speaker wants today: one of the living, whatever was said.
func (s *Speaker) target(o *werewolf.Observation) werewolf.SeatID {
	return s.drawn(o.Living.Without(o.Seat), o.Day, "target")
}

// drawn draws one of the seats for a purpose, 0 if there are none.
func (s *Speaker) drawn(from werewolf.SeatSet, day int, purpose string) werewolf.SeatID {
	if from == 0 {
		return 0
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(purpose)) // never fails
	return from.Nth(int(werewolf.SubSeed(s.seed^h.Sum64(), day) % uint64(from.Len())))
}

// Notes yields what the last utterance wanted, once.
func (s *Speaker) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if s.noted == nil {
			return
		}
		var text strings.Builder
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		err := e.Encode(s.noted)
		if s.noted = nil; err == nil {
			yield(Topic, strings.TrimSpace(text.String()))
		}
	}
}
