package wire

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"

	"wolfden/werewolf"
)

const (
	fakeFloor    = `{"request":"TALK_PHASE_START",` + fakeInfo + `},` + fakeSetting + `}`
	fakeFloorEnd = `{"request":"TALK_PHASE_END",` + fakeInfo + `}}`
)

func broadcast(idx int, who, text string) string {
	return fmt.Sprintf(`{"request":"TALK_BROADCAST","new_talk":{"idx":%d,"day":0,"turn":0,"agent":%q,"text":%q,"skip":false,"over":false}}`,
		idx, who, text)
}

// counting says on an open floor how many of its utterances it has heard, and
// nothing more once it has heard two.
func counting(_ context.Context, o werewolf.Observation) (string, error) {
	n := spoken(&o)
	if !o.Request.Open || n > 1 {
		return "", nil
	}
	return fmt.Sprint("said ", n), nil
}

// What others say in the meantime makes nobody speak who does not know yet
// what it has left.
func TestClientAwaitsItsOwnWordsOnTheFloor(t *testing.T) {
	t.Parallel()
	url := scripted(t, func(s *script) {
		s.tell(fakeName)
		s.hears("team1")
		s.tell(fakeBegin)
		s.tell(fakeFloor)
		s.hears("said 0")
		s.tell(broadcast(0, "Bert", "one"))
		s.tell(broadcast(1, "Bert", "two"))
		s.tell(broadcast(2, "Anna", "said 0"))
		s.hears("said 1")
		s.tell(broadcast(3, "Cleo", "three"))
		s.tell(broadcast(4, "Anna", "said 1"))
		s.tell(fakeFloorEnd)
		s.tell(fakeName)
		s.hears("team1")
		s.tell(fakeEnd)
	})
	if err := client(url, &thinker{answer: counting}).Run(t.Context()); err != nil {
		t.Error(err)
	}
}

// A word that never comes back, because the server did not take it, does not
// silence the player for good.
func TestClientForgetsLostWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client("ws://server", &thinker{answer: counting})
		c.HTTP = piped(t, scripts(t, func(s *script) {
			s.tell(fakeName)
			s.hears("team1")
			s.tell(fakeBegin)
			s.tell(fakeFloor)
			s.hears("said 0")
			s.tell(broadcast(0, "Bert", "one"))
			s.hears("said 0")
			s.tell(fakeFloorEnd)
			s.tell(fakeEnd)
		}))
		if err := c.Run(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
