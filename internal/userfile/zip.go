package userfile

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a zip archive may hold at most. Each file is found in the list of all, so that many more would take long; a contest of a thousand games
// is a third of that.
const (
	mostNames = 8 << 20 // bytes of its list of files
	mostFiles = 10_000
	mostBytes = 4 << 30 // unpacked, of all files
	// mostPacked is what a file that is packed by itself counts as.
	mostPacked = 16 << 20
)

const archiveEnding = ".zip"

// IsArchive reports whether a file is a zip archive by its name.
func IsArchive(name string) bool { return strings.EqualFold(filepath.Ext(name), archiveEnding) }

// inArchive cuts a path where it leads into a zip archive. The name is "" where it does not.
func inArchive(file string) (archive, name string) {
	for i := range file {
		if !os.IsPathSeparator(file[i]) || !IsArchive(file[:i]) {
			continue
		}
		if info, err := os.Stat(file[:i]); err == nil && info.Mode().IsRegular() {
			return file[:i], filepath.ToSlash(file[i+1:])
		}
	}
	return file, ""
}

// InArchive reports whether a path leads into a zip archive.
func InArchive(path string) bool {
	_, name := inArchive(path)
	return name != ""
}

// Lies is the file that a path leads to, or the zip archive that it leads into.
func Lies(path string) string {
	file, _ := inArchive(path)
	return file
}

// Walk passes the path of every file below a folder to take, in the order of names, as Load reads it: those in zip archives, too, as if an
// archive were a folder. An archive whose files cannot be listed is passed itself, and what is no file but a link, too; Load tells why.
// Pipes and devices are passed over. Where root is a file, it is that, or what is in it. What cannot be looked at is passed with an
// error; an error of take ends the walk.
func Walk(root string, take func(path string, err error) error) error {
	return filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return take(file, err)
		case d.IsDir() || file != root && !d.Type().IsRegular() && d.Type()&fs.ModeSymlink == 0:
			return nil
		}
		var names []string
		if IsArchive(file) {
			names, err = namesIn(file)
		}
		if err != nil || !IsArchive(file) {
			return take(file, nil)
		}
		for _, name := range names {
			if err := take(file+string(filepath.Separator)+filepath.FromSlash(name), nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// zipFile is an archive that is open.
type zipFile struct {
	file *os.File
	*zip.Reader
}

// Close closes the archive.
func (z *zipFile) Close() error { return z.file.Close() }

// bounded reads no more than so many bytes of a file.
type bounded struct {
	io.ReaderAt
	left int64
}

var errNames = fmt.Errorf("its list of files is longer than that of any archive of games (%d MiB)", mostNames>>20)

// ReadAt implements io.ReaderAt.
func (b *bounded) ReadAt(p []byte, off int64) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errNames
	}
	return b.ReaderAt.ReadAt(p, off)
}

// openZip opens an archive, without reading more than its list of files: with those of the name in it, or with "" all.
func openZip(path, name string) (*zipFile, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	z := &zipFile{file: f}
	info, err := f.Stat()
	if err == nil && name != "" {
		z.Reader, err = only(f, info.Size(), name)
	}
	if err == nil && z.Reader == nil {
		in := &bounded{f, mostNames}
		z.Reader, err = zip.NewReader(in, info.Size())
		in.left = math.MaxInt64
	}
	if err == nil || errors.Is(err, zip.ErrInsecurePath) {
		err = z.bounds()
	}
	if err != nil {
		_ = f.Close()
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return z, nil
}

func (z *zipFile) bounds() error {
	if len(z.File) > mostFiles {
		return fmt.Errorf("%d files in it; %d can be read: unpack it", len(z.File), mostFiles)
	}
	all := uint64(0)
	for _, f := range z.File {
		if all += heldIn([]byte(f.Name), f.UncompressedSize64); all > mostBytes {
			return errBytes
		}
	}
	return nil
}

var errBytes = fmt.Errorf("it unpacks to more than %d GiB, which no archive of games does", mostBytes>>30)

// heldIn is what a file counts as, of those that an archive may hold.
func heldIn(name []byte, size uint64) uint64 {
	size = min(size, mostBytes+1)
	if bytes.HasSuffix(name, []byte(".gz")) {
		size += mostPacked // it is packed once more, and may hold so much
	}
	return size
}

// nameOf is the name of a file as it is called in an archive: with slashes, and bytes that are no text, or that could drive a terminal, as %82. A
// backslash behind such a byte is half of a character of Shift_JIS.
func nameOf(name string) string {
	var b strings.Builder
	for name != "" {
		r, size := utf8.DecodeRuneInString(name)
		broken := r == utf8.RuneError && size == 1
		if broken && strings.HasPrefix(name[1:], `\`) {
			size = 2
		}
		switch {
		case broken || unicode.In(r, unicode.Cc, unicode.Cf):
			for _, c := range []byte(name[:size]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		case r == '\\':
			b.WriteByte('/')
		default:
			b.WriteString(name[:size])
		}
		name = name[size:]
	}
	return b.String()
}

// namesIn lists the files in an archive, each once. What a Mac puts beside them is none.
func namesIn(archive string) ([]string, error) {
	z, err := openZip(archive, "")
	if err != nil {
		return nil, err
	}
	defer func() { _ = z.Close() }()
	var names []string
	for _, f := range z.File {
		name := nameOf(f.Name)
		if !strings.HasSuffix(name, "/") && !strings.HasPrefix(name, "__MACOSX/") && !strings.HasPrefix(path.Base(name), "._") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// openIn opens a file of an archive. Both are closed by closing it.
func openIn(archive, name string) (io.ReadCloser, int64, error) {
	z, err := openZip(archive, name)
	if err != nil {
		return nil, 0, err
	}
	f, err := z.find(name)
	var in io.ReadCloser
	if err == nil {
		in, err = f.Open()
	}
	if err != nil {
		_ = z.Close()
		return nil, 0, &fs.PathError{Op: "open", Path: filepath.Join(archive, filepath.FromSlash(name)), Err: err}
	}
	size := int64(min(f.UncompressedSize64, mostBytes))
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(in, size+1), z}, size, nil
}

// archiveFault says why an archive cannot be read as one file, nil where it is none whatever its name.
func archiveFault(path string) error {
	switch z, err := openZip(path, ""); {
	case errors.Is(err, zip.ErrFormat):
		return nil
	case err != nil:
		return err
	default:
		return errors.Join(&fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("an archive with %d files; name one as if it were a folder", len(z.File))}, z.Close())
	}
}

// find is the one file of the name, if it can be read.
func (z *zipFile) find(name string) (found *zip.File, err error) {
	for _, f := range z.File {
		switch {
		case nameOf(f.Name) != name:
		case found != nil:
			return nil, errors.New("two files of the archive have this name")
		default:
			found = f
		}
	}
	switch {
	case found == nil:
		return nil, fs.ErrNotExist
	case !fs.ValidPath(name) || !filepath.IsLocal(name):
		return nil, errors.New("its name leads out of the archive")
	case !found.Mode().IsRegular():
		return nil, errors.New("it is no file, but a link or a folder")
	case found.Flags&1 != 0:
		return nil, fmt.Errorf("it is encrypted: %w", ErrPacked)
	}
	return found, nil
}
