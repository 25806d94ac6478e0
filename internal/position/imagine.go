package position

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// ErrImpossible is wrapped by the error about roles that cannot have led to what a seat has seen.
var ErrImpossible = errors.New("no game with these roles looks like this to the seat")

// Hunch says whom a seat may have chosen where nobody else could see it; no seat for no idea. One outside of the request's
// targets counts as none.
type Hunch func(q werewolf.Request, day int) werewolf.SeatID

// Imagine returns a position that looks to the seat exactly like this one and in which the roles, by seat, are dealt in
// another way; the first role is not used. What the seat has not seen is made up: choices by the hunch and by the seed, and
// whispers are silence. Nothing that the seat could not see has an influence: from two games that look alike to it come two
// positions that go on alike. Seat 0 imagines for the public.
//
// The error wraps ErrImpossible where the roles cannot have led to what the seat has seen.
func (p *Position) Imagine(seat werewolf.SeatID, roles []werewolf.Role, hunch Hunch, seed uint64) (_ *Position, err error) {
	h := p.header
	h.Seats = make([]werewolf.Seat, len(p.header.Seats))
	for i := range h.Seats {
		h.Seats[i] = werewolf.Seat{Name: p.header.Seats[i].Name, Role: roles[i+1]}
	}
	if seat > 0 {
		h.Seats[seat-1].Profile = p.header.Seats[seat-1].Profile
	}
	world := &world{seen: p.seenBy(seat), seed: seed}
	if world.now, err = p.turnOf(seat); err != nil {
		return nil, err
	}
	chance := &countedChance{Chance: world.chance()}
	g, err := werewolf.NewWithChance(h.Rules, h.Seats, chance)
	if err != nil {
		return nil, err
	}
	im := &imagining{
		seat: seat, hunch: hunch, game: g, seen: world.seen, stage: p.stage,
		rng: rand.New(rand.NewPCG(seed, 0x1dea)), prey: map[int]werewolf.SeatID{},
	}
	if err := im.play(); err != nil {
		return nil, err
	}
	return &Position{header: h, past: im.past, draws: chance.draws, stage: p.stage, world: world}, nil
}

// turnOf returns what the seat knows of the turn to speak at the moment; nil where there are no turns.
func (p *Position) turnOf(seat werewolf.SeatID) (*turn, error) {
	asked, err := p.Asked()
	if err != nil || !asked[0].Kind.Speaks() || asked[0].Open {
		return nil, err
	}
	t := &turn{kind: asked[0].Kind, seat: seat, day: p.Day(), number: asked[0].Turn}
	t.mine = slices.ContainsFunc(asked, func(q werewolf.Request) bool { return q.Seat == seat })
	return t, nil
}

// seenBy returns the events that the seat has seen so far.
func (p *Position) seenBy(seat werewolf.SeatID) (list []gamelog.Entry) {
	for _, e := range p.past {
		if e.Event != nil && e.Event.SeenBy(seat) {
			list = append(list, e)
		}
	}
	return list
}

// imagining plays a game so that a seat sees in it what it has seen.
type imagining struct {
	seat  werewolf.SeatID
	hunch Hunch
	game  *werewolf.Game
	seen  []gamelog.Entry
	stage werewolf.RequestKind // what everybody knows is asked at the moment; none for the rest
	rng   *rand.Rand

	past    []gamelog.Entry
	logged  int                     // events of the game that are in the past
	matched int                     // events of seen that the game has had
	prey    map[int]werewolf.SeatID // by day, whom the werewolves attacked in the night after it
	ballots map[werewolf.SeatID]werewolf.SeatID
}

// play plays up to the moment.
func (im *imagining) play() error {
	for {
		if err := im.follow(); err != nil {
			return err
		}
		asked := im.game.Pending()
		if len(asked) == 0 {
			return im.impossible("the game would be over")
		}
		if im.matched == len(im.seen) && (im.stage == werewolf.NoRequest || im.stage == asked[0].Kind) {
			return nil
		}
		action, err := im.action(asked)
		if err != nil {
			return err
		}
		im.past = append(im.past, gamelog.Entry{At: im.now(), Input: &gamelog.Input{Action: action}})
		if err := im.game.Apply(action); err != nil {
			return im.impossible(err.Error())
		}
	}
}

// now is the time of what was seen last.
func (im *imagining) now() int64 { return im.seen[max(im.matched-1, 0)].At }

// impossible is the error about a game that does not look like what was seen.
func (im *imagining) impossible(why string) error {
	return fmt.Errorf("position: %w: event %d of %d: %s", ErrImpossible, im.matched+1, len(im.seen), why)
}

