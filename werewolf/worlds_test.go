package werewolf

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// Two worlds that a seat cannot tell apart must look the same to it. The first
// is a random game. The second differs in everything the seat may not know:
// two others have changed roles, others have other profiles, whisper, divine
// and guard otherwise, werewolves agree otherwise on the same victim, votes
// that are never shown have changed hands, the dead fail. Everything public,
// and all the seat does itself, is as it was.

// move is one input of the first world and what it answered.
type move struct {
	Action
	at    RequestKind // what was pending first
	day   int
	round int
	dead  bool // of a failure: the seat was dead
}

// watch notes what a seat is given, whenever something new is asked of it.
type watch struct {
	seat    SeatID
	watcher *Watcher
	seen    int
	asked   []asked
	given   []Observation
}

// asked is a request and its day: the open floors of two days are alike.
type asked struct {
	Request
	day int
}

func newWatch(g *Game, rules *Rules, id SeatID) *watch {
	w := &watch{seat: id, watcher: NewWatcher(rules, id)}
	w.look(g)
	return w
}

func (w *watch) look(g *Game) {
	for log := g.Log(); w.seen < len(log); w.seen++ {
		w.watcher.See(&log[w.seen], 0)
	}
	var now []asked
	for _, q := range g.Pending() {
		if q.Seat == w.seat {
			now = append(now, asked{q, g.Day()})
		}
	}
	for _, q := range now {
		if !slices.Contains(w.asked, q) {
			w.given = append(w.given, w.watcher.Observation(q.Request))
		}
	}
	w.asked = now
}

// first is the first world.
type first struct {
	rules   Rules
	seats   []Seat
	seed    uint64
	trace   []move
	log     []Event
	watches map[SeatID]*watch // 0 is the public
	attacks map[int]Event     // by day
	result  Result
}

// worldRules are random rules in which the hidden choices of a night can be
// made to come to the same: guards before attacks, one attack a night.
func worldRules(rng *rand.Rand) Rules {
	r := randomRules(rng)
	r.MaxDay = 5
	r.MaxFailedRatio = 1
	night := func(actions ...string) []Phase { return []Phase{{Name: "night", Actions: actions}} }
	r.DayPhases, r.NightPhases = contestPhases()
	switch rng.IntN(5) {
	case 0:
		r.NightPhases = night("execution", "whisper", "divine", "guard", "attack")
	case 1:
		r.DayPhases = append(r.DayPhases, Phase{Name: "noon", Actions: []string{"talk", "execution"}})
		r.NightPhases = night("guard", "whisper", "attack", "divine")
	case 2:
		r.NightPhases = night("divine", "guard", "whisper", "execution", "attack", "whisper")
	}
	return r
}

// playFirst plays a random game and watches some seats.
func playFirst(t *testing.T, seed uint64, watched int) *first {
	rng := newRand(seed)
	w := &first{rules: worldRules(rng), seed: seed, watches: map[SeatID]*watch{}, attacks: map[int]Event{}}
	w.seats = table(w.rules.Players())
	for i := range w.seats {
		w.seats[i].Profile = fmt.Sprintf("profile %d", i)
	}
	g := begin(t, w.rules, w.seats, Seeded(seed))
	for range watched {
		id := SeatID(rng.IntN(len(w.seats) + 1))
		w.watches[id] = newWatch(g, &w.rules, id)
	}
	who := &player{rng: rng, illegal: 5, absent: oneOf(rng, 0, 5)}
	for len(g.Pending()) > 0 {
		w.step(t, g, who)
	}
	w.log, w.result = g.Log(), g.Result()
	for _, e := range only(w.log, AttackMade) {
		w.attacks[e.Day] = e
	}
	return w
}

