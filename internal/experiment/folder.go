package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"wolfden/internal/filelock"
)

// Folder is where an experiment keeps what it has, so that one that was broken off goes on. One that only names its Dir is read.
type Folder struct {
	Dir string

	close func() error
}

// FolderFile is the file of a folder that says of what experiment it is.
const FolderFile = "experiment.json"

// ErrOther is wrapped where a folder is that of another experiment.
var ErrOther = errors.New("give the same flags to go on with it, name another folder, or delete this one")

// OpenFolder makes the folder of an experiment, or takes up the one that was left; one process has it at a time. what is all that its results
// depend on: a folder of another experiment is refused. Without a name it is a folder that is gone when it is closed.
func OpenFolder(dir string, what any) (*Folder, error) {
	if dir == "" {
		dir, err := os.MkdirTemp("", "wolfden-lab-")
		return &Folder{dir, func() error { return os.RemoveAll(dir) }}, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir}
	lock, err := os.OpenFile(f.path("experiment.lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	unlock, err := filelock.Lock(lock)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("another process uses %s: %w", dir, err), lock.Close())
	}
	f.close = func() error { return errors.Join(unlock(), lock.Close()) }
	text, begun, err := f.of(what)
	if err == nil && !begun {
		err = f.replace(FolderFile, append(text, '\n'))
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Check fails, with ErrOther, where the folder is that of another experiment, and says in what they differ.
func (f *Folder) Check(what any) error {
	_, _, err := f.of(what)
	return err
}

// of returns what the folder of an experiment says, and whether this one does.
func (f *Folder) of(what any) (text []byte, begun bool, err error) {
	if text, err = json.MarshalIndent(what, "", " "); err != nil {
		return nil, false, err
	}
	before, err := os.ReadFile(f.path(FolderFile))
	if errors.Is(err, fs.ErrNotExist) {
		return text, false, nil
	}
	if err != nil || bytes.Equal(bytes.TrimSpace(before), text) {
		return text, true, err
	}
	var was, is, all map[string]any
	differ := ""
	if json.Unmarshal(before, &was) == nil && json.Unmarshal(before, &all) == nil && json.Unmarshal(text, &is) == nil {
		maps.Copy(all, is)
		maps.DeleteFunc(all, func(key string, _ any) bool { return reflect.DeepEqual(was[key], is[key]) })
		differ = " (not the same: " + strings.Join(slices.Sorted(maps.Keys(all)), ", ") + ")"
	}
	return nil, false, fmt.Errorf("%s holds another experiment, as %s in it says%s: %w", f.Dir, FolderFile, differ, ErrOther)
}

// Close leaves the folder to others.
func (f *Folder) Close() error { return f.close() }

func (f *Folder) path(name string) string { return filepath.Join(f.Dir, name) }

// Read reads a value that was kept under a name; it reports false where there is none.
func (f *Folder) Read(name string, to any) (bool, error) {
	text, err := os.ReadFile(f.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		if err = json.Unmarshal(text, to); err != nil {
			err = fmt.Errorf("%s is not what was kept there: %w; remove it, and it is made again", f.path(name), err)
		}
	}
	return err == nil, err
}

// Keep keeps a value under a name: the whole of it or nothing.
func (f *Folder) Keep(name string, value any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(value); err != nil {
		return err
	}
	return f.replace(name, text.Bytes())
}

// replace writes a file under another name first.
func (f *Folder) replace(name string, text []byte) error {
	part := f.path(name) + ".part"
	if err := os.WriteFile(part, text, 0o644); err != nil {
		return err
	}
	return os.Rename(part, f.path(name))
}

// In has results kept in a folder and taken from there, each in a file whose name has its number.
func In[R any](f *Folder, name string) (kept func(int) (*R, error), keep func(int, *R) error) {
	kept = func(i int) (*R, error) {
		r := new(R)
		if there, err := f.Read(fmt.Sprintf(name, i), r); !there {
			return nil, err
		}
		return r, nil
	}
	return kept, func(i int, r *R) error { return f.Keep(fmt.Sprintf(name, i), r) }
}
