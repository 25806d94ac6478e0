package match

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// long is as long an answer as is read, every byte of which takes six in a record.
var long = strings.Repeat("\x01", maxAnswer-1) + "a"

// TestAFloodLeavesARecordThatCanBeRead: who says as much as it can, on an open floor and in turn, neither makes a record
// that nobody can read nor takes the room of those who say little.
func TestAFloodLeavesARecordThatCanBeRead(t *testing.T) {
	if testing.Short() {
		t.Skip("the same goroutines meet on the floors of live_test.go")
	}
	flood := playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
		if o.Request.Open {
			time.Sleep(100 * time.Millisecond)
		}
		if o.Request.Kind.Speaks() {
			return long, nil
		}
		return obedient(ctx, o)
	})
	for _, mode := range []werewolf.TalkMode{werewolf.Anytime, werewolf.Serial} {
		synctest.Test(t, func(t *testing.T) {
			h := liveHeader(t)
			h.Rules.Talk.Mode, h.Rules.Talk.MaxCount = mode, werewolf.CountRules{PerAgent: 100, PerDay: werewolf.NoLimit}
			players := map[int]Player{1: flood, 2: flood, 3: flood, 4: flood, 5: playerFunc(obedient)}
			if mode == werewolf.Anytime {
				players[5] = &talker{words: []string{"one", "two"}, pause: 25 * time.Second}
			}
			table := newTable(t, h, players)
			table.Live = true
			if _, err := table.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			rec := table.mustVerify(t)
			if size := table.record.Len(); size < roomForAnswers/4 || size > gamelog.MaxFile*3/4 {
				t.Errorf("%v: the record has %d bytes", mode, size)
			}
			if got := faults(rec, 5); len(got) > 0 {
				t.Errorf("%v: who said little has faults: %v", mode, got)
			}
			if mode == werewolf.Anytime {
				if p := players[5].(*talker); len(p.words) > 0 {
					t.Errorf("who said little was not heard: %q are left", p.words)
				}
			}
		})
	}
}

// TestSharesOutliveARestart: what the record of a resumed game holds is not given once more.
func TestSharesOutliveARestart(t *testing.T) {
	fresh, said := newShares(5, nil), 0
	var past []gamelog.Entry
	for said < 1000 && fresh.reserve(2, long) {
		said++
		past = append(past, gamelog.Entry{Input: &gamelog.Input{Raw: long, Action: werewolf.Action{Kind: werewolf.Answer, Seat: 2}}})
	}
	if said < 5 || newShares(5, past).reserve(2, long) || !newShares(5, past).reserve(3, long) || !newShares(5, past[1:]).reserve(2, long) {
		t.Errorf("%d answers were taken, and %v others afterwards", said, newShares(5, past))
	}
}
