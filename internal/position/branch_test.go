package position_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// after returns the position at a moment of the record.
func after(t *testing.T, rec *gamelog.Record, moment string) *position.Position {
	t.Helper()
	entries, err := position.Find(rec, moment)
	if err != nil {
		t.Fatal(err)
	}
	p, err := position.At(rec, entries)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// fresh seats players who know what their observation tells.
func (t *table) fresh(tb testing.TB, names ...string) (seats []position.Seat) {
	tb.Helper()
	for i := range t.bots {
		seats = append(seats, position.Seat{Player: t.player(tb, i+1, names[i%len(names)])})
	}
	return seats
}

// TestAnotherChance: from the moment on chance is another, up to there nothing changes, and the record of the game that goes
// on can be verified and gone on from in its turn.
func TestAnotherChance(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	table := lay(t, 9, "en", 3, nil, "plain", "random")
	rec := table.play(t)
	p := after(t, rec, "d1:7")
	seen := map[string]bool{}
	for seed := range uint64(4) {
		next := goOn(t, p, table.same(t), &seed)
		seen[strings.Join(lines(t, next), "")] = true
		if again := goOn(t, p, table.same(t), &seed); !slices.Equal(lines(t, again), lines(t, next)) {
			t.Errorf("chance %d: two games differ", seed)
		}
		verify(t, next)
		if b := next.Header.Branches; len(b) != 1 || b[0].Game != rec.Header.ID || b[0].Entries != len(p.Past()) || *b[0].Seed != seed {
			t.Errorf("the header says %+v", b)
		}
		second := after(t, next, "d2")
		compare(t, "the branch itself", next, goOn(t, second, table.same(t), nil))
		other := seed + 100
		leaf := goOn(t, second, table.fresh(t, "lycaon"), &other)
		verify(t, leaf)
		if b := leaf.Header.Branches; len(b) != 2 || b[0] != next.Header.Branches[0] {
			t.Errorf("the header says %+v", b)
		}
	}
	if len(seen) < 3 {
		t.Errorf("4 chances give %d games", len(seen))
	}
}

// verify checks that a record follows from its inputs, byte for byte.
func verify(t *testing.T, rec *gamelog.Record) {
	t.Helper()
	var buf bytes.Buffer
	if err := gamelog.Write(&buf, rec); err != nil {
		t.Fatal(err)
	}
	if _, err := gamelog.Verify(buf.Bytes()); err != nil {
		t.Error(err)
	}
	if rec.Header.Version = gamelog.Version; rec.Header.Branches != nil {
		buf.Reset()
		if err := gamelog.Write(&buf, rec); err != nil {
			t.Fatal(err)
		}
		if _, err := gamelog.Verify(buf.Bytes()); err == nil {
			t.Error("a record of version 2 has branches")
		}
		rec.Header.Version = gamelog.BranchVersion
	}
}

// TestModes: where players answer at the same time, or when they like, the same game goes on from moments between rounds.
func TestModes(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for name, change := range map[string]func(*werewolf.Rules){
		"synchronized": func(r *werewolf.Rules) { r.Talk.Mode, r.Whisper.Mode = werewolf.Synchronized, werewolf.Synchronized },
		"anytime": func(r *werewolf.Rules) {
			r.Talk.Mode, r.Whisper.Mode = werewolf.Anytime, werewolf.Anytime
			r.Talk.Duration, r.Whisper.Duration = 600_000, 600_000
		},
	} {
		t.Run(name, func(t *testing.T) {
			table := lay(t, 9, "en", 5, change, "plain", "lycaon", "kanolab")
			rec := table.play(t)
			for _, moment := range []string{"d1", "d1:vote", "d1:night", "d2", "d2:vote"} {
				compare(t, moment, rec, goOn(t, after(t, rec, moment), table.same(t), nil))
			}
		})
	}
}

// TestMoments: a moment is before the answer it names, and after the news it names.
func TestMoments(t *testing.T) {
	table := lay(t, 9, "en", 3, nil, "plain")
	rec := table.play(t)
	said := 0
	for _, e := range rec.Events() {
		if e.Kind == werewolf.Talked && e.Day == 1 {
			said++
			p := after(t, rec, fmt.Sprintf("d1:%d", said))
			o := p.Observation(1)
			if n := len(o.Talks); n == 0 || o.Talks[n-1].Day == 1 != (said > 1) || o.Day != 1 {
				t.Fatalf("d1:%d: %d utterances on day %d", said, n, o.Day)
			}
			if next := rec.Entries[len(p.Past())].Input; next.Action.Seat != e.Seat || next.Action.Text != e.Text {
				t.Fatalf("d1:%d: seat %d said %q", said, next.Action.Seat, next.Action.Text)
			}
		}
	}
	for moment, want := range map[string]werewolf.RequestKind{"d1:vote": werewolf.Vote, "d0": werewolf.Whisper, "d1:whisper": werewolf.Divine, "d1:night": werewolf.Divine} {
		if in := rec.Entries[len(after(t, rec, moment).Past())].Input; in.Action.Request > want || in.Action.Request < werewolf.Talk {
			t.Errorf("%s: %s follows", moment, in.Action.Request)
		}
	}
	for moment, want := range map[string]string{
		"": "a moment is", "d": "a moment is", "d1:": "a moment is", "1:2": "a moment is", "d1:0": "a moment is", "d1:noon": "a moment is", "d-1": "a moment is",
		"d99": "the last that begins", "d99:3": "the last that begins", "d0:vote": "its day 0 has no vote", "d1:999": fmt.Sprintf("day 1 has %d utterances", said), "99999": "the record has", "-1": "the record has",
	} {
		if _, err := position.Find(rec, moment); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", moment, err, want)
		}
	}
}