func (w *first) step(t *testing.T, g *Game, who *player) {
	pending := g.Pending()
	q := oneOf(who.rng, pending...)
	m := move{Action: who.answer(q), at: pending[0].Kind, day: g.Day(), round: q.Turn}
	victim := SeatID(1 + who.rng.IntN(len(w.seats)))
	m.dead = !g.living.Has(victim)
	switch {
	case g.gone.Len() < 2 && !g.gone.Has(victim) && (m.dead && who.chance(5) || m.at == Talk && who.chance(1)):
		m.Action = Action{Kind: Fail, Seat: victim}
	case q.Open && who.chance(15):
		m.Action = Action{Kind: CloseFloor}
	}
	w.trace = append(w.trace, m)
	do(t, g, m.Action)
	for _, watch := range w.watches {
		watch.look(g)
	}
}

// second is the other world, as far as it has come.
type second struct {
	*first
	rng   *rand.Rand
	seat  SeatID
	roles []Role // by seat
	game  *Game
	watch *watch
	drop  bool // the public history cannot be kept in this world
}

// playSecond plays a second world for the seat; nil when there is none with
// the roles it drew.
func (w *first) playSecond(t *testing.T, rng *rand.Rand, id SeatID) *second {
	s := &second{first: w, rng: rng, seat: id, roles: make([]Role, len(w.seats)+1)}
	for _, e := range only(w.log, Dealt) {
		s.roles[e.Seat] = e.Role
	}
	s.swapRoles()
	if !s.possible() {
		return nil
	}
	seats := slices.Clone(w.seats)
	for i := range seats {
		seats[i].Role = s.roles[i+1]
		if SeatID(i+1) != id {
			seats[i].Profile = "another"
		}
	}
	s.game = begin(t, w.rules, seats, Seeded(w.seed))
	s.watch = newWatch(s.game, &w.rules, id)
	for _, m := range s.transformed() {
		s.playHidden(t)
		if s.drop {
			return nil
		}
		if !s.knows(m) {
			continue
		}
		if err := s.game.Apply(m.Action); err != nil {
			t.Errorf("seed %d seat %d: the second world does not follow %+v: %v", w.seed, id, m, err)
			return nil
		}
		s.look()
	}
	s.playHidden(t)
	if s.drop {
		return nil
	}
	return s
}

// look watches the second world, and drops it if its last attack came to
// something else than that of the first.
func (s *second) look() {
	for _, got := range s.game.Log()[s.watch.seen:] {
		if got.Kind == AttackMade {
			want := s.attacks[got.Day]
			s.drop = got.Killed != want.Killed || got.Killed && got.Target != want.Target
		}
	}
	s.watch.look(s.game)
}

// swapRoles changes the roles of two others of whom the seat does not know.
func (s *second) swapRoles() {
	n := len(s.seats)
	a, b := SeatID(1+s.rng.IntN(n)), SeatID(1+s.rng.IntN(n))
	me, known := s.roles[s.seat], fellows(s.roles[s.seat])
	ally := known.Has(s.roles[a]) || known.Has(s.roles[b])
	heard := whispering.Has(me) && whispering.Has(s.roles[a]) != whispering.Has(s.roles[b])
	if a != s.seat && b != s.seat && !ally && !heard {
		s.roles[a], s.roles[b] = s.roles[b], s.roles[a]
	}
}

// possible reports whether the deaths and the end of the first world, and what
// the seat was told in it, can be with the new roles.
func (s *second) possible() bool {
	living := SeatsUpTo(len(s.seats))
	over := NotOver
	for _, e := range s.log {
		switch e.Kind {
		case Executed:
			living = living.Without(e.Seat)
		case AttackMade:
			if e.Killed {
				living = living.Without(e.Target)
			}
			if e.Killed && wolfish.Has(s.roles[e.Target]) {
				return false
			}
		case SeerTold, MediumTold:
			if e.Seat == s.seat && (e.Species == Wolf) != wolfish.Has(s.roles[e.Target]) {
				return false
			}
		default:
			continue
		}
		if over != NotOver && e.Kind != SeerTold && e.Kind != MediumTold {
			return false
		}
		over = s.endWith(living)
	}
	return over == s.result.End || over == NotOver && (s.result.End == DayLimit || s.result.End == Failure)
}

func (s *second) endWith(living SeatSet) End {
	wolves := 0
	for id := range living.All() {
		if wolfish.Has(s.roles[id]) {
			wolves++
		}
	}
	switch {
	case wolves == 0:
		return Elimination
	case 2*wolves >= living.Len():
		return Parity
	default:
		return NotOver
	}
}

