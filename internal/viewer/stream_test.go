package viewer

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/viewer/story"
	"wolfden/internal/viewer/viewertest"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// stage is a game that goes on as far as a test lets it.
type stage struct {
	mu   sync.Mutex
	rec  *gamelog.Record
	upTo int
	more chan struct{}
}

func newStage(rec *gamelog.Record) *stage { return &stage{rec: rec, more: make(chan struct{})} }

func (s *stage) IDs() []string { return []string{s.rec.Header.ID} }

func (s *stage) Game(id string) Running {
	if id != s.rec.Header.ID {
		return nil
	}
	return s
}

func (s *stage) Now() (*gamelog.Record, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &gamelog.Record{Header: s.rec.Header, Entries: s.rec.Entries[:s.upTo]}, s.more
}

// play lets the game go on up to an entry.
func (s *stage) play(upTo int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.upTo = min(upTo, len(s.rec.Entries))
	close(s.more)
	s.more = make(chan struct{})
}

// follow follows a stream until it has seen so many messages, or the stream ends.
func follow(t *testing.T, url, last string, most int) (text string, status int) {
	t.Helper()
	return following(t, url, last, most, func() {})
}

// following is follow, and calls begun when the first message is there.
func following(t *testing.T, url, last string, most int, begun func()) (text string, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Longest)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 64<<20)
	var b strings.Builder
	for seen := 0; seen < most && lines.Scan(); {
		b.WriteString(lines.Text() + "\n")
		if strings.HasPrefix(lines.Text(), "data: ") {
			if seen++; seen == 1 {
				begun()
			}
		}
	}
	return b.String(), resp.StatusCode
}

// Whoever follows, loses the connection and comes again has in the end what a page shows that is loaded at the end.
func TestStreamResumes(t *testing.T) {
	t.Parallel()
	rec := viewertest.Play(t, 13, 2, nil)
	st := newStage(rec)
	srv := site(t, Options{Live: st, MayKnow: func(*http.Request) bool { return true }})
	for _, as := range []string{"all", "village", "3"} {
		if testing.Short() && as != "3" {
			continue // who follows by other eyes meets the same goroutines
		}
		st.play(0)
		url := srv.URL + "/games/" + rec.Header.ID + "/events?as=" + as
		got, order, last, over := map[string]string{}, []string{}, "", false
		for upTo := 50; !over; upTo += 90 {
			st.play(upTo)
			text, _ := follow(t, url, last, 1)
			all, ids := readNews(t, text)
			last = ids[len(ids)-1]
			for _, n := range all {
				over = over || n.Over
				for _, it := range n.Items {
					if _, old := got[it.ID]; !old {
						order = append(order, it.ID)
					}
					got[it.ID] = it.HTML
				}
			}
		}
		body := page(t, srv.URL+"/games/"+rec.Header.ID+"?as="+as)
		var want []string
		for _, m := range regexp.MustCompile(`<li id="([a-z0-9]+)" class="i `).FindAllStringSubmatch(body, -1) {
			want = append(want, m[1])
		}
		if strings.Join(order, " ") != strings.Join(want, " ") {
			t.Fatalf("%s: the stream shows %d items, the page %d", as, len(order), len(want))
		}
		for id, text := range got {
			if !strings.Contains(body, text) {
				t.Fatalf("%s: %s is another in the page:\n%s", as, id, text)
			}
		}
		if _, status := follow(t, url, last, 1); status != http.StatusNoContent {
			t.Errorf("%s: who has seen everything is answered %d", as, status)
		}
	}
}

// The stream of the village tells no more than its page.
func TestStreamTellsNoSecret(t *testing.T) {
	rec := viewertest.Play(t, 13, 2, func(werewolf.SeatID, int) string { return "hello" })
	st := newStage(rec)
	srv := site(t, Options{Live: st})
	st.play(len(rec.Entries))
	text, _ := follow(t, srv.URL+"/games/"+rec.Header.ID+"/events?as=village", "", 1)
	for _, secret := range []string{"Werewolf", "Possessed", "whisper", "divine", "secret1"} {
		if strings.Contains(text, secret) {
			t.Errorf("the stream tells %q", secret)
		}
	}
	if !strings.Contains(text, "hello") {
		t.Error("the stream tells nothing")
	}
}

func TestFollowAGrowingFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 2, nil)
	lines := strings.SplitAfter(string(viewertest.Bytes(t, rec)), "\n")
	path := filepath.Join(dir, rec.Header.ID+gamelog.Extension)
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(strings.Join(lines[:40], "") + lines[41][:7])
	srv := site(t, Options{Dirs: []string{dir}})
	if body := page(t, srv.URL+"/"); !strings.Contains(body, "Live now") {
		t.Error("a game that is being written is not live")
	}
	text, _ := following(t, srv.URL+"/games/"+rec.Header.ID+"/events?as=village", "", 99, func() { write(strings.Join(lines, "")) })
	all, _ := readNews(t, text)
	if len(all) < 2 || all[0].Over || !all[len(all)-1].Over {
		t.Errorf("%d messages, the last over: %t", len(all), len(all) > 0 && all[len(all)-1].Over)
	}
}