// TestNoDayAfterTheEnd: a game that ends at dawn has no day then, although somebody is found dead on it.
func TestNoDayAfterTheEnd(t *testing.T) {
	for seed := range uint64(20) {
		rec := lay(t, 5, "en", seed, nil, "random").play(t)
		began, last := 0, 0
		for _, e := range rec.Events() {
			if last = e.Day; e.Kind == werewolf.DayBegan {
				began = e.Day
			}
		}
		if began == last {
			continue
		}
		_, err := position.Find(rec, fmt.Sprintf("d%d", last))
		if want := fmt.Sprintf("day %d is the last that begins", began); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		return
	}
	t.Error("no game ends at dawn")
}

// TestVotesAreOneMoment: between votes that were asked for at the same time nobody may hear of one another, so the moment is
// before them all.
func TestVotesAreOneMoment(t *testing.T) {
	rec := lay(t, 5, "en", 3, nil, "plain").play(t)
	first, err := position.Find(rec, "d1:vote")
	if err != nil {
		t.Fatal(err)
	}
	for more := range 5 { // what comes of the fifth vote is after them
		if p, err := position.At(rec, first+more); err != nil || len(p.Past()) != first {
			t.Errorf("%d after the vote began: %d entries, not %d, %v", more, len(p.Past()), first, err)
		}
	}
}

// TestWhatHasNoPosition: the end of the game, and a record that does not follow from its inputs.
func TestWhatHasNoPosition(t *testing.T) {
	rec := lay(t, 5, "en", 3, nil, "plain").play(t)
	if _, err := position.At(rec, len(rec.Entries)); !errors.Is(err, position.ErrOver) {
		t.Errorf("after the end: %v", err)
	}
	if _, err := position.At(rec, len(rec.Entries)+1); err == nil {
		t.Error("a moment that no record has")
	}
	wrong := &gamelog.Record{Header: rec.Header, Entries: slices.Clone(rec.Entries)}
	wrong.Header.Seed++
	if _, err := position.At(wrong, len(rec.Entries)/2); !errors.Is(err, gamelog.ErrMismatch) {
		t.Errorf("another seed: %v", err)
	}
	p := after(t, rec, "d1")
	if _, err := p.Match(t.Context(), nil, nil); err == nil {
		t.Error("a game without players goes on")
	}
}

// TestTornRecord: what follows from the last input is there though its lines were lost.
func TestTornRecord(t *testing.T) {
	table := lay(t, 5, "en", 3, nil, "plain")
	rec := table.play(t)
	entries, err := position.Find(rec, "d1:4")
	if err != nil {
		t.Fatal(err)
	}
	torn := &gamelog.Record{Header: rec.Header, Entries: rec.Entries[: entries+1 : entries+1]}
	p, err := position.At(torn, len(torn.Entries))
	if err != nil {
		t.Fatal(err)
	}
	if compare(t, "torn", rec, goOn(t, p, table.same(t), nil)); len(torn.Entries) != entries+1 {
		t.Error("the record has changed")
	}
}

// TestAnotherIsNotTheSame: a player that answers otherwise than the record is not taken for the one of the record.
func TestAnotherIsNotTheSame(t *testing.T) {
	for name, change := range map[string]func(*werewolf.Rules){"serial": nil, "anytime": func(r *werewolf.Rules) {
		r.Talk.Mode, r.Talk.Duration = werewolf.Anytime, 600_000
	}} {
		table := lay(t, 5, "en", 3, change, "plain")
		p := after(t, table.play(t), "d1:night")
		seats := table.same(t)
		seats[2].Player = table.player(t, 3, "lycaon")
		if _, err := p.Match(t.Context(), seats, nil); !errors.Is(err, position.ErrOther) || !strings.Contains(err.Error(), "seat 3") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
