package viewer

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"wolfden/internal/score"
)

// The page of a contest says of each division how far it is, who is missed, and how the teams stand; names are text whatever is in them.
func TestContestPage(t *testing.T) {
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	divisions := []Division{
		{
			Name: "five", State: "waiting", Planned: true, Matches: 24, Done: 12, GivenUp: 2, Failures: 7, Waiting: 3, End: now.AddDate(0, 0, 3),
			Missing:   []Missing{{Team: "lycan", Since: now.Add(-time.Hour), Matches: 10, Games: 3, Which: []string{"1-0003: jinro, lycan"}}, {Since: now.AddDate(0, 0, -1), Matches: 4}},
			Withdrawn: []string{hostile}, Substitutes: map[string]string{"jinro": "plain"},
			Teams: []Entrant{
				{Standing: score.Standing{Team: "last", Seats: 8, Wins: 1}, Games: 8, Faults: map[string]int{"late": 2, "lost": 0}},
				{Standing: score.Standing{Team: "first", Seats: 8, Wins: 7}, Games: 9, Failed: 1}, {Standing: score.Standing{Team: hostile, Seats: 8, Wins: 4}, Games: 8},
			},
		},
		{Name: "rehearsal-five", State: "open", Teams: []Entrant{{Standing: score.Standing{Team: "first", Seats: 5, Wins: 3}, Games: 1}}},
		{Name: "nine", State: "not begun", Planned: true, Matches: 36, Begin: now.Add(time.Hour)},
		{Name: "thirteen", State: "playing", Planned: true, Matches: 36, Done: 1, Running: 2, Over: now.Add(5 * time.Hour)},
	}
	srv := site(t, Options{Contest: func(*http.Request) []Division { return divisions }, Now: func() time.Time { return now }})
	_, body, header := get(t, srv.URL+"/contest?lang=en")
	if header.Get("Refresh") == "" {
		t.Error("the page is not shown anew")
	}
	for _, want := range []string{
		"waiting for teams", "12 of 24 matches are over", "matches given up: 2", "games that failed: 7", "programs that wait: 3", `max="24" value="12"`,
		"lycan</bdi>: since 11:00; matches that wait for it: 10 · games that wait for their players: 3", "a team that has not come yet: since 2026-11-30 12:00", "has withdrawn", "is played by plain", "<li><bdi>1-0003: jinro, lycan</bdi></li>",
		"No match begins after 2026-12-04 12:00", "2 × ", "Games begin at 13:00", "games that go on: 2", "Over at about 17:00", "open to whoever comes",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	if first, last := strings.Index(body, ">first<"), strings.Index(body, ">last<"); first < 0 || last < first {
		t.Errorf("first stands at %d, last at %d", first, last)
	}
	if strings.Contains(body, hostile) || strings.Contains(body, "<img") {
		t.Error("a name is no text")
	}
	if rehearsal := body[strings.Index(body, ">rehearsal-five<"):strings.Index(body, ">nine<")]; strings.Contains(rehearsal, "%") {
		t.Error("it tells who won rehearsals")
	}
	if _, games, _ := get(t, srv.URL+"/"); !strings.Contains(games, `href="/contest"`) {
		t.Error("no page leads there")
	}
	if japanese := page(t, srv.URL+"/contest?lang=ja"); !strings.Contains(japanese, "24 試合のうち 12 試合が終了") {
		t.Error("not in Japanese")
	}
	if status, _, _ := get(t, site(t, Options{}).URL+"/contest"); status != http.StatusNotFound {
		t.Errorf("a site without a contest: %d", status)
	}
	closed := site(t, Options{Contest: func(*http.Request) []Division { return divisions }, MayLook: func(*http.Request) bool { return false }})
	if status, body, _ := get(t, closed.URL+"/contest"); status != http.StatusUnauthorized || strings.Contains(body, "lycan") || strings.Contains(body, "To the games") {
		t.Errorf("who may not look: %d", status)
	}
}
