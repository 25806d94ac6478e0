package spectate

import (
	"bufio"
	"bytes"
	"context"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/secret"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// seen is an event as a spectator got it.
type seen struct {
	id   string
	data string
}

// spectator reads an event stream.
type spectator struct {
	answer *http.Response
	lines  *bufio.Scanner
	cancel context.CancelFunc
	beats  int
	beat   func() // at a sign of life, where it is wanted
}

// spectate opens the event stream of a game.
func (s *theatre) spectate(tb testing.TB, id string, header ...string) *spectator {
	tb.Helper()
	ctx, cancel := context.WithCancel(tb.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.web+"/api/v1/games/"+id+"/record", nil)
	if err != nil {
		tb.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		tb.Fatal(err)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return &spectator{answer: answer, lines: lines, cancel: cancel}
}

// next is the next event, false when the stream has ended.
func (p *spectator) next() (e seen, ok bool) {
	for p.lines.Scan() {
		key, value, _ := strings.Cut(p.lines.Text(), ": ")
		switch key {
		case "id":
			e.id = value
		case "data":
			e.data = value
		case "":
			if value != "" {
				if p.beats++; p.beat != nil {
					p.beat()
				}
			} else if e.id != "" {
				return e, true
			}
		}
	}
	return e, false
}

// rest reads events to the end of the stream.
func (p *spectator) rest() (all []seen) {
	defer p.leave()
	for e, ok := p.next(); ok; e, ok = p.next() {
		all = append(all, e)
	}
	return all
}

func (p *spectator) leave() {
	p.cancel()
	_ = p.answer.Body.Close()
}

// eventsSoFar are the bytes of a stream up to its first sign of life, which it gives when it has nothing to send; so a server that
// seldom gives one makes the test slow.
func (s *theatre) eventsSoFar(tb testing.TB, id string, header ...string) []byte {
	tb.Helper()
	p := s.spectate(tb, id, header...)
	defer p.leave()
	return soFar(p.lines)
}

// soFar is what comes up to a sign of life or the end.
func soFar(lines *bufio.Scanner) []byte {
	var all bytes.Buffer
	for lines.Scan() && !bytes.HasPrefix(lines.Bytes(), []byte(":")) {
		all.Write(append(lines.Bytes(), '\n'))
	}
	return all.Bytes()
}

// forgetful keeps nothing of the past of games in memory.
func forgetful(a *API) { a.room = 0 }

// timelineOf is a timeline with all of a record on it.
func timelineOf(of *track, rec *gamelog.Record) *timeline {
	t := newTimeline(of, &rec.Header)
	t.room = 1 << 30
	t.extend(rec.Entries, time.Time{})
	return t
}

// framesOf are the frames of all that has happened in a game.
func framesOf(tb testing.TB, t *timeline, v view) []byte {
	tb.Helper()
	var all httptest.ResponseRecorder
	all.Body = &bytes.Buffer{}
	out := &eventStream{w: &all, control: http.NewResponseController(&all), patience: time.Minute}
	tell := func(frames []byte) error {
		out.write(frames)
		return out.err
	}
	if _, err := t.retell(place{}, v, tell); err != nil || out.err != nil {
		tb.Fatal(err, out.err)
	}
	return all.Body.Bytes()
}

// lively gives signs of life often.
func lively(a *API) { a.beat = 20 * time.Millisecond }

// onlyGame waits for a game to begin.
func (s *theatre) onlyGame(tb testing.TB) (id string) {
	tb.Helper()
	waittest.Until(tb, "a game begins", func() bool {
		s.mu.RLock()
		defer s.mu.RUnlock()
		for id = range s.timelines {
			return true
		}
		return false
	})
	return id
}

var timeOfLine = regexp.MustCompile(`^\{"t":(\d+)`)

// linesOf are the lines of a record as events: all, or the village's. The fraction of a second in which something happened stays in the file.
func linesOf(tb testing.TB, s *theatre, rec *gamelog.Record, whole bool) (all []seen) {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(s.Dir, "data", "records", rec.Header.ID+gamelog.Extension))
	if err != nil {
		tb.Fatal(err)
	}
	lines, exact := strings.Split(strings.TrimSpace(string(data)), "\n")[1:], false
	for i, line := range lines {
		lines[i] = timeOfLine.ReplaceAllStringFunc(line, func(at string) string {
			ms, _ := strconv.Atoi(strings.TrimPrefix(at, `{"t":`))
			exact = exact || ms%1000 > 0
			return `{"t":` + strconv.Itoa(ms/1000*1000)
		})
	}
	if !exact {
		tb.Error("the record in its file has no exact times")
	}
	for i, e := range rec.Entries {
		switch {
		case whole:
			all = append(all, seen{strconv.Itoa(i + 1), lines[i]})
		case e.SeenBy(0):
			all = append(all, seen{"v" + strconv.Itoa(len(all)+1), lines[i]})
		}
	}
	return all
}

func checkEvents(tb testing.TB, what string, got, want []seen) {
	tb.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			tb.Errorf("%s: %d events of %d", what, len(got), len(want))
			return
		case i >= len(want) || got[i] != want[i]:
			tb.Errorf("%s: event %d is %v", what, i, got[i])
			return
		}
	}
}