// knows reports whether the seat knows of a move, or it is public.
func (s *second) knows(m move) bool {
	switch m.Kind {
	case Fail:
		return !m.dead
	case CloseFloor:
		return !s.hidden(Request{Kind: m.at})
	default:
		return !s.hidden(Request{Kind: m.Request, Seat: m.Seat})
	}
}

// hidden reports whether the seat knows nothing of the answer to a request.
func (s *second) hidden(q Request) bool {
	switch q.Kind {
	case Whisper:
		return !whispering.Has(s.roles[s.seat])
	case Attack:
		return !wolfish.Has(s.roles[s.seat])
	case Divine, Guard:
		return q.Seat != s.seat
	default:
		return false
	}
}

// transformed are the moves with votes exchanged between two others where no
// dawn shows them: the same choices, cast by other hands.
func (s *second) transformed() []move {
	moves := slices.Clone(s.trace)
	for i := range moves {
		j := s.rng.IntN(len(moves))
		a, b := &moves[i], &moves[j]
		same := a.Kind == Answer && b.Kind == Answer && a.Request == b.Request && a.day == b.day && a.round == b.round
		if !same || a.Request != Vote && a.Request != Attack || a.Seat == s.seat || b.Seat == s.seat || s.shown(*a) {
			continue
		}
		if a.Request == Vote && (a.Target == b.Seat || b.Target == a.Seat || a.Target == a.Seat || b.Target == b.Seat) {
			continue // it could be a vote for oneself, which may be void
		}
		a.Target, b.Target = b.Target, a.Target
		a.Missing, b.Missing = b.Missing, a.Missing
	}
	return moves
}

// shown reports whether a dawn shows the votes of the round.
func (s *second) shown(m move) bool {
	return s.rules.VoteVisibility && !slices.ContainsFunc(s.trace, func(o move) bool {
		return o.Kind == Answer && o.Request == m.Request && o.day == m.day && o.round > m.round
	})
}

// playHidden plays what the seat does not know of until it knows what is next.
func (s *second) playHidden(t *testing.T) {
	for !s.drop {
		pending := slices.DeleteFunc(slices.Clone(s.game.Pending()), func(q Request) bool { return !s.hidden(q) })
		if len(pending) == 0 {
			return
		}
		do(t, s.game, s.secretly(pending[s.rng.IntN(len(pending))]))
		s.failDead(t)
		s.look()
	}
}

// failDead lets a dead player fail, which nobody may notice.
func (s *second) failDead(t *testing.T) {
	dead := SeatsUpTo(len(s.seats)) &^ s.game.living &^ s.game.gone
	if dead != 0 && len(s.game.Pending()) > 0 && s.game.gone.Len() < 3 && s.rng.IntN(10) == 0 {
		do(t, s.game, Action{Kind: Fail, Seat: dead.First()})
	}
}

// secretly answers for another seat so that the night comes to the same.
func (s *second) secretly(q Request) Action {
	a := Action{Seat: q.Seat, Request: q.Kind}
	want := s.attacks[s.game.Day()]
	switch q.Kind {
	case Whisper:
		if q.Open && s.rng.IntN(3) == 0 {
			return Action{Kind: CloseFloor}
		}
		a.Text = oneOf(s.rng, "other whispers", SkipText, OverText)
	case Attack:
		if want.Killed {
			a.Target = want.Target
		} else if guards := s.guards(); len(guards) > 0 {
			a.Target = guards[0].Target
		}
	case Guard:
		a.Target = oneOf(s.rng, q.Targets.Nth(s.rng.IntN(q.Targets.Len())), 0)
		if want.Killed && a.Target == want.Target {
			a.Target = 0
		}
		if wolfish.Has(s.roles[s.seat]) && !want.Killed {
			a.Target = want.Target
		}
	default:
		a.Target = oneOf(s.rng, q.Targets.Nth(s.rng.IntN(q.Targets.Len())), 0)
	}
	return a
}

