// Package starter writes small projects that play, for people to change.
//
// The law: a project passes wolfden check as it is written, and whoever changes it meets one function, from an observation to an
// answer. Nothing that is there already is written over.
package starter

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed python/*.py python/*.txt python/*.md go/*.tmpl go/*.md java/*.md java/pom.xml java/src prompt/*.md
var projects embed.FS

// template is the end of the names of files that would be taken for parts of this module.
const template = ".tmpl"

// Kind is what a project is made of.
type Kind string

// The kinds of projects.
const (
	Python Kind = "python"
	Go     Kind = "go"
	Java   Kind = "java"
	Prompt Kind = "prompt"
)

// Project is what is to be written.
type Project struct {
	Kind   Kind
	Source fs.FS // of Go: the part of Wolfden's source that it is built with
	// Prompts are the files of a project of prompts, by name.
	Prompts map[string][]byte
}

// ErrOccupied is returned where the folder of a project holds something.
var ErrOccupied = errors.New("there is something in it already; name a new folder")

// Write writes the project into the folder, which it makes, and returns the names of its files, with slashes.
func (p *Project) Write(dir string) (names []string, err error) {
	files, err := p.files()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	held, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	if len(held) > 0 {
		return nil, fmt.Errorf("%s: %w", dir, ErrOccupied)
	}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return names, err
		}
		if err := os.WriteFile(name, f.text, 0o644); err != nil {
			return names, err
		}
		names = append(names, f.name)
	}
	return names, nil
}

// file is one file of a project.
type file struct {
	name string // with slashes, below the folder of the project
	text []byte
}

// files are the files of the project.
func (p *Project) files() (all []file, err error) {
	top := string(p.Kind)
	err = fs.WalkDir(projects, top, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := projects.ReadFile(name)
		all = append(all, file{strings.TrimSuffix(strings.TrimPrefix(name, top+"/"), template), text})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("no projects of %q: %w", p.Kind, err)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Prompts)) {
		all = append(all, file{name, p.Prompts[name]})
	}
	if p.Kind == Go {
		module, err := module(p.Source)
		return append(all, module...), err
	}
	return all, nil
}
