package spectate

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"wolfden/internal/contest/archive"
)

const (
	feedExtension = ".jsonl"
	// feedDraft begins the name of a file that is being written anew.
	feedDraft = ".feed-"
	// maxFeedLine is the longest first line that is read to find out whose file
	// it is.
	maxFeedLine = 1 << 20
)

// showing is the file of one game as it is served: whole lines only, whatever
// is being written meanwhile.
type showing struct {
	dir   string
	track *track // nil of a game of an earlier server
	game  string // "" while not known

	mu      sync.RWMutex
	name    string    // without ending
	size    int64     // bytes that may be served
	updated time.Time // zero when there is no file yet
	full    *fullCopy // what receivers see instead, nil when that is the same
}

// path is where the file is; the lock is held.
func (s *showing) path() string { return filepath.Join(s.dir, s.name+feedExtension) }

// called gives the file another name.
func (s *showing) called(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.name = name
}

// receive sets what receivers see.
func (s *showing) receive(c *fullCopy) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.full = c
}

// release lets receivers see the file itself again, unless they see another
// timeline by now.
func (s *showing) release(t *timeline) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full != nil && s.full.timeline == t {
		s.full.close()
		s.full = nil
	}
}

// hide removes the file until it is written anew.
func (s *showing) hide() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.updated.IsZero() {
		_ = os.Remove(s.path()) // what cannot be removed is not served either
		s.updated, s.size = time.Time{}, 0
	}
}

// change changes the file by a function that returns its new size, while nobody
// opens it.
func (s *showing) change(how func(path string) (int64, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	size, err := how(s.path())
	if err == nil {
		s.size, s.updated = size, time.Now()
	}
	return err
}

// open opens the file for one who may see everything or not. The caller closes
// it. fs.ErrNotExist when there is nothing yet.
func (s *showing) open(whole bool) (f *os.File, size int64, updated time.Time, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if whole && s.full != nil {
		return s.full.open()
	}
	if s.updated.IsZero() {
		return nil, 0, time.Time{}, fs.ErrNotExist
	}
	f, err = os.Open(s.path())
	return f, s.size, s.updated, err
}

// changed is when what may be seen last changed, the zero time when there is nothing yet. Strangers are told the second; its fraction is no
// time, but counts bytes, since the organisers' viewer reads a file again when this has changed, and several changes may come in a second.
func (s *showing) changed(whole bool) time.Time {
	s.mu.RLock()
	defer s.mu.RUnlock()
	switch {
	case whole && s.full != nil:
		return s.full.changed()
	case s.updated.IsZero():
		return s.updated
	}
	return s.updated.Truncate(time.Second).Add(time.Duration(s.size) % time.Second)
}

// belongsTo reports whether the file is of the game. Whose it is stands in its
// first line.
func (s *showing) belongsTo(id string) bool {
	if s.game == "" {
		s.mu.RLock()
		defer s.mu.RUnlock()
		s.game = gameOf(s.path())
	}
	return s.game == id
}

// gameOf is the game of a feed file, "?" when it cannot be told.
func gameOf(path string) string {
	const unknown = "?"
	f, err := os.Open(path)
	if err != nil {
		return unknown
	}
	defer func() { _ = f.Close() }()
	line, _ := bufio.NewReader(io.LimitReader(f, maxFeedLine)).ReadBytes('\n')
	var packet struct{ ID string }
	if json.Unmarshal(line, &packet) != nil || packet.ID == "" {
		return unknown
	}
	return packet.ID
}

// feedWriter is a game whose file is being written; it belongs to the feed's
// goroutine.
type feedWriter struct {
	timeline *timeline
	show     *showing      // nil when the track has no feed
	lag      time.Duration // how far the file is behind
	village  bool          // whether it shows what the village sees until the end
	filed    func()        // told when the file is complete
	lines    *feedLines
	file     *os.File // nil when it is to be written anew
	size     int      // bytes written, also of what was written anew
	retry    time.Time
}

// drop gives back what the writer holds. The file stays as it is.
func (s *feedWriter) drop() {
	s.close()
	if s.show != nil {
		s.show.release(s.timeline)
	}
}

// close closes the file. It is written anew when there is more.
func (s *feedWriter) close() {
	if s.file != nil {
		_ = s.file.Close()
		s.file = nil
	}
}

// bring brings the file to where so many entries are. The last time the village's
// file gives way to the whole.
func (f *feed) bring(s *feedWriter, entries int, last bool) (err error) {
	if s.show == nil || entries == 0 {
		return nil
	}
	if last && s.village {
		s.close()
		s.village = false
	}
	before := s.size
	if s.file == nil {
		s.lines = newFeedLines(s.timeline.header, s.village, s.timeline.edition())
		err = f.create(s, entries)
	} else {
		err = s.lines.write(s.timeline, entries, s.append)
	}
	if s.size > before {
		f.outdate(s.show.dir)
	}
	return err
}

// append writes whole lines to the end.
func (s *feedWriter) append(b []byte) error {
	return s.show.change(func(string) (int64, error) {
		n, err := s.file.Write(b)
		s.size += n
		return s.show.size + int64(n), err
	})
}

// create writes the file anew, if there is anything in it: those who read it have
// the old one or the new one, never a part.
func (f *feed) create(s *feedWriter, entries int) error {
	draft, err := archive.NewDraft(filepath.Join(s.show.dir, feedDraft+s.timeline.header.ID))
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(draft.Name()) }() // a name it has only when this fails
	size := 0
	err = s.lines.write(s.timeline, entries, func(b []byte) error {
		size += len(b)
		_, err := draft.Write(b)
		return err
	})
	if err == nil && size > 0 {
		err = f.place(s.show, draft.Name(), int64(size))
	}
	if err != nil || size == 0 {
		return errors.Join(err, draft.Close())
	}
	s.file, s.size = draft, s.size+size
	return nil
}

// place gives the draft its name. It replaces nothing but the game's own file.
func (f *feed) place(s *showing, draft string, size int64) error {
	put := func(path string) (int64, error) {
		if gameOf(path) == s.game {
			return size, os.Rename(draft, path)
		}
		return size, os.Link(draft, path)
	}
	err := s.change(put)
	if errors.Is(err, fs.ErrExist) {
		f.rename(s)
		err = s.change(put)
	}
	if err != nil {
		return fmt.Errorf("file of a game: %w", err)
	}
	return nil
}
