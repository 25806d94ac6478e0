package viewer

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// fetch gets an address as a script does.
func fetch(t testing.TB, url string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	return resp.StatusCode, readAll(t, resp)
}

// callsOf is how many calls the seat made; 0 counts everybody's.
func callsOf(rec *gamelog.Record, seat werewolf.SeatID) (n int) {
	for _, e := range rec.Entries {
		if e.Input != nil && (seat == 0 || e.Input.Action.Seat == seat) {
			n++
		}
	}
	return n
}

// What a player noted and asked leaves the site for who may see it and nobody else: not in the page, not in the stream,
// not by the address of a call, neither as a page nor as JSON, and not in the record.
func TestNotesStayWithTheirReaders(t *testing.T) {
	t.Parallel()
	rec := viewertest.Noted(viewertest.Play(t, 5, 3, func(werewolf.SeatID, int) string { return "I suspect PersonB." }))
	st := newStage(unfinished(rec))
	st.play(len(rec.Entries))
	open := site(t, Options{Live: st, MayKnow: func(*http.Request) bool { return true }})
	closed := site(t, Options{Live: st})
	game := "/games/" + rec.Header.ID
	asked := regexp.MustCompile(`seat-\d-(prompt|answer)`)
	for seat := range werewolf.SeatID(7) {
		as, own, count := fmt.Sprint(seat), seat, callsOf(rec, seat)
		switch seat {
		case 0:
			as, count = asVillage, 0
		case 6:
			as, own, count = asAll, 0, callsOf(rec, 0)
		}
		texts := map[string]string{"page": page(t, open.URL+game+"?as="+as)}
		texts["stream"], _ = follow(t, open.URL+game+"/events?as="+as, "", 1)
		for n := 1; n <= count; n++ {
			address := fmt.Sprintf("%s/calls/%d?as=%s", game, n, as)
			texts["call page"] += page(t, open.URL+address)
			status, body := fetch(t, open.URL+address)
			texts["call"] += body
			if want := http.StatusOK; status != want {
				t.Errorf("%s: %d, want %d", address, status, want)
			}
			if status, body := fetch(t, closed.URL+address); status != http.StatusForbidden || strings.Contains(body, "secret-of") {
				t.Errorf("who may see nothing is answered %d at %s", status, address)
			}
		}
		for _, n := range []string{"0", "-1", fmt.Sprint(count + 1), "x", "99999999999999999999"} {
			if status, body := fetch(t, open.URL+game+"/calls/"+n+"?as="+as); status != http.StatusNotFound || strings.Contains(body, "secret-of") {
				t.Errorf("call %s of %s: %d", n, as, status)
			}
		}
		for where, text := range texts {
			if !utfSafe(text) {
				t.Errorf("%s of %s is not text", where, as)
			}
			for other := range werewolf.SeatID(6) {
				if other == 0 {
					continue
				}
				may := seat == 6 || other == own && seat != 0
				if got := strings.Contains(text, viewertest.Secret(other)); got && !may || may && !got {
					t.Errorf("%s of %s has what %d noted: %t", where, as, other, got)
				}
			}
			if prompts := asked.MatchString(text); prompts != strings.HasPrefix(where, "call") && count > 0 {
				t.Errorf("%s of %s has prompts: %t", where, as, prompts)
			}
			if got := strings.Contains(text, "tokens 10"); where != "call" && where != "call page" && got != (count > 0) {
				t.Errorf("%s of %s tells of calls: %t", where, as, got)
			}
		}
	}
	for _, path := range []string{"/record", "/file", "?as=all", "?as=1", "/events?as=all", "/events?as=1", "/calls/1", "/calls/1?as=village", "/calls/1?as=77"} {
		if status, body := fetch(t, closed.URL+game+path); status == http.StatusOK || strings.Contains(body, "secret-of") {
			t.Errorf("who may see nothing is answered %d at %s", status, path)
		}
	}
	for where, text := range map[string]string{"page": page(t, closed.URL+game), "list": page(t, closed.URL+"/")} {
		if strings.Contains(text, "secret-of") || strings.Contains(text, "tokens 10") {
			t.Errorf("the %s tells what is noted", where)
		}
	}
}

func utfSafe(text string) bool {
	return strings.ToValidUTF8(text, "") == text && !strings.ContainsRune(text, 0)
}

// What a call's address has is what the player noted, as text.
func TestCallIsText(t *testing.T) {
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 3, nil)
	for _, e := range rec.Entries {
		if e.Input != nil {
			text, _ := json.Marshal(map[string]any{"task": hostile, "by": "model", "answer": hostile, "messages": []map[string]string{{"role": hostile, "text": hostile}}})
			e.Input.Notes = []gamelog.Note{{Topic: "model", Text: string(text)}}
		}
	}
	viewertest.Save(t, dir, rec)
	srv := site(t, Options{Dirs: []string{dir}})
	address := srv.URL + "/games/" + rec.Header.ID + "/calls/1"
	body := page(t, address)
	for _, bad := range []string{"<script>", "<img", "<svg onload", "onerror=\"", "\x00", "\x1b", "\u202e"} {
		if strings.Contains(body, bad) {
			t.Errorf("the page of a call holds %q", bad)
		}
	}
	_, body = fetch(t, address)
	var c called
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		t.Fatal(err)
	}
	if want := story.Show(hostile); c.Answer != want || len(c.Messages) != 1 || c.Messages[0].Text != want {
		t.Errorf("the call is %+v", c)
	}
}

