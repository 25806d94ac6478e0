package matching

import (
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"
)

// Order is what an organiser wants changed in the middle of a contest. The kind says which of the other fields are set.
type Order struct {
	Do     do     `json:"do"`
	Rounds int    `json:"rounds,omitempty"` // Extend: how many more
	Team   string `json:"team,omitempty"`   // Withdraw, Substitute
	Player string `json:"player,omitempty"` // Substitute: who plays for the team from now on; "": the team itself again
	Match  ID     `json:"match,omitempty"`  // Replay: the match, or a game of it
}

// The kinds of orders. Pause lets no match begin before Resume; games go on. Extend adds rounds. Withdraw takes a team out for good: its
// matches that have not begun are struck, later rounds are planned without it. Substitute has somebody else play for a team. Replay plays a
// match again that is over: the game that was played for it no longer counts.
const (
	Pause      do = "pause"
	Resume     do = "resume"
	Extend     do = "extend"
	Withdraw   do = "withdraw"
	Substitute do = "substitute"
	Replay     do = "replay"
)

// mostRounds is how many rounds a contest may be extended by at once.
const mostRounds = 1000

// Order books what the organiser wants. The error says why it cannot be; then nothing is changed. An order that has been booked holds over
// crashes like all else.
func (j *Journal) Order(o Order, at time.Time) error {
	n := &journalLine{Do: o.Do, At: at.UnixMilli(), Rounds: o.Rounds, Player: o.Player}
	switch o.Do {
	case Pause, Resume, Extend:
	case Withdraw, Substitute:
		i := slices.Index(j.ledger.names, o.Team)
		if i < 0 || o.Team == "" {
			return &NoSlotError{Team: o.Team, Why: "it is not in the plan"}
		}
		n.Slot = new(slot(i))
	case Replay:
		e := j.ledger.of(o.Match)
		if e == nil {
			return fmt.Errorf("%q is no match of the plan, and no game of one", o.Match)
		}
		n.Match, n.Game = e.ID, e.game
	default:
		return fmt.Errorf("%q is nothing that can be ordered", o.Do)
	}
	if o.Do == Extend && j.endless {
		return errors.New("the contest has no end that could be put off")
	}
	if err := j.book(n); err != nil {
		return err
	}
	return j.extend()
}

// Concerns reports whether an order is about this plan: about a team that has a place in it, or a match of it.
func (j *Journal) Concerns(o Order) bool {
	switch o.Do {
	case Withdraw, Substitute:
		return o.Team != "" && slices.Contains(j.ledger.names, o.Team)
	case Replay:
		return j.ledger.of(o.Match) != nil
	default:
		return true
	}
}

// GameOf is the last game of a match, which is named by its id or that of the game; "" where there is none.
func (j *Journal) GameOf(match ID) string {
	if e := j.ledger.of(match); e != nil {
		return e.game
	}
	return ""
}

// of is the match with the id, or with the last game of that id.
func (l *journalState) of(id ID) *matchEntry {
	if e := l.byID[id]; e != nil || id == "" {
		return e
	}
	if i := slices.IndexFunc(l.matches, func(e *matchEntry) bool { return e.game == string(id) }); i >= 0 {
		return l.matches[i]
	}
	return nil
}

// checkOrder reports why an order cannot be carried out.
func (l *journalState) checkOrder(n *journalLine) error {
	switch n.Do {
	case Pause, Resume:
		if l.paused == (n.Do == Pause) {
			return errors.New(map[bool]string{true: "the contest is paused already", false: "the contest is not paused"}[l.paused])
		}
	case Extend:
		switch left := len(l.active()); {
		case n.Rounds < 1 || n.Rounds > mostRounds:
			return fmt.Errorf("%d rounds more; a contest is extended by 1 to %d at once", n.Rounds, mostRounds)
		case left < l.spec.Players():
			return fmt.Errorf("%d teams are left, too few for a game of %d", left, l.spec.Players())
		}
	case Withdraw, Substitute:
		return l.checkTeamOrder(n)
	default:
		return l.checkReplay(n)
	}
	return nil
}

func (l *journalState) checkTeamOrder(n *journalLine) error {
	if n.Slot == nil || *n.Slot < 0 || int(*n.Slot) >= len(l.names) || l.names[*n.Slot] == "" {
		return errors.New("no such team")
	}
	team := l.names[*n.Slot]
	switch stands := l.stands[*n.Slot]; {
	case l.withdrawn[*n.Slot]:
		return fmt.Errorf("team %q has withdrawn", team)
	case n.Do == Withdraw:
		return nil
	case !utf8.ValidString(n.Player):
		return fmt.Errorf("%q is no name of a player", n.Player)
	case n.Player == "" && stands == "":
		return fmt.Errorf("nobody plays for team %q", team)
	case n.Player == stands:
		return fmt.Errorf("%s plays for team %q already", stands, team)
	default:
		return nil
	}
}

