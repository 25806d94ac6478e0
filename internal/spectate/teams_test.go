package spectate

import (
	"net/http"
	"reflect"
	"testing"

	"wolfden/internal/contest/contesttest"
	"wolfden/internal/waittest"
)

func TestTeamHealthIsKept(t *testing.T) {
	t.Parallel()
	s := openTheatre(t, t.TempDir(), feedFive+"team_health: {enable: true, min_games: 1}\n")
	s.join(t, 5, "cats", contesttest.PauseOn(-1))()
	type answer struct{ Teams []teamView }
	var got answer
	waittest.Until(t, "the game is over", func() bool {
		got = ask[answer](t, s, "/api/v1/teams")
		return len(got.Teams) == 1 && got.Teams[0].Games == 1 && got.Teams[0].Active == 0
	})
	if c := got.Teams[0]; c.Team != "cats" || c.Requests < 20 || c.Errors != 0 || c.Weight != 1 || c.Seen == nil || c.Total.Games != 1 || c.Total.Seats != 5 {
		t.Errorf("%+v", c)
	}
	one := ask[teamView](t, s, "/api/v1/teams/cats")
	if !reflect.DeepEqual(one, got.Teams[0]) {
		t.Errorf("by itself %+v", one)
	}
	if answer, _ := s.get(t, "/api/v1/teams/dogs"); answer.StatusCode != http.StatusNotFound {
		t.Errorf("a team that never played: %s", answer.Status)
	}
	s.stop()
	again := openTheatre(t, s.Dir, feedFive)
	after := ask[teamView](t, again, "/api/v1/teams/cats")
	if after.Requests != one.Requests || after.Games != 1 {
		t.Errorf("after a restart %+v", after)
	}
}
