// Package talker is a player that talks: it claims and counter-claims, asks, answers, gives reasons, announces its vote
// and keeps to it. What it believes and wants, its head decides.
//
// The law of the package: everything it says of the game happened, and everything it does follows from its seed, its
// observations and its head. What it hears it has from package understand, what the table knows from its ledger, whom
// the rules suspect from doubt, and how it says so from tongue; here is only what to say next. Read [moves] and [Head] first.
package talker

import (
	"context"

	"wolfden/internal/bot/dice"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/tongue"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	Mask Mask // the head's to change

	book *wording.Book
	seed uint64
	head Head

	// Set when the game begins.
	rng      *dice.Dice // of decisions
	words    *dice.Dice // of how they are said
	listener *understand.Listener
	tongue   *tongue.Tongue

	o     *werewolf.Observation // of the current answer
	heard *ledger.Ledger        // of the table; what the player said itself is filed as it was meant
	sheet doubt.Sheet
	pack  pack
	done  map[topic]bool
	stung map[[2]int]bool // contradictions the player has risen to: reason and seat
	idle  int             // calls on an open floor since somebody spoke
	calls int             // talks at the time of the last such call

	answered int // questions before this place of the talk are dealt with
	asked    int // questions put today
	today    int // the day asked counts for
}

// topic is something that is said once: a kind of sentence about one or two players on a day (or ever, with day 0).
type topic struct {
	in   wording.Kind
	a, b werewolf.SeatID
	day  int
}

// New is a player of the seed with the head, which speaks lang, "en" or "ja"; the empty string is English.
func New(seed uint64, lang string, head Head) (*Player, error) {
	book, err := wording.In(lang)
	if err != nil {
		return nil, err
	}
	return &Player{book: book, seed: seed, head: head}, nil
}

// Answer answers a request; announcements get the empty string. It never fails and ignores the context: it takes
// microseconds.
func (p *Player) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	if !p.Listen(&o) {
		return "", nil
	}
	return p.Act(), nil
}

// Listen takes in an observation, which stays in use until the next, and forms an opinion. It reports whether something is
// asked, which Act then answers.
func (p *Player) Listen(o *werewolf.Observation) bool {
	kind := o.Request.Kind
	if !kind.Speaks() && !kind.Chooses() {
		return false // the next observation tells it all
	}
	p.o = o
	if p.listener == nil {
		p.begin()
	}
	p.rng.At(o)
	p.words.At(o)
	p.listen()
	return true
}

// Act answers what was last listened to.
func (p *Player) Act() string {
	switch kind := p.o.Request.Kind; kind {
	case werewolf.Talk:
		return p.talk()
	case werewolf.Whisper:
		return p.whisper()
	default:
		return p.o.Name(p.choose(kind))
	}
}

// begin gets to know the table.
func (p *Player) begin() {
	o := p.o
	p.seed = (p.seed+uint64(o.Seat))*0x9e3779b97f4a7c15 ^ p.seed
	p.rng, p.words = dice.New(p.seed, uint64(o.Seat)), dice.New(p.seed, uint64(o.Seat)+werewolf.MaxSeats)
	p.listener = understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	p.heard = p.listener.Ledger()
	p.tongue = tongue.New(p.book, o, p.words.Rand)
	p.done, p.stung = map[topic]bool{}, map[[2]int]bool{}
	p.head.Pose(p)
}

// listen takes in what is new and forms an opinion.
func (p *Player) listen() {
	o := p.o
	p.listener.Follow(o, p.amend)
	p.pack.hear(p)
	if p.today != o.Day {
		p.today, p.asked = o.Day, 0
	}
	p.head.Invent(p)
	p.sheet.Weigh(o, p.heard, p.eyes())
	p.head.Weigh(p)
}

// amend is what an utterance says, beside what was understood of it: of one's own it is what one meant.
func (p *Player) amend(u *werewolf.Utterance, rows speech.Rows) speech.Rows {
	own := u.Seat == p.o.Seat
	if meant, known := p.tongue.Meant(u.Text); own && known {
		return meant
	}
	p.tongue.Remember(u.Text, own) // one's own is from before a restart
	if in, ok := p.head.(Interpreter); ok && !own {
		return in.Interpret(u, rows)
	}
	return rows
}

// eyes are what the player shows of itself and sees with.
func (p *Player) eyes() doubt.Eyes {
	e := doubt.Eyes{Me: p.o.Seat, Role: p.Mask.Role, Open: p.isOpen(), Pack: p.pack.scapegoat, Seed: p.seed}
	if p.knowsFellows() {
		e.Fellows = p.o.Allies()
	}
	switch p.Poses().Power {
	case werewolf.Divines:
		e.Divined = p.results()
	case werewolf.Identifies:
		e.Mediumed = p.results()
	default: // no results
	}
	return e
}

// chance is true with the probability.
func (p *Player) chance(probability float64) bool { return p.rng.Float64() < probability }

// pick is one of the seats, drawn; none of none.
func (p *Player) pick(s werewolf.SeatSet) werewolf.SeatID {
	if s == 0 {
		return 0
	}
	return s.Nth(p.rng.IntN(s.Len()))
}
