package contest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"wolfden/wire"
)

// patient is a server whose players have time.
const patient = `
server:
  data_dir: DIR
  timeout: {action: 8s, acceptable: 1s, response: 8s}
  max_continue_error_ratio: 0.9
` + fiveGames

// Two sets of clients share their names, as when a program is started twice.
func TestClientsOfOneNamePlayTheirOwnGames(t *testing.T) {
	t.Parallel()
	inBubble(t, patient, func(t *testing.T, s *testServer) {
		names := []string{"twin1", "twin2", "twin3", "twin4", "twin5"}
		first, second := s.Clients(t, names, 2), s.Clients(t, names, 2)
		first()
		second()
		for _, rec := range s.Records(t, 4) {
			for _, name := range names {
				if got := faults(rec, name); len(got) > 0 {
					t.Errorf("faults of %s: %v", name, got)
				}
			}
		}
	})
}

// A second client under the name of one that plays must not take its seat.
func TestNewcomersDoNotTakeSeats(t *testing.T) {
	t.Parallel()
	inBubble(t, patient, func(t *testing.T, s *testServer) {
		wait := s.company(t, "seat")
		c := s.join(t, "seat5")
		var newcomer *raw
		c.play(once(wire.RequestTalk, 2, func(c *raw) {
			newcomer = s.join(t, c.name)
			time.Sleep(200 * time.Millisecond) // it thinks, and pongs not: nobody reads
			c.say(c.answer())
		}))
		wait()
		if got := faults(s.RecordOf(t, "seat"), c.name); len(got) > 0 {
			t.Errorf("faults %v", got)
		}
		others := s.company(t, "seat")
		newcomer.play(nil)
		others()
		s.Records(t, 2)
	})
}

// The game goes through many broken connections, whenever they break.
func TestClientsThatComeBackAgainAndAgain(t *testing.T) {
	t.Parallel()
	inBubble(t, patient, func(t *testing.T, s *testServer) {
		wait := s.company(t, "back")
		c := s.join(t, "back5")
		n, left := 0, 0
		for over := false; !over; {
			if !c.next() {
				if c.tb.Failed() {
					break
				}
				c = s.join(t, c.name)
				continue
			}
			over = c.packet.Request == wire.RequestFinish
			if text := c.answer(); text != "" {
				c.say(text)
			}
			if c.packet.Request != wire.RequestTalk {
				continue // the game may end without it
			}
			if n++; n%2 == 0 {
				left++
				time.Sleep(5 * time.Millisecond) // the answer is on its way
				_ = c.CloseNow()
				c = s.join(t, c.name)
			}
		}
		wait()
		if left < 2 {
			t.Errorf("it left %d times", left)
		}
		if got := faults(s.RecordOf(t, "back"), c.name); len(got) > 0 {
			t.Errorf("faults %v", got)
		}
	})
}

const anytime = `
server:
  data_dir: DIR
  timeout: {action: 5s, acceptable: 1s, response: 5s}
  max_continue_error_ratio: 0.9
game:
  agent_count: 5
  talk: {duration: 1500ms, max_count: {per_agent: 4, per_day: 20}}
matching: {self_match: true}
game_logger: {enable: true, output_dir: DIR/game, filename: "{timestamp}_{teams}"}
json_logger: {enable: true, output_dir: DIR/json, filename: "{timestamp}_{teams}"}
`

func TestOpenFloor(t *testing.T) {
	t.Parallel()
	inBubble(t, anytime, func(t *testing.T, s *testServer) {
		s.Pace = 20 * time.Millisecond // what is late is there before the next day's floor
		wait := s.company(t, "open")
		c := s.join(t, "open5")
		var floor, heard, own int
		c.play(func(c *raw) bool {
			switch c.packet.Request {
			case wire.RequestInitialize, wire.RequestDailyInitialize, wire.RequestDailyFinish, wire.RequestFinish:
				if floor != 0 {
					t.Errorf("%s on an open floor", c.packet.Request)
				}
			case wire.RequestTalkPhaseStart:
				floor++
				if c.packet.Setting == nil || c.packet.Setting.Talk.Duration == nil {
					t.Errorf("no duration: %+v", c.packet.Setting)
				}
				c.say(fmt.Sprintf("raw word of day %d", c.packet.Info.Day))
				c.say("Over")
				c.say("after its over")
			case wire.RequestTalkBroadcast:
				heard++
				if c.packet.NewTalk.Text == "after its over" {
					t.Error("heard after its over")
				}
				if strings.HasPrefix(c.packet.NewTalk.Text, "raw word") {
					own++
				}
			case wire.RequestTalkPhaseEnd:
				floor--
				c.say("too late for this day")
			default:
				return false
			}
			return true
		})
		wait()
		rec := s.RecordOf(t, "open")
		if floor != 0 || heard < 10 || own == 0 || said(rec, "too late") || said(rec, "after its over") || !said(rec, "raw word of day 0") {
			t.Errorf("floor %d, heard %d, own %d", floor, heard, own)
		}
		if got := faults(rec, c.name); len(got) > 0 {
			t.Errorf("faults %v", got)
		}
		s.ContestLogs(t, 1)
	})
}

func TestComingBackToAnOpenFloor(t *testing.T) {
	t.Parallel()
	inBubble(t, anytime, comesBackToAnOpenFloor)
}

func comesBackToAnOpenFloor(t *testing.T, s *testServer) {
	wait := s.company(t, "open")
	c := s.join(t, "open5")
	c.play(once(wire.RequestTalkPhaseStart, 1, func(c *raw) {
		c.want(wire.RequestTalkBroadcast)
		_ = c.CloseNow()
		*c = *s.join(t, c.name)
		c.want(wire.RequestInitialize, wire.RequestDailyInitialize)
		if len(c.packet.TalkHistory) == 0 {
			t.Error("not told what was said")
		}
		c.want(wire.RequestTalkPhaseStart)
		c.say("back again")
	}))
	wait()
	rec := s.RecordOf(t, "open")
	if got := faults(rec, c.name); len(got) > 0 || !said(rec, "back again") {
		t.Errorf("faults %v", got)
	}
}
