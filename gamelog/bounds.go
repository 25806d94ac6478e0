package gamelog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"wolfden/internal/plaintext"
	"wolfden/internal/strictjson"
	"wolfden/internal/userfile"
)

// Limits of a file of a game. The longest real games take some MiB and some ten thousand lines; a larger
// file is something else, and is refused before memory is allocated for it.
const (
	MaxFile         = 64 << 20 // bytes of any file of a game
	MaxLines        = 500_000  // of a record
	roomLines       = 1_000    // of these, for the end of a game that is stopped
	maxDay          = 10_000
	maxHeader       = 1 << 20
	maxHeaderValues = 20_000
	maxLine         = 8 << 20
	maxLineValues   = 5_000
	maxValues       = 5_000_000 // of all lines
	roomValues      = 50_000    // of these, as roomLines
)

// Load reads a whole file of a game: a record or any of its logs, packed by gzip or not, in a zip archive or not, as userfile.Load reads
// it, in UTF-8 or any encoding that plaintext.UTF8 reads. It refuses files of more than MaxFile bytes, including devices and pipes, which do not tell their size. A pipe to which nobody writes
// is empty.
func Load(path string) ([]byte, error) {
	data, err := userfile.Load(path, MaxFile)
	switch {
	case errors.Is(err, userfile.ErrLong):
		return nil, &fs.PathError{Op: "read", Path: path, Err: errLarge}
	case err != nil:
		return nil, err
	}
	if data, err = plaintext.UTF8(data); err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return data, nil
}

var errLarge = fmt.Errorf("more than %d MiB; no game is that long", MaxFile>>20)

// readAll reads a stream that is expected to have size bytes.
func readAll(r io.Reader, size int) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err := b.ReadFrom(io.LimitReader(r, MaxFile+1))
	if err == nil && b.Len() > MaxFile {
		err = errLarge
	}
	return b.Bytes(), err
}

// checkSize refuses a line of JSON that is too long or holds so many values that they would fill the memory:
// an empty value takes three bytes in the file and hundreds when read. It returns the number of values.
func checkSize(text []byte, longest, most int) (values int, err error) {
	if len(text) > longest {
		return 0, fmt.Errorf("longer than %d KiB; no line of a game is", longest>>10)
	}
	values = strictjson.Values(text)
	if values > most {
		return values, fmt.Errorf("%d values; no line of a game has more than %d", values, most)
	}
	return values, nil
}
