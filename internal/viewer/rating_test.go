package viewer

import (
	"strings"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/viewer/archive"
	"wolfden/werewolf"
)

// season is many games of five in which the first team wins four times out of five, wherever it sits.
func season(n int) (games []*archive.Game) {
	roles := []werewolf.Role{werewolf.Werewolf, werewolf.Possessed, werewolf.Seer, werewolf.Villager, werewolf.Villager}
	for i := range n {
		g := &archive.Game{
			Summary: &chronicle.Summary{Over: true, Winner: werewolf.VillagerTeam, End: werewolf.Elimination}, Changed: time.Unix(int64(i), 0),
		}
		wolves, village := "strong", "weak"
		if i%2 == 1 {
			wolves, village = village, wolves
		}
		if (wolves == "strong") == (i%10 < 8) {
			g.Winner, g.End = werewolf.WerewolfTeam, werewolf.Parity
		}
		for s := range 5 {
			role := roles[(s+i/2)%5]
			team := village
			if werewolf.StandardRoles().Team(role) == werewolf.WerewolfTeam {
				team = wolves
			}
			p := chronicle.Player{Seat: werewolf.SeatID(s + 1), Affiliation: team, Role: role, Order: 2}
			if s == i%5 {
				p.Order, p.Cause, p.Died = 1, werewolf.ByExecution, 1
			}
			g.Players = append(g.Players, p)
		}
		games = append(games, g)
	}
	return games
}

func TestRatings(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine")
	}
	games := season(400)
	d := rateGames(append(games, &archive.Game{Summary: &chronicle.Summary{Players: games[0].Players}}), noRecord)
	if len(d.Ratings) != 2 || d.Ratings[0].Name != "strong" || d.Ratings[0].Rate.Low < 0.5 || d.Ratings[1].Rate.High > 0.5 || d.Ratings[0].Best < 0.99 {
		t.Fatalf("%+v", d.Ratings)
	}
	if d.Ratings[0].Ranks() != "1" || d.Ratings[0].Top() != "100 %" {
		t.Errorf("rank %s, best %s", d.Ratings[0].Ranks(), d.Ratings[0].Top())
	}
	if len(d.Effects) != 2 || d.Effects[0].Strong() || !d.Effects[1].Strong() {
		t.Errorf("seats do not matter and the order does, here: %+v", d.Effects)
	}
	if p := d.Effects[1].P; p < 2*0.0005-1e-9 { // the least that 1,999 shuffles give, for two tests
		t.Errorf("P %v is not that of two tests", p)
	}
	if got := rateGames(nil, noRecord); len(got.Ratings)+len(got.Effects) != 0 {
		t.Errorf("of nothing: %+v", got)
	}
}

func TestDeepIsKept(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine")
	}
	games := season(40)
	k, f := &deepened{record: noRecord}, &filter{}
	first := k.of(f, games)
	if k.of(f, games) != first {
		t.Error("the same is reckoned twice")
	}
	if k.of(&filter{Team: "strong"}, games) == first || k.of(f, games[1:]) == first {
		t.Error("something else is taken for the same")
	}
	games[3].Changed = time.Unix(1e9, 0)
	if k.of(f, games) == first {
		t.Error("what has changed is not reckoned anew")
	}
}

func TestCurves(t *testing.T) {
	all := curves(season(300))
	if len(all) != 2 {
		t.Fatalf("%d curves", len(all))
	}
	for _, c := range all {
		if points := strings.Count(c.Path, "L"); points < 50 || points > 2*curvePoints || !strings.HasPrefix(c.Path, "M") || strings.Contains(c.Path, "NaN") {
			t.Errorf("%s: %d points", c.Name, points)
		}
		if !strings.HasPrefix(c.Path, "M0.0 ") || c.Of == (&statsPage{Curves: all}).CurveTo() && !strings.Contains(c.Path, "L640.0 ") {
			t.Errorf("%s does not fill the plot: %s", c.Name, c.Path)
		}
		want := map[string]string{"strong": "80.0 %", "weak": "20.0 %"}[c.Name]
		if !strings.HasPrefix(c.Last, want[:1]) || c.Of < 600 {
			t.Errorf("%s ends at %s of %d, want about %s", c.Name, c.Last, c.Of, want)
		}
	}
	if got := curves(season(1)); len(got) != 0 {
		t.Errorf("a curve of one game: %+v", got)
	}
}

// noRecord has none.
func noRecord(string) (*gamelog.Record, error) { return nil, nil }
