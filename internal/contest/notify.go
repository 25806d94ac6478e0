package contest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/matching"
)

const (
	// notifyQueue is how many messages may wait. What comes when they do is
	// dropped and counted: no game waits for a webhook.
	notifyQueue = 64
	// faultsEvery is how long faults of games are collected for one message.
	faultsEvery = time.Minute
	// longestPause is how long a webhook may ask to be left alone.
	longestPause = time.Minute
)

// notifier tells an operator what happens, by a webhook. It is told only of what
// everybody may know: of games it says nothing but when they are over. A nil
// notifier tells nobody. It is safe for concurrent use.
type notifier struct {
	rules  config.Slack
	to     string // the address, a secret
	client *http.Client
	log    *slog.Logger
	queue  chan notice
	done   chan struct{} // closed when the last message is sent
	pulse  time.Duration // between two messages about faults
	watch  time.Duration // between two looks for missing teams

	mu      sync.Mutex
	closed  bool
	dropped int
	games   int                       // over since the last message about faults
	faults  map[string]map[string]int // of teams, in these
	busy    map[string]time.Time      // by track: when a game last began
	stalled map[string]bool           // told of since
}

// newNotifier is nil where nobody wants to know.
func newNotifier(rules config.Slack, webhook string, log *slog.Logger) *notifier {
	if !rules.Enable {
		return nil
	}
	if rules.WebhookURL != "" {
		webhook = rules.WebhookURL
	}
	if err := config.CheckWebhook(webhook); webhook == "" || err != nil {
		log.Warn("slack_notifier is enabled, but neither webhook_url nor SLACK_WEBHOOK_URL in the environment is the address of a webhook; nobody is told")
		return nil
	}
	n := &notifier{
		rules: rules, to: webhook, log: log, queue: make(chan notice, notifyQueue), done: make(chan struct{}),
		client: &http.Client{Timeout: rules.Timeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		pulse:  faultsEvery, watch: max(rules.StallThreshold/4, time.Second),
		faults: map[string]map[string]int{}, busy: map[string]time.Time{}, stalled: map[string]bool{},
	}
	return n
}

// start begins to tell.
func (n *notifier) start(tracks []config.Track) {
	if n == nil {
		return
	}
	now := time.Now()
	for i := range tracks {
		n.busy[tracks[i].Name] = now
	}
	go n.run()
	n.enqueue("milestone", good, "The server has started.", startDetails(tracks))
}

// enqueue queues a message, unless its kind is not wanted or too many wait.
func (n *notifier) enqueue(kind, colour, summary, details string) {
	if n == nil || len(n.rules.Events) > 0 && !slices.Contains(n.rules.Events, kind) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return
	}
	m := notice{
		Username: n.rules.Username, Icon: n.rules.IconEmoji, Text: summary,
		Attachments: []attachment{{Color: colour, Text: details, Formatted: []string{"text"}}},
	}
	if n.dropped > 0 {
		m.Text += fmt.Sprintf(" (%d messages before this one were dropped)", n.dropped)
	}
	select {
	case n.queue <- m:
		n.dropped = 0
	default:
		n.dropped++
	}
}

// run sends the messages one by one.
func (n *notifier) run() {
	defer close(n.done)
	for m := range n.queue {
		if pause := n.post(&m); pause > 0 {
			time.Sleep(pause)
			n.post(&m)
		}
		time.Sleep(n.rules.MinInterval)
	}
}

// post sends a message. pause is how long the other side wants to be left alone
// before it is sent again, 0 for not.
func (n *notifier) post(m *notice) (pause time.Duration) {
	body, err := json.Marshal(m)
	if err != nil {
		n.log.Error("a message cannot be written", "error", err)
		return 0
	}
	answer, err := n.client.Post(n.to, "application/json", bytes.NewReader(body))
	if err != nil {
		var wrapped *url.Error // it has the address in it
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		n.log.Warn("the webhook cannot be reached", "error", err)
		return 0
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 4<<10))
	switch {
	case answer.StatusCode == http.StatusTooManyRequests:
		if wait, err := time.ParseDuration(answer.Header.Get("Retry-After") + "s"); err == nil && wait > 0 {
			return min(wait, longestPause)
		}
		return time.Second
	case answer.StatusCode >= 300:
		n.log.Warn("the webhook refuses a message", "status", answer.StatusCode)
	}
	return 0
}

