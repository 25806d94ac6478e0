// Package reason keeps up to date what one player can conclude about a game: what is certain, what is likely, and how
// the players stand to each other.
//
// The law of the package: it only joins its parts. Package evidence collects evidence, worlds finds what is certain,
// logic draws conclusions, belief computes probabilities and relation keeps ties. None of them sees the words that were
// spoken.
package reason

import (
	"wolfden/internal/ledger"
	"wolfden/internal/reason/belief"
	"wolfden/internal/reason/evidence"
	"wolfden/internal/reason/logic"
	"wolfden/internal/reason/relation"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// Reasoner reasons for one seat of one game. It is not safe for concurrent use. What it returns is valid until the next
// See.
type Reasoner struct {
	table    *belief.Table
	ledger   *ledger.Ledger
	evidence evidence.List
	ties     *relation.Web
	mine     *belief.Belief
	village  *belief.Belief
	seat     werewolf.SeatID
	known    worlds.Knowledge
	public   worlds.Knowledge

	day, votes, talks int // the ties include everything up to here
	seen              certainties
	weighed           int // the revision of the evidence that the beliefs know, and one
}

// certainties counts what is certain; when it changes, the possible worlds must be found anew.
type certainties struct {
	deaths, divined, medium, attacks, day int
	roles                                 int
	over                                  bool
}

// NewReasoner returns a reasoner that has seen nothing. It weighs evidence by the table.
func NewReasoner(t *belief.Table) *Reasoner {
	return &Reasoner{table: t, mine: belief.New(t), village: belief.New(t), ties: &relation.Web{}}
}

// See adds what is new in the observation. Observations of one game and seat come in order, but some may be left out,
// so a reasoner may start late. The ledger must have heard the talk of the observation, and the reasoner keeps it. With
// an observation of seat 0 it reasons for somebody who watches the village from outside.
func (r *Reasoner) See(o *werewolf.Observation, heard *ledger.Ledger) {
	r.ledger = heard
	if r.seen == (certainties{}) {
		r.seat = o.Seat
		r.ties = relation.New(min(o.Rules.Players(), werewolf.MaxSeats))
	}
	r.evidence.See(o, heard)
	r.updateTies(o)
	s := certaintiesOf(o)
	if s == r.seen && r.weighed == r.evidence.Revision()+1 {
		return
	}
	r.weighed = r.evidence.Revision() + 1
	if s != r.seen {
		r.seen = s
		r.known, r.public = worlds.Known(o), worlds.Public(o)
	}
	r.mine.Update(r.known, r.evidence.Items(), r.seat)
	r.village.Update(r.public, r.evidence.Items(), 0)
}

func certaintiesOf(o *werewolf.Observation) certainties {
	s := certainties{
		deaths: len(o.Deaths) + 1, divined: len(o.Divined), medium: len(o.Medium), attacks: len(o.AttackVotes), day: o.Day,
		over: o.Result.End != werewolf.NotOver,
	}
	for _, r := range o.Roles {
		if r != werewolf.NoRole {
			s.roles++
		}
	}
	return s
}

// updateTies brings the ties up to date with the talk and the votes.
func (r *Reasoner) updateTies(o *werewolf.Observation) {
	for ; r.talks < len(o.Talks); r.talks++ {
		r.updateTiesUntil(o, o.Talks[r.talks].Day)
		r.ties.AddUtterance(o.Talks[r.talks].Seat, r.talks, r.ledger)
	}
	r.updateTiesUntil(o, o.Day)
}

// updateTiesUntil brings the ties to the day: it counts the votes of the days before and lets the ties fade every
// night.
func (r *Reasoner) updateTiesUntil(o *werewolf.Observation, day int) {
	for ; r.day < day; r.day++ {
		for ; r.votes < len(o.Votes) && o.Votes[r.votes].Day <= r.day; r.votes++ {
			r.ties.AddVote(o.Votes[r.votes])
		}
		r.ties.NextDay()
	}
}

// Ledger returns the ledger that See was given last.
func (r *Reasoner) Ledger() *ledger.Ledger { return r.ledger }

// Evidence returns what was said and done in public, as far as it can be evidence.
func (r *Reasoner) Evidence() *evidence.List { return &r.evidence }

// Ties returns how the players stand to each other.
func (r *Reasoner) Ties() *relation.Web { return r.ties }

// Known returns what is certain for the reasoner's seat, as a copy to make assumptions on.
func (r *Reasoner) Known() worlds.Knowledge { return r.known }

// Public returns what is certain for everybody.
func (r *Reasoner) Public() worlds.Knowledge { return r.public }

// Mine returns what the reasoner's seat believes, from what is certain for it and what the others said and did.
func (r *Reasoner) Mine() *belief.Belief { return r.mine }

// Village returns what somebody believes who knows only what is public. It judges every player, the reasoner's own seat
// too.
func (r *Reasoner) Village() *belief.Belief { return r.village }

// BeliefOf returns what another player would believe if its claim were true; a player without a claim counts as a
// villager. Such a player knows what is public, its role, the results it told, and what all others said and did.
// BeliefOf reports false when the claim contradicts what is certain for everybody: the player lies. The belief is fresh
// and the caller's.
func (r *Reasoner) BeliefOf(id werewolf.SeatID) (*belief.Belief, bool) {
	role := r.ledger.ClaimOf(id)
	if role == werewolf.NoRole {
		role = r.known.Roles.First(r.known.Counts, werewolf.RoleSpec.Ordinary)
	}
	k := r.public.AssumeReal(id, role, r.evidence.Results(id, role))
	b := belief.New(r.table)
	b.Update(k, r.evidence.Items(), id)
	_, possible := b.Given(k)
	return b, possible
}

// Logic returns what follows for the reasoner's seat from what is certain and what was claimed.
func (r *Reasoner) Logic() logic.Elements { return logic.Of(r.known, r.ledger, &r.evidence) }

// PublicLogic returns what follows for everybody.
func (r *Reasoner) PublicLogic() logic.Elements { return logic.Of(r.public, r.ledger, &r.evidence) }