func (l *journalState) checkReplay(n *journalLine) error {
	e := l.byID[n.Match]
	switch {
	case e == nil || e.game != n.Game:
		return fmt.Errorf("match %q is in no plan, or its last game is another", n.Match)
	case e.struck:
		return fmt.Errorf("match %s was struck, since a team of it has withdrawn", e.ID)
	case e.state != finished:
		return fmt.Errorf("match %s is not over", e.ID)
	case l.gone(e):
		return fmt.Errorf("a team of match %s has withdrawn", e.ID)
	default:
		return nil
	}
}

// takeOrder carries out an order that has been checked.
func (l *journalState) takeOrder(n *journalLine) {
	switch n.Do {
	case Pause, Resume:
		l.paused = n.Do == Pause
	case Extend:
		l.extra += n.Rounds
	case Withdraw:
		l.withdrawn[*n.Slot] = true
		delete(l.stands, *n.Slot)
		for _, e := range slices.Clone(l.queue) {
			l.strike(e)
		}
	case Substitute:
		l.stands[*n.Slot] = n.Player
		if n.Player == "" {
			delete(l.stands, *n.Slot)
		}
	default: // Replay
		e := l.byID[n.Match]
		l.finished--
		if e.givenUp {
			l.givenUp--
		} else {
			l.annulled = append(l.annulled, e.game)
		}
		// Its players know their roles, so that it is dealt again by lot like one that failed. Who was gone from it is forgiven.
		e.failures++
		e.givenUp, e.gone, e.tries = false, nil, 0
		l.putBack(e)
	}
}

// active are the slots of the teams that have not withdrawn.
func (l *journalState) active() (slots []slot) {
	for i := range l.names {
		if s := slot(i); !l.withdrawn[s] {
			slots = append(slots, s)
		}
	}
	return slots
}

// gone reports whether a team of the match has withdrawn.
func (l *journalState) gone(e *matchEntry) bool {
	return slices.ContainsFunc(e.Chairs, func(c chair) bool { return l.withdrawn[c.slot] })
}

// strike takes a match that has not begun out of the plan where a team of it has withdrawn.
func (l *journalState) strike(e *matchEntry) {
	if !l.gone(e) {
		return
	}
	l.queue = without(l.queue, e)
	e.struck = true
	l.struck++
	l.finished++
	e.state = finished
}

// planNext plans the next round with the teams that have not withdrawn, nil where they are too few for a game.
func (l *journalState) planNext() (*Plan, error) {
	spec, active := l.spec, l.active()
	if len(active) == spec.Teams {
		return NewPlan(spec, l.chance(), l.round+1)
	}
	if len(active) < spec.Players() {
		return nil, nil
	}
	spec.Teams, spec.Names = len(active), nil
	p, err := NewPlan(spec, l.chance(), l.round+1)
	if err != nil {
		return nil, err
	}
	for _, m := range p.Matches {
		for i := range m.Chairs {
			m.Chairs[i].slot = active[m.Chairs[i].slot]
		}
	}
	return p, nil
}

// Paused reports whether no match may begin.
func (j *Journal) Paused() bool { return j.ledger.paused }

// Withdrawn are the teams that have withdrawn, in the order of their slots.
func (j *Journal) Withdrawn() (teams []string) {
	for i, name := range j.ledger.names {
		if j.ledger.withdrawn[slot(i)] {
			teams = append(teams, name)
		}
	}
	return teams
}

// Substitutes are the players that play for teams, by team.
func (j *Journal) Substitutes() map[string]string {
	all := map[string]string{}
	for s, player := range j.ledger.stands {
		all[j.ledger.names[s]] = player
	}
	return all
}

// Annulled are the games that no longer count, since their matches are played again.
func (j *Journal) Annulled() []string { return slices.Clone(j.ledger.annulled) }

// Unbegun is a match that has not begun.
type Unbegun struct {
	Match ID       `json:"match"`
	Teams []string `json:"teams"` // sorted; "" for one that nobody knows yet
}

// Unbegun are the matches that have not begun, in the order in which they are tried. Who plays whom is not for everybody.
func (j *Journal) Unbegun() (all []Unbegun) {
	for _, e := range j.ledger.queue {
		o := Unbegun{Match: e.ID}
		for _, c := range e.Chairs {
			o.Teams = append(o.Teams, j.ledger.names[c.slot])
		}
		slices.Sort(o.Teams)
		all = append(all, o)
	}
	return all
}
