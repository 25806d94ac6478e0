package understand

import (
	"hash/maphash"
	"sync"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// sharedMost bounds what is kept, in utterances: some megabytes.
const sharedMost = 1 << 14

// Shared is what listeners have understood: an utterance is understood once by all for whom the same has happened before it, as far
// as understanding asks for that. So it serves the players of one game, and games that are played on from one moment. It changes
// nothing but the time it takes. A nil Shared keeps nothing. It is safe for concurrent use.
type Shared struct {
	seed maphash.Seed
	lock sync.Mutex
	rows map[uint64]speech.Rows
}

// NewShared returns one that has nothing yet.
func NewShared() *Shared { return &Shared{seed: maphash.MakeSeed(), rows: map[uint64]speech.Rows{}} }

// sharing is a listener's part in it.
type sharing struct {
	with  *Shared
	table uint64 // stands for names, roles and rules
	seats int
	hash  maphash.Hash
}

// begin takes part at a table.
func (s *sharing) begin(t *Table) {
	s.with = t.Shared
	if s.with == nil {
		return
	}
	s.hash.SetSeed(s.with.seed)
	for _, name := range t.Names {
		_, _ = s.hash.WriteString(name)
		_ = s.hash.WriteByte(0)
	}
	for _, n := range t.Roles {
		_ = s.hash.WriteByte(byte(n))
	}
	for _, spec := range t.Specs.Added() {
		_, _ = s.hash.WriteString(spec.Name)
		_ = s.hash.WriteByte(0)
		maphash.WriteComparable(&s.hash, spec)
	}
	s.table, s.seats = s.hash.Sum64(), len(t.Names)
}

// key stands for an utterance of the talk and for everything of the ledger that understanding it may ask for: claims, results,
// retractions and deaths.
func (s *sharing) key(l *ledger.Ledger, u *werewolf.Utterance) uint64 {
	var retracted werewolf.SeatSet
	s.hash.Reset()
	for id := werewolf.SeatID(1); int(id) <= s.seats; id++ {
		_ = s.hash.WriteByte(byte(l.ClaimOf(id)))
		if l.HasRetracted(id) {
			retracted = retracted.With(id)
		}
	}
	for _, r := range l.Results() {
		_, _ = s.hash.Write([]byte{byte(r.By), byte(r.Target), byte(r.Verb), byte(r.Species)})
	}
	maphash.WriteComparable(&s.hash, [...]uint64{s.table, uint64(retracted), uint64(l.Dead()), uint64(len(l.Results())), uint64(u.Seat), uint64(u.Day)})
	_, _ = s.hash.WriteString(u.Text)
	return s.hash.Sum64()
}

// understood returns what an utterance of the talk says, understood by somebody before or now.
func (s *sharing) understood(l *ledger.Ledger, u *werewolf.Utterance, now func() speech.Rows) speech.Rows {
	if s.with == nil {
		return now()
	}
	key := s.key(l, u)
	s.with.lock.Lock()
	rows, known := s.with.rows[key]
	s.with.lock.Unlock()
	if known {
		return rows
	}
	rows = now()
	s.with.lock.Lock()
	defer s.with.lock.Unlock()
	if len(s.with.rows) >= sharedMost {
		clear(s.with.rows)
	}
	s.with.rows[key] = rows
	return rows
}
