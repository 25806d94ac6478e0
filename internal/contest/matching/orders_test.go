package matching

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// playOut plays what can be played, each game to its end, and returns the matches in their order.
func playOut(t testing.TB, j *Journal, name string) (played []ID) {
	t.Helper()
	for {
		m, ok := j.Next(everybody(j))
		if !ok {
			return played
		}
		game := fmt.Sprint(name, len(played))
		must(t, j.Start(m, game, at(0)))
		must(t, j.End(m.ID, Outcome{Game: game, At: at(0)}))
		played = append(played, m.ID)
	}
}

func refused(t testing.TB, j *Journal, o Order, why string) {
	t.Helper()
	before := j.size
	if err := j.Order(o, at(0)); err == nil || !strings.Contains(err.Error(), why) {
		t.Errorf("%+v: %v, not %q", o, err, why)
	}
	if j.size != before {
		t.Errorf("%+v was refused, and booked", o)
	}
}

// What an organiser orders holds in the journal that goes on with it and in the one that is opened after a crash.
func again(t testing.TB, path string, j *Journal, s Spec) *Journal {
	t.Helper()
	must(t, j.Close())
	return openTest(t, path, s, false)
}

func TestPause(t *testing.T) {
	path, s := journalPath(t), specOf(6, 3, 10, 1)
	j := openTest(t, path, s, false)
	admitAll(t, j)
	refused(t, j, Order{Do: Resume}, "is not paused")
	m := next(t, j)
	must(t, j.Start(m, "begun", at(0)))
	must(t, j.Order(Order{Do: Pause}, at(0)))
	refused(t, j, Order{Do: Pause}, "is paused already")
	j = again(t, path, j, s)
	if _, ok := j.Next(everybody(j)); ok || !j.Paused() {
		t.Error("a match begins in a pause")
	}
	must(t, j.End(m.ID, Outcome{Game: "begun", At: at(0)}))
	must(t, j.Order(Order{Do: Resume}, at(0)))
	if n := len(playOut(t, j, "g")); n != 9 || j.Paused() {
		t.Errorf("%d matches after the pause", n)
	}
}

func TestExtend(t *testing.T) {
	path, s := journalPath(t), specOf(6, 3, 10, 1)
	j := openTest(t, path, s, false)
	admitAll(t, j)
	must(t, j.PlayRounds(2))
	if p := j.Progress(); p.Matches != 20 {
		t.Errorf("two rounds of ten are %d matches", p.Matches)
	}
	playOut(t, j, "a")
	for _, n := range []int{0, -1, mostRounds + 1} {
		refused(t, j, Order{Do: Extend, Rounds: n}, "is extended by 1 to")
	}
	must(t, j.Order(Order{Do: Extend, Rounds: 2}, at(0)))
	j = again(t, path, j, s)
	must(t, j.PlayRounds(2))
	if n, p := len(playOut(t, j, "b")), j.Progress(); n != 20 || p.Finished != 40 || p.Matches != 40 {
		t.Errorf("two rounds more: %d matches, %+v", n, p)
	}
	endless := openTest(t, journalPath(t), s, true)
	refused(t, endless, Order{Do: Extend, Rounds: 1}, "no end")
}

func TestWithdraw(t *testing.T) {
	path, s := journalPath(t), specOf(6, 3, 10, 1)
	j := openTest(t, path, s, false)
	admitAll(t, j)
	running := next(t, j)
	must(t, j.Start(running, "running", at(0)))
	gone := running.Places[0].Team
	refused(t, j, Order{Do: Withdraw, Team: "nobody"}, "not in the plan")
	refused(t, j, Order{Do: Withdraw}, "not in the plan")
	must(t, j.Order(Order{Do: Withdraw, Team: gone}, at(0)))
	refused(t, j, Order{Do: Withdraw, Team: gone}, "has withdrawn")
	refused(t, j, Order{Do: Substitute, Team: gone, Player: "plain"}, "has withdrawn")
	if no := (*NoSlotError)(nil); !errors.As(j.Admit(gone, at(0)), &no) {
		t.Error("it is admitted all the same")
	}
	j = again(t, path, j, s)
	with := 0
	for _, e := range j.ledger.matches {
		if j.ledger.gone(e) {
			with++
		}
	}
	// Its game goes on; as it fails, the match is not played again.
	must(t, j.End(running.ID, Outcome{Game: "running", Failure: "gone", Gone: []string{gone}, At: at(0)}))
	for _, id := range playOut(t, j, "g") {
		if slices.ContainsFunc(j.ledger.match(j.ledger.byID[id]).Places, func(p Place) bool { return p.Team == gone }) {
			t.Errorf("match %s is played with the team that has withdrawn", id)
		}
	}
	if p := j.Progress(); p.Struck != with || p.Finished != 10 || p.Failures != 1 {
		t.Errorf("%d matches with %s: %+v", with, gone, p)
	}
	// The next round is planned for the others, each as often as can be.
	must(t, j.Order(Order{Do: Extend, Rounds: 1}, at(0)))
	j = again(t, path, j, s)
	failing := next(t, j) // has others dealt again with it
	must(t, j.Start(failing, "failing", at(0)))
	must(t, j.End(failing.ID, Outcome{Game: "failing", Failure: "the disk was full", At: at(0)}))
	games := map[string]int{}
	for _, id := range playOut(t, j, "h") {
		m := j.ledger.match(j.ledger.byID[id])
		for _, p := range m.Places {
			games[p.Team]++
		}
		if rolesOf(m) != s.Roles {
			t.Errorf("match %s: %v", id, rolesOf(m))
		}
	}
	for team, n := range games {
		if n != 6 || team == gone {
			t.Errorf("%s plays %d games of a round of ten with five teams", team, n)
		}
	}
	for _, team := range j.Teams() {
		if len(j.ledger.active()) > s.Players() && !slices.Contains(j.Withdrawn(), team) {
			must(t, j.Order(Order{Do: Withdraw, Team: team}, at(0)))
		}
	}
	must(t, j.Order(Order{Do: Withdraw, Team: j.Teams()[j.ledger.active()[0]]}, at(0)))
	refused(t, j, Order{Do: Extend, Rounds: 1}, "too few")
}

