// Package gamelogtest plays random games for the tests of what reads their records.
//
// The law of the package: it writes as a driver writes, through gamelog.Writer, and the same header gives the same record.
package gamelogtest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Scribe plays random games and writes their records as a driver would: each
// input, then the events that follow from it.
//
// Its owner sets TB, Words and Faults; Begin, or whoever goes on with a record, sets the rest.
type Scribe struct {
	TB      testing.TB
	Game    *werewolf.Game
	Writer  *gamelog.Writer
	At      int64
	Written int // events
	Faults  int // so many of a thousand answers are late, lost or illegal
	Words   []string
	Entered func(at int64, in *gamelog.Input) // called before an input is applied
	Told    func(at int64, e *werewolf.Event) // called after an event is written

	rng *rand.Rand
}

// Words are utterances of all kinds: plain, empty, quoted, of many scripts, with control characters.
func Words() []string {
	return []string{
		"Good morning", "Over", "Skip", "Skip", "", " \t ", "@Mio who are you?", "おはよう、みなさん。", "quote \" back \\ slash / <b>&",
		"two\r\nlines", "\x00\x1b[31m\x7f\u0085\u2028\u2029\u202e\ufeff", "a very long utterance " + string(bytes.Repeat([]byte("word "), 60)),
	}
}

// Header is the header of a game with rules that differ from seed to
// seed.
func Header(tb testing.TB, players int, seed uint64) *gamelog.Header {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 11))
	rules, err := werewolf.Standard(players)
	if err != nil {
		tb.Fatal(err)
	}
	rules.Talk.Mode, rules.Whisper.Mode = werewolf.TalkMode(rng.IntN(3)), werewolf.TalkMode(rng.IntN(3))
	rules.Talk.Duration, rules.Whisper.Duration = 60_000, 60_000
	rules.Talk.Order = werewolf.TalkOrder(rng.IntN(2))
	rules.Talk.MaxSkip = rng.IntN(3) - 1
	rules.Talk.MaxCount.PerAgent = 1 + rng.IntN(4)
	rules.Vote.MaxCount, rules.AttackVote.MaxCount = 1+rng.IntN(2), 1+rng.IntN(2)
	rules.AttackVote.AllowNoTarget = rng.IntN(2) == 0
	rules.VoteVisibility = rng.IntN(3) > 0
	rules.MaxDay = []int{werewolf.NoLimit, 2, 30}[rng.IntN(3)]
	rules.MaxFailedRatio = []float64{0.2, 0.5, 1}[rng.IntN(3)]
	if rng.IntN(3) == 0 {
		one := 1
		rules.DayPhases = append(rules.DayPhases,
			werewolf.Phase{Name: `"noon" \ 昼`, Actions: []string{"divine", "talk", "guard"}, OnlyDay: &one},
			werewolf.Phase{Name: "second vote", Actions: []string{"execution", "attack"}, ExceptDay: new(int)})
	}
	h := &gamelog.Header{Version: gamelog.Version, ID: fmt.Sprintf("01GAME%d", seed), Started: 1_700_000_000_000, Lang: "ja", Seed: seed, Rules: rules}
	for i := range players {
		h.Seats = append(h.Seats, werewolf.Seat{
			Name: string(rune('A'+i)) + ". 人狼", Profile: "age: 20\n\"calm\"", Avatar: "https://example.com/a.png",
			Team: fmt.Sprintf("team%d", i%3), Client: fmt.Sprintf("team%d%d", i%3, i),
		})
	}
	h.Seats[1].Name, h.Seats[2].Profile = "Mio", ""
	return h
}

// Begin starts the record: with its header and what happens before anybody is
// asked.
func (s *Scribe) Begin(h *gamelog.Header, w *gamelog.Writer, g *werewolf.Game) {
	s.rng = rand.New(rand.NewPCG(h.Seed, 13))
	s.Game, s.Writer, s.At, s.Written = g, w, 0, 0
	s.Follow()
}

