package chaos

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"wolfden/werewolf"
)

func observation(kind werewolf.RequestKind) werewolf.Observation {
	r, _ := werewolf.Standard(5)
	o := werewolf.Observation{
		Rules: &r, Seat: 1, Living: werewolf.SetOf(1, 2, 4, 5), Names: []string{"Alice", "Bob", "Carol", "Dave", "Erin"},
		Request: werewolf.Request{Seat: 1, Kind: kind, Left: werewolf.Left{Count: 3, Length: werewolf.NoLimit}},
	}
	if kind.Chooses() {
		o.Request.Targets = werewolf.SetOf(2, 4, 5)
	}
	return o
}

func player(t *testing.T, mode string) *Player {
	t.Helper()
	p, err := New(1, mode)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// answers collects many answers to one request.
func answers(t *testing.T, mode string, kind werewolf.RequestKind) (list []string) {
	t.Helper()
	p := player(t, mode)
	for range 100 {
		text, err := p.Answer(context.Background(), observation(kind))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	return list
}

func TestGarbageIsGarbage(t *testing.T) {
	invalid, empty := 0, 0
	for _, text := range answers(t, "garbage", werewolf.Talk) {
		if !utf8.ValidString(text) {
			invalid++
		}
		if text == "" {
			empty++
		}
	}
	if invalid == 0 || empty == 0 {
		t.Errorf("%d invalid, %d empty", invalid, empty)
	}
}

func TestHugeIsOneMebibyte(t *testing.T) {
	for _, kind := range []werewolf.RequestKind{werewolf.Talk, werewolf.Vote} {
		if n := len(answers(t, "huge", kind)[0]); n != 1<<20 {
			t.Errorf("%s: %d bytes", kind, n)
		}
	}
}

func TestIllegalIsNeverLegal(t *testing.T) {
	o := observation(werewolf.Vote)
	kinds := map[string]bool{}
	for _, text := range answers(t, "illegal", werewolf.Vote) {
		kinds[text] = true
		if o.Request.Targets.Has(o.SeatOf(text)) {
			t.Errorf("%q is legal", text)
		}
	}
	if !kinds["Alice"] || !kinds["Carol"] || !kinds["Nobody"] {
		t.Errorf("no self, dead or unknown among %v", kinds)
	}
}

func TestEarlyAndTwice(t *testing.T) {
	o := observation(werewolf.Talk)
	if text := answers(t, "early", werewolf.Talk)[0]; o.SeatOf(text) == 0 {
		t.Errorf("early talks %q, want a name", text)
	}
	if text := answers(t, "early", werewolf.Vote)[0]; o.SeatOf(text) != 0 {
		t.Errorf("early votes %q, want an utterance", text)
	}
	for _, text := range answers(t, "twice", werewolf.Vote) {
		if strings.Count(text, "\n") != 1 {
			t.Errorf("twice votes %q", text)
		}
	}
}

func TestErrorAndPanic(t *testing.T) {
	if _, err := player(t, "error").Answer(context.Background(), observation(werewolf.Talk)); !errors.Is(err, ErrChaos) {
		t.Error(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_, _ = player(t, "panic").Answer(context.Background(), observation(werewolf.Talk))
}

func TestSilentWaitsForTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		began := time.Now()
		_, err := player(t, "silent").Answer(ctx, observation(werewolf.Talk))
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Minute {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

func TestSlowIsSometimesTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player(t, "slow")
		early, late := 0, 0
		for range 50 {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			began := time.Now()
			_, err := p.Answer(ctx, observation(werewolf.Talk))
			switch {
			case err != nil:
				late++
			case time.Since(began) >= 30*time.Second:
				early++
			default:
				t.Errorf("an answer after %v", time.Since(began))
			}
			cancel()
		}
		if early == 0 || late == 0 {
			t.Errorf("%d in time, %d too late", early, late)
		}
		if _, err := p.Answer(context.Background(), observation(werewolf.Vote)); err != nil {
			t.Error(err)
		}
	})
}

func TestMixDoesEverythingInItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player(t, "")
		problems, good := 0, 0
		for range 300 {
			func() {
				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				defer cancel()
				defer func() {
					if recover() != nil {
						problems++
					}
				}()
				text, err := p.Answer(ctx, observation(werewolf.Vote))
				switch o := observation(werewolf.Vote); {
				case err != nil || !o.Request.Targets.Has(o.SeatOf(text)):
					problems++
				default:
					good++
				}
			}()
		}
		if problems < 80 || good < 80 {
			t.Errorf("%d problems, %d proper answers", problems, good)
		}
	})
}

func TestAnnouncementsAreLeftAlone(t *testing.T) {
	for _, m := range Modes() {
		if text, err := player(t, m.Name).Answer(context.Background(), observation(werewolf.DailyInitialize)); text != "" || err != nil {
			t.Errorf("%s: %q, %v", m.Name, text, err)
		}
	}
	if _, err := New(1, "nice"); err == nil || !strings.Contains(err.Error(), "silent") {
		t.Error(err)
	}
}