// close sends what waits, for as long as one message may take, and a last one.
func (n *notifier) close() {
	if n == nil {
		return
	}
	n.reportFaults()
	n.enqueue("milestone", calm, "The server has ended.", "")
	n.mu.Lock()
	if !n.closed {
		n.closed = true
		close(n.queue)
	}
	n.mu.Unlock()
	select {
	case <-n.done:
	case <-time.After(n.rules.Timeout + n.rules.MinInterval):
		n.log.Warn("messages to the webhook are left unsent", "messages", len(n.queue))
	}
}

// begun notes that a game goes on.
func (n *notifier) begun(track string) {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.busy[track], n.stalled[track] = time.Now(), false
}

// ended tells of a game that is over, and of the teams that rest because of it.
func (n *notifier) ended(s *archive.Summary, quarantined []TeamHealth) {
	if n == nil {
		return
	}
	if s.Why != "" {
		n.enqueue("abort", bad, "A game was given up: "+s.Why+".", abortDetails(s))
	}
	for _, v := range quarantined {
		n.enqueue("quarantine", warning, "Team "+named(v.Team)+" rests.", quarantineDetails(&v))
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.games++
	for _, p := range s.Seats {
		for kind, count := range p.Faults {
			if n.faults[p.Team] == nil {
				n.faults[p.Team] = map[string]int{}
			}
			n.faults[p.Team][kind] += count
		}
	}
}

// reportFaults tells how often players failed in the games since the last time.
func (n *notifier) reportFaults() {
	n.mu.Lock()
	games, faults := n.games, n.faults
	n.games, n.faults = 0, map[string]map[string]int{}
	n.mu.Unlock()
	if len(faults) > 0 {
		n.enqueue("faults", warning, fmt.Sprintf("Faults in the last games: %d are over.", games), faultDetails(faults))
	}
}

// progress tells how far a planned contest is.
func (n *notifier) progress(track string, p matching.Progress) {
	if n == nil {
		return
	}
	if every := n.rules.MilestoneEvery; every > 0 && p.Finished%every == 0 && p.Finished < p.Matches {
		n.enqueue("milestone", good, fmt.Sprintf("%d of %d matches are over.", p.Finished, p.Matches), progressDetails(track, p))
	}
}

// look lets the notifier tell of faults now and then, and of teams that are missed.
func (c *Contest) look() {
	faults, teams := time.NewTicker(c.notify.pulse), time.NewTicker(c.notify.watch)
	defer faults.Stop()
	defer teams.Stop()
	for {
		select {
		case <-c.games.Done():
			return
		case <-faults.C:
			c.notify.reportFaults()
		case <-teams.C:
			for _, h := range c.hosts {
				c.lookAt(h)
			}
		}
	}
}

// lookAt asks a track how busy it is when no game of it has begun for long.
func (c *Contest) lookAt(h *host) {
	idle := c.notify.idle(h.track.Name)
	if idle == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(c.games, AnswerTime)
	defer cancel()
	if n, ok := h.count(ctx); ok {
		c.notify.stall(h.track.Name, idle, &n)
	}
}

// idle is for how long no game of a track has begun, 0 when that is not to be told.
func (n *notifier) idle(track string) time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	idle := time.Since(n.busy[track])
	if n.rules.StallThreshold == 0 || n.stalled[track] || idle < n.rules.StallThreshold {
		return 0
	}
	return idle
}

// stall tells that no game of a track has begun for long though some could.
func (n *notifier) stall(track string, idle time.Duration, c *Census) {
	if c.Closing || c.Running > 0 || !c.planned && c.Waiting == 0 || c.planned && c.still {
		return
	}
	n.mu.Lock()
	n.stalled[track] = true
	n.mu.Unlock()
	n.enqueue("stall", warning, fmt.Sprintf("No game has begun for %v.", idle.Round(time.Second)), stallDetails(track, c))
}

// missing are the teams of a plan that do not wait, and how many slots nobody
// has taken yet.
func missing(names []string, here []string) (absent []string, free int) {
	for _, name := range names {
		switch {
		case name == "":
			free++
		case !slices.Contains(here, name):
			absent = append(absent, name)
		}
	}
	slices.Sort(absent)
	return absent, free
}

// sortedKeys are the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
