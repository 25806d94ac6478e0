package gamelog

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"wolfden/werewolf"
)

// scribe plays random games and writes their records as a driver would: each
// input, then the events that follow from it.
type scribe struct {
	tb      testing.TB
	rng     *rand.Rand
	game    *werewolf.Game
	w       *Writer
	at      int64
	written int // events
	faults  int // of thousand answers
	words   []string
	entered func(at int64, in *Input) // called before an input is applied
	told    func(at int64, e *werewolf.Event)
}

var scribeWords = []string{
	"Good morning", "Over", "Skip", "Skip", "", " \t ", "@Mio who are you?", "おはよう、みなさん。", "quote \" back \\ slash / <b>&",
	"two\r\nlines", "\x00\x1b[31m\x7f\u0085\u2028\u2029\u202e\ufeff", "a very long utterance " + string(bytes.Repeat([]byte("word "), 60)),
}

// scribeHeader is the header of a game with rules that differ from seed to
// seed.
func scribeHeader(tb testing.TB, players int, seed uint64) *Header {
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
	h := &Header{Version: Version, ID: fmt.Sprintf("01GAME%d", seed), Started: 1_700_000_000_000, Lang: "ja", Seed: seed, Rules: rules}
	for i := range players {
		h.Seats = append(h.Seats, werewolf.Seat{
			Name: string(rune('A'+i)) + ". 人狼", Profile: "age: 20\n\"calm\"", Avatar: "https://example.com/a.png",
			Team: fmt.Sprintf("team%d", i%3), Client: fmt.Sprintf("team%d%d", i%3, i),
		})
	}
	h.Seats[1].Name, h.Seats[2].Profile = "Mio", ""
	return h
}

// begin starts the record: with its header and what happens before anybody is
// asked.
func (s *scribe) begin(h *Header, w *Writer, g *werewolf.Game) {
	s.rng = rand.New(rand.NewPCG(h.Seed, 13))
	s.game, s.w, s.at, s.written = g, w, 0, 0
	s.follow()
}

// follow writes the events that the record does not have yet.
func (s *scribe) follow() {
	for log := s.game.Log(); s.written < len(log); s.written++ {
		s.w.Append(Entry{At: s.at, Event: &log[s.written]})
		if s.told != nil {
			s.told(s.at, &log[s.written])
		}
	}
	if err := s.w.Flush(); err != nil {
		s.tb.Fatal(err)
	}
}

// enter takes one input.
func (s *scribe) enter(at int64, in *Input) {
	if s.entered != nil {
		s.entered(at, in)
	}
	if err := s.game.Apply(in.Action); err != nil {
		s.tb.Fatal(err)
	}
	s.at = at
	s.w.Append(Entry{At: at, Input: in})
	s.follow()
}

// answer makes up an answer to a request.
func (s *scribe) answer(q werewolf.Request) *Input {
	in := &Input{Action: werewolf.Action{Seat: q.Seat, Request: q.Kind}}
	a := &in.Action
	roll := s.rng.IntN(1000)
	switch {
	case roll < s.faults/8:
		return &Input{Action: werewolf.Action{Kind: werewolf.Fail, Seat: q.Seat}, Fault: Lost}
	case q.Open && roll < s.faults/8+50:
		return &Input{Action: werewolf.Action{Kind: werewolf.CloseFloor}}
	case roll < s.faults/2:
		a.Missing, in.Fault = true, Late
		return in
	case q.Kind.Speaks():
		in.Raw = s.words[s.rng.IntN(len(s.words))]
		a.Text = in.Raw
		return in
	case roll < s.faults:
		in.Raw, in.Fault = "nobody", Illegal
		a.Target = werewolf.SeatID(s.rng.IntN(len(s.game.Names()) + 1))
	default:
		a.Target = q.Targets.Nth(s.rng.IntN(q.Targets.Len()))
		in.Raw = s.game.Names()[a.Target-1] + "\n"
	}
	return in
}

// play goes on to the end.
func (s *scribe) play() {
	for {
		pending := s.game.Pending()
		if len(pending) == 0 {
			return
		}
		s.enter(s.at+int64(s.rng.IntN(900)), s.answer(pending[s.rng.IntN(len(pending))]))
	}
}

// scribble is a whole record with the header; the roles that are drawn go into
// its seats, as drivers do.
func scribble(tb testing.TB, h *Header, faults int) []byte {
	tb.Helper()
	return scribbleWith(tb, h, &scribe{tb: tb, faults: faults, words: scribeWords})
}

func scribbleWith(tb testing.TB, h *Header, s *scribe) []byte {
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
	w, err := NewWriter(&out, h)
	if err != nil {
		tb.Fatal(err)
	}
	s.begin(h, w, g)
	s.play()
	return out.Bytes()
}

// scribbles are records of games of all kinds.
func scribbles(tb testing.TB, games int) [][]byte {
	tb.Helper()
	all := make([][]byte, games)
	for i := range all {
		all[i] = scribble(tb, scribeHeader(tb, []int{5, 9, 13}[i%3], uint64(i)), []int{0, 100}[i/3%2])
	}
	return all
}
