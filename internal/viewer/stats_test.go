package viewer

import (
	"fmt"
	"strings"
	"testing"
	"wolfden/gamelog"

	"wolfden/internal/analysis"
	"wolfden/internal/chronicle"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

func TestStats(t *testing.T) {
	dir := t.TempDir()
	village := 0
	var counted []*analysis.Game
	for seed := range uint64(20) {
		rec := viewertest.Play(t, 5, seed, nil)
		if rec.Result().Winner == werewolf.VillagerTeam {
			village++
		}
		viewertest.Save(t, dir, rec)
		h, err := chronicle.OfRecord(rec)
		if err != nil {
			t.Fatal(err)
		}
		counted = append(counted, analysis.Analyze(h))
	}
	viewertest.Save(t, dir, unfinished(viewertest.Play(t, 5, 99, nil)))
	body := page(t, site(t, Options{Dirs: []string{dir}}).URL+"/stats")
	votes := analysis.Summarize(counted, analysis.ByTeam)[0].Total
	for _, want := range []string{"in the latest 20 games", fmt.Sprintf("%.0f / %.0f", votes[analysis.VotesOnEnemy], votes[analysis.VotesCast]), "20 of 21 games", fmt.Sprintf("%d / 20", village), fmt.Sprintf("%d / 20", 20-village), "Head to head", "Seat 5", "Ratings", "As games were played", "What should not matter", "Said a day"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// Two models under one name are two rows of every table, and one alone keeps the name.
func TestStatsTellModelsApart(t *testing.T) {
	dir := t.TempDir()
	for seed, model := range []string{"x:liar", "x:seer"} {
		rec := viewertest.Play(t, 5, uint64(seed), nil)
		rec.Header.Provenance = &gamelog.Provenance{}
		for i := range rec.Header.Seats {
			rec.Header.Seats[i].Team = "kanolab"
			rec.Header.Provenance.Players = append(rec.Header.Provenance.Players, gamelog.Entrant{Player: "kanolab", Model: model})
		}
		viewertest.Save(t, dir, rec)
		body := page(t, site(t, Options{Dirs: []string{dir}}).URL+"/stats")
		if own := strings.Count(body, "kanolab · "); seed == 0 && own > 0 || seed == 1 && own == 0 {
			t.Errorf("%d games: %d names of kanolab have its model", seed+1, own)
		}
		for _, name := range []string{`"row"><bdi>kanolab · liar<`, `"row"><bdi>kanolab · seer<`} {
			if n := strings.Count(body, name); seed == 1 && n != 6 {
				t.Errorf("%q heads %d rows", name, n)
			}
		}
	}
}

// Games may have tables of their own, in which one number is different roles: a role is known by its name.
func TestRolesOfTheGamesTables(t *testing.T) {
	dir := t.TempDir()
	for seed, name := range []string{"SHERIFF", "ORACLE"} {
		table, err := werewolf.NewRoleTable(werewolf.RoleSpec{
			Name: name, Letter: "X", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Guards,
		})
		if err != nil {
			t.Fatal(err)
		}
		rules := table.Rules(werewolf.RoleCounts{werewolf.Werewolf: 1, werewolf.FirstAdded: 1, werewolf.Villager: 3})
		viewertest.Save(t, dir, viewertest.PlayBy(t, rules, uint64(seed), nil))
	}
	viewertest.Save(t, dir, viewertest.Play(t, 9, 7, nil))
	url := site(t, Options{Dirs: []string{dir}}).URL
	stats := page(t, url+"/stats")
	for _, want := range []string{`<th scope="col">Sheriff</th>`, `<th scope="col">Oracle</th>`} {
		if strings.Count(stats, want) != 1 {
			t.Errorf("the statistics lack %q", want)
		}
	}
	for role, games := range map[string]int{"SHERIFF": 1, "ORACLE": 1, "VILLAGER": 3, "": 3, "DOG": 3} {
		body := page(t, url+"/?role="+role)
		if got := strings.Count(body, `<li class="`); got != games {
			t.Errorf("%d games with the role %q, want %d", got, role, games)
		}
		if role != "DOG" && role != "" && !strings.Contains(body, `value="`+role+`" selected`) {
			t.Errorf("%s is not chosen in the form", role)
		}
	}
}

// The seats of an entry are one team, as score and report count them, and the list is asked for it.
func TestSeatsOfAnEntryAreOne(t *testing.T) {
	dir := t.TempDir()
	for seed := range uint64(12) {
		rec := viewertest.Play(t, 5, seed, nil)
		from := &gamelog.Provenance{Players: make([]gamelog.Entrant, 5)}
		for i := range from.Players {
			from.Players[i].Entry = "plain"
			rec.Header.Seats[i].Team = fmt.Sprintf("plain-%d", i+1)
		}
		from.Players[4].Entry, rec.Header.Seats[4].Team = "mille", "mille"
		rec.Header.Provenance = from
		viewertest.Save(t, dir, rec)
	}
	url := site(t, Options{Dirs: []string{dir}}).URL
	if body := page(t, url+"/stats"); strings.Contains(body, "plain-") || !strings.Contains(body, "/ 48") || !strings.Contains(body, "/ 12") {
		t.Error("seats of an entry are counted apart")
	}
	if body := page(t, url+"/?team=plain"); strings.Count(body, `<li class="`) != 12 || strings.Contains(body, "plain-") {
		t.Error("games of an entry are not found by its name")
	}
}
