// Package talker is a player that talks. It claims and counter-claims, asks, answers, gives reasons, announces its vote
// and keeps to it. Its decider reads what the player knows of itself ([Self]) and returns what it believes and wants
// ([Pretence], an opinion, a target, [Intention]).
//
// The law of the package: everything it says of the game has happened, and everything it does follows from its seed,
// its observations and its decider. Package understand hears, the ledger keeps what the table knows, package doubt
// computes suspicions by rules, and package utterance composes sentences. This package decides only what to say next.
// Read [moves], [Decider] and [Intention] first.
package talker

import (
	"context"
	"maps"

	"wolfden/internal/bot/chance"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/utterance"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Player plays one seat of one game: it hears, and says what it has decided. It is not safe for concurrent use.
type Player struct {
	Self
	book   *wording.Book
	shared *understand.Shared

	// Set when the game begins.
	wordRandom *chance.Stream // of how things are said
	listener   *understand.Listener

	done     map[topic]bool
	rebutted map[[2]int]bool // contradictions the player has risen to: reason and seat
	vouched  vouched
	backed   werewolf.SeatSet // whom it has spoken for or counted on, and not spoken against since
	ended    int              // the day, from 1, for which its last word is said
	idle     int              // calls on an open floor since somebody spoke
	calls    int              // talks at the time of the last such call
	answered int              // questions before this place of the talk are dealt with
	asked    int              // questions put today
	today    int              // the day asked counts for
}

// topic is something that is said once: a kind of sentence about one or two players on a day (or ever, with day 0).
type topic struct {
	kind wording.SentenceKind
	a, b werewolf.SeatID
	day  int
}

// New returns a player with the decider that takes its sentences from the book. Its chance follows from the seed. shared is what
// players of games that began alike have understood, nil for nothing.
func New(seed uint64, book *wording.Book, decider Decider, shared *understand.Shared) *Player {
	return &Player{Self: Self{seed: seed, decider: decider}, book: book, shared: shared}
}

// Answer answers a request; announcements get the empty string. It never fails and ignores the context, since it takes
// microseconds.
func (p *Player) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	if !p.Listen(&o) {
		return "", nil
	}
	return p.Act(), nil
}

// Listen reads an observation and forms an opinion. It keeps the observation until the next. It reports whether there
// is a request, which Act then answers.
func (p *Player) Listen(o *werewolf.Observation) bool {
	kind := o.Request.Kind
	if !kind.Speaks() && !kind.Chooses() {
		return false // the next observation tells it all
	}
	p.moment = moment{o: o}
	if p.listener == nil {
		p.begin()
	}
	p.random.Restart(o)
	p.wordRandom.Restart(o)
	p.listen()
	return true
}

// Act answers the request of the last observation.
func (p *Player) Act() string {
	p.keepFaith()
	switch kind := p.o.Request.Kind; kind {
	case werewolf.Talk:
		return p.talk()
	case werewolf.Whisper:
		return p.whisper()
	default:
		p.account.given, p.account.target = true, p.choose(kind)
		return p.o.Name(p.account.target)
	}
}

// Keep returns a function that takes back what Act has changed since: what it composed was not said.
func (p *Player) Keep() (forget func()) {
	before, composed, drawn, worded := *p, p.composer.Keep(), p.random.Keep(), p.wordRandom.Keep()
	before.done, before.rebutted = maps.Clone(p.done), maps.Clone(p.rebutted)
	return func() {
		*p = before
		composed()
		drawn()
		worded()
	}
}

// begin gets to know the table.
func (p *Player) begin() {
	o := p.o
	p.seed = (p.seed+uint64(o.Seat))*0x9e3779b97f4a7c15 ^ p.seed
	p.random, p.wordRandom = chance.New(p.seed, uint64(o.Seat)), chance.New(p.seed, uint64(o.Seat)+werewolf.MaxSeats)
	p.listener = understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table, Shared: p.shared})
	p.ledger = p.listener.Ledger()
	speaks := *o
	speaks.Profile = p.decided(Choice{Of: Voice, Profile: o.Profile}).Profile
	p.composer = utterance.New(p.book, &speaks, p.wordRandom.Rand)
	p.done, p.rebutted = map[topic]bool{}, map[[2]int]bool{}
	p.pretence = p.decided(Choice{Of: Pose, Shown: p.ordinary()}).Shown
}

// listen takes in what is new and forms an opinion.
func (p *Player) listen() {
	o := p.o
	p.measure()
	p.listener.Follow(o, p.hear)
	p.countOwnWord()
	p.whispered.readNew(p)
	p.keepWord()
	if p.today != o.Day {
		p.today, p.asked = o.Day, 0
	}
	p.pretence = p.decided(Choice{Of: Show, Shown: p.Pretence()}).Shown
	p.Correct(p.decider.Weigh(&p.Self))
	p.weighed = true
}

// hear returns what an utterance of the talk says, and takes up what the player said in other words than the rules'.
func (p *Player) hear(u *werewolf.Utterance, rows speech.Rows) speech.Rows {
	p.countOwnWord()
	_, known := p.composer.Meant(u.Text)
	says := p.amend(u, rows)
	if u.Seat == p.o.Seat && !known {
		says = withVote(says)
		p.takeUp(u, says)
	}
	return says
}

// amend returns what an utterance says. Of the rules' own it is what they meant. Of others it is what was understood,
// unless the decider knows more; so is what the player said in other words than the rules': a model's, or those from
// before a restart.
func (p *Player) amend(u *werewolf.Utterance, rows speech.Rows) speech.Rows {
	own := u.Seat == p.o.Seat
	if meant, known := p.composer.Meant(u.Text); own && known {
		return meant
	}
	p.composer.Remember(u.Text, own)
	if own {
		return rows
	}
	return p.decider.Interpret(&p.Self, u, rows)
}

// Learn replaces the meaning of an utterance at a place of the talk by one that was understood better.
func (p *Player) Learn(at int, rows speech.Rows) { p.listener.Amend(p.o, at, rows) }

// Show sets what the player shows of itself, for who decides while it thinks.
func (p *Player) Show(s Pretence) { p.pretence = s }

// Correct puts another opinion in the place of the player's.
func (p *Player) Correct(by *doubt.Opinion) { p.opinion = opinion{Opinion: *by} }