// follow takes the game's new events, and compares those that the seat sees with what it has seen.
func (im *imagining) follow() error {
	for log := im.game.Log(); im.logged < len(log); im.logged++ {
		e := &log[im.logged]
		if e.SeenBy(im.seat) {
			if im.matched == len(im.seen) || !alike(e, im.seen[im.matched].Event) {
				return im.impossible("it would see " + e.String())
			}
			im.matched++
		}
		im.past = append(im.past, gamelog.Entry{At: im.now(), Event: e})
	}
	return nil
}

// alike reports whether two events look the same to who sees both: nobody is told whether an utterance was cut, or an answer never
// came.
func alike(a, b *werewolf.Event) bool {
	same := func(e *werewolf.Event) werewolf.Event {
		return werewolf.Event{
			Kind: e.Kind, Role: e.Role, Species: e.Species, Winner: e.Winner, End: e.End, Seat: e.Seat, Target: e.Target,
			Phase: e.Phase, Skip: e.Skip, Over: e.Over, Day: e.Day, Idx: e.Idx, Turn: e.Turn, Text: e.Text,
		}
	}
	return slices.Equal(a.Votes, b.Votes) && reflect.DeepEqual(same(a), same(b))
}

// action is the next input.
func (im *imagining) action(asked []werewolf.Request) (werewolf.Action, error) {
	q := asked[0]
	a := werewolf.Action{Seat: q.Seat, Request: q.Kind}
	switch {
	case q.Kind.Speaks():
		return im.speech(q)
	case im.seat == q.Seat && (q.Kind == werewolf.Divine || q.Kind == werewolf.Guard):
		a.Target = im.own(q)
	case q.Kind == werewolf.Divine:
		a.Target = im.choice(q, 0)
	case q.Kind == werewolf.Guard:
		if a.Target = im.preyOf(im.game.Day()); im.killed(im.game.Day()) != 0 {
			a.Target = im.choice(q, a.Target)
		}
	default:
		a.Target = im.ballot(asked)
	}
	a.Missing = a.Target == 0
	return a, nil
}

// speech is the next utterance; one that the seat cannot hear is the end of what the speaker has to say.
func (im *imagining) speech(q werewolf.Request) (werewolf.Action, error) {
	kind := werewolf.Talked
	if q.Kind == werewolf.Whisper {
		kind = werewolf.Whispered
	}
	hears := kind == werewolf.Talked || im.seat > 0 && im.game.Rules().Table.Spec(im.game.Role(im.seat)).Whispers
	if q.Open {
		if im.matched == len(im.seen) || im.seen[im.matched].Event.Kind != kind {
			return werewolf.Action{Kind: werewolf.CloseFloor}, nil
		}
		q.Seat = im.seen[im.matched].Event.Seat
	}
	a := werewolf.Action{Seat: q.Seat, Request: q.Kind, Text: werewolf.OverText}
	if !hears {
		return a, nil
	}
	for _, entry := range im.seen[im.matched:] {
		e := entry.Event
		if e.Kind != kind || e.Day != im.game.Day() {
			break
		}
		if e.Seat == q.Seat {
			a.Text = e.Text
			a.Missing = e.Skip && q.Left.Skip == 0
			return a, nil
		}
	}
	return a, im.impossible(fmt.Sprintf("seat %d is asked and says nothing", q.Seat))
}

// own is the choice that the seat has made itself.
func (im *imagining) own(q werewolf.Request) werewolf.SeatID {
	kind := map[werewolf.RequestKind]werewolf.EventKind{
		werewolf.Vote: werewolf.VoteCast, werewolf.Divine: werewolf.DivineChosen,
		werewolf.Guard: werewolf.GuardChosen, werewolf.Attack: werewolf.AttackCast,
	}[q.Kind]
	for _, entry := range im.seen[im.matched:] {
		if e := entry.Event; e.Kind == kind && e.Seat == im.seat && e.Day == im.game.Day() && e.Turn == q.Turn {
			return e.Target
		}
	}
	return 0
}

// choice is a made-up one, not of the seat that is kept out.
func (im *imagining) choice(q werewolf.Request, not werewolf.SeatID) werewolf.SeatID {
	q.Targets = q.Targets.Without(not)
	if q.Targets == 0 {
		return 0
	}
	if im.hunch != nil {
		if target := im.hunch(q, im.game.Day()); q.Targets.Has(target) {
			return target
		}
	}
	return q.Targets.Nth(im.rng.IntN(q.Targets.Len()))
}

// later returns the first event of the kind on the day among what is still to come; nil for none.
func (im *imagining) later(kind werewolf.EventKind, day int) *werewolf.Event {
	for _, entry := range im.seen[im.matched:] {
		if e := entry.Event; e.Kind == kind && e.Day == day {
			return e
		}
	}
	return nil
}
