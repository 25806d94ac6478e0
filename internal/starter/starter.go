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
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed python/*.py python/*.txt python/*.md go/*.tmpl go/*.md prompt/*.md
var projects embed.FS

// template is the end of the names of files that would be taken for parts of this module.
const template = ".tmpl"

// Kind is what a project is made of.
type Kind string

// The kinds of projects.
const (
	Python Kind = "python"
	Go     Kind = "go"
	Prompt Kind = "prompt"
)

// Project is what is to be written.
type Project struct {
	Kind   Kind
	Source string // of Go: the folder with the source of Wolfden
	// Prompts are the files of a project of prompts, by name.
	Prompts map[string][]byte
}

// ErrOccupied is returned where the folder of a project holds something.
var ErrOccupied = errors.New("there is something in it already; name a new folder")

// Write writes the project into the folder, which it makes, and returns the names of its files.
func (p *Project) Write(dir string) (names []string, err error) {
	files, err := p.files()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("starter: %w", err)
	}
	held, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("starter: %w", err)
	}
	if len(held) > 0 {
		return nil, fmt.Errorf("starter: %s: %w", dir, ErrOccupied)
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.name), f.text, 0o644); err != nil {
			return names, fmt.Errorf("starter: %w", err)
		}
		names = append(names, f.name)
	}
	return names, nil
}

// file is one file of a project.
type file struct {
	name string
	text []byte
}

// files are the files of the project.
func (p *Project) files() (all []file, err error) {
	held, err := fs.ReadDir(projects, string(p.Kind))
	if err != nil {
		return nil, fmt.Errorf("starter: no projects of %q", p.Kind)
	}
	for _, entry := range held {
		text, err := projects.ReadFile(path.Join(string(p.Kind), entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("starter: %w", err)
		}
		all = append(all, file{strings.TrimSuffix(entry.Name(), template), text})
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
