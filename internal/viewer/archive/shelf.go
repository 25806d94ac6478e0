package archive

import (
	"slices"
	"sync"

	"wolfden/gamelog"
)

// shelf holds the records that were asked for last. A file that changed is another file to it. It is safe for
// concurrent use; a record that several ask for at once is read once.
type shelf struct {
	most int

	mu    sync.Mutex
	books []*book // the latest used last
}

type book struct {
	file fileID
	read sync.Once
	rec  *gamelog.Record
	err  error
}

func (s *shelf) get(file fileID) (*gamelog.Record, error) {
	b := s.take(file)
	b.read.Do(func() { b.rec, b.err = record(b.file) })
	if b.err != nil {
		s.drop(b) // it may be readable next time
	}
	return b.rec, b.err
}

func (s *shelf) take(file fileID) *book {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := &book{file: file}
	if i := slices.IndexFunc(s.books, func(b *book) bool { return b.file.path == file.path }); i >= 0 {
		if s.books[i].file == file {
			b = s.books[i]
		}
		s.books = slices.Delete(s.books, i, i+1)
	}
	s.books = append(s.books, b)
	s.books = s.books[max(0, len(s.books)-s.most):]
	return b
}

func (s *shelf) drop(b *book) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.books = slices.DeleteFunc(s.books, func(x *book) bool { return x == b })
}
