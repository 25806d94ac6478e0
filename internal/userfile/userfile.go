// Package userfile opens the files that users name.
//
// The law of the package: opening never waits, and nothing is read without an end. A name may be that of a pipe to which nobody
// writes, or of a file that holds more than any that the program has written, or that unpacks to more. Nothing is ever unpacked to a file.
package userfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Most is the length of the longest file, in bytes, that is read at once where nothing says otherwise.
const Most = 16 << 20

// ErrLong is wrapped by errors about files that are longer than may be.
var ErrLong = errors.New("it is longer than any such file is")

// Open opens a file to be read. A pipe to which nobody writes is empty, and a folder is no file.
func Open(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unwaiting, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return nil, errors.Join(err, &fs.PathError{Op: "open", Path: path, Err: errors.New("it is a folder")}, f.Close())
	}
	return f, nil
}

// Read reads a whole file of at most so many bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(text)) > most:
		return nil, fmt.Errorf("%s: %w (%d MiB)", path, ErrLong, most>>20)
	}
	return text, nil
}
