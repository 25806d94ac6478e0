package matching

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"wolfden/werewolf"
)

// leaving plays a journal's contest in which one team leaves games as it likes. It returns how often the team had each role in
// the matches that were played to their end, and in all that it was in.
func leaving(t *testing.T, j *Journal, zed string, leaves func(werewolf.Role) bool) (played, had werewolf.RoleCounts) {
	t.Helper()
	for n := 0; ; n++ {
		m, ok := j.Next(everybody(j))
		if !ok {
			return played, had
		}
		if n > 2000 {
			t.Fatal("the contest never ends")
		}
		o := Outcome{Game: fmt.Sprint("game", n)}
		must(t, j.Start(m, o.Game, at(n)))
		at := slices.IndexFunc(m.Places, func(p Place) bool { return p.Team == zed })
		if at >= 0 && leaves(m.Places[at].Role) {
			o.Failure, o.Gone = "failed players", []string{zed}
		}
		must(t, j.End(m.ID, o))
		must(t, j.End(m.ID, o)) // said twice
		switch e := j.ledger.byID[m.ID]; {
		case at < 0 || e.state == queued:
		case o.Failure == "":
			played[m.Places[at].Role]++
			fallthrough
		default:
			had[m.Places[at].Role]++
		}
	}
}

// Who leaves gets no other role for it, and the contest ends: what it has left is lost.
func TestLeavingDoesNotPay(t *testing.T) {
	const zed = "team3"
	for name, leaves := range map[string]func(werewolf.Role) bool{
		"unless werewolf": func(r werewolf.Role) bool { return r != werewolf.Werewolf },
		"always":          func(werewolf.Role) bool { return true },
	} {
		for _, loose := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, loose %v", name, loose), func(t *testing.T) {
				s := drawn(8, 5, 80)
				s.Loose = loose
				path := journalPath(t)
				j := openTest(t, path, s, false)
				j.GiveUpAfter(3)
				admitAll(t, j)
				played, had := leaving(t, j, zed, leaves)
				if had.Total() != 50 {
					t.Fatalf("it was in %d matches, want 50", had.Total())
				}
				// 10 as planned. Lots alone would make it 10 give or take 9 in nearly all contests; leaving made it all of them.
				if n := had[werewolf.Werewolf]; n > 19 || !loose && n > 12 {
					t.Errorf("the werewolf in %d of 50 matches", n)
				}
				if p := j.Progress(); p.Finished != 80 || p.GivenUp != had.Total()-played.Total() || p.Failures != 3*p.GivenUp {
					t.Errorf("%+v, played %v", p, played)
				}
				lost := j.Lost()
				if len(lost) != 1 || lost[zed] != had.Total()-played.Total() {
					t.Errorf("lost %v, played %v of %v", lost, played, had)
				}
				must(t, j.Close())
				if again := openTest(t, path, s, false); !reflect.DeepEqual(again.Lost(), lost) {
					t.Errorf("lost %v when it is opened again", again.Lost())
				}
			})
		}
	}
}

// Several that leave in turns get no other roles either, and who left most often has lost.
func TestThoseWhoLeaveInTurnKeepTheirRoles(t *testing.T) {
	for _, loose := range []bool{false, true} {
		s := drawn(5, 5, 4)
		s.Loose = loose
		j := openTest(t, journalPath(t), s, false)
		j.GiveUpAfter(4)
		admitAll(t, j)
		for !slices.ContainsFunc(j.ledger.queue, func(e *matchEntry) bool { return e.failures > 0 }) { // until it is the only one
			m := next(t, j)
			must(t, j.Start(m, string(m.ID), at(0)))
			if m.ID[2:6] == "0001" {
				must(t, j.End(m.ID, Outcome{Game: string(m.ID), Failure: "no disk"})) // nobody's fault
				break
			}
		}
		kept := map[string]werewolf.Role{}
		for i, gone := range [][]string{{"team0"}, {"team1"}, {"team2", "team1"}, {"nobody"}, nil, {"team3"}} {
			e := j.ledger.matches[0]
			m := j.ledger.match(e)
			game := fmt.Sprint("g", i)
			must(t, j.Start(m, game, at(i)))
			must(t, j.End(m.ID, Outcome{Game: game, Failure: "failed players", Gone: gone}))
			for _, p := range m.Places {
				if role, known := kept[p.Team]; known && role != p.Role {
					t.Errorf("loose %v, game %d: %s was the %v and is the %v", loose, i, p.Team, role, p.Role)
				}
				if slices.Contains(gone, p.Team) {
					kept[p.Team] = p.Role
				}
			}
		}
		if lost := j.Lost(); !reflect.DeepEqual(lost, map[string]int{"team1": 1}) {
			t.Errorf("loose %v: lost %v", loose, lost)
		}
		if err := j.End(j.ledger.matches[0].ID, Outcome{Game: "g5"}); err == nil {
			t.Error("what was given up was played after all")
		}
	}
}
