package wire

import (
	"context"
	"errors"
	"net"
	"net/http"
	"testing"

	"github.com/coder/websocket"

	"wolfden/internal/waittest"
)

// listening lets clients listen; ended gets what Listen returns.
func listening(t *testing.T, clients ...*Client) (url string, ended <-chan error, stop context.CancelFunc) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- Listen(ctx, l, clients...) }()
	t.Cleanup(cancel)
	return "ws://" + l.Addr().String() + ListenPath, result, cancel
}

// call is a server's call; status is the answer to one that is refused.
func call(t *testing.T, url string, o *websocket.DialOptions) (s *script, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Longest)
	defer cancel()
	ws, answer, err := websocket.Dial(ctx, url, o)
	switch {
	case err == nil:
		t.Cleanup(func() { _ = ws.CloseNow() })
		return &script{ws, t}, 0
	case answer == nil:
		t.Fatal(err)
	}
	return nil, answer.StatusCode
}

// taken calls until there is a client for the call.
func taken(t *testing.T, url string) (s *script) {
	t.Helper()
	waittest.Until(t, "a call is taken", func() bool {
		s, _ = call(t, url, nil)
		return s != nil
	})
	return s
}

// Servers call, play a game each, and a call that breaks in the middle of a game is followed by one that goes on with it.
func TestListen(t *testing.T) {
	c := client("", &thinker{answer: quickly})
	made := 0
	c.Games, c.New = 2, func(string) (Player, error) { made++; return &thinker{answer: quickly}, nil }
	url, ended, _ := listening(t, c)
	s := taken(t, url)
	s.tell(fakeName)
	s.hears("team1")
	s.tell(fakeBegin)
	_ = s.CloseNow()
	for range 2 {
		s = taken(t, url)
		s.tell(fakeName)
		s.hears("team1")
		s.tell(fakeBegin)
		s.tell(fakeVote)
		s.hears("Bert")
		s.tell(fakeEnd)
		_, _, _ = s.Read(t.Context()) // the client hangs up
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if made != 1 {
		t.Errorf("%d players for one game id", made)
	}
}

// No more connections than clients, nothing but WebSockets, no web page.
func TestListenRefuses(t *testing.T) {
	url, ended, stop := listening(t, client("", nil), client("", nil))
	for _, origin := range []string{"https://evil.example", "null", "http" + url[len("ws"):len(url)-len(ListenPath)]} {
		if _, got := call(t, url, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}}); got != http.StatusForbidden {
			t.Errorf("a page of %s: %d", origin, got)
		}
	}
	if _, got := call(t, url+"/other", nil); got != http.StatusNotFound {
		t.Errorf("another path: %d", got)
	}
	plain, err := http.Get("http" + url[len("ws"):])
	if err != nil {
		t.Fatal(err)
	}
	_ = plain.Body.Close()
	if plain.StatusCode != http.StatusUpgradeRequired {
		t.Errorf("no WebSocket: %d", plain.StatusCode)
	}
	taken(t, url)
	taken(t, url)
	if _, got := call(t, url, nil); got != http.StatusServiceUnavailable {
		t.Errorf("a third call: %d", got)
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if _, err := net.Dial("tcp", url[len("ws://"):len(url)-len(ListenPath)]); err == nil {
		t.Error("it listens on")
	}
}

// Two cannot listen at one address.
func TestListenWhereSomebodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	var op *net.OpError
	if err := client("", nil).Listen(t.Context(), l.Addr().String()); !errors.As(err, &op) || op.Op != "listen" {
		t.Errorf("%v", err)
	}
}