// Follow writes the events that the record does not have yet.
func (s *Scribe) Follow() {
	for log := s.Game.Log(); s.Written < len(log); s.Written++ {
		s.Writer.Append(gamelog.Entry{At: s.At, Event: &log[s.Written]})
		if s.Told != nil {
			s.Told(s.At, &log[s.Written])
		}
	}
	if err := s.Writer.Flush(); err != nil {
		s.TB.Fatal(err)
	}
}

// Enter takes one input.
func (s *Scribe) Enter(at int64, in *gamelog.Input) {
	if s.Entered != nil {
		s.Entered(at, in)
	}
	if err := s.Game.Apply(in.Action); err != nil {
		s.TB.Fatal(err)
	}
	s.At = at
	s.Writer.Append(gamelog.Entry{At: at, Input: in})
	s.Follow()
}

// Answer makes up an answer to a request.
func (s *Scribe) Answer(q werewolf.Request) *gamelog.Input {
	in := &gamelog.Input{Action: werewolf.Action{Seat: q.Seat, Request: q.Kind}}
	a := &in.Action
	roll := s.rng.IntN(1000)
	switch {
	case roll < s.Faults/8:
		return &gamelog.Input{Action: werewolf.Action{Kind: werewolf.Fail, Seat: q.Seat}, Fault: gamelog.Lost}
	case q.Open && roll < s.Faults/8+50:
		return &gamelog.Input{Action: werewolf.Action{Kind: werewolf.CloseFloor}}
	case roll < s.Faults/2:
		a.Missing, in.Fault = true, gamelog.Late
		return in
	case q.Kind.Speaks():
		in.Raw = s.Words[s.rng.IntN(len(s.Words))]
		a.Text = in.Raw
		return in
	case roll < s.Faults:
		in.Raw, in.Fault = "nobody", gamelog.Illegal
		a.Target = werewolf.SeatID(s.rng.IntN(len(s.Game.Names()) + 1))
	default:
		a.Target = q.Targets.Nth(s.rng.IntN(q.Targets.Len()))
		in.Raw = s.Game.Names()[a.Target-1] + "\n"
	}
	return in
}

// Play goes on to the end.
func (s *Scribe) Play() {
	for {
		pending := s.Game.Pending()
		if len(pending) == 0 {
			return
		}
		s.Enter(s.At+int64(s.rng.IntN(900)), s.Answer(pending[s.rng.IntN(len(pending))]))
	}
}

// Record is a whole record with the header; the roles that are drawn go into
// its seats, as drivers do.
func Record(tb testing.TB, h *gamelog.Header, faults int) []byte {
	tb.Helper()
	return RecordWith(tb, h, &Scribe{TB: tb, Faults: faults, Words: Words()})
}

// RecordWith is Record with the words, faults and calls of s.
func RecordWith(tb testing.TB, h *gamelog.Header, s *Scribe) []byte {
	tb.Helper()
	g, err := h.Game()
	if err != nil {
		tb.Fatal(err)
	}
	for i := range h.Seats {
		h.Seats[i].Role = g.Role(werewolf.SeatID(i + 1))
	}
	if g, err = h.Game(); err != nil {
		tb.Fatal(err)
	}
	var out bytes.Buffer
	w, err := gamelog.NewWriter(&out, h)
	if err != nil {
		tb.Fatal(err)
	}
	s.Begin(h, w, g)
	s.Play()
	return out.Bytes()
}

// Records are records of games of all kinds: 5, 9 and 13 players, with faults and without.
func Records(tb testing.TB, games int) [][]byte {
	tb.Helper()
	all := make([][]byte, games)
	for i := range all {
		all[i] = Record(tb, Header(tb, []int{5, 9, 13}[i%3], uint64(i)), []int{0, 100}[i/3%2])
	}
	return all
}
