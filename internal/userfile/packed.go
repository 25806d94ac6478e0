package userfile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// ErrPacked is wrapped by errors about files that are packed in a way that is not read.
var ErrPacked = errors.New("unpack it first")

// packings are how packed files begin, and what their names end in.
var packings = []struct {
	name, begins string
	at           int
	endings      []string
}{
	{"gzip", "\x1f\x8b", 0, []string{".gz", ".tgz"}},
	{"zip", "PK\x03\x04", 0, []string{".zip"}},
	{"zip", "PK\x05\x06", 0, nil}, // an empty one
	{"tar", "\x00ustar", 256, []string{".tar"}},
	{"7z", "7z\xbc\xaf\x27\x1c", 0, []string{".7z"}},
	{"xz", "\xfd7zXZ\x00", 0, []string{".xz", ".txz"}},
	{"bzip2", "BZh", 0, []string{".bz2", ".tbz2"}},
	{"zstd", "\x28\xb5\x2f\xfd", 0, []string{".zst"}},
	{"rar", "Rar!\x1a\x07", 0, []string{".rar"}},
	{"lzh", "-lh", 2, []string{".lzh"}},
}

// longestBeginning is how much of a file tells its packing.
const longestBeginning = 262

// packing tells how what begins so is packed, "" where it is not.
func packing(begins []byte) string {
	for _, p := range packings {
		if len(begins) >= p.at && bytes.HasPrefix(begins[p.at:], []byte(p.begins)) {
			return p.name
		}
	}
	return ""
}

// Packed reports whether a file's name is that of a packed one.
func Packed(name string) bool {
	name = strings.ToLower(name)
	for _, p := range packings {
		if slices.ContainsFunc(p.endings, func(ending string) bool { return strings.HasSuffix(name, ending) }) {
			return true
		}
	}
	return false
}

// Plain is the name without the ending of a packed file.
func Plain(name string) string {
	if n := len(name) - len(".gz"); n > 0 && strings.EqualFold(name[n:], ".gz") {
		return name[:n]
	}
	return name
}

// Load reads a file as it is unpacked, of at most so many bytes: a file, one in a zip archive, whose path goes on behind the archive's as
// if that were a folder, and either of them packed by gzip. What is packed otherwise, or twice, gives an error with ErrPacked.
func Load(path string, most int64) ([]byte, error) {
	f, size, err := open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	in, packed, err := unpacked(f)
	if packed {
		size = 0 // nobody knows
	} else if err == nil && size > most {
		err = ErrLong
	}
	text := bytes.NewBuffer(make([]byte, 0, max(0, min(size, most))+bytes.MinRead))
	if err == nil {
		_, err = text.ReadFrom(io.LimitReader(in, most+1))
	}
	if err == nil && int64(text.Len()) > most {
		err = ErrLong
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return text.Bytes(), nil
}

// Head is how a file begins, as Load reads it, in at most so many bytes.
func Head(path string, most int) ([]byte, error) {
	f, _, err := open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	in, _, err := unpacked(f)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	head := make([]byte, most)
	n, _ := io.ReadFull(in, head)
	return head[:n], nil
}

// open opens a file, in an archive or not, and tells its size, which may be wrong.
func open(path string) (io.ReadCloser, int64, error) {
	if archive, name := inArchive(path); name != "" {
		return openIn(archive, name)
	}
	if IsArchive(path) {
		if err := archiveFault(path); err != nil {
			return nil, 0, err
		}
	}
	f, err := Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

// unpacked reads what is in a stream, and tells whether that is packed.
func unpacked(f io.Reader) (in *bufio.Reader, packed bool, err error) {
	in = bufio.NewReaderSize(f, max(longestBeginning, os.Getpagesize()))
	begins, _ := in.Peek(longestBeginning)
	if packed = packing(begins) == "gzip"; packed {
		gz, err := gzip.NewReader(in)
		if err != nil {
			return nil, true, fmt.Errorf("packed by gzip, and broken: %w", err)
		}
		in = bufio.NewReader(gz)
		if begins, err = in.Peek(longestBeginning); err != nil && !errors.Is(err, io.EOF) {
			return nil, true, fmt.Errorf("packed by gzip, and broken: %w", err)
		}
	}
	if how := packing(begins); how != "" {
		return nil, packed, fmt.Errorf("compressed (%s): %w", how, ErrPacked)
	}
	return in, packed, nil
}