func TestSubstitute(t *testing.T) {
	path, s := journalPath(t), specOf(6, 3, 10, 1)
	j := openTest(t, path, s, false)
	admitAll(t, j)
	refused(t, j, Order{Do: Substitute, Team: "team1"}, "nobody plays for")
	must(t, j.Order(Order{Do: Substitute, Team: "team1", Player: "plain"}, at(0)))
	refused(t, j, Order{Do: Substitute, Team: "team1", Player: "plain"}, "already")
	j = again(t, path, j, s)
	if all := j.Substitutes(); len(all) != 1 || all["team1"] != "plain" {
		t.Errorf("%v", all)
	}
	must(t, j.Order(Order{Do: Substitute, Team: "team1"}, at(0)))
	if all := j.Substitutes(); len(all) != 0 {
		t.Errorf("%v", all)
	}
}

func TestReplay(t *testing.T) {
	path, s := journalPath(t), specOf(6, 3, 10, 1)
	j := openTest(t, path, s, false)
	admitAll(t, j)
	m := next(t, j)
	refused(t, j, Order{Do: Replay, Match: m.ID}, "is not over")
	must(t, j.Start(m, "g0", at(0)))
	refused(t, j, Order{Do: Replay, Match: "g0"}, "is not over")
	must(t, j.End(m.ID, Outcome{Game: "g0", At: at(0)}))
	refused(t, j, Order{Do: Replay, Match: "g1"}, "no match of the plan")
	must(t, j.Order(Order{Do: Replay, Match: "g0"}, at(0)))
	refused(t, j, Order{Do: Replay, Match: m.ID}, "is not over")
	j = again(t, path, j, s)
	if got := j.Annulled(); !slices.Equal(got, []string{"g0"}) {
		t.Errorf("annulled: %v", got)
	}
	played := playOut(t, j, "h")
	if len(played) != 10 || played[9] != m.ID {
		t.Errorf("it is not played again, and last: %v", played)
	}
	if p := j.Progress(); p.Finished != 10 || p.Failures != 0 {
		t.Errorf("%+v", p)
	}
	if got := j.ledger.match(j.ledger.byID[m.ID]); got.Seed == m.Seed {
		t.Error("it is played by the seed that its players know")
	}
}

// A match that was given up is lost for nobody any more when it is played again.
func TestReplayOfAMatchGivenUp(t *testing.T) {
	j := openTest(t, journalPath(t), specOf(6, 3, 10, 1), false)
	admitAll(t, j)
	j.GiveUpAfter(1)
	m := next(t, j)
	must(t, j.Start(m, "g0", at(0)))
	must(t, j.End(m.ID, Outcome{Game: "g0", Failure: "gone", Gone: []string{m.Places[0].Team}, At: at(0)}))
	if p := j.Progress(); p.GivenUp != 1 || j.Lost()[m.Places[0].Team] != 1 {
		t.Fatalf("%+v", p)
	}
	must(t, j.Order(Order{Do: Replay, Match: m.ID}, at(0)))
	playOut(t, j, "h")
	if p := j.Progress(); p.GivenUp != 0 || len(j.Lost()) != 0 || p.Finished != 10 || len(j.Annulled()) != 0 {
		t.Errorf("%+v, lost %v", p, j.Lost())
	}
}

// Until something was played or ordered a plan is nobody's: it is made anew for what the contest has become.
func TestAnUntouchedPlanIsMadeAnew(t *testing.T) {
	path, s := journalPath(t), specOf(6, 3, 10, 1)
	s.Names = []string{"a", "b", "c", "d", "e", "f"}
	must(t, openTest(t, path, s, false).Close())
	s.Teams, s.Games, s.Names = 7, 12, append(s.Names, "g")
	j := openTest(t, path, s, false)
	if p := j.Progress(); p.Matches != 12 || len(j.Teams()) != 7 {
		t.Errorf("%+v, %v", p, j.Teams())
	}
	must(t, j.Start(next(t, j), "g0", at(0)))
	must(t, j.Close())
	s.Games = 13
	if _, _, err := tryOpen(path, s, false); err == nil || !strings.Contains(err.Error(), "another contest") {
		t.Errorf("a plan that is played is made anew: %v", err)
	}
	data, err := os.ReadFile(path)
	if err != nil || strings.Count(string(data), `"matching":`) != 1 {
		t.Errorf("%v: %s", err, data)
	}
}
