package analysis

import (
	"wolfden/internal/chronicle"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// chainLength is how many utterances in a row that share a stand are a chain.
const chainLength = 3

// chains counts utterances that take the stand of the one before.
func (t *tally) chains() {
	for i := range t.days {
		words := t.days[i].words
		begin := 0
		for at := range words {
			if at > 0 && follows(words[at-1], words[at]) {
				t.add(words[at].Seat, followsOther, 1)
				continue
			}
			t.chain(words[begin:at])
			begin = at
		}
		t.chain(words[begin:])
	}
}

// chain counts a row of utterances, each of which follows the one before.
func (t *tally) chain(row []*chronicle.Line) {
	t.Longest = max(t.Longest, len(row))
	if len(row) < chainLength {
		return
	}
	t.Chains++
	for _, l := range row {
		t.add(l.Seat, inChains, 1)
	}
}

// follows reports whether an utterance takes the stand of the one before it: against, or for, the same player; or for
// the speaker himself.
func follows(before, after *chronicle.Line) bool {
	a, b := against(before), against(after)
	return before.Seat != after.Seat &&
		(a&b != 0 || before.Says().Trusted()&after.Says().Trusted() != 0 || after.Says().Trusted().Has(before.Seat))
}

// against are the players an utterance accuses, wants executed, or announces a vote on.
func against(l *chronicle.Line) (s werewolf.SeatSet) {
	s = l.Says().Suspected()
	for _, id := range [...]werewolf.SeatID{l.Says().Announced(speech.Vote), l.Says().Requested(speech.Vote)} {
		if id != 0 {
			s = s.With(id)
		}
	}
	return s
}
