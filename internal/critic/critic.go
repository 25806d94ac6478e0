package critic

import (
	"cmp"
	"fmt"
	"slices"

	"wolfden/internal/chronicle"
	"wolfden/werewolf"
)

// Kind is what is wrong with a turn. The zero Kind is nothing.
type Kind uint8

// The kinds, from what a player says against itself to how it says it.
const (
	Claim      Kind = iota + 1 // another role than the one it claims
	Result                     // a result that does not go with its own results, or that nobody can have
	Suspicion                  // an opinion against its own result, or on both sides of a dispute
	Vote                       // a vote against its own words, or two votes at once
	Praise                     // praise and blame of one player in one turn, without a turn of thought
	NoClaim                    // speaks of claims that were not made, or as if none were
	NoVote                     // speaks of votes that nobody has announced
	NoWord                     // speaks of words that nobody has said
	NoEvent                    // speaks of what did not happen, or to the dead
	Unanswered                 // a question by name that was never taken up
	Evaded                     // an answer to something that was not asked
	Template                   // a sentence that somebody else has just said
	Register                   // two ways of speaking in one mouth
	Tic                        // a set phrase before another sentence of the day
)

// kinds are what the kinds are called.
var kinds = [...]string{
	Claim: "claim", Result: "result", Suspicion: "suspicion", Vote: "vote", Praise: "praise", NoClaim: "no-claim", NoVote: "no-vote",
	NoWord: "no-word", NoEvent: "no-event", Unanswered: "unanswered", Evaded: "evaded", Template: "template", Register: "register", Tic: "tic",
}

// Kinds goes through all kinds in their order.
func Kinds() (all []Kind) {
	for k := Claim; int(k) < len(kinds); k++ {
		all = append(all, k)
	}
	return all
}

// String is the name of the kind in tables; of a value that is none, its number.
func (k Kind) String() string {
	if k == 0 || int(k) >= len(kinds) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kinds[k]
}

// OfQuestion reports whether findings of the kind are counted by questions, not by turns.
func (k Kind) OfQuestion() bool { return k == Unanswered || k == Evaded }

// Finding is one thing that does not hold together.
type Finding struct {
	Kind Kind
	Seat werewolf.SeatID // whose turn is at fault
	Line int             // the place of the turn among the lines of the game
	With int             // the place of an earlier turn that it does not go with, -1 where there is none
	Why  string          // what is wrong, for people
	Said string          // the words; foreign text
}

// Report is what was found in a game.
type Report struct {
	Findings  []Finding                  // in the order of the lines
	Turns     [werewolf.MaxSeats + 1]int // by seat, turns with words at the table
	Questions [werewolf.MaxSeats + 1]int // by seat, questions by name that it was asked and could have answered
}

// Read finds what does not hold together in the talk of a game.
func Read(g *chronicle.Game) *Report {
	r := newReader(g)
	for i := range g.Lines {
		r.line(i)
	}
	r.closeDay()
	slices.SortStableFunc(r.report.Findings, func(a, b Finding) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Kind, b.Kind)) })
	return r.report
}
