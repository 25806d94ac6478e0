// Package viewertest makes games for the tests of the viewer's packages.
package viewertest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/oklog/ulid/v2"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// start is when the first game began, in Unix milliseconds.
const start = 1_750_000_000_000

// Play is a game that nobody thought about, the same for the same seed. say, unless it is nil, is what players say.
func Play(t testing.TB, players int, seed uint64, say func(seat werewolf.SeatID, n int) string) *gamelog.Record {
	t.Helper()
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	return PlayBy(t, rules, seed, say)
}

// PlayBy is Play by other rules than the contest's.
func PlayBy(t testing.TB, rules werewolf.Rules, seed uint64, say func(seat werewolf.SeatID, n int) string) *gamelog.Record {
	t.Helper()
	players := rules.Players()
	seats := make([]werewolf.Seat, players)
	for i := range seats {
		seats[i] = werewolf.Seat{
			Name: fmt.Sprintf("Person%c", 'A'+i), Profile: fmt.Sprintf("age: %d\ngender: female\npersonality: secret%d", 20+i, i+1),
			Team: fmt.Sprintf("team%d", (i+int(seed))%4), Client: fmt.Sprintf("client%d", i),
		}
	}
	g, err := werewolf.New(rules, seats, seed)
	if err != nil {
		t.Fatal(err)
	}
	for i := range seats {
		seats[i].Role = g.Role(werewolf.SeatID(i + 1))
	}
	var id ulid.ULID
	_ = id.SetTime(start + seed*60_000)
	id[15], id[14], id[13] = byte(seed), byte(seed>>8), byte(players)
	rec := &gamelog.Record{Header: gamelog.Header{
		Version: gamelog.Version, ID: id.String(), Started: int64(start + seed*60_000), Lang: "en", Seed: seed, Rules: rules, Seats: seats,
	}}
	d := driver{game: g, rec: rec, chance: rand.New(rand.NewPCG(seed, 1)), say: say}
	for len(g.Pending()) > 0 {
		d.step(t)
	}
	return rec
}

type driver struct {
	game   *werewolf.Game
	rec    *gamelog.Record
	chance *rand.Rand
	say    func(werewolf.SeatID, int) string
	seen   int
	said   int
	at     int64
}

func (d *driver) step(t testing.TB) {
	t.Helper()
	q := d.game.Pending()[0]
	a := werewolf.Action{Seat: q.Seat, Request: q.Kind}
	in := gamelog.Input{}
	switch {
	case q.Kind.Speaks():
		a.Text = d.speech(q.Seat)
		in.Raw = a.Text
	case d.chance.IntN(20) == 0:
		in.Raw, in.Fault = "nobody at all", gamelog.Illegal
	default:
		a.Target = q.Targets.Nth(d.chance.IntN(q.Targets.Len()))
		in.Raw = d.rec.Header.Seats[a.Target-1].Name
	}
	in.Action = a
	in.Notes = []gamelog.Note{{Topic: "plan", Text: fmt.Sprintf("thought%d of %d", len(d.rec.Entries), q.Seat)}}
	d.events()
	d.at += 1500
	if err := d.game.Apply(a); err != nil {
		t.Fatal(err)
	}
	d.rec.Entries = append(d.rec.Entries, gamelog.Entry{At: d.at, Input: &in})
	d.events()
}

func (d *driver) speech(seat werewolf.SeatID) string {
	d.said++
	if d.say != nil {
		return d.say(seat, d.said)
	}
	other := d.rec.Header.Seats[d.chance.IntN(len(d.rec.Header.Seats))].Name
	return []string{
		"I suspect " + other + " and I will vote for " + other + ".", "@" + other + " what do you think?", "Over",
		"I am the seer. I divined " + other + " and " + other + " is a werewolf.", "Nothing to add to what was said before me.",
	}[d.chance.IntN(5)]
}

func (d *driver) events() {
	for ; d.seen < len(d.game.Log()); d.seen++ {
		e := d.game.Log()[d.seen]
		d.rec.Entries = append(d.rec.Entries, gamelog.Entry{At: d.at, Event: &e})
	}
}

// Bytes is the record as a file has it.
func Bytes(t testing.TB, rec *gamelog.Record) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gamelog.Write(&b, rec); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Save puts the record into a folder and returns the file.
func Save(t testing.TB, dir string, rec *gamelog.Record) string {
	t.Helper()
	path := filepath.Join(dir, rec.Header.ID+gamelog.Extension)
	if err := os.WriteFile(path, Bytes(t, rec), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
