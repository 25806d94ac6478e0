package server

import (
	"testing"

	"github.com/coder/websocket"

	"wolfden/internal/contest/contesttest"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
	"wolfden/wire"
)

// A game without an end fills no memory: its past is in its record. Five clients answer rubbish, and one of them holds the game up
// while what it holds is measured.
func TestTheDaysOfAGameAreNotKept(t *testing.T) {
	s := start(t, t.TempDir(), "server: {data_dir: DIR, max_quiet_days: -1, night: 0s}\ngame: {max_day: -1}\nmatching: {self_match: true}\n"+
		"realtime_broadcaster: {enable: true, output_dir: DIR/feed, filename: \"{timestamp}_{teams}\"}\n")
	const first, days = 200, 500 // by then a timeline keeps what it may
	reached, onwards := make(chan struct{}), make(chan struct{})
	for i := range 5 {
		ws, _, err := websocket.Dial(t.Context(), s.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		ws.SetReadLimit(8 << 20)
		t.Cleanup(func() { _ = ws.CloseNow() })
		go func() {
			for {
				_, data, err := ws.Read(t.Context())
				if err != nil {
					return
				}
				p, err := wire.Decode(data)
				if err != nil {
					t.Error(err)
					return
				}
				answer := ""
				switch p.Request {
				case wire.RequestName:
					answer = "bad"
				case wire.RequestDailyInitialize:
					if i == 0 && (p.Info.Day == first || p.Info.Day == first+days) {
						reached <- struct{}{}
						<-onwards
					}
				case wire.RequestTalk:
					answer = werewolf.OverText
				case wire.RequestVote, wire.RequestDivine, wire.RequestAttack:
					answer = "no such player"
				default:
				}
				if answer != "" && ws.Write(t.Context(), websocket.MessageText, []byte(answer)) != nil {
					return
				}
			}
		}()
	}
	<-reached
	before := contesttest.LiveHeap()
	onwards <- struct{}{}
	<-reached
	// Whoever reads a line of the last day just now holds it for a moment; what is kept of the days stays.
	waittest.Until(t, "the days of the game take no memory", func() bool { return contesttest.LiveHeap()-before <= 2000*days })
	close(onwards)
}
