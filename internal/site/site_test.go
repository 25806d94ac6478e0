package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/score"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

const hostile = `</p><script>document.title='stolen'</script><img src=x onerror="document.title='stolen'"> <a href="https://evil.example/">x</a> {{.}} ` + "\x1b[31m\u202e"

// contest makes a data folder with two divisions, and returns it with the record of a game that nobody won.
func contest(t testing.TB) (data string, lost *gamelog.Record) {
	t.Helper()
	data = t.TempDir()
	five, nine := filepath.Join(data, "records", "five"), filepath.Join(data, "records", "nine & more")
	for _, dir := range []string{five, nine, filepath.Join(five, "running")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for seed := range uint64(6) {
		rec := viewertest.Play(t, 5, seed, func(werewolf.SeatID, int) string { return hostile })
		for i := range rec.Header.Seats {
			rec.Header.Seats[i].Team = []string{"<script>alert(1)</script>", "../../up", "犬 & 狼", "A b", "a-b", "con"}[(i+int(seed))%6]
		}
		file := viewertest.Save(t, five, rec)
		if seed == 0 {
			judge(t, file, rec)
		}
	}
	lost = abandon(t, viewertest.Play(t, 5, 50, nil))
	viewertest.Save(t, five, lost)
	on := viewertest.Play(t, 5, 60, nil)
	on.Entries = on.Entries[:len(on.Entries)/2]
	viewertest.Save(t, filepath.Join(five, "running"), on)
	for seed := range uint64(2) {
		viewertest.Save(t, nine, viewertest.Play(t, 9, seed, nil))
	}
	return data, lost
}

// abandon is the first half of a game, whose first player is gone then.
func abandon(t testing.TB, rec *gamelog.Record) *gamelog.Record {
	t.Helper()
	seats := slices.Clone(rec.Header.Seats)
	for i := range seats {
		seats[i].Role = werewolf.NoRole
	}
	g, err := werewolf.New(rec.Header.Rules, seats, rec.Header.Seed)
	if err != nil {
		t.Fatal(err)
	}
	half := &gamelog.Record{Header: rec.Header}
	told := 0
	apply := func(in *gamelog.Input) {
		for _, when := range []func() error{func() error { return nil }, func() error {
			half.Entries = append(half.Entries, gamelog.Entry{Input: in})
			return g.Apply(in.Action)
		}} {
			if err := when(); err != nil {
				t.Fatal(err)
			}
			for ; told < len(g.Log()); told++ {
				half.Entries = append(half.Entries, gamelog.Entry{Event: &g.Log()[told]})
			}
		}
	}
	for _, e := range rec.Entries[:len(rec.Entries)/2] {
		if e.Input != nil {
			apply(e.Input)
		}
	}
	apply(&gamelog.Input{Action: werewolf.Action{Kind: werewolf.Fail, Seat: 1}, Fault: gamelog.Lost})
	if r := g.Result(); r.End != werewolf.Failure {
		t.Fatalf("the game did not fail: %+v", r)
	}
	return half
}

// judge keeps moves beside the file: a good one and a bad one of the first talk, and one that chance explains.
func judge(t testing.TB, file string, rec *gamelog.Record) {
	t.Helper()
	data := viewertest.Bytes(t, rec)
	kept, err := chances.LoadMoves(file, data)
	if err != nil {
		t.Fatal(err)
	}
	talks := map[int]int{}
	moves := []chances.Move{}
	for _, e := range rec.Entries {
		if e.Event == nil || e.Event.Kind != werewolf.Talked || len(moves) == 3 {
			continue
		}
		talks[e.Event.Day]++
		moves = append(moves, chances.Move{
			Moment: fmt.Sprintf("d%d:%d", e.Event.Day, talks[e.Event.Day]), Kind: werewolf.Talk, Seat: e.Event.Seat, Text: e.Event.Text,
			Village: []chances.Interval{{Value: .31, Low: .2, High: .42}, {Value: -.26, Low: -.4, High: -.1}, {Value: .05, Low: -.1, High: .2}}[len(moves)],
		})
	}
	kept.Put(&chances.Judged{By: "plain", Games: 8, Seed: 1, Moves: moves})
	if err := kept.Save(file); err != nil {
		t.Fatal(err)
	}
}

// publish writes a site of the data folder.
func publish(t testing.TB, data, folder string, o Options) *Made {
	t.Helper()
	var err error
	if o.Divisions, err = Divisions([]string{data}); err != nil {
		t.Fatal(err)
	}
	made, err := Write(context.Background(), folder, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Unread) > 0 {
		t.Errorf("not read: %v", made.Unread)
	}
	return made
}

var (
	tags  = regexp.MustCompile(`<[a-zA-Z][^>]*>`)
	links = regexp.MustCompile(`\s(?:href|src|data|action|poster|srcset)="([^"]*)"`)
	idsOf = regexp.MustCompile(`\sid="([^"]+)"`)
	bare  = regexp.MustCompile(`(\s[a-zA-Z-]+)=([^\s"'>]+)`)
	style = regexp.MustCompile(`<script>|<style|\sstyle=|\son\w+=["']|<iframe|<form`)
)

// quoted is a page with the quotes that the pages of games go without.
func quoted(page []byte) string {
	head, main, _ := strings.Cut(string(page), "<main")
	return head + "<main" + tags.ReplaceAllStringFunc(main, func(tag string) string { return bare.ReplaceAllString(tag, `$1="$2"`) })
}

// crawl follows every link from the first page and returns the files it came to.
func crawl(t *testing.T, folder string) map[string]string {
	t.Helper()
	pages, open := map[string]string{}, []string{"index.html"}
	wanted := map[string][]string{} // fragments by page
	for len(open) > 0 {
		at := open[0]
		open = open[1:]
		if _, seen := pages[at]; seen {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(at)))
		if err != nil {
			t.Errorf("a link leads to %s: %v", at, err)
		}
		pages[at] = string(data)
		if path.Ext(at) != ".html" {
			continue
		}
		pages[at] = quoted(data)
		for _, m := range links.FindAllStringSubmatch(strings.Join(tags.FindAllString(pages[at], -1), ""), -1) {
			to, err := url.Parse(html.UnescapeString(m[1]))
			if err != nil {
				t.Errorf("%s: %q: %v", at, m[1], err)
				continue
			}
			if strings.HasPrefix(to.String(), "data:image/svg+xml;base64,") {
				continue
			}
			target := path.Join(path.Dir(at), to.Path)
			if to.Path == "" {
				target = at
			}
			if to.Scheme != "" || to.Host != "" || path.IsAbs(to.Path) || strings.HasPrefix(target, "..") || strings.HasSuffix(to.Path, "/") {
				t.Errorf("%s leads out of the site: %s", at, m[1])
				continue
			}
			open = append(open, target)
			if to.Fragment != "" {
				wanted[target] = append(wanted[target], at+" "+to.Fragment)
			}
		}
	}
	for at, from := range wanted {
		ids := map[string]bool{"start": true}
		for _, m := range idsOf.FindAllStringSubmatch(pages[at], -1) {
			ids[m[1]] = true
		}
		for _, want := range from {
			if _, id, _ := strings.Cut(want, " "); !ids[id] {
				t.Errorf("%s leads to #%s of %s, which has none", want, id, at)
			}
		}
	}
	return pages
}

