package matching

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// NoSlotError is why a team has no place in the contest. Reason may be told to the team.
type NoSlotError struct {
	Team string
	Why  string
}

// Error implements error.
func (e *NoSlotError) Error() string { return "matching: " + e.Reason() }

// Reason is the error in words for the team itself.
func (e *NoSlotError) Reason() string {
	return fmt.Sprintf("team %q: no place in this contest: %s", e.Team, e.Why)
}

// journalState is what a journal says. Every line is checked and then taken; reading
// a journal and writing one go the same way.
type journalState struct {
	spec     Spec
	key      *secret.Key   // nil while none is drawn, and where the spec has a seed
	deals    int           // how often matches were dealt again
	round    int           // the last one that was planned
	names    []string      // of the slots, "" for one that is not bound yet
	matches  []*matchEntry // in the order of the plans
	byID     map[ID]*matchEntry
	games    map[string]bool // all that were ever started
	queue    []*matchEntry   // to be started, in that order
	running  []*matchEntry   // in the order of their starts
	finished int
	givenUp  int // of the finished ones
	struck   int // of the finished ones
	failures int

	paused    bool
	extra     int // rounds that the organiser has added
	withdrawn map[slot]bool
	stands    map[slot]string // who plays for the teams that have a substitute
	annulled  []string        // games of matches that are played again
}

// matchEntry is a match and what became of it.
type matchEntry struct {
	plannedMatch
	number   int    // its place in all plans together
	failures int    // games of it that failed
	gone     []slot // from these, a slot for each game it was gone from
	tries    int    // of these, games that somebody was gone from
	game     string // the last one
	state    matchStatus
	givenUp  bool // it is finished without a game, and lost for its absent
	struck   bool // it is finished without a game, since a team has withdrawn
	stale    bool // what is dealt can be known to others; it is dealt again before it is played
}

type matchStatus uint8

const (
	queued matchStatus = iota
	running
	finished
)

func newLedger(spec Spec) *journalState {
	l := &journalState{
		spec: spec, names: make([]string, spec.Teams), byID: map[ID]*matchEntry{}, games: map[string]bool{},
		withdrawn: map[slot]bool{}, stands: map[slot]string{},
	}
	copy(l.names, spec.Names)
	return l
}

// untouched reports whether nothing came of the plan so far: no game, no order, and no team that took a place which was free.
func (l *journalState) untouched() bool {
	return len(l.games) == 0 && !l.paused && l.extra == 0 && len(l.withdrawn) == 0 && len(l.stands) == 0 && slices.Equal(l.names, newLedger(l.spec).names)
}

// check reports why a line cannot come next.
func (l *journalState) check(n *journalLine) error {
	switch n.Do {
	case doKey:
		return l.checkKey(n)
	case doDeal:
		return l.checkDeal(n)
	case doRound:
		return l.checkRound(n)
	case doBind:
		return l.checkBind(n)
	case doStart, doFinish, doFail, doGiveUp:
		return l.checkGame(n)
	case Pause, Resume, Extend, Withdraw, Substitute, Replay:
		return l.checkOrder(n)
	default:
		return fmt.Errorf("unknown entry %q", n.Do)
	}
}

// apply does what a checked line says.
func (l *journalState) apply(n *journalLine) {
	switch n.Do {
	case doKey:
		l.takeKey(n)
	case doDeal:
		l.takeDeal(n)
	case doRound:
		l.takeRound(n)
	case doBind:
		l.names[*n.Slot] = n.Team
	case doStart:
		e := l.byID[n.Match]
		l.queue = without(l.queue, e)
		l.running = append(l.running, e)
		l.games[n.Game] = true
		e.state, e.game = running, n.Game
	case doFinish:
		l.finish(l.byID[n.Match])
	case doFail:
		e := l.fail(n)
		l.running = without(l.running, e)
		l.putBack(e)
	case doGiveUp:
		e := l.fail(n)
		e.givenUp = true
		l.givenUp++
		l.finish(e)
	default:
		l.takeOrder(n)
	}
}

