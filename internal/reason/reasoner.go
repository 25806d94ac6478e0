// Package reason is what one player makes of a game: a reasoner that keeps what is certain, what is likely and who stands how
// to whom up to date with what it is shown.
//
// The law of the package: it only joins its parts. Evidence comes from package evidence, certainty from worlds, conclusions from
// logic, probabilities from belief and ties from relation; none of them knows the words that were spoken.
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

// Reasoner is what one seat makes of one game. It is not safe for concurrent use; what it hands out is valid until the next
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

	day, votes, talks int // up to where the ties have come
	seen              certainties
}

// certainties tells whether anything certain is new.
type certainties struct {
	deaths, divined, medium, attacks, day int
	roles                                 int
	over                                  bool
}

// NewReasoner is a reasoner that has seen nothing and weighs evidence by the table.
func NewReasoner(t *belief.Table) *Reasoner {
	return &Reasoner{table: t, mine: belief.New(t), village: belief.New(t), ties: &relation.Web{}}
}

// See takes what is new in the observation. Observations of one game and seat come in order; none need be seen between
// two, so that a reasoner may begin late. The ledger has heard the talk of the
// observation and stays in use. An observation of seat 0 makes the reasoner of somebody who watches the village from outside.
func (r *Reasoner) See(o *werewolf.Observation, heard *ledger.Ledger) {
	r.ledger = heard
	if r.seen == (certainties{}) {
		r.seat = o.Seat
		r.ties = relation.New(min(o.Rules.Players(), werewolf.MaxSeats))
	}
	r.evidence.See(o, heard)
	r.updateTies(o)
	if s := certaintiesOf(o); s != r.seen {
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

// updateTiesUntil brings the ties to the day: the votes of the days before count, and each night makes them fade.
func (r *Reasoner) updateTiesUntil(o *werewolf.Observation, day int) {
	for ; r.day < day; r.day++ {
		for ; r.votes < len(o.Votes) && o.Votes[r.votes].Day <= r.day; r.votes++ {
			r.ties.AddVote(o.Votes[r.votes])
		}
		r.ties.NextDay()
	}
}

// Ledger is what the reasoner last knew the table to have heard.
func (r *Reasoner) Ledger() *ledger.Ledger { return r.ledger }

// Evidence is what was said and done in public, for what it may mean.
func (r *Reasoner) Evidence() *evidence.List { return &r.evidence }

// Ties is who stands how to whom.
func (r *Reasoner) Ties() *relation.Web { return r.ties }

// Known is what is certain to the own seat, a copy to make assumptions on.
func (r *Reasoner) Known() worlds.Knowledge { return r.known }

// Public is what is certain to everybody.
func (r *Reasoner) Public() worlds.Knowledge { return r.public }

// Mine is what the own seat believes: what is certain to it, and everything others said and did.
func (r *Reasoner) Mine() *belief.Belief { return r.mine }

// Village is what somebody believes who knows only what is public: what the village makes of everybody, its own
// seat included.
func (r *Reasoner) Village() *belief.Belief { return r.village }

// BeliefOf is what another player would believe if it is what it claims to be, a villager where it claims nothing: public
// knowledge, its role and its own told results, and what all others said and did. It reports false when that
// contradicts what is certain to everybody; then it is known for a liar. The belief is fresh and the caller's.
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

// Logic is what follows for the own seat from what is certain and what was claimed.
func (r *Reasoner) Logic() logic.Elements { return logic.Of(r.known, r.ledger, &r.evidence) }

// PublicLogic is what follows for everybody.
func (r *Reasoner) PublicLogic() logic.Elements { return logic.Of(r.public, r.ledger, &r.evidence) }