func TestSite(t *testing.T) {
	t.Parallel()
	data, lost := contest(t)
	folder := filepath.Join(t.TempDir(), "deep", "site")
	made := publish(t, data, folder, Options{Raters: []Raters{{Text: "W " + hostile}}, Title: "Cup <b>"})
	t.Run("links", func(t *testing.T) { everyLinkIsGood(t, folder, made, lost) })
	t.Run("standings", func(t *testing.T) { standingsAreThoseOfScore(t, folder, data) })
}

// Every link of a site leads to a page of it, every page is led to, and nothing that anybody is called or says is more than text.
func everyLinkIsGood(t *testing.T, folder string, made *Made, lost *gamelog.Record) {
	pages := crawl(t, folder)
	files := 0
	_ = filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, file)
		name = filepath.ToSlash(name)
		if err != nil || d.IsDir() {
			return err
		}
		files++
		if _, led := pages[name]; !led && name != markName && !strings.Contains(name, "/report/") {
			t.Errorf("nothing leads to %s", name)
		}
		if ok, _ := regexp.MatchString(`^[a-zA-Z0-9./_-]+$`, name); !ok || filepath.Base(name) == "con.html" {
			t.Errorf("not every host takes the name %q", name)
		}
		return nil
	})
	if made.Games != 9 || made.Divisions != 2 || made.GoingOn != 1 || made.Files != files {
		t.Errorf("%+v, %d files", made, files)
	}
	for at, body := range pages {
		if path.Ext(at) != ".html" || strings.Contains(at, "/report/") {
			continue
		}
		if style.MatchString(body) || strings.ContainsAny(body, "\x1b\u202e") || !strings.Contains(body, `Content-Security-Policy" content="default-src &#39;none&#39;; img-src &#39;self&#39; data:;`) ||
			!strings.Contains(body, `<html lang="en"`) {
			t.Errorf("%s holds what is no text, or has no policy", at)
		}
		if strings.Contains(body, "site.") {
			t.Errorf("%s has a key without words: %s", at, body[strings.Index(body, "site."):][:40])
		}
	}
	if !strings.Contains(pages["five/report/index.html"], `href="../index.html"`) {
		t.Error("the report leads nowhere")
	}
	if !strings.Contains(pages["five/report/index.html"], `href="../games/`) { // crawl has followed it to the moment
		t.Error("the report leads to no game that it tells of")
	}
	if front := pages["index.html"]; !strings.Contains(front, "Cup &lt;b&gt;") || !strings.Contains(front, `class="warn"`) {
		t.Error("the first page does not have its title, or not that a game goes on")
	}
	division := pages["five/index.html"]
	_, failed, _ := strings.Cut(division, `id="failed"`)
	failed, _, _ = strings.Cut(failed, "</section>")
	for _, s := range lost.Header.Seats {
		if gone := strings.Contains(failed, "<bdi>"+s.Team+"</bdi>"); gone != (s.Team == lost.Header.Seats[0].Team) {
			t.Errorf("%s was gone: %t", s.Team, gone)
		}
	}
}

