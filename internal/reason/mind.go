// Package reason is what one player makes of a game: a mind that keeps what is certain, what is likely and who stands how
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

// Mind is what one seat makes of one game. It is not safe for concurrent use; what it hands out is valid until the next
// See.
type Mind struct {
	table   *belief.Table
	book    *ledger.Ledger
	signs   evidence.List
	ties    *relation.Web
	mine    *belief.Belief
	village *belief.Belief
	seat    werewolf.SeatID
	known   worlds.Knowledge
	public  worlds.Knowledge

	day, votes, talks int // up to where the ties have come
	seen              stamp
}

// stamp tells whether anything certain is new.
type stamp struct {
	deaths, divined, medium, attacks, day int
	roles                                 int
	over                                  bool
}

// NewMind is a mind that has seen nothing and weighs evidence by the table.
func NewMind(t *belief.Table) *Mind {
	return &Mind{table: t, mine: belief.New(t), village: belief.New(t), ties: &relation.Web{}}
}

// See takes what is new in the observation. Observations of one game and seat come in order; none need be seen between
// two, so that a mind may begin late. The ledger has heard the talk of the
// observation and stays in use. An observation of seat 0 makes the mind of the village's gallery.
func (m *Mind) See(o *werewolf.Observation, book *ledger.Ledger) {
	m.book = book
	if m.seen == (stamp{}) {
		m.seat = o.Seat
		m.ties = relation.New(min(o.Rules.Players(), werewolf.MaxSeats))
	}
	m.signs.See(o, book)
	m.tie(o)
	if s := stampOf(o); s != m.seen {
		m.seen = s
		m.known, m.public = worlds.Known(o), worlds.Public(o)
	}
	m.mine.Update(m.known, m.signs.Items(), m.seat)
	m.village.Update(m.public, m.signs.Items(), 0)
}

func stampOf(o *werewolf.Observation) stamp {
	s := stamp{
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

// tie brings the ties up to date with the talk and the votes.
func (m *Mind) tie(o *werewolf.Observation) {
	for ; m.talks < len(o.Talks); m.talks++ {
		m.tieVotes(o, o.Talks[m.talks].Day)
		m.ties.Hear(o.Talks[m.talks].Seat, m.talks, m.book)
	}
	m.tieVotes(o, o.Day)
}

// tieVotes brings the ties to the day: the votes of the days before count, and each night makes them fade.
func (m *Mind) tieVotes(o *werewolf.Observation, day int) {
	for ; m.day < day; m.day++ {
		for ; m.votes < len(o.Votes) && o.Votes[m.votes].Day <= m.day; m.votes++ {
			m.ties.Vote(o.Votes[m.votes])
		}
		m.ties.NextDay()
	}
}

// Ledger is what the mind last knew the table to have heard.
func (m *Mind) Ledger() *ledger.Ledger { return m.book }

// Evidence is what was said and done in public, for what it may mean.
func (m *Mind) Evidence() *evidence.List { return &m.signs }

// Ties is who stands how to whom.
func (m *Mind) Ties() *relation.Web { return m.ties }

// Known is what is certain to the mind's own seat, a copy to make assumptions on.
func (m *Mind) Known() worlds.Knowledge { return m.known }

// Public is what is certain to everybody.
func (m *Mind) Public() worlds.Knowledge { return m.public }

// Mine is what the mind's own seat believes: what is certain to it, and everything others said and did.
func (m *Mind) Mine() *belief.Belief { return m.mine }

// Village is what somebody believes who knows only what is public: what the village makes of everybody, the mind's own
// seat included.
func (m *Mind) Village() *belief.Belief { return m.village }

// Eyes is what another player would believe if it is what it claims to be, a villager where it claims nothing: public
// knowledge, its role and its own told results, and what all others said and did. It reports false when that
// contradicts what is certain to everybody; then it is known for a liar. The belief is fresh and the caller's.
func (m *Mind) Eyes(id werewolf.SeatID) (*belief.Belief, bool) {
	role := m.book.ClaimOf(id)
	if role == werewolf.NoRole {
		role = m.known.Roles.First(m.known.Counts, werewolf.RoleSpec.Ordinary)
	}
	k := m.public.AssumeReal(id, role, m.signs.Results(id, role))
	b := belief.New(m.table)
	b.Update(k, m.signs.Items(), id)
	_, possible := b.Given(k)
	return b, possible
}

// Logic is what follows for the mind's own seat from what is certain and what was claimed.
func (m *Mind) Logic() logic.Elements { return logic.Of(m.known, m.book, &m.signs) }

// PublicLogic is what follows for everybody.
func (m *Mind) PublicLogic() logic.Elements { return logic.Of(m.public, m.book, &m.signs) }