// putBack has a match played again whose players may know what it was dealt, or strikes it where one of them has withdrawn.
func (l *journalState) putBack(e *matchEntry) {
	e.state, e.stale = queued, true
	l.enqueue(e)
	l.strike(e)
}

// enqueue puts a match where its priority is.
func (l *journalState) enqueue(e *matchEntry) {
	at, _ := slices.BinarySearchFunc(l.queue, e, byPriority)
	l.queue = slices.Insert(l.queue, at, e)
}

func (l *journalState) finish(e *matchEntry) {
	l.running = without(l.running, e)
	l.finished++
	e.state = finished
}

// fail counts a game that failed.
func (l *journalState) fail(n *journalLine) *matchEntry {
	e := l.byID[n.Match]
	l.failures++
	e.failures++
	e.gone = append(e.gone, n.Gone...)
	if len(n.Gone) > 0 {
		e.tries++
	}
	return e
}

// failed reports whether the last game of a match that is not being played failed.
func (e *matchEntry) failed() bool { return e.state == queued || e.givenUp }

// absent are the slots that were gone from most games of the match.
func (e *matchEntry) absent() (slots []slot) {
	times := func(c chair) (n int) {
		for _, s := range e.gone {
			if s == c.slot {
				n++
			}
		}
		return n
	}
	most := 1
	for _, c := range e.Chairs {
		switch n := times(c); {
		case n > most:
			most, slots = n, []slot{c.slot}
		case n == most:
			slots = append(slots, c.slot)
		}
	}
	return slots
}

// byPriority is the order in which matches are tried: those that failed after
// all that did not, more failures after fewer, otherwise as planned.
func byPriority(a, b *matchEntry) int {
	return cmp.Or(cmp.Compare(a.failures, b.failures), cmp.Compare(a.number, b.number))
}

func without(all []*matchEntry, e *matchEntry) []*matchEntry {
	i := slices.Index(all, e)
	return slices.Delete(all, i, i+1)
}

func (l *journalState) checkGame(n *journalLine) error {
	e := l.byID[n.Match]
	switch {
	case e == nil:
		return fmt.Errorf("match %q is in no plan", n.Match)
	case n.Game == "" || !utf8.ValidString(n.Game):
		return fmt.Errorf("match %s: %q is no id of a game", n.Match, n.Game)
	case n.Do != doStart && (e.state != running || e.game != n.Game):
		return fmt.Errorf("match %s is not being played as game %q", n.Match, n.Game)
	case n.Do == doGiveUp && len(n.Gone) == 0:
		return fmt.Errorf("match %s is given up, but nobody was gone", n.Match)
	case n.Do != doStart:
		return e.checkGone(n.Gone)
	case e.state != queued:
		return fmt.Errorf("match %s was started already, as game %q", n.Match, e.game)
	case e.stale:
		return fmt.Errorf("match %s must be dealt again first", n.Match)
	case l.games[n.Game]:
		return fmt.Errorf("game %q was started already", n.Game)
	default:
		return l.checkBound(e)
	}
}

// checkGone reports slots that do not play in the match, or are named twice.
func (e *matchEntry) checkGone(gone []slot) error {
	for i, s := range gone {
		if slices.Contains(gone[:i], s) || !slices.ContainsFunc(e.Chairs, func(c chair) bool { return c.slot == s }) {
			return fmt.Errorf("match %s: slot %d, which was gone, does not play there, or is named twice", e.ID, s)
		}
	}
	return nil
}

// checkBound reports a seat whose team nobody knows yet.
func (l *journalState) checkBound(e *matchEntry) error {
	for _, c := range e.Chairs {
		if l.names[c.slot] == "" {
			return fmt.Errorf("match %s cannot start: its team #%d has not come yet", e.ID, c.slot+1)
		}
	}
	return nil
}

