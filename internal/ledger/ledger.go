// Package ledger keeps what the table of one game has heard: who said what, and what was claimed, told, announced and
// asked.
//
// The law of the package: it records and has no opinion. The holder of the Writer adds one utterance after another, by
// the rows it means; everybody else reads. A place is the index of an utterance in the talk of an observation.
package ledger

import (
	"math"
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Claim is a role that somebody claims, or that its results imply.
type Claim struct {
	Seat  werewolf.SeatID
	Role  werewolf.Role
	Day   int
	At    int
	Until int // the place where it was taken back or replaced, -1 while it stands
}

// Stands reports whether the claim was neither taken back nor replaced.
func (c *Claim) Stands() bool { return c.Until < 0 }

// Result is what somebody says to have learned or done by its ability.
type Result struct {
	By, Target werewolf.SeatID
	Role       werewolf.Role    // the role in which it was told
	Verb       speech.Verb      // Divined, Identified or Guarded
	Species    werewolf.Species // NoSpecies for Guarded, and where it was not said
	Day, At    int
}

// Power returns the power that gives such results.
func (r *Result) Power() werewolf.Power { return r.Verb.Power() }

// Plan is the vote that somebody announced last for a day.
type Plan struct {
	Seat    werewolf.SeatID
	Target  werewolf.SeatID
	Day, At int
	Changes int // how often the name changed that day
}

// Line is one thing that somebody said about another player in the talk.
type Line struct {
	Seat          werewolf.SeatID
	Day, Turn, At int
	Frame         speech.Act // the REQUEST, INQUIRE or NOT around it, the zero Act where there is none
	speech.Act
}

// Is reports whether the line says the verb outright: nobody is asked for it and it is not denied.
func (l *Line) Is(v speech.Verb) bool { return l.Verb == v && l.Frame.Verb == speech.NoVerb }

// Suspects reports whether the line calls its target a werewolf.
func (l *Line) Suspects() bool { return l.Frame.Verb == speech.NoVerb && l.Act.Suspects() }

// Trusts reports whether the line calls its target human.
func (l *Line) Trusts() bool { return l.Frame.Verb == speech.NoVerb && l.Act.Trusts() }

// Against reports whether the line is against its target: it suspects the target or wants its execution.
func (l *Line) Against() bool { return l.Suspects() || l.Is(speech.Vote) || l.Requests(speech.Vote) }

// Finds reports whether the line tells the species as the speaker's own result.
func (l *Line) Finds(s werewolf.Species) bool {
	return l.Frame.Verb == speech.NoVerb && l.Tells() && (l.Subject == 0 || l.Subject == l.Seat) && l.Species == s
}

// Requests reports whether the line asks others to do what the verb says.
func (l *Line) Requests(v speech.Verb) bool { return l.Verb == v && l.Frame.Verb == speech.Request }

// Asks reports whether the line asks the player something.
func (l *Line) Asks(id werewolf.SeatID) bool {
	return l.Frame.Verb == speech.Inquire && l.Frame.Target == id
}

// Ledger is what was heard. The zero Ledger has heard nothing. Callers must not change what its methods return; it
// grows as more is heard.
type Ledger struct {
	table   *werewolf.RoleTable
	counts  werewolf.RoleCounts
	talk    []speech.Rows
	claims  []Claim
	results []Result
	found   []Result // those of results that tell a species
	plans   []Plan
	lines   []Line

	dead      werewolf.SeatSet
	retracted werewolf.SeatSet // who has ever taken back a claim
	whispered werewolf.SeatSet // who has whispered
	words     map[onDay]int
	standing  [werewolf.MaxSeats + 1]int // by seat, the index of the claim that stands, counted from 1
	total     [werewolf.MaxSeats + 1]int
	last      [werewolf.MaxSeats + 1]int // by seat, the place where it last spoke, counted from 1
}

// onDay is a player and a day.
type onDay struct {
	seat werewolf.SeatID
	day  int
}

// Heard returns the number of utterances of the talk that were heard.
func (l *Ledger) Heard() int { return len(l.talk) }

// Rows returns what an utterance of the talk says, nothing if it was not heard.
func (l *Ledger) Rows(at int) speech.Rows {
	if at < 0 || at >= len(l.talk) {
		return nil
	}
	return l.talk[at]
}

// Lines returns everything said about others in the talk, in order.
func (l *Ledger) Lines() []Line { return l.lines }

// Claims returns every claim in order, also those that stand no longer.
func (l *Ledger) Claims() []Claim { return l.claims }

// Results returns everything told of own abilities, each once, in order.
func (l *Ledger) Results() []Result { return l.results }

// Findings returns every result that tells a species, each once, in order.
func (l *Ledger) Findings() []Result { return l.found }

// Plans returns the announced votes, at most one for each seat and day.
func (l *Ledger) Plans() []Plan { return l.plans }

// Dead returns the players known to have died.
func (l *Ledger) Dead() werewolf.SeatSet { return l.dead }

// Whispered returns the players who have been heard whispering.
func (l *Ledger) Whispered() werewolf.SeatSet { return l.whispered }

// ClaimOf returns the role that a player claims now, NoRole if none.
func (l *Ledger) ClaimOf(id werewolf.SeatID) werewolf.Role {
	if id < 0 || int(id) >= len(l.standing) || l.standing[id] == 0 {
		return werewolf.NoRole
	}
	return l.claims[l.standing[id]-1].Role
}

// ClaimAt returns the role that a player claimed after the utterance at a place.
func (l *Ledger) ClaimAt(id werewolf.SeatID, at int) werewolf.Role {
	for _, c := range slices.Backward(l.claims) {
		if c.Seat == id && c.At <= at && (c.Until < 0 || c.Until > at) {
			return c.Role
		}
	}
	return werewolf.NoRole
}

// Claimants returns the players who claim the role now, dead or alive.
func (l *Ledger) Claimants(r werewolf.Role) (s werewolf.SeatSet) {
	for id, n := range l.standing {
		if n != 0 && l.claims[n-1].Role == r {
			s = s.With(werewolf.SeatID(id))
		}
	}
	return s
}

// Spec returns what the rules say of a role.
func (l *Ledger) Spec(r werewolf.Role) werewolf.RoleSpec { return l.table.Spec(r) }

// Places returns how many players have the role, 0 where that is not known.
func (l *Ledger) Places(r werewolf.Role) int { return l.counts[r] }

// ClaimSpec returns what the rules say of the role that a player claims now, the zero RoleSpec if it claims none.
func (l *Ledger) ClaimSpec(id werewolf.SeatID) werewolf.RoleSpec { return l.Spec(l.ClaimOf(id)) }

// ClaimantsOf returns the players who claim a role with the power now, dead or alive.
func (l *Ledger) ClaimantsOf(p werewolf.Power) werewolf.SeatSet {
	return l.ClaimantsWhere(func(s werewolf.RoleSpec) bool { return s.Power == p })
}

// ClaimantsWhere returns the players, dead or alive, who claim a role now for which is reports true.
func (l *Ledger) ClaimantsWhere(is func(werewolf.RoleSpec) bool) (s werewolf.SeatSet) {
	for id, n := range l.standing {
		if n != 0 && is(l.table.Spec(l.claims[n-1].Role)) {
			s = s.With(werewolf.SeatID(id))
		}
	}
	return s
}

// Fellows returns the players whom a player has named as sharing its role, while it claims a role that knows its
// fellows.
func (l *Ledger) Fellows(by werewolf.SeatID) (s werewolf.SeatSet) {
	claim := l.ClaimOf(by)
	if !l.Spec(claim).Mason() {
		return 0
	}
	for i := range l.lines {
		if n := &l.lines[i]; n.Seat == by && n.Is(speech.ComingOut) && n.Subject == by && n.Role == claim {
			s = s.With(n.Target)
		}
	}
	return s
}

// Paired returns the players who claim the same role as a player, where each names the other as a fellow.
func (l *Ledger) Paired(id werewolf.SeatID) (s werewolf.SeatSet) {
	for other := range l.Fellows(id).All() {
		if l.Fellows(other).Has(id) {
			s = s.With(other)
		}
	}
	return s
}

// ClaimantsAt returns the players who claimed the role after the utterance at a place.
func (l *Ledger) ClaimantsAt(r werewolf.Role, at int) (s werewolf.SeatSet) {
	for _, c := range l.claims {
		if c.Role == r && c.At <= at && (c.Until < 0 || c.Until > at) {
			s = s.With(c.Seat)
		}
	}
	return s
}

// HasRetracted reports whether a player has ever taken back a claim without making another.
func (l *Ledger) HasRetracted(id werewolf.SeatID) bool { return l.retracted.Has(id) }

// GaveUp reports whether a player has given up a claim to a role with a power, for another or for none.
func (l *Ledger) GaveUp(id werewolf.SeatID) bool {
	return slices.ContainsFunc(l.claims, func(c Claim) bool {
		return c.Seat == id && !c.Stands() && !l.table.Spec(c.Role).Ordinary()
	})
}

// HasTold reports whether a player has told a species as its own result.
func (l *Ledger) HasTold(id werewolf.SeatID) bool {
	return slices.ContainsFunc(l.found, func(r Result) bool { return r.By == id })
}

// Told returns the species that one player told about another: the last one, or NoSpecies if none.
func (l *Ledger) Told(by, target werewolf.SeatID) werewolf.Species {
	return l.ToldUntil(by, target, math.MaxInt)
}

// ToldUntil is what one player had told about another by the end of a day.
func (l *Ledger) ToldUntil(by, target werewolf.SeatID, day int) werewolf.Species {
	for _, r := range slices.Backward(l.found) {
		if r.By == by && r.Target == target && r.Day <= day {
			return r.Species
		}
	}
	return werewolf.NoSpecies
}

// PlanOf returns the vote that a player announced last for the day, the zero Plan if none.
func (l *Ledger) PlanOf(id werewolf.SeatID, day int) Plan {
	for _, p := range slices.Backward(l.plans) {
		if p.Seat == id && p.Day == day {
			return p
		}
	}
	return Plan{}
}

// Backing returns the players who have announced a vote for the target on the day.
func (l *Ledger) Backing(target werewolf.SeatID, day int) (s werewolf.SeatSet) {
	for _, p := range l.plans {
		if p.Day == day && p.Target == target {
			s = s.With(p.Seat)
		}
	}
	return s
}

// Accusers returns the players who have spoken against somebody on the day.
func (l *Ledger) Accusers(id werewolf.SeatID, day int) (s werewolf.SeatSet) {
	for i := range l.lines {
		if one := &l.lines[i]; one.Day == day && one.Target == id && one.Against() {
			s = s.With(one.Seat)
		}
	}
	return s
}

// Words returns how many utterances with words a player has made in the talk of a day.
func (l *Ledger) Words(id werewolf.SeatID, day int) int { return l.words[onDay{id, day}] }

// WordsTotal returns how many utterances with words a player has made in the talk of the game.
func (l *Ledger) WordsTotal(id werewolf.SeatID) int { return l.total[id] }

// LastSpoke returns the place of a player's last utterance with words, -1 if there is none.
func (l *Ledger) LastSpoke(id werewolf.SeatID) int { return l.last[id] - 1 }

// Asked returns how often a player has been asked something on a day.
func (l *Ledger) Asked(id werewolf.SeatID, day int) (n int) {
	for i := range l.lines {
		if l.lines[i].Day == day && l.lines[i].Asks(id) {
			n++
		}
	}
	return n
}
