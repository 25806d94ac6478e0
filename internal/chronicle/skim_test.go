package chronicle

import (
	"fmt"
	"reflect"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// What a list knows by looking at a few lines is what the whole record says.
func TestDigestIsAsGoodAsAll(t *testing.T) {
	trap := `"ev":"talk","seat":1,"skip":true "ev":"over" \"ev\":\"over\" {"t":1,"ev":"dead","seat":1} "fault":"late" "ev":"talk","day":1,`
	for seed := range uint64(30) {
		for _, players := range []int{5, 13} {
			rec := viewertest.Play(t, players, seed, func(s werewolf.SeatID, n int) string {
				if n%7 == 0 {
					return trap
				}
				return fmt.Sprint("word ", n)
			})
			data := viewertest.Bytes(t, rec)
			if short := digest(data); len(short) > len(data)*2/3 {
				t.Errorf("the digest has %d of %d bytes", len(short), len(data))
			}
			got, err := Skim(data)
			if err != nil {
				t.Fatal(err)
			}
			want := Summarize(rec)
			if want.Players[0].Said+want.Players[0].Passed == 0 {
				t.Fatal("nobody says anything")
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d: the digest tells\n%+v\nthe record\n%+v", seed, got, want)
			}
		}
	}
}

func TestSummary(t *testing.T) {
	rec := viewertest.Play(t, 5, 4, nil)
	g := Summarize(rec)
	faults, deaths := 0, 0
	for _, e := range rec.Entries {
		if e.Input != nil && e.Input.Fault != gamelog.NoFault {
			faults++
		}
		if e.Event != nil && (e.Event.Kind == werewolf.Executed || e.Event.Kind == werewolf.FoundDead) {
			deaths++
		}
	}
	for i, s := range g.Players {
		for _, n := range s.Faults {
			faults -= n
		}
		if s.Cause != 0 {
			deaths--
		}
		if s.Role != rec.Header.Seats[i].Role || s.Team != rec.Header.Seats[i].Team {
			t.Errorf("seat %d is %+v", i+1, s)
		}
		if g.Won(&g.Players[i]) != (werewolf.StandardRoles().Team(s.Role) == rec.Result().Winner) {
			t.Errorf("seat %d won: %t", i+1, g.Won(&g.Players[i]))
		}
	}
	if faults != 0 || deaths != 0 || !g.Over || g.Winner != rec.Result().Winner || g.Days < 1 {
		t.Errorf("%+v leaves %d faults, %d deaths", g, faults, deaths)
	}
}
