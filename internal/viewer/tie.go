package viewer

import (
	"html/template"
	"slices"

	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// Tie says what a tie led to, "" where there was none. Who sees votes as they are cast reads it with what came of them, all
// others with the votes, when they are shown.
func (v itemView) Tie() template.HTML {
	switch all := v.table.Perspective.All; v.Kind {
	case story.Votes, story.AttackVotes:
		if all && v.Turn > 0 {
			return v.H("tie.again")
		}
		if !all {
			return v.tie(v.Kind, v.Ballots)
		}
	case story.Executed:
		if votes := v.before(story.Votes); votes != nil && all {
			return v.tie(votes.Kind, votes.Ballots)
		}
	case story.Attack:
		if votes := v.before(story.AttackVotes); votes != nil && all {
			return v.tie(votes.Kind, votes.Ballots)
		}
	default:
	}
	return ""
}

// before is the last item of the kind on the day, nil for none.
func (v itemView) before(kind story.Kind) *story.Item {
	for i := len(v.table.Items) - 1; i >= 0; i-- {
		if it := &v.table.Items[i]; it.Kind == kind && it.Day == v.Day && it.N <= v.N {
			return it
		}
	}
	return nil
}

// tie is what a tie among the votes leads to in the last round.
func (v itemView) tie(kind story.Kind, votes []werewolf.Ballot) template.HTML {
	if kind == story.AttackVotes && v.table.Rules.Habits.VoidVotes {
		votes = slices.DeleteFunc(slices.Clone(votes), func(b werewolf.Ballot) bool { return v.attacks(b.Target) })
	}
	top := mostVoted(votes)
	if len(top) < 2 {
		return ""
	}
	var names []string
	for i, id := range top {
		if i > 0 {
			names = append(names, template.HTMLEscapeString(v.T("comma")))
		}
		names = append(names, string(v.Who(id)))
	}
	if kind == story.AttackVotes && v.table.Rules.AttackVote.AllowNoTarget {
		return v.H("tie.none", html(names...))
	}
	return v.H("tie.drawn", html(names...))
}

// attacks reports whether a player is known to be a werewolf, who is not attacked.
func (v itemView) attacks(id werewolf.SeatID) bool {
	p := v.table.Player(id)
	return p != nil && v.table.Rules.Table.Power(p.Role) == werewolf.Attacks
}

// mostVoted are those with most votes, by seat.
func mostVoted(votes []werewolf.Ballot) (top []werewolf.SeatID) {
	count, most := map[werewolf.SeatID]int{}, 0
	for _, b := range votes {
		if b.Target != 0 {
			count[b.Target]++
			most = max(most, count[b.Target])
		}
	}
	for _, id := range keys(count) {
		if count[id] == most {
			top = append(top, id)
		}
	}
	return top
}
