package spectate

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/contest/contesttest"
	"wolfden/internal/contestlog"
	"wolfden/internal/waittest"
)

// broadcasts opens the stream of packets of a game.
func (s *theatre) broadcasts(tb testing.TB, id string, header ...string) []byte {
	tb.Helper()
	answer, body := s.get(tb, "/api/v1/games/"+id+"/events", header...)
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || kind != "text/event-stream" {
		tb.Fatalf("%s %s", answer.Status, kind)
	}
	return body
}

// framed are the packets of a stream, and the id of its last event.
func framed(tb testing.TB, body []byte) (all []contestlog.RealtimePacket, last string) {
	tb.Helper()
	for frame := range strings.SplitSeq(strings.TrimSpace(string(body)), "\n\n") {
		broadcast := false
		for line := range strings.SplitSeq(frame, "\n") {
			key, value, _ := strings.Cut(line, ": ")
			switch key {
			case "id":
				last = value
			case "event":
				broadcast = value == "broadcast"
			case "data":
				var p contestlog.RealtimePacket
				if err := json.Unmarshal([]byte(value), &p); err != nil || !broadcast {
					tb.Fatalf("%v in %s", err, frame)
				}
				all = append(all, p)
			}
		}
	}
	return all, last
}

func TestEventsAreBroadcastPackets(t *testing.T) {
	t.Parallel()
	t.Run("kept", func(t *testing.T) { broadcastPackets(t, func(*API) {}) })
	t.Run("forgotten", func(t *testing.T) { broadcastPackets(t, forgetful) })
}

func broadcastPackets(t *testing.T, adjust func(*API)) {
	t.Helper()
	s := openTheatre(t, t.TempDir(), feedFive, adjust)
	p := contesttest.PauseOn(1)
	wait := s.join(t, 5, "team", p)
	p.Await(t)
	id := s.onlyGame(t)
	village, whole := view{packets: true}, view{true, true}
	sofar, _ := framed(t, framesOf(t, s.timeline(id), village))
	stream := make(chan []byte)
	answer, err := http.Get(s.web + "/api/v1/games/" + id + "/events")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		var all bytes.Buffer
		_, _ = all.ReadFrom(answer.Body)
		_ = answer.Body.Close()
		stream <- all.Bytes()
	}()
	close(p.Release)
	wait()
	rec, _ := s.record(t)
	got, last := framed(t, <-stream)
	all := timelineOf(s.tracks[0], rec)
	want, _ := framed(t, framesOf(t, all, village))
	if len(got) == 0 || got[0].Idx != sofar[len(sofar)-1].Idx {
		t.Fatalf("a newcomer is sent %d packets, not the latest first", len(got))
	}
	if got[len(got)-1].Event != contestlog.RealtimeEnd || len(got) != len(want)-len(sofar)+1 {
		t.Errorf("%d packets, the last %s", len(got), got[len(got)-1].Event)
	}
	// Who comes back goes on where it stood, and sees everything now that the game is over.
	end, _ := framed(t, s.broadcasts(t, id))
	if len(end) != 1 || end[0].Event != contestlog.RealtimeEnd {
		t.Errorf("of a game that is over a newcomer is sent %+v", end)
	}
	told, _ := framed(t, s.broadcasts(t, id, "Last-Event-ID", "0"))
	if want, _ := framed(t, framesOf(t, all, whole)); len(told) != len(want) || len(told) <= len(got) {
		t.Errorf("%d packets of all, want %d", len(told), len(want))
	}
	if answer, _ := s.get(t, "/api/v1/games/"+id+"/events", "Last-Event-ID", last); answer.StatusCode != http.StatusNoContent {
		t.Errorf("who has seen everything is answered %s", answer.Status)
	}
	if answer, _ := s.get(t, "/api/v1/games/"+id+"/events", "Last-Event-ID", strconv.Itoa(len(rec.Entries)+9)); answer.StatusCode != http.StatusNoContent {
		t.Errorf("who says it has seen more is answered %s", answer.Status)
	}
}

func TestBroadcastsTellNoSecrets(t *testing.T) {
	t.Parallel()
	for server, open := range map[string]bool{"server: {data_dir: DIR/data}": false, rolesAll: true} {
		s := openTheatre(t, t.TempDir(), changed(feedThirteen, server))
		p := contesttest.PauseOn(2)
		wait := s.join(t, 13, "team", p)
		p.Await(t)
		id := s.onlyGame(t)
		checkPublic(t, "packets for the village", framesOf(t, s.timeline(id), view{packets: true}))
		games := ask[struct{ Games []snapshot }](t, s, "/api/v1/games").Games
		if len(games) != 1 || games[0].ID != id || games[0].Finished || games[0].WinSide != "" || len(games[0].Agents) != 13 {
			t.Fatalf("%+v", games)
		}
		one := ask[snapshot](t, s, "/api/v1/games/"+id)
		if one.Day != 2 || len(one.Status) != 13 || one.Finished {
			t.Errorf("%+v", one)
		}
		for _, a := range append(games[0].Agents, one.Agents...) {
			if a.Idx < 1 || a.GameName == "" || a.TeamName != "team" || (a.Role != "") != open || (a.Original != "") != open {
				t.Errorf("shown to all: %v, agent %+v", open, a)
			}
		}
		close(p.Release)
		wait()
		waittest.Until(t, "no game goes on", func() bool {
			return len(ask[struct{ Games []snapshot }](t, s, "/api/v1/games").Games) == 0
		})
	}
}
