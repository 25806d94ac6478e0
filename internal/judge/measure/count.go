package measure

import (
	"maps"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/judge"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// said is one utterance with words in it.
type said struct {
	seat  werewolf.SeatID
	text  string
	grams map[string]float64
}

// seat is what was noted of one player.
type seat struct {
	texts      []string
	wordless   int // turns passed
	repeats    int
	echoes     int
	unfinished int
	addresses  int // utterances that speak to somebody

	asked, answered int
	waiting         bool // somebody's address has not been answered today

	claims   []werewolf.Role
	results  map[werewolf.SeatID]werewolf.Species
	against  int              // claims and results that deny earlier ones
	declared werewolf.SeatID  // the last vote announced today
	pushed   werewolf.SeatSet // accused today
	backed   werewolf.SeatSet // spoken for today

	votes, kept, broken, silent, denied, withSide int
	shared                                        int // utterances in whispers, results told at the table

	distinct float64 // how unlike the others' its use of letters is
}

// counter goes through a game once.
type counter struct {
	game   *judge.Game
	seats  []seat
	before []said
	day    int
}

// near is from where on two utterances count as the same.
const near = 0.7

func count(g *judge.Game) *counter {
	c := &counter{game: g, seats: make([]seat, len(g.Players))}
	for i := range g.Players {
		c.seats[i].results = map[werewolf.SeatID]werewolf.Species{}
	}
	for i := range g.Lines {
		l := &g.Lines[i]
		if l.Day != c.day {
			c.dawn(l.Day)
		}
		switch l.Kind {
		case contestlog.TalkLine, contestlog.WhisperLine:
			c.speech(l, l.Says(), l.Kind == contestlog.WhisperLine)
		case contestlog.VoteLine:
			c.vote(l)
		default:
		}
	}
	return c
}

// of is the player at a seat, nil where nobody sits: logs may be wrong.
func (c *counter) of(id werewolf.SeatID) *seat {
	if id < 1 || int(id) > len(c.seats) {
		return nil
	}
	return &c.seats[id-1]
}

func (c *counter) dawn(day int) {
	c.day = day
	for i := range c.seats {
		s := &c.seats[i]
		s.waiting, s.declared, s.pushed, s.backed = false, 0, 0, 0
	}
}

func (c *counter) speech(l *chronicle.Line, r speech.Rows, whisper bool) {
	s := c.of(l.Seat)
	if s == nil {
		return
	}
	text := strings.TrimSpace(l.Text)
	if whisper {
		if text != werewolf.SkipText && text != werewolf.OverText {
			s.shared++
		}
		return
	}
	if text == werewolf.SkipText || text == werewolf.OverText || text == "" {
		if text != werewolf.OverText {
			s.wordless++
		}
		return
	}
	s.words(c, l.Seat, text)
	if s.waiting {
		s.answered++
		s.waiting = false
	}
	c.ask(s, l.Seat, r)
	s.claim(l.Seat, r)
	if vote := r.Announced(speech.Vote); vote != 0 {
		s.declared = vote
	}
	s.pushed |= r.Suspected()
	s.backed = s.backed&^r.Suspected() | r.Trusted()
	if request := r.Requested(speech.Vote); request != 0 {
		s.pushed = s.pushed.With(request)
	}
}

// words notes how something was said.
func (s *seat) words(c *counter, id werewolf.SeatID, text string) {
	u := said{id, text, grams(text)}
	mine, others := false, false
	for i := range c.before {
		if b := &c.before[i]; (b.seat == id && !mine || b.seat != id && !others) && alike(u.grams, b.grams) >= near {
			mine, others = mine || b.seat == id, others || b.seat != id
		}
	}
	if mine {
		s.repeats++
	}
	if others {
		s.echoes++
	}
	if unfinished(text) {
		s.unfinished++
	}
	s.texts = append(s.texts, text)
	c.before = append(c.before, u)
}

// ask notes who is spoken to.
func (c *counter) ask(s *seat, id werewolf.SeatID, r speech.Rows) {
	spoken := false
	asked, _ := r.Asked(id)
	for to := range asked.All() {
		other := c.of(to)
		if other == nil || to == id {
			continue
		}
		spoken = true
		if !other.waiting {
			other.asked++
			other.waiting = true
		}
	}
	if spoken {
		s.addresses++
	}
}

// claim notes what denies what the player has said before.
func (s *seat) claim(by werewolf.SeatID, r speech.Rows) {
	if role := r.Claimed(by); role != werewolf.NoRole {
		if len(s.claims) > 0 && s.claims[len(s.claims)-1] != role {
			s.against++
		}
		s.claims = append(s.claims, role)
	}
	if r.Retracts(by) {
		s.against++
	}
	for x := range r.Results(by) {
		before, known := s.results[x.Target]
		if !known {
			s.shared++
		}
		if known && before != x.Species && x.Species != werewolf.NoSpecies && before != werewolf.NoSpecies {
			s.against++
		}
		s.results[x.Target] = x.Species
	}
}

// vote compares a vote with what was said on the day.
func (c *counter) vote(l *chronicle.Line) {
	s, target := c.of(l.Seat), c.of(l.Target)
	if s == nil || target == nil {
		return
	}
	s.votes++
	switch {
	case s.declared == l.Target, s.declared == 0 && s.pushed.Has(l.Target):
		s.kept++
	case s.declared == 0 && s.pushed == 0:
		s.silent++
	default:
		s.broken++
	}
	if s.results[l.Target] == werewolf.Human || s.backed.Has(l.Target) {
		s.denied++
	}
	if c.game.Roles.Team(c.game.Players[l.Seat-1].Role) != c.game.Roles.Team(c.game.Players[l.Target-1].Role) {
		s.withSide++
	}
}