// The standings are the figures of score, a division by itself.
func standingsAreThoseOfScore(t *testing.T, folder, data string) {
	for _, division := range []struct{ folder, at string }{{"five", "five"}, {"nine & more", "nine-more"}} {
		var games []*chronicle.Summary
		_ = filepath.WalkDir(filepath.Join(data, "records", division.folder), func(file string, _ fs.DirEntry, _ error) error {
			if g, err := chronicle.ReadFile(file); err == nil {
				games = append(games, &g.Summary)
			}
			return nil
		})
		want := score.Count(games, false, 1).Tables[0]
		body, err := os.ReadFile(filepath.Join(folder, division.at, "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		rows := regexp.MustCompile(`(?s)<tr><td class="n">\d+</td>.*?</tr>`).FindAllString(string(body), -1)
		if len(rows) != len(want.Rows) {
			t.Fatalf("%s: %d rows, score has %d", division.at, len(rows), len(want.Rows))
		}
		for i, r := range want.Rows {
			for _, figure := range []string{
				fmt.Sprintf(`<td class="n">%d</td><td class="n">%d</td>`, r.Wins, r.Games), fmt.Sprintf("<b>%.1f %%</b> <small>%.1f–%.1f</small>", r.Macro.Value, r.Macro.Low, r.Macro.High),
				fmt.Sprintf("<b>%.1f %%</b> <small>%.1f–%.1f</small>", 100*r.Strength.Rate.Value, 100*r.Strength.Rate.Low, 100*r.Strength.Rate.High),
			} {
				if !strings.Contains(rows[i], figure) {
					t.Errorf("%s, %s: no %s in %s", division.at, r.Team, figure, rows[i])
				}
			}
		}
	}
}

// A team's page has what its players did, and its best and worst moments, which lead into the games.
func TestTeamPage(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("pages are written at once in TestSite")
	}
	data, _ := contest(t)
	folder := filepath.Join(t.TempDir(), "site")
	publish(t, data, folder, Options{Lang: "ja"})
	all := ""
	files, _ := filepath.Glob(filepath.Join(folder, "teams", "*.html"))
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all += string(body)
	}
	if strings.Contains(all, "site.") || !strings.Contains(all, `<html lang="ja"`) {
		t.Error("not in the language that was asked for")
	}
	moments := regexp.MustCompile(`<a href="\.\./five/games/[0-9a-z]+\.html#e\d+"><bdi>Person`).FindAllString(all, -1)
	if len(moments) != 2 || strings.Count(all, "31ポイント") != 1 || strings.Count(all, "26ポイント") != 1 {
		t.Errorf("moments: %q", moments)
	}
	if gone := strings.Count(all, `<td class="n bad">1</td></tr></tbody>`); gone != 1 {
		t.Errorf("%d teams were gone from a game", gone)
	}
}

