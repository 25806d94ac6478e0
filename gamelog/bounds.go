package gamelog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// What a file of a game may hold at most. The longest real games take some MiB and some ten thousand lines; whatever
// exceeds this is something else, and is refused before memory is taken for what it says it holds.
const (
	MaxFile         = 64 << 20 // bytes of any file of a game
	MaxLines        = 500_000  // of a record
	maxDay          = 10_000
	maxHeader       = 1 << 20
	maxHeaderValues = 20_000
	maxLine         = 8 << 20
	maxLineValues   = 5_000
	maxValues       = 5_000_000 // of all lines
)

// Load reads a file of a game whole: a record, or any of its logs. It refuses what has more than MaxFile bytes, also where
// the file does not say its size, as a device or a pipe.
func Load(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	size := int64(0)
	if info, err := f.Stat(); err == nil {
		size = info.Size()
	}
	if size > MaxFile {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errLarge}
	}
	data, err := readAll(f, int(size))
	if errors.Is(err, errLarge) {
		err = &fs.PathError{Op: "read", Path: path, Err: errLarge}
	}
	return data, err
}

var errLarge = fmt.Errorf("more than %d MiB; no game is that long", MaxFile>>20)

// readAll reads what is expected to have so many bytes.
func readAll(r io.Reader, size int) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err := b.ReadFrom(io.LimitReader(r, MaxFile+1))
	if err == nil && b.Len() > MaxFile {
		err = errLarge
	}
	return b.Bytes(), err
}

// checkSize refuses a line of JSON that is too long, or that holds so many values that they would fill the memory: an empty
// one takes three bytes in a file and hundreds when it is read. It tells how many there are.
func checkSize(text []byte, longest, most int) (values int, err error) {
	if len(text) > longest {
		return 0, fmt.Errorf("longer than %d KiB; no line of a game is", longest>>10)
	}
	values = commas(text) + 1
	if values > most {
		return values, fmt.Errorf("%d values; no line of a game has more than %d", values, most)
	}
	return values, nil
}

// commas counts the commas of JSON outside of its strings.
func commas(text []byte) (n int) {
	inside := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inside = !inside
		case c == '\\' && inside:
			i++
		case c == ',' && !inside:
			n++
		}
	}
	return n
}
