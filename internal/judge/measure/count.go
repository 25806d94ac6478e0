package measure

import (
	"maps"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/judge"
	"wolfden/internal/ledger"
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

	against int              // claims and results that deny earlier ones
	pushed  werewolf.SeatSet // accused today
	backed  werewolf.SeatSet // spoken for today

	votes, kept, broken, silent, denied, withSide int
	shared                                        int // utterances in whispers, results told at the table

	distinct float64 // how unlike the others' its use of letters is
}

// counter goes through the utterances of a game once, for how they are worded and whom they answer. What they claim, tell and
// announce it reads from the ledger.
type counter struct {
	game   *judge.Game
	heard  *ledger.Ledger
	seats  []seat
	before []said
	day    int
}

// near is from where on two utterances count as the same.
const near = 0.7

func count(g *judge.Game) *counter {
	c := &counter{game: g, heard: g.Heard(), seats: make([]seat, len(g.Players))}
	c.claims()
	c.results()
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
		s.waiting, s.pushed, s.backed = false, 0, 0
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

// claims counts claims that another role follows, or that are taken back.
func (c *counter) claims() {
	last := map[werewolf.SeatID]werewolf.Role{}
	for _, claim := range c.heard.Claims() {
		s := c.of(claim.Seat)
		if role, before := last[claim.Seat]; before && role != claim.Role {
			s.against++
		}
		last[claim.Seat] = claim.Role
		if !claim.Stands() && c.heard.Rows(claim.Until).Retracts(claim.Seat) {
			s.against++
		}
	}
}

// results counts the players of whom a result is told, and results that deny what was told before.
func (c *counter) results() {
	about := map[[2]werewolf.SeatID]bool{}
	told := map[[2]werewolf.SeatID]werewolf.Species{}
	for _, r := range c.heard.Results() {
		s, pair := c.of(r.By), [2]werewolf.SeatID{r.By, r.Target}
		if !about[pair] {
			about[pair] = true
			s.shared++
		}
		if r.Species == werewolf.NoSpecies {
			continue
		}
		if before := told[pair]; before != werewolf.NoSpecies && before != r.Species {
			s.against++
		}
		told[pair] = r.Species
	}
}

// vote compares a vote with what was said on the day.
func (c *counter) vote(l *chronicle.Line) {
	s, target := c.of(l.Seat), c.of(l.Target)
	if s == nil || target == nil {
		return
	}
	s.votes++
	declared := c.heard.PlanOf(l.Seat, l.Day).Target
	switch {
	case declared == l.Target, declared == 0 && s.pushed.Has(l.Target):
		s.kept++
	case declared == 0 && s.pushed == 0:
		s.silent++
	default:
		s.broken++
	}
	if c.heard.ToldUntil(l.Seat, l.Target, l.Day) == werewolf.Human || s.backed.Has(l.Target) {
		s.denied++
	}
	if c.game.Side(l.Seat) != c.game.Side(l.Target) {
		s.withSide++
	}
}
