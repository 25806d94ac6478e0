package understand

import (
	"hash/maphash"
	"sync"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// sharedMost bounds what is kept, in utterances: some megabytes.
const sharedMost = 1 << 14

// Shared is what listeners have understood of the talk of games that began alike, as those do that are played on from one moment:
// an utterance is understood once by all who have heard the same before it. It changes nothing but the time it takes. A nil
// Shared keeps nothing. It is safe for concurrent use.
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
	heard uint64 // stands for the table and for everything that was filed of the talk
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
	s.heard = s.hash.Sum64()
}

// note takes down something that was filed.
func (s *sharing) note(u *werewolf.Utterance, rows speech.Rows) {
	if s.with == nil {
		return
	}
	s.say(u)
	for i := range rows {
		maphash.WriteComparable(&s.hash, rows[i])
	}
	s.heard = s.hash.Sum64()
}

// say begins the hash of an utterance.
func (s *sharing) say(u *werewolf.Utterance) {
	s.hash.Reset()
	maphash.WriteComparable(&s.hash, [4]int{int(s.heard), int(u.Seat), u.Day, u.Turn})
	_, _ = s.hash.WriteString(u.Text)
}

// mark takes down something else that happened.
func (s *sharing) mark(what ...int) {
	if s.with == nil {
		return
	}
	s.hash.Reset()
	maphash.WriteComparable(&s.hash, s.heard)
	for _, n := range what {
		maphash.WriteComparable(&s.hash, n)
	}
	s.heard = s.hash.Sum64()
}

// understood returns what an utterance of the talk says, understood by somebody before or now.
func (s *sharing) understood(u *werewolf.Utterance, now func() speech.Rows) speech.Rows {
	if s.with == nil {
		return now()
	}
	s.say(u)
	key := s.hash.Sum64()
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
