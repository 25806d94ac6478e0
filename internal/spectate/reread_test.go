package spectate

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"wolfden/gamelog"
	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// slow takes what it is sent when it is let to.
type slow struct {
	httptest.ResponseRecorder
	let  chan struct{}
	sent atomic.Int64 // pieces
}

func (s *slow) Write(b []byte) (int, error) {
	s.sent.Add(1)
	<-s.let
	return s.ResponseRecorder.Write(b)
}

// A record that is long is read by one spectator at a time, and none of them keeps it: who is slow neither fills the memory nor has others wait.
func TestACrowdComesLateToALongGame(t *testing.T) {
	const crowd, events, letters = 8, 2000, 2000
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		g, cfg := opened(t, dir, "server: {data_dir: DIR}\nrealtime_broadcaster: {enable: false}\n")
		header := &gamelog.Header{Version: gamelog.Version, ID: secret.ID(), Rules: cfg.Tracks[0].Rules, Seats: make([]werewolf.Seat, 5)}
		file, record, err := gamelog.Create(g.tracks[0].games.Path(header.ID), header)
		if err != nil {
			t.Fatal(err)
		}
		game := archive.Summarize(header, nil)
		for range events {
			e := gamelog.Entry{Event: &werewolf.Event{Kind: werewolf.Talked, Text: strings.Repeat("x", letters), Seat: 1, Audience: werewolf.Everybody}}
			record.Append(e)
			game.See(e)
		}
		if record.Flush() != nil || file.Close() != nil {
			t.Fatal("no record")
		}
		g.tracks[0].games.Add(game)
		mux := http.NewServeMux()
		NewAPI(g, Options{Contest: stuck{}, Limits: cfg.Server.MaxConnections}).Register(mux, cfg.Tracks[0].Port)
		come := func() *slow {
			s := &slow{let: make(chan struct{}), ResponseRecorder: httptest.ResponseRecorder{Body: &bytes.Buffer{}}}
			go mux.ServeHTTP(s, httptest.NewRequest(http.MethodGet, "/api/v1/games/"+header.ID+"/record", nil))
			return s
		}
		before := contesttest.LiveHeap()
		var all []*slow
		for range crowd {
			all = append(all, come())
		}
		synctest.Wait()
		for i, s := range all {
			if s.sent.Load() == 0 {
				t.Errorf("spectator %d waits for one that takes nothing", i)
			}
		}
		if kept := contesttest.LiveHeap() - before; kept > crowd*(events*letters/10) {
			t.Errorf("%d spectators that take nothing keep %d bytes", crowd, kept)
		}
		g.tracks[0].turn <- struct{}{}
		late := come()
		synctest.Wait()
		if late.sent.Load() > 0 {
			t.Error("two read at once")
		}
		<-g.tracks[0].turn
		for _, s := range append(all, late) {
			close(s.let)
		}
		synctest.Wait()
		for i, s := range append(all, late) {
			if n := strings.Count(s.Body.String(), "\ndata: "); n != events {
				t.Errorf("spectator %d was told %d events of %d: %.200s", i, n, events, s.Body)
			}
		}
	})
}