// A file by itself has the prompts as long as there is room, and says what it leaves out.
func TestFileLeavesOut(t *testing.T) {
	t.Parallel()
	rec := viewertest.Noted(viewertest.Play(t, 5, 3, nil))
	write := func(rec *gamelog.Record) string {
		var b strings.Builder
		if err := WriteFile(&b, rec, archive.Kept{}, story.Perspective{All: true}, "en"); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	small := write(rec)
	if n, want := strings.Count(small, "-prompt"), callsOf(rec, 0); n < want-10 || n > want || strings.Contains(small, "left out") || strings.Contains(small, "class=\"load\"") {
		t.Errorf("%d prompts of %d calls; left out: %t", n, want, strings.Contains(small, "left out"))
	}
	for _, e := range rec.Entries {
		if e.Input != nil {
			notes := e.Input.Notes
			notes[len(notes)-1].Text = strings.Replace(notes[len(notes)-1].Text, "-prompt", "-prompt"+strings.Repeat("long ", 50_000), 1)
		}
	}
	large := write(rec)
	if len(large) > mostInline+len(small)+100_000 || len(large) < mostInline-300_000 {
		t.Errorf("the file has %d bytes", len(large))
	}
	said := regexp.MustCompile(`answers of (\d+) of (\d+) calls are left out`).FindStringSubmatch(large)
	if said == nil || said[2] != fmt.Sprint(callsOf(rec, 0)) || said[1] == "0" || !strings.Contains(large, "left out of this page: 251 KB") {
		t.Errorf("the file says %v", said)
	}
	var village strings.Builder
	if err := WriteFile(&village, rec, archive.Kept{}, story.Perspective{End: true}, "en"); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(village.String(), "secret-of") || strings.Contains(village.String(), "left out") {
		t.Error("the village's file tells of calls")
	}
}

// The page of a game has the figures of the tables that commands print, of each player whose calls the reader may see, with the causes.
func TestPageSaysWhoAnswered(t *testing.T) {
	rec := viewertest.Noted(viewertest.Play(t, 5, 3, func(werewolf.SeatID, int) string { return claimant }))
	for i := range rec.Entries {
		in := rec.Entries[i].Input
		if in == nil || i%4 > 0 {
			continue
		}
		for k := range in.Notes {
			in.Notes[k].Text = strings.Replace(in.Notes[k].Text, `"by":"model"`, `"by":"rule","cause":"no time"`, 1)
		}
	}
	st := newStage(rec)
	st.play(len(rec.Entries))
	srv := site(t, Options{Live: st, MayKnow: func(*http.Request) bool { return true }})
	told, sum := chronicle.Summarize(rec), chronicle.Calls{}
	cells := func(c *chronicle.Calls) (text string) {
		for _, cell := range append(c.Cells(), c.Commonest(9)) {
			text += ">" + cell + "</td>"
		}
		return text
	}
	all, own := page(t, srv.URL+"/games/"+rec.Header.ID+"?as="+asAll), page(t, srv.URL+"/games/"+rec.Header.ID+"?as=2")
	plain := func(body string) string {
		return strings.ReplaceAll(strings.ReplaceAll(body, `<td class="n"`, ""), "<td", "")
	}
	for i := range told.Players {
		p := &told.Players[i]
		sum.Add(p.Calls)
		if p.Calls == nil || p.Calls.ByRule == 0 || p.Calls.ByModel == 0 {
			t.Fatalf("seat %d asked %+v", p.Seat, p.Calls)
		}
		if row := cells(p.Calls); !strings.Contains(plain(all), row) || strings.Contains(plain(own), row) != (p.Seat == 2) {
			t.Errorf("seat %d: %s is to stand on the page of all, and on its own alone", p.Seat, row)
		}
	}
	if row := cells(&sum); !strings.Contains(plain(all), row) {
		t.Errorf("all: %s is not on the page", row)
	}
}

// The tables beside the story grow with the stream into what the page of the whole game has.
func TestStreamBringsTables(t *testing.T) {
	t.Parallel()
	rec := viewertest.Noted(viewertest.Play(t, 13, 2, func(werewolf.SeatID, int) string { return claimant }))
	st := newStage(rec)
	srv := site(t, Options{Live: st, MayKnow: func(*http.Request) bool { return true }})
	row := regexp.MustCompile(`(?s)<tr role="row" id="(l\d+-\d+)".*?</tr>`)
	for as, calls := range map[string]bool{asAll: true, asVillage: false, "3": true} {
		st.play(0)
		rows, costs, last, bytes := map[string]string{}, "", "", 0
		for upTo, over := 50, false; !over; upTo += 60 {
			st.play(upTo)
			text, _ := follow(t, srv.URL+"/games/"+rec.Header.ID+"/events?as="+as, last, 1)
			all, ids := readNews(t, text)
			last = ids[len(ids)-1]
			for _, n := range all {
				over = over || n.Over
				for _, day := range n.Ledger {
					bytes += len(day)
					for _, m := range row.FindAllStringSubmatch(day, -1) {
						rows[m[1]] = m[0]
					}
				}
				if n.Costs != "" {
					costs = n.Costs
				}
			}
		}
		body := page(t, srv.URL+"/games/"+rec.Header.ID+"?as="+as)
		want := row.FindAllStringSubmatch(body, -1)
		if len(want) == 0 || len(want) != len(rows) {
			t.Errorf("%s: the stream brings %d rows, the page has %d", as, len(rows), len(want))
		}
		for _, m := range want {
			if rows[m[1]] != m[0] {
				t.Fatalf("%s: %s came as\n%s\nand is\n%s", as, m[1], rows[m[1]], m[0])
			}
		}
		if (costs != "") != calls || calls && !strings.Contains(body, costs) {
			t.Errorf("%s: the table of calls came as %.200s", as, costs)
		}
		t.Logf("%s: %d rows, %d bytes of rows in the stream", as, len(rows), bytes)
	}
}
