package contest

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
	"wolfden/wire"
)

// official behaves on the line as the organisers' own agents do: it answers
// each request once; on an open floor it speaks, waits, and speaks again, until
// the latest info it has leaves no utterance. Whose info has none never stops.
type official struct {
	*raw
	info  *wire.Info
	floor werewolf.RequestKind // that it may speak on
	said  map[werewolf.RequestKind]int
	spare bool // it says Over and Skip, too
}

// take does what theirs does with a packet.
func (o *official) take() {
	p := &o.packet
	if p.Info != nil {
		o.info = p.Info
	}
	switch p.Request {
	case wire.RequestTalkPhaseStart, wire.RequestWhisperPhaseStart:
		o.floor = p.Request.Kind()
		o.speak()
	case wire.RequestTalkBroadcast, wire.RequestWhisperBroadcast:
		// The pause after each word is long enough for it to come back.
		if word := newWord(p); word.Agent == o.info.Agent {
			o.speak()
		}
	case wire.RequestTalkPhaseEnd, wire.RequestWhisperPhaseEnd:
		o.floor = werewolf.NoRequest
	case wire.RequestTalk, wire.RequestWhisper:
		o.utter(p.Request.Kind())
	default:
		if text := o.answer(); text != "" {
			o.say(text)
		}
	}
}

func newWord(p *wire.Packet) *wire.Talk {
	if p.NewTalk != nil {
		return p.NewTalk
	}
	return p.NewWhisper
}

// speak is one round of the loop it has on a floor.
func (o *official) speak() {
	if o.info.RemainCount == nil || *o.info.RemainCount > 0 {
		o.utter(o.floor)
	}
}

func (o *official) utter(kind werewolf.RequestKind) {
	o.said[kind]++
	switch n := o.said[kind] + len(o.name); {
	case o.spare && n%7 == 0:
		o.say(werewolf.OverText)
	case o.spare && n%3 == 0:
		o.say(werewolf.SkipText)
	default:
		o.say(fmt.Sprintf("%s, word %d", o.name, o.said[kind]))
	}
}

const officialGame = `
server: {data_dir: DIR, protocol: PROTOCOL}
game:
  agent_count: 9
  talk: {FLOOR max_count: {per_agent: 4, per_day: 36}, max_skip: 1}
  whisper: {FLOOR max_count: {per_agent: 2, per_day: 18}, max_skip: 0}
matching: {self_match: true}
`

// Nothing that the organisers' agents say is surplus: every word is taken, and
// they say as many as they may.
func TestOfficialAgentsSayNothingSurplus(t *testing.T) {
	for _, protocol := range []string{"newest", "february"} {
		for _, floor := range []string{"", "duration: 60s,"} {
			t.Run(protocol+strings.TrimRight(" "+floor, ": 60s,"), func(t *testing.T) {
				t.Parallel()
				s := start(t, t.TempDir(), strings.NewReplacer("PROTOCOL", protocol, "FLOOR", floor).Replace(officialGame))
				agents := s.officials(t, 9)
				rec := s.Records(t, 1)[0]
				taken := map[string]map[werewolf.RequestKind]int{}
				for _, e := range rec.Events() {
					if e.Kind != werewolf.Talked && e.Kind != werewolf.Whispered {
						continue
					}
					client, kind := rec.Header.Seats[e.Seat-1].Client, werewolf.Talk
					if e.Kind == werewolf.Whispered {
						kind = werewolf.Whisper
					}
					if taken[client] == nil {
						taken[client] = map[werewolf.RequestKind]int{}
					}
					taken[client][kind]++
				}
				for _, o := range agents {
					for _, kind := range []werewolf.RequestKind{werewolf.Talk, werewolf.Whisper} {
						if said, heard := o.said[kind], taken[o.name][kind]; said != heard {
							t.Errorf("%s said %d words at %s, %d were taken", o.name, said, kind, heard)
						}
					}
				}
				wordsUsed(t, rec)
			})
		}
	}
}

// officials lets n of them play one game.
func (s *testServer) officials(tb testing.TB, n int) []*official {
	tb.Helper()
	agents := make([]*official, n)
	for i := range agents {
		agents[i] = &official{raw: s.join(tb, fmt.Sprintf("official%d", i+1)), said: map[werewolf.RequestKind]int{}, spare: i%2 == 1}
	}
	var all sync.WaitGroup
	for _, o := range agents {
		all.Go(func() {
			for o.next() {
				o.take()
			}
		})
	}
	all.Wait()
	return agents
}

// wordsUsed checks that whoever never said Over said all it might, on every day.
func wordsUsed(t *testing.T, rec *gamelog.Record) {
	t.Helper()
	said, over := map[[2]int]int{}, map[[2]int]bool{}
	alive := werewolf.SeatsUpTo(len(rec.Header.Seats))
	for _, e := range rec.Events() {
		day := [2]int{e.Day, int(e.Seat)}
		switch e.Kind {
		case werewolf.Talked:
			said[day]++
			over[day] = over[day] || e.Over
		case werewolf.NightBegan:
			for id := range alive.All() {
				if day := [2]int{e.Day, int(id)}; said[day] != 4 && !over[day] {
					t.Errorf("seat %d said %d words on day %d, want 4", id, said[day], e.Day)
				}
			}
		case werewolf.Executed:
			alive = alive.Without(e.Seat)
		case werewolf.AttackMade:
			if e.Killed {
				alive = alive.Without(e.Target)
			}
		default:
		}
	}
}