func (l *journalState) checkBind(n *journalLine) error {
	if err := checkName(n.Team); err != nil {
		return fmt.Errorf("a team cannot be bound: %w", err)
	}
	switch {
	case n.Slot == nil || *n.Slot < 0 || int(*n.Slot) >= len(l.names):
		return errors.New("no such slot")
	case l.names[*n.Slot] != "":
		return fmt.Errorf("slot %d is bound to %q already", *n.Slot, l.names[*n.Slot])
	case slices.Contains(l.names, n.Team):
		return fmt.Errorf("team %q has a slot already", n.Team)
	default:
		return nil
	}
}

func (l *journalState) checkRound(n *journalLine) error {
	if n.Round != l.round+1 || len(n.Matches) != l.spec.Games {
		return fmt.Errorf("round %d with %d matches; round %d with %d comes next", n.Round, len(n.Matches), l.round+1, l.spec.Games)
	}
	ids := map[ID]bool{}
	for i := range n.Matches {
		m := &n.Matches[i]
		if m.ID == "" || ids[m.ID] || l.byID[m.ID] != nil {
			return fmt.Errorf("match %d of the round has no id of its own, but %q", i+1, m.ID)
		}
		ids[m.ID] = true
		if err := l.checkChairs(m); err != nil {
			return fmt.Errorf("match %s: %w", m.ID, err)
		}
	}
	return nil
}

func (l *journalState) checkChairs(m *written) error {
	if len(m.Slots) != len(m.Roles) {
		return fmt.Errorf("%d teams for %d roles", len(m.Slots), len(m.Roles))
	}
	var counts werewolf.RoleCounts
	for i, s := range m.Slots {
		if s < 0 || int(s) >= l.spec.Teams || slices.Contains(m.Slots[:i], s) {
			return fmt.Errorf("slot %d is none of %d, or sits there twice", s, l.spec.Teams)
		}
		counts[m.Roles[i]]++
	}
	if counts != l.spec.Roles {
		return fmt.Errorf("its roles are %v, not %v", counts, l.spec.Roles)
	}
	return nil
}

func (l *journalState) takeRound(n *journalLine) {
	l.round = n.Round
	for i := range n.Matches {
		e := &matchEntry{plannedMatch: n.Matches[i].planned(), number: len(l.matches)}
		l.matches = append(l.matches, e)
		l.byID[e.ID] = e
		l.enqueue(e)
	}
}

// next is the first match of the queue whose teams all wait, or with a standing
// the best.
func (l *journalState) next(waiting []Waiting, standing *slotStanding) *matchEntry {
	here := map[string]bool{}
	for _, w := range waiting {
		here[w.Team] = here[w.Team] || len(w.Since) > 0
	}
	ready := make([]bool, len(l.names))
	for slot, name := range l.names {
		ready[slot] = name != "" && here[name]
	}
	all := func(e *matchEntry) bool {
		return !e.stale && !slices.ContainsFunc(e.Chairs, func(c chair) bool { return !ready[c.slot] })
	}
	if standing != nil {
		return standing.best(l.queue, all)
	}
	if i := slices.IndexFunc(l.queue, all); i >= 0 {
		return l.queue[i]
	}
	return nil
}

// match is the entry with its teams named, as it was or would be started.
func (l *journalState) match(e *matchEntry) Match {
	m := Match{ID: e.ID, attempt: e.failures + 1, Places: make([]Place, len(e.Chairs))}
	m.Seed = l.chance().Seed("game "+string(e.ID), m.attempt)
	for i, c := range e.Chairs {
		m.Places[i] = Place{Team: l.names[c.slot], Role: c.Role}
	}
	return m
}

// slots are those of the teams, without what is no team here.
func (l *journalState) slots(teams []string) (slots []slot) {
	for i, name := range l.names {
		if name != "" && slices.Contains(teams, name) {
			slots = append(slots, slot(i))
		}
	}
	return slots
}
