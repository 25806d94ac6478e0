package archive

import (
	"slices"
	"sync"

	"wolfden/gamelog"
)

// recordCache keeps the records that were asked for last. It reads a file again when the file has changed. It is safe
// for concurrent use; a record that several ask for at once is read once.
type recordCache struct {
	most int

	mu      sync.Mutex
	records []*cachedRecord // the latest used last
}

type cachedRecord struct {
	file fileID
	read sync.Once
	rec  *gamelog.Record
	err  error
}

func (s *recordCache) get(file fileID) (*gamelog.Record, error) {
	b := s.entryFor(file)
	b.read.Do(func() { b.rec, b.err = record(b.file) })
	if b.err != nil {
		s.drop(b) // it may be readable next time
	}
	return b.rec, b.err
}

func (s *recordCache) entryFor(file fileID) *cachedRecord {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := &cachedRecord{file: file}
	if i := slices.IndexFunc(s.records, func(b *cachedRecord) bool { return b.file.path == file.path }); i >= 0 {
		if s.records[i].file == file {
			b = s.records[i]
		}
		s.records = slices.Delete(s.records, i, i+1)
	}
	s.records = append(s.records, b)
	s.records = s.records[max(0, len(s.records)-s.most):]
	return b
}

func (s *recordCache) drop(b *cachedRecord) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.records = slices.DeleteFunc(s.records, func(x *cachedRecord) bool { return x == b })
}
