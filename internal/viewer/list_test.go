package viewer

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"wolfden/gamelog"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

func TestList(t *testing.T) {
	dir := t.TempDir()
	games := map[string]*gamelog.Record{}
	for seed := range uint64(60) {
		players := []int{5, 5, 13}[seed%3]
		rec := viewertest.Play(t, players, seed, nil)
		games[rec.Header.ID] = rec
		viewertest.Save(t, dir, rec)
	}
	srv := site(t, Options{Dirs: []string{dir}})
	links := regexp.MustCompile(`href="/games/([0-9A-Z]+)"`)
	listed := func(query string) (ids []string) {
		for _, m := range links.FindAllStringSubmatch(page(t, srv.URL+"/?"+query), -1) {
			ids = append(ids, m[1])
		}
		return ids
	}
	if n := len(listed("")); n != perPage {
		t.Errorf("the first page has %d games", n)
	}
	if first, second := listed(""), listed("page=2"); len(second) != 10 || first[0] <= second[0] {
		t.Errorf("the second page has %d games, the latest comes first: %t", len(second), first[0] > second[0])
	}
	if n := len(listed("page=99999999999999999999")); n == 0 {
		t.Error("a page that is not there is empty")
	}
	for query, fits := range map[string]func(*gamelog.Record) bool{
		"players=13": func(r *gamelog.Record) bool { return len(r.Header.Seats) == 13 },
		"outcome=wolves&players=5": func(r *gamelog.Record) bool {
			return len(r.Header.Seats) == 5 && r.Result().Winner == werewolf.WerewolfTeam
		},
		"outcome=village&players=5": func(r *gamelog.Record) bool {
			return len(r.Header.Seats) == 5 && r.Result().Winner == werewolf.VillagerTeam
		},
		"outcome=unfinished": func(*gamelog.Record) bool { return false },
		"from=2100-01-01":    func(*gamelog.Record) bool { return false },
		"player=PERSONm":     func(r *gamelog.Record) bool { return len(r.Header.Seats) == 13 },
		"team=team1&role=SEER": func(r *gamelog.Record) bool {
			for _, s := range r.Header.Seats {
				if s.Team == "team1" && s.Role == werewolf.Seer {
					return true
				}
			}
			return false
		},
	} {
		want := 0
		for _, rec := range games {
			if fits(rec) {
				want++
			}
		}
		ids := listed(query)
		if len(ids) != min(want, perPage) {
			t.Errorf("%s: %d games, want %d", query, len(ids), want)
		}
		for _, id := range ids {
			if !fits(games[id]) {
				t.Errorf("%s: %s does not fit", query, id)
			}
		}
	}
	if body := page(t, srv.URL+"/?blind=1"); strings.Contains(body, `class="state">Village won`) || !strings.Contains(body, "?as=village") {
		t.Error("the blind list tells outcomes")
	}
}

// A game whose talk was translated is one row with a link for each language, and each leads to its talk.
func TestTranslationsShareARow(t *testing.T) {
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 1, func(_ werewolf.SeatID, n int) string { return fmt.Sprint("word ", n) })
	rec.Header.Lang = "en"
	viewertest.Save(t, dir, rec)
	rec.Header.Lang, rec.Header.ID, rec.Header.Foreign = "ja", "01JXSRJ00000000000000000JA", true
	spoken(rec, "言葉です")
	viewertest.Save(t, dir, rec)
	srv := site(t, Options{Dirs: []string{dir}})
	body := page(t, srv.URL+"/")
	if n := strings.Count(body, `<li class="`); n != 1 {
		t.Errorf("%d rows", n)
	}
	links := regexp.MustCompile(`<a href="(/games/[^"]+)" hreflang="(..)" lang="..">`).FindAllStringSubmatch(body, -1)
	if len(links) != 2 {
		t.Fatalf("links %q in\n%s", links, body)
	}
	for _, link := range links {
		told := strings.Contains(page(t, srv.URL+link[1]), "言葉です")
		if told != (link[2] == "ja") {
			t.Errorf("the link to the talk in %s leads to the other", link[2])
		}
	}
	if blind := page(t, srv.URL+"/?blind=1"); strings.Count(blind, "?as=village") < 3 {
		t.Error("a link tells the outcome to who asked to guess along")
	}
}

var (
	long  = flag.Bool("long", false, "look at pages of thirteen wherever a page is looked at")
	timed = flag.Bool("timed", false, "measure how long pages of a large folder take, and what spectators cost a game")
)

// Ten thousand games: the list and a page of a game come at once.
func TestTenThousandGames(t *testing.T) {
	if !*timed {
		t.Skip("measures time: -timed")
	}
	dir := t.TempDir()
	rec := viewertest.Play(t, 13, 1, nil)
	long := viewertest.Bytes(t, rec)
	small := viewertest.Bytes(t, viewertest.Play(t, 5, 1, nil))
	id, client := regexp.MustCompile(`"game":"[^"]+"`), []byte(`"client0"`)
	for i := range 10_000 {
		data := small
		if i%100 == 0 {
			data = long
		}
		name := fmt.Sprintf("01JXSRJ%018dA", i)
		data = id.ReplaceAll(data[:len(data):len(data)], []byte(`"game":"`+name+`"`))
		data = bytes.Replace(data, client, []byte(`"`+name+`"`), 1) // or it is one game, ten thousand times
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	srv := site(t, Options{Dirs: []string{dir}})
	lasts := func(path string) time.Duration {
		began := time.Now()
		page(t, srv.URL+path)
		return time.Since(began)
	}
	t.Logf("the first look: %v", lasts("/"))
	time.Sleep(1100 * time.Millisecond) // so that the folder is looked at anew
	for path, most := range map[string]time.Duration{
		"/": 300 * time.Millisecond, "/?team=team1&role=SEER&outcome=wolves&page=3": 300 * time.Millisecond,
		fmt.Sprintf("/games/01JXSRJ%018dA", 4200): 200 * time.Millisecond, "/stats": 300 * time.Millisecond,
	} {
		took := lasts(path)
		t.Logf("%s: %v", path, took)
		if took > most {
			t.Errorf("%s takes %v, want %v", path, took, most)
		}
	}
}
