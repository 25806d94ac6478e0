package position_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/ledger"
	"wolfden/internal/match"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// ledgerOf returns what a player has heard, where it keeps a ledger that can be read.
func ledgerOf(p match.Player) *ledger.Ledger {
	switch t := p.(type) {
	case interface{ Ledger() *ledger.Ledger }:
		return t.Ledger()
	case interface{ Table() *agent.Table }:
		return t.Table().Heard
	}
	return nil
}

// wordOf lists what a ledger holds a seat to: the claim that stands, the results, and the vote of each day.
func wordOf(l *ledger.Ledger, o *werewolf.Observation) (list []string) {
	list = append(list, "claims "+o.Rules.Table.Name(l.ClaimOf(o.Seat)))
	for _, r := range l.Findings() {
		if r.By == o.Seat {
			list = append(list, fmt.Sprintf("tells that %s is %s", o.Name(r.Target), r.Species))
		}
	}
	for day := range o.Day + 1 {
		if target := l.PlanOf(o.Seat, day).Target; target != 0 {
			list = append(list, fmt.Sprintf("votes on day %d for %s", day, o.Name(target)))
		}
	}
	return list
}

// TestAFreshPlayerKnowsTheWord: whoever comes late understands the others as who was there does, and holds itself to what who was there
// has said; but for a few of the player's own sentences, which it files as it meant them and others mishear.
func TestAFreshPlayerKnowsTheWord(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and much of it")
	}
	said, known, others, heard := 0, 0, 0, 0
	games := some(5, 20)
	for n := range games {
		kinds := names(13)
		table := lay(t, []int{5, 9, 13}[n%3], []string{"en", "ja"}[n%2], uint64(n), nil, kinds[n%len(kinds)])
		rec := table.play(t)
		p, err := position.At(rec, len(rec.Entries)*4/5)
		if errors.Is(err, position.ErrOver) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Match(t.Context(), table.same(t), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, there := range m.Players {
			o := p.Observation(werewolf.SeatID(i + 1))
			if ledgerOf(there) == nil || !o.Living.Has(o.Seat) {
				continue
			}
			late := table.player(t, i+1, table.bots[i])
			o.Request = werewolf.Request{Seat: o.Seat, Kind: werewolf.Vote, Targets: o.Others()}
			for _, who := range []match.Player{there, late} {
				if _, err := who.Answer(t.Context(), o); err != nil {
					t.Fatal(err)
				}
			}
			before, after := ledgerOf(there), ledgerOf(late)
			for at, u := range o.Talks {
				if u.Seat != o.Seat && before.Rows(at).Worded() {
					if others++; slices.Equal(before.Rows(at), after.Rows(at)) {
						heard++
					}
				}
			}
			for _, w := range wordOf(before, &o) {
				if said++; slices.Contains(wordOf(after, &o), w) {
					known++
				} else {
					t.Logf("%s %s, game %d, seat %d %s; come late: %q", table.bots[i], table.header.Lang, n, o.Seat, w, wordOf(after, &o))
				}
			}
		}
	}
	t.Logf("of %d claims, results and votes a late player knows %d; of %d utterances of others it understands %d alike", said, known, others, heard)
	if said < 7*games || known*100 < said*98 || others < 70*games || heard*1000 < others*998 {
		t.Error("a late player has another word to keep")
	}
}