func TestSpectatorComesBackInTheMiddle(t *testing.T) {
	t.Run("kept", func(t *testing.T) { comesBackInTheMiddle(t, func(*API) {}) })
	t.Run("forgotten", func(t *testing.T) { comesBackInTheMiddle(t, forgetful) })
}

func comesBackInTheMiddle(t *testing.T, adjust func(*API)) {
	t.Helper()
	s := openTheatre(t, t.TempDir(), feedFive, adjust)
	p := contesttest.PauseOn(1)
	wait := s.join(t, 5, "team", p)
	id := s.onlyGame(t)
	first := s.spectate(t, id)
	if kind := first.answer.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Errorf("content type %q", kind)
	}
	var got []seen
	for range 7 {
		e, ok := first.next()
		if !ok {
			t.Fatal("the stream ends early")
		}
		got = append(got, e)
	}
	first.leave()
	p.Await(t)
	second := s.spectate(t, id, "Last-Event-ID", got[len(got)-1].id)
	close(p.Release)
	got = append(got, second.rest()...)
	wait()
	rec, _ := s.record(t)
	checkEvents(t, "the village", got, linesOf(t, s, rec, false))
	checkEvents(t, "a game that is over", s.spectate(t, id).rest(), linesOf(t, s, rec, true))
	after := s.spectate(t, id, "Last-Event-ID", "9")
	checkEvents(t, "its end", after.rest(), linesOf(t, s, rec, true)[9:])
	if answer, _ := s.get(t, "/api/v1/games/"+id+"/record", "Last-Event-ID", got[len(got)-1].id); answer.StatusCode != http.StatusNoContent {
		t.Errorf("who has seen everything is answered %s", answer.Status)
	}
}

// The village learns nothing of how much happens that it does not see: neither
// by the ids of events nor by asking for those after any number.
func TestTheVillageCannotCountWhatIsHidden(t *testing.T) {
	t.Run("kept", func(t *testing.T) { cannotCount(t, func(*API) {}) })
	t.Run("forgotten", func(t *testing.T) { cannotCount(t, forgetful) })
}

func cannotCount(t *testing.T, adjust func(*API)) {
	t.Helper()
	s := openTheatre(t, t.TempDir(), feedFive, adjust)
	p := contesttest.PauseOn(1)
	wait := s.join(t, 5, "team", p)
	id := s.onlyGame(t)
	p.Await(t)
	entries, told := 0, 0
	err := s.timeline(id).each(0, math.MaxInt, func(e gamelog.Entry) error {
		if entries++; seenByAll(e) {
			watcher := s.spectate(t, id, "Last-Event-ID", strconv.Itoa(told))
			told++
			if e, _ := watcher.next(); e.id != "v"+strconv.Itoa(told) {
				t.Errorf("after event %d comes %s", told-1, e.id)
			}
			watcher.leave()
		}
		return nil
	})
	if err != nil || told == 0 {
		t.Errorf("%d events, %v", told, err)
	}
	for _, packets := range []bool{false, true} {
		frames := framesOf(t, s.timeline(id), view{packets: packets})
		if bytes.Contains(frames, []byte("id: v"+strconv.Itoa(entries))) || !bytes.Contains(frames, []byte("id: v")) {
			t.Errorf("the ids count what is hidden")
		}
	}
	close(p.Release)
	wait()
}

func TestSpectatorComesBackAfterARestart(t *testing.T) {
	first := openTheatre(t, t.TempDir(), feedFive)
	p := contesttest.PauseOn(1)
	first.join(t, 5, "team", p)
	id := first.onlyGame(t)
	watcher := first.spectate(t, id)
	p.Await(t)
	dir := first.crash(t)
	first.stop()
	got := watcher.rest()
	second := openTheatre(t, dir, feedFive)
	var seen []string // nothing where the crash came first
	if len(got) > 0 {
		seen = []string{"Last-Event-ID", got[len(got)-1].id}
	}
	watcher = second.spectate(t, id, seen...)
	second.join(t, 5, "team", contesttest.PauseOn(-1))()
	got = append(got, watcher.rest()...)
	rec, _ := second.record(t)
	checkEvents(t, "over both servers", got, linesOf(t, second, rec, false))
}

