package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// markName is the file by which a folder is known as a site that Write made: it lists what is Write's in it.
const markName = "wolfden-site.json"

type mark struct {
	About string   `json:"about"`
	Files []string `json:"files"` // by path below the folder, with slashes
}

// ErrTaken is a folder that holds something else than a site.
var ErrTaken = errors.New("is not empty and holds no site that this program made; give a new folder")

// place is where a site is to stand.
type place struct {
	folder string
	before *mark // nil where there is nothing yet
}

// claim looks whether a site may stand in the folder.
func claim(folder string) (*place, error) {
	if target, err := filepath.EvalSymlinks(folder); err == nil {
		folder = target
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return &place{folder: folder}, os.MkdirAll(filepath.Dir(folder), 0o755)
	}
	if err != nil {
		return nil, err
	}
	p := &place{folder, &mark{}}
	if len(files) == 0 {
		return p, nil
	}
	data, err := os.ReadFile(filepath.Join(folder, markName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s %w", folder, ErrTaken)
	}
	if err == nil {
		err = json.Unmarshal(data, p.before)
	}
	if err != nil || !slices.Contains(p.before.Files, markName) {
		return nil, fmt.Errorf("%s %w (its %s is not whole)", folder, ErrTaken, markName)
	}
	return p, nil
}

// draft makes a folder beside the place, to write in.
func (p *place) draft() (string, error) {
	dir, err := os.MkdirTemp(filepath.Dir(p.folder), "."+filepath.Base(p.folder)+"-*")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	return dir, err
}

// put marks what was written in the draft and puts it in its place. A site that stood there gives way first: its own files are removed, and
// what others had laid there is taken over.
func (p *place) put(draft string) (files int, size int64, err error) {
	m := mark{About: "A site that wolfden contest publish made. It replaces and removes these files and no others."}
	err = filepath.WalkDir(draft, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		size += info.Size()
		name, err := filepath.Rel(draft, path)
		m.Files = append(m.Files, filepath.ToSlash(name))
		return err
	})
	if err != nil {
		return 0, 0, err
	}
	m.Files = append(m.Files, markName)
	data, err := json.MarshalIndent(m, "", " ")
	if err == nil {
		err = os.WriteFile(filepath.Join(draft, markName), data, 0o644)
	}
	if err != nil {
		return 0, 0, err
	}
	return len(m.Files), size, p.swap(draft, &m)
}

func (p *place) swap(draft string, now *mark) error {
	if p.before == nil {
		if err := os.Rename(draft, p.folder); err != nil {
			return fmt.Errorf("%s came to be while the site was made, which was removed; if that is a site, the same command replaces it now: %w", p.folder, err)
		}
		return nil
	}
	others, err := p.others()
	if err != nil {
		return err
	}
	for _, name := range others {
		if now.holds(name) {
			return fmt.Errorf("%s was not made by this program, and the site needs its name: move it away", filepath.Join(p.folder, name))
		}
	}
	old := draft + "-before"
	if err := os.Rename(p.folder, old); err != nil {
		return fmt.Errorf("%s cannot give way to the new site, which was removed: %w", p.folder, err)
	}
	if err := os.Rename(draft, p.folder); err != nil {
		return errors.Join(err, os.Rename(old, p.folder))
	}
	for _, name := range others {
		to := filepath.Join(p.folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.Rename(filepath.Join(old, name), to)); err != nil {
			return fmt.Errorf("the new site is in place; what others had laid into the old one is left in %s: %w", old, err)
		}
	}
	return os.RemoveAll(old)
}

// holds reports whether a file is the site's, or a folder has files of it.
func (m *mark) holds(name string) bool {
	name = filepath.ToSlash(name)
	return slices.ContainsFunc(m.Files, func(file string) bool {
		return file == name || strings.HasPrefix(file, name+"/") || strings.HasPrefix(name, file+"/")
	})
}

// others are the files in the place that are not the site's, and the folders without any that are.
func (p *place) others() (names []string, err error) {
	err = filepath.WalkDir(p.folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == p.folder {
			return err
		}
		name, err := filepath.Rel(p.folder, path)
		if err != nil || p.before.holds(name) {
			return err
		}
		names = append(names, name)
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	return names, err
}
