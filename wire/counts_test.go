package wire

import (
	"fmt"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// counted is an Observer in a game of five with so many utterances a day, and
// the packets of its floor.
type counted struct {
	t      *testing.T
	r      *Observer
	packet func() *Packet
	idx    int
}

func newCounted(t *testing.T, most int) *counted {
	t.Helper()
	r, packet := observed(t)
	c := &counted{t: t, r: r, packet: packet}
	begin := packet()
	begin.Request, begin.Setting.Talk.MaxCount.PerAgent = RequestDailyInitialize, most
	c.see(begin)
	return c
}

func (c *counted) see(p *Packet) werewolf.Observation {
	c.t.Helper()
	o, err := c.r.See(p)
	if err != nil {
		c.t.Fatal(err)
	}
	return o
}

// asked sends a TALK with the count, after one's own words have come, and
// returns what the player is told is left after its answer.
func (c *counted) asked(count int, own ...string) int {
	c.t.Helper()
	p := c.packet()
	p.Request, p.Setting, p.Info.RemainCount, p.TalkHistory = RequestTalk, nil, &count, []Talk{}
	for _, text := range own {
		p.TalkHistory = append(p.TalkHistory, Talk{Idx: c.idx, Agent: "b", Text: text})
		c.idx++
	}
	return c.see(p).Request.Left.Count
}

// Whatever a server counts, the player knows which word is its last.
func TestObserverUnderstandsCounts(t *testing.T) {
	for most := 1; most <= 5; most++ {
		for name, first := range map[string]int{"before": most, "after": most - 1} {
			c := newCounted(t, most)
			for said := range most {
				var own []string
				if said > 0 {
					own = []string{"x"}
				}
				if got, want := c.asked(first-said, own...), most-said-1; got != want {
					t.Errorf("%d a day, counted %s the request: word %d leaves %d, want %d", most, name, said+1, got, want)
				}
			}
		}
	}
}

// A program that is started again in the middle of a day is told what it has
// said, and that tells which count this is.
func TestObserverUnderstandsCountsInTheMiddleOfADay(t *testing.T) {
	for name, count := range map[string]int{"before": 2, "after": 1} {
		if got := newCounted(t, 4).asked(count, "x", "y"); got != 1 {
			t.Errorf("counted %s the request, the third word of four leaves %d", name, got)
		}
	}
	// Without the history it takes the server for one of the newest; what
	// can only be of another server corrects that.
	c := newCounted(t, 4)
	if first, last := c.asked(1), c.asked(0, "x"); first != 0 || last != 0 {
		t.Errorf("left %d, then %d", first, last)
	}
	// What the first request has told holds for a second whisper or talk of the
	// day, which some servers count anew and others do not.
	c = newCounted(t, 3)
	if a, b, d := c.asked(3), c.asked(3, "x"), c.asked(2, "y"); a != 2 || b != 2 || d != 1 {
		t.Errorf("left %d, then %d and %d", a, b, d)
	}
}

func TestObserverWithoutALimit(t *testing.T) {
	c := newCounted(t, werewolf.NoLimit)
	p := c.packet()
	p.Request, p.Setting, p.TalkHistory = RequestTalk, nil, []Talk{}
	if got := c.see(p).Request.Left; got.Count != werewolf.NoLimit || got.Skip != werewolf.NoLimit {
		t.Errorf("left %+v", got)
	}
}

// On an open floor a server of the newest protocol tells what is left, older
// ones of ours do not. The player stops at the right word with either, also
// when the server counts a word twice or takes one less.
func TestObserverCountsOnTheFloor(t *testing.T) {
	for _, test := range []struct {
		counts string // of the start, then after each own word
		want   string // what the next word leaves; - when there is none
	}{
		{"4 3 2 1 0", "3 2 1 0 -"},
		{"4 2 0", "3 1 -"},
		{"0", "-"},
		{"? ? ? ? ?", "3 2 1 0 -"},
		{"4 ? ? ? ?", "3 2 1 0 -"}, // a count that grows old is not believed
		{"? 1 0", "3 0 -"},
	} {
		c := newCounted(t, 4)
		var got []string
		for i, count := range strings.Fields(test.counts) {
			p := c.packet()
			p.Request, p.Setting = RequestTalkPhaseStart, nil
			if i > 0 {
				p.Request, p.NewTalk = RequestTalkBroadcast, &Talk{Idx: i, Agent: "b", Text: "x"}
			}
			n := 0
			if _, err := fmt.Sscan(count, &n); err == nil {
				p.Info.RemainCount = &n
			}
			o := c.see(p)
			if left := fmt.Sprint(o.Request.Left.Count); o.Request.Open {
				got = append(got, left)
			} else {
				got = append(got, "-")
			}
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("counts %s: left %s, want %s", test.counts, s, test.want)
		}
	}
}
