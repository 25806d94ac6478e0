package contest

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/contest/matching"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// mailbox is a webhook that keeps what it is sent.
type mailbox struct {
	*httptest.Server
	mu  sync.Mutex
	all []notice
}

func newMailbox(t *testing.T) *mailbox {
	t.Helper()
	m := &mailbox{}
	m.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var n notice
		body, err := io.ReadAll(r.Body)
		if err != nil || json.Unmarshal(body, &n) != nil || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%v %s", err, body)
		}
		m.mu.Lock()
		m.all = append(m.all, n)
		m.mu.Unlock()
	}))
	t.Cleanup(m.Close)
	return m
}

// text is everything that was said so far.
func (m *mailbox) text() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, _ := json.Marshal(m.all)
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(b))
}

func (m *mailbox) await(t *testing.T, want string) {
	t.Helper()
	waittest.Until(t, want, func() bool { return strings.Contains(m.text(), want) })
}

const told = `
server: {data_dir: DIR/data}
matching: {self_match: false, is_optimize: true, team_count: 6, game_count: 6}
slack_notifier: {enable: true, webhook_url: "HOOK", min_interval: 0s, stall_threshold: 1s, milestone_every: 1}
`

func TestOperatorIsTold(t *testing.T) {
	box := newMailbox(t)
	s := start(t, t.TempDir(), strings.Replace(told, "HOOK", box.URL, 1))
	box.await(t, "The server has started.")
	for _, name := range []string{"ann1", "<!channel>1"} {
		c := s.join(t, name)
		go func() { _, _, _ = c.Read(t.Context()) }() // else it answers no pings
	}
	box.await(t, "No game has begun for")
	box.await(t, "connected: `&lt;!channel&gt;`, `ann`")
	box.await(t, "places that no team has taken yet: 4")
	s.notify.ended(game(1, true, 2), []TeamHealth{{Team: "fr*a*il", Games: 2, Rate: 0.9, Weight: 0.1}})
	box.await(t, "A game was given up")
	box.await(t, "gone: `frail`")
	box.await(t, "Team `fr*a*il` rests.")
	late := game(2, false, 0)
	late.Seats[0].Faults = map[string]int{"late": 3}
	s.notify.ended(late, nil)
	s.notify.reportFaults()
	box.await(t, "Faults in the last games: 2 are over.")
	box.await(t, "`frail`: 3 late")
	s.notify.progress("main", matching.Progress{Matches: 6, Finished: 2, Running: 1})
	box.await(t, "2 of 6 matches are over.")
	for _, team := range []string{"ann", "<!channel>"} { // one of them plays in every match
		if done, err := s.Order("", matching.Order{Do: matching.Withdraw, Team: team}); err != nil || len(done.Done) != 1 {
			t.Errorf("%s: %+v, %v", team, done, err)
		}
	}
	box.await(t, "The contest is over: ")
	s.shutdown()
	if text := box.text(); !strings.Contains(text, "The server is closing.") || !strings.Contains(text, "The server has ended.") {
		t.Errorf("the last words are missing: %s", text)
	}
}

// While games go on nothing is said of them.
func TestWebhookTellsNothingOfRunningGames(t *testing.T) {
	box := newMailbox(t)
	s := start(t, t.TempDir(), strings.Replace(fiveSelf, "\n", "\n"+fmt.Sprintf(`slack_notifier: {enable: true, webhook_url: "%s", min_interval: 0s}`+"\n", box.URL), 1))
	p := contesttest.PauseOn(1)
	wait := s.PlayPaused(t, 5, "cats", "", p)
	p.Await(t)
	s.notify.reportFaults()
	box.await(t, "The server has started.")
	if text := box.text(); strings.Contains(text, "cats") || strings.Count(text, `"text":`) != 2 {
		t.Errorf("said: %s", text)
	}
	close(p.Release)
	wait()
}

// A webhook that answers never or badly costs messages, no game and no time; its address is in no log.
func TestBadWebhooks(t *testing.T) {
	hang := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer silent.Close()
	defer close(hang)
	var log guarded
	cfg, err := config.Parse("t.yml", []byte("server: {data_dir: "+t.TempDir()+"}\nslack_notifier: {enable: true, timeout: 50ms, min_interval: 0s}"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := serve(Options{Config: cfg, Characters: contesttest.Cast(20), Webhook: silent.URL + "/secret", Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now() // to wait for the answer to each message would take eight minutes
	dropped := 0        // the next message that finds room says how many, and the count begins anew
	for range 10_000 {
		s.notify.enqueue("abort", bad, "x", "y")
		s.notify.mu.Lock()
		dropped = max(dropped, s.notify.dropped)
		s.notify.mu.Unlock()
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("messages to nobody take %v", took)
	}
	waittest.Until(t, "the log says so", func() bool { return strings.Contains(log.String(), "cannot be reached") })
	if dropped < 100 || len(s.notify.queue) > notifyQueue {
		t.Errorf("%d messages were dropped", dropped)
	}
	s.shutdown() // ends though messages are left
	if strings.Contains(log.String(), "secret") {
		t.Errorf("the address is in the log: %s", log.String())
	}
	s.notify.enqueue("abort", bad, "after the end", "") // and what comes then hurts nobody
	var nobody *notifier
	nobody.enqueue("abort", bad, "x", "")
	nobody.begun("")
	nobody.ended(&archive.Summary{End: werewolf.Failure}, nil)
	nobody.progress("x", matching.Progress{})
	nobody.close()
}

// guarded is a text that several goroutines write to.
type guarded struct {
	mu sync.Mutex
	b  strings.Builder
}

func (g *guarded) Write(b []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.Write(b)
}

func (g *guarded) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.String()
}

func TestWebhookThatIsBusy(t *testing.T) {
	times := 0
	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if times++; times == 1 {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}))
	defer busy.Close()
	n := &notifier{to: busy.URL, client: busy.Client(), log: slog.New(slog.DiscardHandler)}
	if pause := n.post(&notice{}); pause != 7*time.Second {
		t.Errorf("the pause is %v", pause)
	}
	if pause := n.post(&notice{}); pause != 0 {
		t.Errorf("then the pause is %v", pause)
	}
}

func TestOnlyWantedMessages(t *testing.T) {
	n := &notifier{rules: config.Slack{Events: []string{"stall"}}, queue: make(chan notice, 3)}
	n.enqueue("abort", bad, "x", "")
	if n.enqueue("stall", bad, "y", ""); len(n.queue) != 1 {
		t.Errorf("%d messages", len(n.queue))
	}
}

func TestNamesInMessagesAreHarmless(t *testing.T) {
	for name, want := range map[string]string{
		"cats": "`cats`", "<!channel>": "`&lt;!channel&gt;`", "a`*b*": "`a'*b*`", "x\n\u202ey": "`x\ufffd\ufffdy`",
		"&amp;": "`&amp;amp;`", strings.Repeat("ä", 60): "`" + strings.Repeat("ä", 48) + "…`",
	} {
		if got := named(name); got != want {
			t.Errorf("%q becomes %s", name, got)
		}
	}
}
