// Package talker is a player that talks. It claims and counter-claims, asks, answers, gives reasons, announces its vote
// and keeps to it. Its decider says what it believes and wants.
//
// The law of the package: everything it says of the game has happened, and everything it does follows from its seed,
// its observations and its decider. Package understand hears, the ledger keeps what the table knows, package doubt
// computes suspicions by rules, and package utterance composes sentences. This package decides only what to say next.
// Read [moves] and [Decider] first.
package talker

import (
	"context"
	"maps"

	"wolfden/internal/bot/chance"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/utterance"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	book     *wording.Book
	seed     uint64
	decider  Decider
	pretence Pretence

	// Set when the game begins.
	random     *chance.Stream // of decisions
	wordRandom *chance.Stream // of how they are said
	listener   *understand.Listener
	composer   *utterance.Composer

	o         *werewolf.Observation // of the current answer
	ledger    *ledger.Ledger        // of the table; what the player said itself is filed as it was meant
	opinion   doubt.Opinion
	whispered whispered
	done      map[topic]bool
	rebutted  map[[2]int]bool // contradictions the player has risen to: reason and seat
	floor     floor           // of the current answer
	account   account         // of the current answer
	idle      int             // calls on an open floor since somebody spoke
	calls     int             // talks at the time of the last such call

	foreign   int                       // the player's own utterances in other words than the rules'
	pledge    pledge                    // of the last of them to announce a vote
	spared    map[werewolf.SeatID]trust // for whom it has spoken so today
	sparedDay int
	lowered   map[werewolf.SeatID]float32 // the scores that are lowered in the current answer, as they were
	weighed   bool                        // it has an opinion, of the last answer until this one's is formed
	answered  int                         // questions before this place of the talk are dealt with
	asked     int                         // questions put today
	today     int                         // the day asked counts for
}

// topic is something that is said once: a kind of sentence about one or two players on a day (or ever, with day 0).
type topic struct {
	kind wording.SentenceKind
	a, b werewolf.SeatID
	day  int
}

// New returns a player with the decider that speaks lang, "en" or "ja"; the empty string is English. Its chance follows
// from the seed.
func New(seed uint64, lang string, decider Decider) (*Player, error) {
	book, err := wording.In(lang)
	if err != nil {
		return nil, err
	}
	return &Player{book: book, seed: seed, decider: decider}, nil
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
	p.o, p.floor, p.account = o, floorUnknown, account{}
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
		return p.o.Name(p.chose(p.choose(kind)))
	}
}

// Keep returns a function that takes back what Act has changed since: what it composed was not said.
func (p *Player) Keep() (forget func()) {
	before, composed := *p, p.composer.Keep()
	before.done, before.rebutted = maps.Clone(p.done), maps.Clone(p.rebutted)
	return func() {
		*p = before
		composed()
	}
}

// begin gets to know the table.
func (p *Player) begin() {
	o := p.o
	p.seed = (p.seed+uint64(o.Seat))*0x9e3779b97f4a7c15 ^ p.seed
	p.random, p.wordRandom = chance.New(p.seed, uint64(o.Seat)), chance.New(p.seed, uint64(o.Seat)+werewolf.MaxSeats)
	p.listener = understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	p.ledger = p.listener.Ledger()
	p.composer = utterance.New(p.book, o, p.wordRandom.Rand)
	p.done, p.rebutted = map[topic]bool{}, map[[2]int]bool{}
	p.pretence = p.decider.Pose(p)
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
	p.pretence = p.decider.Invent(p)
	p.decider.Weigh(p)
	p.lowered, p.weighed = nil, true
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
	return p.decider.Interpret(p, u, rows)
}

// observer are what the player shows of itself and sees with.
func (p *Player) observer() doubt.Observer {
	e := doubt.Observer{Me: p.o.Seat, Role: p.pretence.Role, Open: p.IsOpen(), Scapegoat: p.whispered.scapegoat, Seed: p.seed}
	if p.knowsFellows() {
		e.Fellows = p.o.Allies()
	}
	switch p.ShownSpec().Power {
	case werewolf.Divines:
		e.Divined = p.Results()
	case werewolf.Identifies:
		e.Mediumed = p.Results()
	default: // no results
	}
	return e
}

// Chance is true with the given probability, drawn from the player's seed.
func (p *Player) Chance(probability float64) bool { return p.random.Happens(probability) }

// Pick draws one of the seats, 0 if there are none.
func (p *Player) Pick(s werewolf.SeatSet) werewolf.SeatID { return p.random.Pick(s) }
