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
	asked, err := p.Asked()
	if err != nil {
		return nil, err
	}
	im := &imagining{
		world:  &world{seen: p.seenBy(seat), prey: map[werewolf.Occasion]werewolf.SeatID{}, now: p.turnOf(seat, asked), seed: seed},
		header: &h, seat: seat, hunch: hunch, stage: p.stage, mine: p.stage.questions(seat, asked), rng: rand.New(rand.NewPCG(seed, 0x1dea)),
	}
	if err := im.begin(); err != nil {
		return nil, err
	}
	if err := im.play(); err != nil {
		return nil, err
	}
	return &Position{header: h, past: im.past, draws: im.chance.draws, stage: p.stage, world: im.world}, nil
}

// turnOf returns what the seat knows of the turn to speak at the moment; nil where there are no turns.
func (p *Position) turnOf(seat werewolf.SeatID, asked []werewolf.Request) *turn {
	if !asked[0].Kind.Speaks() || asked[0].Open {
		return nil
	}
	t := &turn{stage: p.stage, seat: seat, day: p.Day(), number: asked[0].Turn}
	t.mine = slices.ContainsFunc(asked, func(q werewolf.Request) bool { return q.Seat == seat })
	return t
}

// questions are what the seat is asked at the moment, where everybody knows what is asked for.
func (s stage) questions(seat werewolf.SeatID, asked []werewolf.Request) (list []werewolf.Request) {
	for _, q := range asked {
		if public(s.Step) && q.Seat == seat && q.Kind == s.Kind {
			list = append(list, q)
		}
	}
	return list
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
	*world

	header *gamelog.Header
	seat   werewolf.SeatID
	hunch  Hunch
	stage  stage              // of the moment
	mine   []werewolf.Request // what the seat is asked at the moment
	rng    *rand.Rand

	game    *werewolf.Game
	chance  *countedChance
	past    []gamelog.Entry
	logged  int // events of the game that are in the past
	matched int // events of seen that the game has had
	attacks *attacks
	ballots map[werewolf.SeatID]werewolf.SeatID
	dawn    dawn
	try     int                     // at the day
	lost    werewolf.SeatSet        // whose players are gone for good once nothing more is seen of them
	given   map[werewolf.SeatID]int // by seat, how far in seen its latest answer is shown
}

// dawn is how far an imagined game was when its day began, and how many tries are made for the day.
type dawn struct{ day, past, logged, matched, tries int }

// begin begins the game, or the day that has gone wrong, anew.
func (im *imagining) begin() (err error) {
	im.past, im.logged, im.matched = im.past[:im.dawn.past], im.dawn.logged, im.dawn.matched
	im.attacks, im.ballots, im.given = nil, nil, map[werewolf.SeatID]int{}
	im.chance = &countedChance{Chance: im.world.chance()}
	if im.game, err = werewolf.NewWithChance(im.header.Rules, im.header.Seats, im.chance); err != nil {
		return err
	}
	for _, e := range im.past {
		if e.Input != nil && err == nil {
			err = im.game.Apply(e.Input.Action)
		}
	}
	return err
}

// play plays up to the moment. A day that does not come out as it did is made up anew.
func (im *imagining) play() error {
	for {
		arrived, err := im.step()
		gone := errSilent{}
		switch {
		case err == nil && arrived:
			return nil
		case err == nil:
			continue
		case errors.As(err, &gone) && !im.lost.Has(gone.seat) && im.gone(gone.seat):
			im.lost, im.dawn = im.lost.With(gone.seat), dawn{} // it may have been lost on an earlier day
		case !errors.Is(err, ErrImpossible) || im.try+1 >= im.dawn.tries:
			return err
		default:
			im.try++
		}
		if err := im.begin(); err != nil {
			return err
		}
	}
}

// step takes what has happened, and plays on by one answer unless the moment has come.
func (im *imagining) step() (arrived bool, err error) {
	if err := im.follow(); err != nil {
		return false, err
	}
	asked := im.game.Pending()
	if len(asked) == 0 {
		return false, im.impossible("the game would be over")
	}
	if im.arrived(asked) {
		if !slices.Equal(im.mine, im.stage.questions(im.seat, asked)) {
			err := im.impossible("it would be asked otherwise")
			if len(im.mine) == 0 {
				err = errSilent{im.seat, err}
			}
			return false, err
		}
		return true, nil
	}
	action, err := im.action(asked)
	if err != nil {
		return false, err
	}
	im.past = append(im.past, gamelog.Entry{At: im.time(), Input: &gamelog.Input{Action: action}})
	if err := im.game.Apply(action); err != nil {
		return false, im.impossible(err.Error())
	}
	return false, nil
}

// public reports whether everybody knows when a step takes place.
func public(s werewolf.Step) bool { return s.Kind == werewolf.Talk || s.Kind == werewolf.Vote }

// arrived reports whether the game is at the moment, as far as the seat can know: it has seen everything that it had, and no talk, no
// vote and no question to itself is still to come before.
func (im *imagining) arrived(asked []werewolf.Request) bool {
	plan, at := im.game.Plan()
	switch {
	case im.matched < len(im.seen):
		return false
	case at >= im.stage.place || public(im.stage.Step):
		return at == im.stage.place || !public(im.stage.Step)
	}
	mine := slices.ContainsFunc(asked, func(q werewolf.Request) bool { return q.Seat == im.seat && q.Kind == asked[0].Kind })
	return !mine && !slices.ContainsFunc(plan[at:im.stage.place], public)
}

