package critic

import (
	"fmt"
	"slices"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// So that a log of a hundred thousand lines takes its time and no more, a turn has so many sentences at most, and so many turns are
// remembered.
const (
	mostSentences = 50
	mostTurns     = 2000
)

// turn is an utterance with words at the table.
type turn struct {
	*chronicle.Line
	at        int // its place among the lines of the game
	place     int // its place in the ledger
	sentences []sentence
	says      speech.Rows
}

// reader goes through a game line by line and knows at each what the table knows.
type reader struct {
	game     *chronicle.Game
	report   *Report
	listener *understand.Listener
	ledger   *ledger.Ledger
	namer    *namer
	book     *book

	turns    []*turn // all so far
	today    int     // the place of the day's first among them
	day      int
	living   werewolf.SeatSet
	died     []death
	ballots  []ballot
	told     []told
	outright [werewolf.MaxRoles]werewolf.SeatSet // who claims the role in so many words
	passed   []*chronicle.Line                   // all turns of the day, those without words among them
	manners  [werewolf.MaxSeats + 1]manner       // by seat
	openings map[opened]int                      // where a player has opened a sentence so today
	stands   map[[2]werewolf.SeatID]stand        // by speaker and the player spoken of
}

// death is somebody's, by day of the execution or before the night of the attack.
type death struct {
	seat     werewolf.SeatID
	day      int
	executed bool
}

// ballot is a vote that was cast, which everybody sees.
type ballot struct {
	by, target werewolf.SeatID
	day        int
}

func newReader(g *chronicle.Game) *reader {
	table := understand.Table{Roles: g.Setup, Specs: g.Roles()}
	var said string
	for i := range g.Players {
		table.Names = append(table.Names, g.Players[i].Called)
	}
	for i := range g.Lines {
		if l := &g.Lines[i]; l.Speaks() && len(said) < 2000 {
			said += l.Text
		}
	}
	r := &reader{
		game: g, report: &Report{}, listener: understand.New(table), namer: newNamer(table.Names), book: english(),
		living: werewolf.SeatsUpTo(len(g.Players)), openings: map[opened]int{}, stands: map[[2]werewolf.SeatID]stand{}, day: -1,
	}
	if inJapanese(said) {
		r.book = japanese()
	}
	r.ledger = r.listener.Ledger()
	return r
}

// line takes in a line of the game.
func (r *reader) line(i int) {
	l := &r.game.Lines[i]
	if l.Day != r.day {
		r.closeDay()
		r.day, r.today, r.passed = l.Day, len(r.turns), nil
		clear(r.openings)
	}
	switch {
	case l.Kind == contestlog.TalkLine:
		r.passed = append(r.passed, l)
		if l.Worded() && r.game.Player(l.Seat) != nil {
			r.turn(l, i)
		}
		u := l.Utterance()
		r.listener.File(&u, false, l.Says())
	case l.Kind == contestlog.WhisperLine:
		u := l.Utterance()
		r.listener.File(&u, true, l.Says())
	case l.Kind == contestlog.VoteLine:
		r.ballots = append(r.ballots, ballot{l.Seat, l.Target, l.Day})
	case l.Kind == contestlog.ExecuteLine, l.Killed():
		if r.living.Has(l.Target) {
			r.living = r.living.Without(l.Target)
			r.died = append(r.died, death{l.Target, l.Day, l.Kind == contestlog.ExecuteLine})
			r.listener.Died(l.Target)
		}
	}
}

// turn judges an utterance by what was said before it.
func (r *reader) turn(l *chronicle.Line, at int) {
	t := &turn{Line: l, at: at, place: r.ledger.Heard(), says: l.Says()}
	texts := cut(l.Text)
	for _, text := range texts[:min(len(texts), mostSentences)] {
		u := l.Utterance()
		u.Text = r.book.bare(text)
		s := sentence{raw: text, rows: r.listener.Understand(&u, false), asks: asks(text)}
		s.plain, s.who = r.namer.normal(u.Text)
		t.sentences = append(t.sentences, s)
	}
	r.report.Turns[l.Seat]++
	r.contradictions(t)
	r.praises(t)
	r.dangling(t)
	r.templates(t)
	r.registers(t)
	r.tics(t)
	if r.turns = append(r.turns, t); len(r.turns) > 2*mostTurns {
		forgotten := len(r.turns) - mostTurns
		r.turns, r.today = slices.Clone(r.turns[forgotten:]), max(0, r.today-forgotten)
		clear(r.stands)
	}
}

// closeDay judges what can only be judged when nobody has a word left.
func (r *reader) closeDay() {
	if r.today < len(r.turns) {
		r.answers(r.turns[r.today:])
	}
}

// find reports a finding in the latest turn, which is at fault once a kind.
func (r *reader) find(k Kind, t *turn, with int, said, why string, args ...any) {
	for i := len(r.report.Findings) - 1; i >= 0 && r.report.Findings[i].Line == t.at; i-- {
		if r.report.Findings[i].Kind == k {
			return
		}
	}
	r.report.Findings = append(r.report.Findings, Finding{k, t.Seat, t.at, with, fmt.Sprintf(why, args...), said})
}

// lineOf is the place among the game's lines of what stands at a place of the ledger, -1 where it is not known.
func (r *reader) lineOf(place int) int {
	for i := len(r.turns) - 1; i >= 0; i-- {
		if r.turns[i].place == place {
			return r.turns[i].at
		}
	}
	return -1
}

// name is what a player is called, for people.
func (r *reader) name(id werewolf.SeatID) string {
	if p := r.game.Player(id); p != nil {
		return p.Name
	}
	return "nobody"
}

func (r *reader) role(x werewolf.Role) string { return r.game.Roles().Name(x) }
