package spectate

import (
	"math"
	"os"
	"sync"
	"time"
)

// fullExtension is the ending of the files that only receivers see.
const fullExtension = ".feed"

// fullCopy is the feed of a running game with everything in it, in the folder
// of running records, which nobody is served from. It costs nothing until a
// receiver asks for it. It is safe for concurrent use.
type fullCopy struct {
	timeline *timeline
	path     string

	mu    sync.Mutex
	lines *feedLines
	file  *os.File // nil until somebody asked
	size  int64
}

// open brings the copy up to date and opens it. The caller closes what it gets;
// that stays readable when the copy is closed.
func (c *fullCopy) open() (f *os.File, size int64, updated time.Time, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.extend(); err != nil {
		c.discard()
		return nil, 0, time.Time{}, err
	}
	f, err = os.Open(c.path)
	return f, c.size, c.changed(), err
}

// extend writes what has happened since.
func (c *fullCopy) extend() error {
	if c.file == nil {
		file, err := os.OpenFile(c.path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		c.file, c.size, c.lines = file, 0, newFeedLines(c.timeline.header, false, c.timeline.edition())
	}
	return c.lines.write(c.timeline, math.MaxInt, func(b []byte) error {
		n, err := c.file.Write(b)
		c.size += int64(n)
		return err
	})
}

// changed is when the game's last event was published.
func (c *fullCopy) changed() time.Time {
	_, at := c.timeline.published()
	return at
}

// discard removes the file; the next who asks gets a new one.
func (c *fullCopy) discard() {
	if c.file != nil {
		_ = c.file.Close()
		_ = os.Remove(c.path)
		c.file = nil
	}
}

// close removes the copy.
func (c *fullCopy) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.discard()
}
