// Package ledger is what the table of one game has heard: who said what, and what was claimed, told, announced and asked.
//
// The law of the package: it records and holds no opinion. It is folded once, one utterance after another, from the rows
// that each says, by whoever holds the Writer; everybody else reads. Places are indices of utterances in the list of the
// talk, as an observation has it.
package ledger

import (
	"math"
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Claim is a role somebody says to have, or that its results say it has.
type Claim struct {
	Seat  werewolf.SeatID
	Role  werewolf.Role
	Day   int
	At    int
	Until int // where it was taken back or replaced by another, -1 while it stands
}

// Stands reports whether the claim was neither taken back nor replaced.
func (c *Claim) Stands() bool { return c.Until < 0 }

// Result is what somebody said it learned or did by its own ability.
type Result struct {
	By, Target werewolf.SeatID
	Role       werewolf.Role    // as which it was told
	Verb       speech.Verb      // Divined, Identified or Guarded
	Species    werewolf.Species // NoSpecies of Guarded, and where it was not said
	Day, At    int
}

// Power is the power that gave the result.
func (r *Result) Power() werewolf.Power { return r.Verb.Power() }

// Plan is the vote somebody last announced for a day.
type Plan struct {
	Seat    werewolf.SeatID
	Target  werewolf.SeatID
	Day, At int
	Changes int // how often the name changed that day
}

// Line is one thing said outright in the talk, about somebody else than its speaker.
type Line struct {
	Seat          werewolf.SeatID
	Day, Turn, At int
	Frame         speech.Act // the REQUEST, INQUIRE or NOT it stands in, the zero Act where it stands in none
	speech.Act
}

// Is reports whether the line says the verb, asked for by nobody and not denied.
func (l *Line) Is(v speech.Verb) bool { return l.Verb == v && l.Frame.Verb == speech.NoVerb }

// Suspects reports whether the line calls its target a werewolf.
func (l *Line) Suspects() bool { return l.Frame.Verb == speech.NoVerb && l.Act.Suspects() }

// Trusts reports whether the line calls its target human.
func (l *Line) Trusts() bool { return l.Frame.Verb == speech.NoVerb && l.Act.Trusts() }

// Against reports whether the line goes for its target: suspects it, or wants the vote on it.
func (l *Line) Against() bool { return l.Suspects() || l.Is(speech.Vote) || l.Requests(speech.Vote) }

// Finds reports whether the line tells the species as a result of the speaker's own.
func (l *Line) Finds(s werewolf.Species) bool {
	return l.Frame.Verb == speech.NoVerb && l.Tells() && (l.Subject == 0 || l.Subject == l.Seat) && l.Species == s
}

// Requests reports whether others are asked to do what the verb says.
func (l *Line) Requests(v speech.Verb) bool { return l.Verb == v && l.Frame.Verb == speech.Request }

// Asks reports whether the line asks the player something.
func (l *Line) Asks(id werewolf.SeatID) bool {
	return l.Frame.Verb == speech.Inquire && l.Frame.Target == id
}

// Ledger is what was heard. The zero Ledger has heard nothing. What it hands out is not to be changed, and grows as more
// is heard.
type Ledger struct {
	table   *werewolf.RoleTable
	counts  werewolf.RoleCounts
	talk    []speech.Rows
	claims  []Claim
	results []Result
	found   []Result // those of them that tell a species
	plans   []Plan
	lines   []Line

	dead      werewolf.SeatSet
	retracted werewolf.SeatSet // who has ever taken a claim back
	whispered werewolf.SeatSet // who has been heard among the wolves
	words     map[onDay]int
	standing  [werewolf.MaxSeats + 1]int // the claim of the seat that stands, counted from 1
	total     [werewolf.MaxSeats + 1]int
	last      [werewolf.MaxSeats + 1]int // where the seat last spoke, counted from 1
}

// onDay is a player on one day.
type onDay struct {
	seat werewolf.SeatID
	day  int
}

// Heard is how many utterances of the talk were heard.
func (l *Ledger) Heard() int { return len(l.talk) }

// Rows is what an utterance of the talk says, nothing where it was not heard.
func (l *Ledger) Rows(at int) speech.Rows {
	if at < 0 || at >= len(l.talk) {
		return nil
	}
	return l.talk[at]
}

// Lines is everything said outright in the talk, in order.
func (l *Ledger) Lines() []Line { return l.lines }

// Claims is every claim, in order, those that stand no longer among them.
func (l *Ledger) Claims() []Claim { return l.claims }

// Results is everything told of own abilities, each once, in order.
func (l *Ledger) Results() []Result { return l.results }

// Findings is every result that tells a species, each once, in order.
func (l *Ledger) Findings() []Result { return l.found }

// Plans is one announced vote for each seat and day with any.
func (l *Ledger) Plans() []Plan { return l.plans }

// Dead is the players known to have died.
func (l *Ledger) Dead() werewolf.SeatSet { return l.dead }

// Whispered is the players who have been heard whispering.
func (l *Ledger) Whispered() werewolf.SeatSet { return l.whispered }

// ClaimOf is the role a player claims now, NoRole when it claims none.
func (l *Ledger) ClaimOf(id werewolf.SeatID) werewolf.Role {
	if id < 0 || int(id) >= len(l.standing) || l.standing[id] == 0 {
		return werewolf.NoRole
	}
	return l.claims[l.standing[id]-1].Role
}

// ClaimAt is the role a player claimed after the utterance at a place.
func (l *Ledger) ClaimAt(id werewolf.SeatID, at int) werewolf.Role {
	for _, c := range slices.Backward(l.claims) {
		if c.Seat == id && c.At <= at && (c.Until < 0 || c.Until > at) {
			return c.Role
		}
	}
	return werewolf.NoRole
}

// Claimants is the players who claim the role now, dead or alive.
func (l *Ledger) Claimants(r werewolf.Role) (s werewolf.SeatSet) {
	for id, n := range l.standing {
		if n != 0 && l.claims[n-1].Role == r {
			s = s.With(werewolf.SeatID(id))
		}
	}
	return s
}

// Spec is what the rules say of a role.
func (l *Ledger) Spec(r werewolf.Role) werewolf.RoleSpec { return l.table.Spec(r) }

// Places is how many players have the role, 0 where that is not known.
func (l *Ledger) Places(r werewolf.Role) int { return l.counts[r] }

// ClaimSpec is what the rules say of the role a player claims now, nothing where it claims none.
func (l *Ledger) ClaimSpec(id werewolf.SeatID) werewolf.RoleSpec { return l.Spec(l.ClaimOf(id)) }

// ClaimantsOf is the players who claim a role with the power now, dead or alive.
func (l *Ledger) ClaimantsOf(p werewolf.Power) werewolf.SeatSet {
	return l.ClaimantsWhere(func(s werewolf.RoleSpec) bool { return s.Power == p })
}

// ClaimantsWhere is the players who claim a role now for which a question is true, dead or alive.
func (l *Ledger) ClaimantsWhere(is func(werewolf.RoleSpec) bool) (s werewolf.SeatSet) {
	for id, n := range l.standing {
		if n != 0 && is(l.table.Spec(l.claims[n-1].Role)) {
			s = s.With(werewolf.SeatID(id))
		}
	}
	return s
}

// Fellows is the players whom a player has named as its fellows, while it claims a role that knows them.
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

// Paired is the players who claim the role of a player and whom it names as its fellows, as they name it.
func (l *Ledger) Paired(id werewolf.SeatID) (s werewolf.SeatSet) {
	for other := range l.Fellows(id).All() {
		if l.Fellows(other).Has(id) {
			s = s.With(other)
		}
	}
	return s
}

// ClaimantsAt is the players who claimed the role after the utterance at a place.
func (l *Ledger) ClaimantsAt(r werewolf.Role, at int) (s werewolf.SeatSet) {
	for _, c := range l.claims {
		if c.Role == r && c.At <= at && (c.Until < 0 || c.Until > at) {
			s = s.With(c.Seat)
		}
	}
	return s
}

// HasRetracted reports whether a player has ever taken a claim back, without another in its place.
func (l *Ledger) HasRetracted(id werewolf.SeatID) bool { return l.retracted.Has(id) }

// GaveUp reports whether a player has given up a claim to a role with a power, for another or for none.
func (l *Ledger) GaveUp(id werewolf.SeatID) bool {
	return slices.ContainsFunc(l.claims, func(c Claim) bool {
		return c.Seat == id && !c.Stands() && !l.table.Spec(c.Role).Ordinary()
	})
}

// HasTold reports whether a player has told a species as a result of its own.
func (l *Ledger) HasTold(id werewolf.SeatID) bool {
	return slices.ContainsFunc(l.found, func(r Result) bool { return r.By == id })
}

// Told is the species that one player told about another, NoSpecies when it told none; the last when it told several.
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

// PlanOf is the vote a player last announced for the day, the zero Plan when it announced none.
func (l *Ledger) PlanOf(id werewolf.SeatID, day int) Plan {
	for _, p := range slices.Backward(l.plans) {
		if p.Seat == id && p.Day == day {
			return p
		}
	}
	return Plan{}
}

// Backing is the players who have announced a vote for the target on the day.
func (l *Ledger) Backing(target werewolf.SeatID, day int) (s werewolf.SeatSet) {
	for _, p := range l.plans {
		if p.Day == day && p.Target == target {
			s = s.With(p.Seat)
		}
	}
	return s
}

// Words is how many utterances with words a player has made in the talk of a day.
func (l *Ledger) Words(id werewolf.SeatID, day int) int { return l.words[onDay{id, day}] }

// WordsTotal is how many utterances with words a player has made in the talk of the game.
func (l *Ledger) WordsTotal(id werewolf.SeatID) int { return l.total[id] }

// LastSpoke is the place of a player's last utterance with words, -1 when there is none.
func (l *Ledger) LastSpoke(id werewolf.SeatID) int { return l.last[id] - 1 }

// Asked is how often a player has been asked something on a day.
func (l *Ledger) Asked(id werewolf.SeatID, day int) (n int) {
	for i := range l.lines {
		if l.lines[i].Day == day && l.lines[i].Asks(id) {
			n++
		}
	}
	return n
}