// guards are the guards of this night in the second world.
func (s *second) guards() []Event {
	return slices.DeleteFunc(only(s.game.Log(), GuardChosen), func(e Event) bool {
		return e.Day != s.game.Day() || wolfish.Has(s.roles[e.Target]) || !s.game.living.Has(e.Seat) || !s.game.living.Has(e.Target)
	})
}

// known is a view without the roles shown at the end.
func known(log []Event, id SeatID) []Event {
	return slices.DeleteFunc(view(log, id), func(e Event) bool { return e.Kind == RoleShown })
}

// tells says how the seat can tell the worlds apart, "" if it cannot.
func tells(one, other []Event, id SeatID) string {
	a, b := known(one, id), known(other, id)
	if reflect.DeepEqual(a, b) {
		return ""
	}
	return firstDifference(lines(a), lines(b)) + "\n or in fields that are not printed"
}

// check compares all that the seat was given in both worlds.
func (s *second) check() string {
	if why := tells(s.log, s.game.Log(), s.seat); why != "" {
		return why
	}
	one, other := s.watches[s.seat].given, s.watch.given
	for i := range min(len(one), len(other)) {
		if !reflect.DeepEqual(one[i], other[i]) {
			return fmt.Sprintf("observation %d:\n%+v\n%+v", i, one[i], other[i])
		}
	}
	if len(one) != len(other) {
		return fmt.Sprintf("asked %d times and %d times", len(one), len(other))
	}
	return ""
}

func TestIndistinguishableWorlds(t *testing.T) {
	t.Parallel()
	roles, modes := map[Role]int{}, map[TalkMode]int{}
	swaps := 0
	n := seeds(600, 150)
	for seed := range n {
		w := playFirst(t, seed, 5)
		rng := newRand(^seed)
		for id := range SeatID(len(w.seats) + 1) {
			if w.watches[id] == nil {
				continue
			}
			s := w.playSecond(t, rng, id)
			if s == nil {
				continue
			}
			if why := s.check(); why != "" {
				t.Fatalf("seed %d: seat %d, a %s, can tell: %s\nrules %+v", seed, id, s.roles[id], why, w.rules)
			}
			roles[s.roles[id]]++
			modes[w.rules.Talk.Mode]++
			if lines(only(w.log, Dealt)) != lines(only(s.game.Log(), Dealt)) {
				swaps++
			}
		}
	}
	t.Logf("roles %v, modes %v, with swapped roles %d", roles, modes, swaps)
	for _, r := range slices.Concat(randomWolves, randomHumans, []Role{NoRole}) {
		if roles[r] < int(n)/10 {
			t.Errorf("only %d worlds of a %s", roles[r], made.Name(r))
		}
	}
	if swaps < int(n) {
		t.Errorf("only %d worlds with other roles", swaps)
	}
}

// The comparison must be able to fail: widen the audience of any kind of event
// that is not for all, and some seat can tell some worlds apart.
func TestIndistinguishableWorldsHaveTeeth(t *testing.T) {
	t.Parallel()
	caught, tried := map[EventKind]bool{}, map[EventKind]bool{}
	for seed := range uint64(150) {
		w := playFirst(t, seed, 0)
		rng := newRand(^seed)
		s := w.playSecond(t, rng, SeatID(rng.IntN(len(w.seats)+1)))
		if s == nil {
			continue
		}
		for kind := Seated; kind < numEvents; kind++ {
			one, other := widen(tried, w.log, kind), widen(tried, s.game.Log(), kind)
			if tells(one, other, s.seat) != "" {
				caught[kind] = true
			}
		}
	}
	for kind := range tried {
		if !caught[kind] {
			t.Errorf("nobody notices a %s that everybody sees", kind)
		}
	}
	if len(tried) != 12 {
		t.Errorf("kinds that are not for all: %v", tried)
	}
}

// widen is the log with the events of a kind shown to all.
func widen(tried map[EventKind]bool, log []Event, kind EventKind) []Event {
	out := slices.Clone(log)
	for i := range out {
		if out[i].Kind == kind && out[i].Audience != Everybody {
			tried[kind] = true
			out[i].Audience = Everybody
		}
	}
	return out
}
