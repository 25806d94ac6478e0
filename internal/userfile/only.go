package userfile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"slices"
)

// listed is a part of an archive's list of files: an entry, or the end, which tells where the list is.
type listed []byte

func (l listed) two(at int) int    { return int(binary.LittleEndian.Uint16(l[at:])) }
func (l listed) four(at int) int64 { return int64(binary.LittleEndian.Uint32(l[at:])) }

// How these parts begin, how long they are without what is of no fixed length, and where in them stands what.
const (
	endBegins, endLength     = "PK\x05\x06", 22
	entryBegins, entryLength = "PK\x01\x02", 46

	endHere, endFiles, endList, endListAt, endComment                    = 8, 10, 12, 16, 20
	entryPacked, entrySize, entryName, entryExtra, entryComment, entryAt = 20, 24, 28, 30, 32, 42

	longest = 32 << 10 // of them
)

// only is the archive of so many bytes as if it held no files but those of the name: where one of thousands is wanted, no list of all is made.
// It is nil where the list is not laid out as most are, or broken; then archive/zip reads it all.
func only(f io.ReaderAt, size int64, name string) (*zip.Reader, error) {
	tail := make([]byte, min(size, longest))
	_, _ = f.ReadAt(tail, size-int64(len(tail)))
	end := listed(tail[max(0, bytes.LastIndex(tail, []byte(endBegins))):])
	if len(end) < endLength || len(end) != endLength+end.two(endComment) || end.four(endList) > mostNames || end.two(endFiles) > mostFiles ||
		end.four(endListAt)+end.four(endList) != size-int64(len(end)) {
		return nil, nil
	}
	all, n := uint64(0), 0
	var found []byte
	list := bufio.NewReaderSize(io.NewSectionReader(f, end.four(endListAt), end.four(endList)), longest)
	for range end.two(endFiles) {
		e, _ := list.Peek(entryLength)
		if len(e) < entryLength || !bytes.HasPrefix(e, []byte(entryBegins)) {
			return nil, nil
		}
		entry := listed(e)
		length := entryLength + entry.two(entryName) + entry.two(entryExtra) + entry.two(entryComment)
		if e, _ = list.Peek(length); len(e) < length || max(entry.four(entryPacked), entry.four(entrySize), entry.four(entryAt)) == math.MaxUint32 {
			return nil, nil // what is as large stands elsewhere
		}
		called := e[entryLength:][:entry.two(entryName)]
		if all += heldIn(called, uint64(entry.four(entrySize))); all > mostBytes {
			return nil, errBytes
		}
		if mayBe(called, name) && nameOf(string(called)) == name {
			n, found = n+1, append(found, e...)
		}
		_, _ = list.Discard(length)
	}
	if _, err := list.Peek(1); err == nil {
		return nil, nil // there are more than it says
	}
	end = slices.Clone(end[:endLength])
	for at, value := range map[int]int{endHere: n, endFiles: n, endList: len(found), endList + 2: len(found) >> 16, endComment: 0} {
		binary.LittleEndian.PutUint16(end[at:], uint16(value))
	}
	cut := &replaced{f, end.four(endListAt), append(found, end...)}
	return zip.NewReader(cut, cut.from+int64(len(cut.end)))
}

// mayBe reports whether a file of an archive may have the name that nameOf makes. It says no of nearly all that have another.
func mayBe(called []byte, name string) bool {
	for _, c := range called {
		const digits, escaped = "0123456789ABCDEF", len("%82")
		switch {
		case name == "":
			return false
		case c == name[0] || c == '\\' && name[0] == '/':
			name = name[1:]
		case name[0] == '%' && len(name) >= escaped && name[1] == digits[c>>4] && name[2] == digits[c&15]:
			name = name[escaped:]
		default:
			return false
		}
	}
	return name == ""
}

// replaced is a file with another end.
type replaced struct {
	io.ReaderAt
	from int64
	end  []byte
}

// ReadAt implements io.ReaderAt.
func (r *replaced) ReadAt(p []byte, off int64) (n int, err error) {
	if before := min(r.from-off, int64(len(p))); before > 0 {
		if n, err = r.ReaderAt.ReadAt(p[:before], off); err != nil {
			return n, err
		}
	}
	if n < len(p) {
		var more int
		more, err = bytes.NewReader(r.end).ReadAt(p[n:], off+int64(n)-r.from)
		n += more
	}
	return n, err
}