func TestSignsOfLife(t *testing.T) {
	s := openTheatre(t, t.TempDir(), feedFive, lively)
	p := contesttest.PauseOn(0)
	wait := s.join(t, 5, "team", p)
	id := s.onlyGame(t)
	watcher := s.spectate(t, id)
	watcher.beat = func() {
		if watcher.beats == 3 { // nothing else ends the game
			close(p.Release)
		}
	}
	watcher.rest()
	wait()
	if watcher.beats < 3 {
		t.Errorf("%d signs of life in a quiet game", watcher.beats)
	}
	r := httptest.NewRequest(http.MethodHead, "/api/v1/games/"+id+"/record", nil)
	w := httptest.NewRecorder()
	s.mux.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Errorf("HEAD: %d", w.Code)
	}
}

func TestManySpectators(t *testing.T) {
	const crowd = 200
	before := runtime.NumGoroutine()
	s := openTheatre(t, t.TempDir(), feedFive)
	p := contesttest.PauseOn(0)
	wait := s.join(t, 5, "team", p)
	id := s.onlyGame(t)
	var all sync.WaitGroup
	got := make([][]seen, crowd)
	for i := range crowd {
		all.Go(func() { got[i] = s.spectate(t, id).rest() })
	}
	waittest.Until(t, "all are there", func() bool {
		_, body := s.get(t, "/metrics")
		return bytes.Contains(body, []byte("\nwolfden_spectators 200\n"))
	})
	close(p.Release)
	wait()
	all.Wait()
	rec, _ := s.record(t)
	want := linesOf(t, s, rec, false)
	for i := range got {
		checkEvents(t, "spectator "+strconv.Itoa(i), got[i], want)
	}
	s.stop()
	http.DefaultClient.CloseIdleConnections()
	waittest.Until(t, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= before })
}

func TestSlowSpectatorIsDropped(t *testing.T) {
	a := &API{patience: 100 * time.Millisecond}
	done := make(chan error, 1)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		out := a.stream(w)
		out.write(make([]byte, 64<<20))
		done <- out.err
	}))
	defer web.Close()
	answer, err := http.Get(web.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	select {
	case err := <-done:
		if err == nil {
			t.Error("it was sent 64 MiB and read nothing")
		}
	case <-time.After(waittest.Longest):
		t.Error("it is still waited for")
	}
}

func TestTooManySpectators(t *testing.T) {
	t.Parallel()
	s := openTheatre(t, t.TempDir(), changed(feedFive, "server: {data_dir: DIR/data, max_connections: {per_address: 5}}"))
	p := contesttest.PauseOn(0)
	wait := s.join(t, 5, "team", p)
	id := s.onlyGame(t)
	var crowd []*spectator
	for range 5 {
		crowd = append(crowd, s.spectate(t, id))
	}
	if answer, _ := s.get(t, "/api/v1/games/"+id+"/record"); answer.StatusCode != http.StatusTooManyRequests {
		t.Errorf("one too many: %s", answer.Status)
	}
	close(p.Release)
	wait()
	for _, c := range crowd {
		c.rest()
	}
}

// BenchmarkPublish is what spectators cost the goroutine of the game.
func BenchmarkPublish(b *testing.B) {
	for _, crowd := range []int{0, 500} {
		b.Run(strconv.Itoa(crowd), func(b *testing.B) {
			header := &gamelog.Header{ID: secret.ID(), Seats: make([]werewolf.Seat, 5)}
			t := newTimeline(nil, header)
			var all sync.WaitGroup
			for range crowd {
				all.Go(func() {
					for n := 0; ; {
						f, err := t.after(n, view{})
						if n = f.next; f.stage == ended || err != nil {
							return
						}
						if len(f.frames) == 0 {
							<-f.more
						}
					}
				})
			}
			t.room = 1 << 40
			said := []gamelog.Entry{{Event: &werewolf.Event{Kind: werewolf.Talked, Text: "hello", Seat: 1, Audience: werewolf.Everybody}}}
			for b.Loop() {
				t.extend(said, time.Now())
			}
			b.StopTimer()
			t.enter(ended)
			all.Wait()
		})
	}
}