// With a delay, nobody sees what was recorded since; then it comes by itself.
func TestDelay(t *testing.T) {
	t.Parallel()
	rec := viewertest.Play(t, 5, 2, nil)
	began := time.Now()
	rec.Header.Started = began.Add(-time.Duration(rec.LastAt()) * time.Millisecond).Add(500 * time.Millisecond).UnixMilli()
	st := newStage(rec)
	st.play(len(rec.Entries))
	srv := site(t, Options{Live: st, Delay: time.Second})
	body := page(t, srv.URL+"/games/"+rec.Header.ID+"?as=village")
	if strings.Contains(body, `class="reveal"`) && time.Since(began) < 1400*time.Millisecond {
		t.Error("the end is there before its time")
	}
	if status, _, _ := get(t, srv.URL+"/games/"+rec.Header.ID+"?as=all"); status != http.StatusForbidden && time.Since(began) < 1400*time.Millisecond {
		t.Errorf("everything of a game whose end is not due: %d", status)
	}
	text, _ := follow(t, srv.URL+"/games/"+rec.Header.ID+"/events?as=village", "", 99)
	all, _ := readNews(t, text)
	if took := time.Since(began); len(all) == 0 || !all[len(all)-1].Over || took < 1400*time.Millisecond {
		t.Errorf("the end came after %v", took)
	}
}

// A crowd is shown what was made once: its members share a room, which is closed when the last has left.
func TestCrowd(t *testing.T) {
	if !*timed {
		t.Parallel()
	}
	rec := viewertest.Play(t, 5, 2, nil)
	st := newStage(rec)
	s, err := New(Options{Live: st})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(s.Handler())
	defer srv.Close()
	spectators := 100
	if *timed {
		spectators = 500
	}
	st.play(10)
	var crowd sync.WaitGroup
	texts := make([]string, spectators)
	for i := range spectators {
		crowd.Go(func() {
			texts[i], _ = follow(t, srv.URL+"/games/"+rec.Header.ID+"/events?as=village", "", 99)
		})
	}
	inside := func() (rooms, guests int) {
		s.audiences.mu.Lock()
		defer s.audiences.mu.Unlock()
		return len(s.audiences.open), s.audiences.seen
	}
	waittest.Until(t, "all spectators are inside", func() bool {
		n, guests := inside()
		if n > 1 {
			t.Fatalf("%d rooms for %d spectators", n, guests)
		}
		return guests == spectators
	})
	unwatched := stepsOf(newStage(rec), len(rec.Entries), 0)
	watched := stepsOf(st, len(rec.Entries), 100*time.Millisecond)
	crowd.Wait()
	t.Logf("an entry reaches the room in %v with %d spectators, %v with none (median); at most %v, %v",
		watched[len(watched)/2], spectators, unwatched[len(unwatched)/2], watched[len(watched)-1], unwatched[len(unwatched)-1])
	if *timed && (watched[len(watched)/2] > 10*time.Millisecond || watched[len(watched)-1] > time.Second) {
		t.Errorf("the game waits %v for its spectators, once %v", watched[len(watched)/2], watched[len(watched)-1])
	}
	for i := range texts {
		if all, _ := readNews(t, texts[i]); len(all) == 0 || !all[len(all)-1].Over {
			t.Fatalf("spectator %d did not see the end", i)
		}
	}
	waittest.Until(t, "the rooms are closed when everybody has left", func() bool {
		n, guests := inside()
		return n == 0 && guests == 0
	})
}

// stepsOf lets the game go on in steps of five entries, and gives what each step took the game, the shortest first.
func stepsOf(st *stage, entries int, pause time.Duration) (steps []time.Duration) {
	for upTo := 15; upTo < entries+5; upTo += 5 {
		began := time.Now()
		st.play(upTo)
		steps = append(steps, time.Since(began))
		time.Sleep(pause)
	}
	slices.Sort(steps)
	return steps
}

func TestTooMany(t *testing.T) {
	r := audiences{open: map[watching]*audience{}}
	furnish := func() *gamePage { return &gamePage{} }
	for i := range 3 {
		key := watching{game: fmt.Sprint(i % 2), perspective: story.Perspective{}}
		if _, ok := r.enter(key, 2, furnish); ok != (i < 2) {
			t.Errorf("spectator %d: %t", i, ok)
		}
	}
	r.leave(watching{game: "0"})
	if _, ok := r.enter(watching{game: "0"}, 2, furnish); !ok {
		t.Error("a place that was left is not free")
	}
}

// news of a stream.
func readNews(t *testing.T, text string) (all []news, ids []string) {
	t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		if id, ok := strings.CutPrefix(line, "id: "); ok {
			ids = append(ids, id)
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			var n news
			if err := json.Unmarshal([]byte(data), &n); err != nil {
				t.Fatal(err)
			}
			all = append(all, n)
		}
	}
	return all, ids
}
