package site

import (
	"context"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The report for a terminal tells of a team what its page tells, and leaves nothing in a name that a terminal would obey.
func TestReport(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("records are read and pages written at once in TestSite")
	}
	data, _ := contest(t)
	divisions, err := Divisions([]string{data})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(context.Background(), divisions)
	if err != nil || len(r.Unread) > 0 {
		t.Fatal(err, r.Unread)
	}
	folder := filepath.Join(t.TempDir(), "site")
	publish(t, data, folder, Options{Lang: "en"})
	var standings, all strings.Builder
	if err := r.Standings(&standings); err != nil || !strings.Contains(standings.String(), "== nine & more: standings") || !strings.Contains(standings.String(), "1 games that go on") {
		t.Errorf("%v in %s", err, standings.String())
	}
	for _, team := range r.Teams() {
		var text strings.Builder
		if err := r.Team(&text, team); err != nil {
			t.Fatal(err)
		}
		all.WriteString(text.String())
		data, err := os.ReadFile(filepath.Join(folder, "teams", r.w.teams[team]))
		if err != nil {
			t.Fatal(err)
		}
		page := html.UnescapeString(string(data))
		for _, figure := range regexp.MustCompile(`Won \d+ of \d+\. Rate .*|None in .*|Of \d+ that were judged \d+ have an interval|[+−]\d+ points`).FindAllString(text.String(), -1) {
			if !strings.Contains(page, figure) {
				t.Errorf("%s: the page does not say %q", team, figure)
			}
		}
	}
	for _, want := range []string{`Best moments:\n  0`, `\+31 points`, `Worst moments:`, `Faults: None in`, `Games gone from 1`, `Games +Role +Character +Fate`} {
		if !regexp.MustCompile(want).MatchString(all.String()) {
			t.Errorf("%s is not there:\n%s", want, all.String())
		}
	}
	if strings.ContainsAny(all.String()+standings.String(), "\x1b\u202e\r") {
		t.Error("something stands there that a terminal obeys")
	}
}
