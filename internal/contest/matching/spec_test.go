package matching

import (
	"math"
	"strings"
	"testing"

	"wolfden/internal/secret"
	"wolfden/werewolf"
)

func TestSpecCheck(t *testing.T) {
	ok := specOf(8, 5, 40, 1)
	if err := ok.check(); err != nil {
		t.Fatal(err)
	}
	named := func(names ...string) func(*Spec) {
		return func(s *Spec) { s.Names = append(names, "c", "d", "e", "f", "g", "h") }
	}
	for _, c := range []struct {
		change func(*Spec)
		want   string
	}{
		{func(s *Spec) { *s = Spec{} }, "0 players"},
		{func(s *Spec) { s.Roles[werewolf.Seer] = -1 }, "-1 players"},
		{func(s *Spec) { s.Roles[werewolf.Seer] = math.MaxInt }, "0 to 60"},
		{func(s *Spec) { s.Roles[werewolf.NoRole] = 1 }, `role ""`},
		{func(s *Spec) { s.Roles[werewolf.Villager], s.Teams = 60, 100 }, "63 players"},
		{func(s *Spec) { s.Games = 0 }, "0 games"},
		{func(s *Spec) { s.Games = maxGames + 1 }, "20001 games"},
		{func(s *Spec) { s.Teams = maxTeams + 1 }, "257 teams"},
		{func(s *Spec) { s.Teams = 4 }, "use self-match"},
		{func(s *Spec) { s.Settings = "\xff" }, "UTF-8"},
		{func(s *Spec) { s.Names = []string{"a"} }, "name all or none"},
		{named("a", "a"), `teams 1 and 2 are both named "a"`},
		{named("a", ""), "team 2: its name is empty"},
		{named("a", " b"), "space"},
		{named("a", "\xff"), "UTF-8"},
	} {
		s := ok
		c.change(&s)
		if err := s.check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, not about %q", s, err, c.want)
		}
		if _, err := NewPlan(s, secret.Key{}, 1); err == nil {
			t.Errorf("%+v has a plan", s)
		}
	}
	s := ok
	named("a", "b")(&s)
	if err := s.check(); err != nil {
		t.Error(err)
	}
}