// A site takes only a place of its own, and what others lay there stays; what goes wrong changes nothing.
func TestPlace(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("pages are written at once in TestSite")
	}
	data := t.TempDir()
	first := viewertest.Save(t, data, viewertest.Play(t, 5, 1, nil))
	root := t.TempDir()
	lay := func(name, text string) {
		t.Helper()
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write := func(folder string) error {
		divisions, err := Divisions([]string{data})
		if err != nil {
			t.Fatal(err)
		}
		_, err = Write(context.Background(), filepath.Join(root, folder), Options{Divisions: divisions})
		return err
	}
	lay("strange/index.html", "mine")
	lay("torn/"+markName, `{"files": [`)
	for _, folder := range []string{"strange", "torn"} {
		if err := write(folder); !errors.Is(err, ErrTaken) {
			t.Errorf("%s: %v", folder, err)
		}
	}
	if err := os.Mkdir(filepath.Join(root, "site"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := write("site"); err != nil {
		t.Fatal(err)
	}
	lay("site/.git/refs/heads/main", "1")
	lay("site/CNAME", "example.org")
	if err := os.MkdirAll(filepath.Join(root, "site", ".git", "objects", "pack"), 0o755); err != nil {
		t.Fatal(err)
	}
	old, _ := filepath.Glob(filepath.Join(root, "site", "*", "games", "*.html"))
	if err := os.Rename(first, filepath.Join(t.TempDir(), filepath.Base(first))); err != nil {
		t.Fatal(err)
	}
	viewertest.Save(t, data, viewertest.Play(t, 5, 2, nil))
	if err := write("site"); err != nil {
		t.Fatal(err)
	}
	for _, kept := range []string{"CNAME", ".git/refs/heads/main", ".git/objects/pack", "index.html", markName} {
		if _, err := os.Stat(filepath.Join(root, "site", filepath.FromSlash(kept))); err != nil {
			t.Error(err)
		}
	}
	for _, file := range old {
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s is a game that is not there any more", file)
		}
	}
	// A name that the site needs, and that somebody else has taken since.
	now, _ := filepath.Glob(filepath.Join(root, "site", "*", "games", "*.html"))
	var m mark
	text, err := os.ReadFile(filepath.Join(root, "site", markName))
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	name, _ := filepath.Rel(filepath.Join(root, "site"), now[0])
	m.Files = slices.DeleteFunc(m.Files, func(file string) bool { return file == filepath.ToSlash(name) })
	text, _ = json.Marshal(m)
	lay("site/"+markName, string(text))
	if err := write("site"); err == nil || !strings.Contains(err.Error(), "move it away") {
		t.Errorf("a stranger's file in the way: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Write(ctx, filepath.Join(root, "other"), Options{Divisions: []Division{{Name: "d", Folder: data}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	left, _ := os.ReadDir(root)
	var names []string
	for _, f := range left {
		names = append(names, f.Name())
	}
	if want := []string{"site", "strange", "torn"}; !slices.Equal(names, want) {
		t.Errorf("left lying: %q", names)
	}
}

// Pages share what they can: a game of thirteen is not much more than what was said in it.
func TestSize(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("pages are written at once in TestSite")
	}
	data := t.TempDir()
	for players, most := range map[int]int64{5: 80 << 10, 13: 400 << 10} {
		dir := filepath.Join(data, fmt.Sprint("players ", players))
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		viewertest.Save(t, dir, viewertest.Play(t, players, 3, nil))
		folder := filepath.Join(t.TempDir(), "site")
		publish(t, dir, folder, Options{})
		files, _ := filepath.Glob(filepath.Join(folder, "*", "games", "*.html"))
		for _, file := range files {
			info, err := os.Stat(file)
			if err != nil || info.Size() > most {
				t.Errorf("a game of %d: %d bytes, %v", players, info.Size(), err)
			}
		}
	}
}

// Both languages say the same things.
func TestWords(t *testing.T) {
	t.Parallel()
	var texts [2]map[string]string
	for i, lang := range []string{"en", "ja"} {
		data, err := own.ReadFile("words/" + lang + ".json")
		if err == nil {
			err = json.Unmarshal(data, &texts[i])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, words := range texts {
		for key, text := range words {
			other, there := texts[1-i][key]
			for _, blank := range []string{"{0", "{1", "{2"} {
				if !there || strings.Contains(text, blank) != strings.Contains(other, blank) {
					t.Errorf("%s: %q and %q", key, text, other)
				}
			}
		}
	}
}