// time is that of what was seen last.
func (im *imagining) time() int64 { return im.seen[max(im.matched-1, 0)].At }

// impossible is the error about a game that does not look like what was seen.
func (im *imagining) impossible(why string) error {
	return fmt.Errorf("%w: event %d of %d: %s", ErrImpossible, im.matched+1, len(im.seen), why)
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
		im.past = append(im.past, gamelog.Entry{At: im.time(), Event: e})
		if e.Kind == werewolf.DayBegan {
			im.dawn, im.attacks = dawn{e.Day, len(im.past), im.logged + 1, im.matched, im.tries()}, nil
			im.try = 0
		}
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
	if seat := im.leaving(asked); seat != 0 {
		return werewolf.Action{Kind: werewolf.Fail, Seat: seat}, nil
	}
	switch {
	case q.Kind.Speaks():
		return im.speech(q)
	case im.seat == q.Seat && (q.Kind == werewolf.Divine || q.Kind == werewolf.Guard):
		a.Target = im.own(q)
	case q.Kind == werewolf.Divine:
		a.Target = im.choice(q, 0)
	case q.Kind == werewolf.Guard:
		a.Target = im.guarded(q)
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
		if im.matched == len(im.seen) || im.seen[im.matched].Event.Kind != kind || !im.today(im.seen[im.matched].Event) {
			return werewolf.Action{Kind: werewolf.CloseFloor}, nil
		}
		q.Seat = im.seen[im.matched].Event.Seat
	}
	a := werewolf.Action{Seat: q.Seat, Request: q.Kind, Text: werewolf.OverText}
	if !hears {
		return a, nil
	}
	for i, entry := range im.seen[im.matched:] {
		e := entry.Event
		if e.Kind != kind || !im.today(e) {
			break
		}
		if e.Seat == q.Seat {
			im.given[q.Seat] = im.matched + i + 1
			a.Text = e.Text
			a.Missing = e.Skip && q.Left.Skip == 0
			return a, nil
		}
	}
	return a, errSilent{q.Seat, im.impossible(fmt.Sprintf("seat %d is asked and says nothing", q.Seat))}
}

// errSilent is about a seat that is asked and was not heard.
type errSilent struct {
	seat werewolf.SeatID
	error
}

// Unwrap returns what is wrong with that.
func (e errSilent) Unwrap() error { return e.error }

// today reports whether the event is one of the step that the game is in, or of another one in the same phase.
func (im *imagining) today(e *werewolf.Event) bool {
	plan, at := im.game.Plan()
	return e.Day == im.game.Day() && e.Phase == plan[at].Phase
}

// gone reports whether the seat may be that of a player who is gone for good: nothing more is seen of it, and it is not one that may
// have been killed earlier on the day.
func (im *imagining) gone(seat werewolf.SeatID) bool {
	if !im.unheard(seat, max(im.matched, im.given[seat])) {
		return false
	}
	dead := im.later(werewolf.DayBegan, im.game.Day()+1) == nil // for all that is known
	for _, entry := range im.seen[im.matched:] {
		e := entry.Event
		dead = dead || e.Kind == werewolf.FoundDead && e.Seat == seat && e.Day == im.game.Day()+1
	}
	return !dead || !im.attackBefore() || im.try > triesOfDay/2
}

// unheard reports whether the seat shows no sign of life after so many of the events that were seen.
func (im *imagining) unheard(seat werewolf.SeatID, events int) bool {
	return !slices.ContainsFunc(im.seen[events:], func(entry gamelog.Entry) bool {
		e := entry.Event
		return e.Seat == seat && acts[e.Kind] || slices.ContainsFunc(e.Votes, func(b werewolf.Ballot) bool { return b.Seat == seat })
	})
}

// leaving is a seat whose player is gone for good now. It must not be asked to speak, since everybody would see that it is silent.
func (im *imagining) leaving(asked []werewolf.Request) werewolf.SeatID {
	owes := func(id werewolf.SeatID) bool {
		return slices.ContainsFunc(asked, func(q werewolf.Request) bool { return q.Seat == id && q.Kind == asked[0].Kind && !q.Open })
	}
	for id := range (im.lost &^ im.game.Gone()).All() {
		if !owes(id) && im.unheard(id, max(im.matched, im.given[id])) {
			return id
		}
	}
	return 0
}

// own is the choice that the seat has made itself.
func (im *imagining) own(q werewolf.Request) werewolf.SeatID {
	kind := map[werewolf.RequestKind]werewolf.EventKind{
		werewolf.Vote: werewolf.VoteCast, werewolf.Divine: werewolf.DivineChosen,
		werewolf.Guard: werewolf.GuardChosen, werewolf.Attack: werewolf.AttackCast,
	}[q.Kind]
	for _, entry := range im.seen[im.matched:] {
		if e := entry.Event; e.Kind == kind && e.Seat == im.seat && im.today(e) && e.Turn == q.Turn {
			return e.Target
		}
	}
	return 0
}

// choice is a made-up one, not of the seats that are kept out.
func (im *imagining) choice(q werewolf.Request, not werewolf.SeatSet) werewolf.SeatID {
	q.Targets &^= not
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
