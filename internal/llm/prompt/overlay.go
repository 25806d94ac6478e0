package prompt

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/internal/plaintext"
)

// Overlay is a folder of files that stand in for the program's own of the same path. It was read once and never
// changes. A nil Overlay is empty.
type Overlay struct {
	dir   string
	files map[string]string
}

const (
	mostBytes = 256 << 10 // of a file
	mostFiles = 1000
)

// Page is the file of an exported folder that explains the others.
const Page = "README.md"

// Open reads a folder. Every file must have the path of one that the program has, known; hidden files and the page that
// explains the others are passed over.
func Open(dir string, known []string) (*Overlay, error) {
	o := &Overlay{dir: dir, files: map[string]string{}}
	root, err := os.OpenRoot(filepath.Clean(dir) + string(filepath.Separator)) // a pipe would be waited for
	if err != nil {
		return nil, fmt.Errorf("prompts: %w", err)
	}
	defer root.Close() //nolint:errcheck // it was only read
	var faults []error
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(path.Base(name), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir() || name == Page:
			return nil
		case !slices.Contains(known, name):
			faults = append(faults, fmt.Errorf("%s is no prompt of the program%s", o.Name(name), Meant(name, known)))
			return nil
		case !isFile(root.FS(), name):
			faults = append(faults, fmt.Errorf("%s is no file", o.Name(name)))
			return nil
		case len(o.files) == mostFiles:
			return fmt.Errorf("more than %d files", mostFiles)
		}
		o.files[name], err = readFile(root.FS(), name)
		return err
	})
	if err = errors.Join(append(faults, err)...); err != nil {
		return nil, fmt.Errorf("prompts: %w", err)
	}
	if len(o.files) == 0 {
		return nil, fmt.Errorf("prompts: %s holds none; write some with: wolfden prompts export %s", dir, dir)
	}
	return o, nil
}

// Of is an overlay of files that were read elsewhere, by path, see Files. From then on they are the overlay's. Errors call its folder name.
func Of(name string, files map[string]string) *Overlay { return &Overlay{dir: name, files: files} }

// Files are the texts of the overlay, by path. They must not be changed.
func (o *Overlay) Files() map[string]string { return o.files }

// isFile reports whether a name leads to a file, and not to a pipe, which would be waited for.
func isFile(in fs.FS, name string) bool {
	info, err := fs.Stat(in, name)
	return err == nil && info.Mode().IsRegular()
}

func readFile(from fs.FS, name string) (string, error) {
	f, err := from.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close() //nolint:errcheck // it was only read
	text, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err == nil && len(text) > mostBytes {
		err = fmt.Errorf("larger than %d KiB", mostBytes>>10)
	}
	if err == nil {
		text, err = plaintext.UTF8(text)
	}
	if err == nil && !utf8.Valid(text) {
		err = fmt.Errorf("bytes in it are no UTF-8: %w", plaintext.ErrEncoding)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(text), nil
}

// Read returns a text and the name that errors should call it: of the overlay, where it has the file in the folder of
// that name, else the program's own.
func (o *Overlay) Read(own fs.FS, folder, name string) (text, called string, err error) {
	if laid := path.Join(folder, name); o.Has(laid) {
		return o.files[laid], o.Name(laid), nil
	}
	data, err := fs.ReadFile(own, name)
	return string(data), name, err
}

// Names lists the files of the overlay.
func (o *Overlay) Names() []string {
	if o == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(o.files))
}

// Has reports whether the overlay holds the file.
func (o *Overlay) Has(name string) bool {
	if o == nil {
		return false
	}
	_, found := o.files[name]
	return found
}

// Hash tells overlays apart that hold other texts; "" is that of no overlay.
func (o *Overlay) Hash() string {
	if o == nil {
		return ""
	}
	h := sha256.New()
	for _, name := range o.Names() {
		h.Write(fmt.Appendf(nil, "%q %q\n", name, o.files[name]))
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// Name is where a file of the overlay was read from.
func (o *Overlay) Name(name string) string {
	return filepath.ToSlash(filepath.Join(o.dir, filepath.FromSlash(name)))
}

// Files lists the files of a tree.
func Files(tree fs.FS) (names []string, err error) {
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	return names, err
}
