package match

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// muser is silent on open floors, and takes its time for what it chooses. An
// answer that is cut short is counted.
type muser struct {
	muses time.Duration
	asked map[werewolf.RequestKind]int
	cut   int
}

func (m *muser) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Open {
		<-ctx.Done()
		return "", ctx.Err()
	}
	if o.Request.Kind.Chooses() {
		m.asked[o.Request.Kind]++
		select {
		case <-time.After(m.muses):
		case <-ctx.Done():
			m.cut++
			return "", ctx.Err()
		}
	}
	return obedient(ctx, o)
}

// musing is a live match in which everybody takes a while for every choice.
func musing(t *testing.T, h *gamelog.Header, muses time.Duration) (*gamelog.Record, []*muser) {
	t.Helper()
	players, all := map[int]Player{}, []*muser{}
	for seat := range h.Seats {
		m := &muser{muses: muses, asked: map[werewolf.RequestKind]int{}}
		players[seat+1], all = m, append(all, m)
	}
	table := newTable(t, h, players)
	table.Live = true
	if _, err := table.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return table.mustVerify(t), all
}

func mustBeOnTime(t *testing.T, rec *gamelog.Record) {
	t.Helper()
	for _, e := range rec.Entries {
		if e.Input != nil && e.Input.Fault != gamelog.NoFault {
			t.Errorf("%v at %d: %v", e.Input.Action, e.At, e.Input.Fault)
		}
	}
}

// What others still say to a floor that has closed is not taken for the answer
// of the one who is asked next.
func TestAClosedFloorLeavesTheNextAnswerItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rec, _ := musing(t, liveHeader(t), 10*time.Second)
		mustBeOnTime(t, rec)
	})
}

// Who is asked beside a floor has the whole time for its answer, though the
// floor closes before, and is asked once.
func TestWhatIsAskedBesideAFloorOutlastsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHeader(t, 13, 1)
		h.Rules.Whisper.Mode, h.Rules.Whisper.Duration = werewolf.Anytime, 5000
		rec, all := musing(t, h, 20*time.Second)
		mustBeOnTime(t, rec)
		divined := 0
		for _, e := range rec.Entries {
			if e.Input != nil && e.Input.Action.Request == werewolf.Divine {
				divined++
			}
		}
		asked, cut := 0, 0
		for _, m := range all {
			asked, cut = asked+m.asked[werewolf.Divine], cut+m.cut
		}
		if asked != divined || cut > 0 {
			t.Errorf("the seer was asked %d times for %d answers, %d were cut short", asked, divined, cut)
		}
	})
}
