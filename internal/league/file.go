package league

import (
	"path/filepath"
	"strings"

	"wolfden/internal/settings"
	"wolfden/internal/userfile"
)

// File is a plan file that has been read.
type File struct {
	Spec     Spec
	Out      string `yaml:"out"` // folder of the records; "" where the file names none and its name has no ending to be left out
	Parallel int    // games at a time, 0 where the file leaves it open
	Listen   string `yaml:"listen"` // where remote entries connect, host:port
	Models   Models `yaml:"models"`
	// RequireModel is the least share of what an entry asked that its model has to answer; 0 requires nothing.
	RequireModel float64
	Text         []byte // of the file
}

// Models is what holds for the language models of all entries together. The
// zero Models keeps nothing and limits nothing.
type Models struct {
	Cache string   `yaml:"cache"`   // folder of answers to use again
	USD   *float64 `yaml:"run_usd"` // most that a run may cost for each model; nil is no limit
}

// Load reads a plan file. Cast gives the characters of a language, or says that
// it does not know it. An error names the file and, of every fault, the line.
func Load(path string, cast func(lang string) ([]Character, error)) (*File, error) {
	data, err := userfile.Read(path, userfile.Most)
	if err != nil {
		return nil, err
	}
	return parse(path, data, cast)
}

// parse reads the text of a plan file; name stands for it in errors. Records go
// to the folder of that name without its ending, unless the file names another, or the name has none.
func parse(name string, data []byte, cast func(lang string) ([]Character, error)) (*File, error) {
	f := &File{Text: data}
	r, root := settings.Read(name, data)
	if root != nil {
		(&planFile{File: f}).read(r, root)
	}
	if ext := filepath.Ext(name); f.Out == "" && ext != "" {
		f.Out = strings.TrimSuffix(name, ext)
	}
	var err error
	if f.Spec.Cast, err = cast(f.Spec.Lang); err != nil {
		r.FaultAt("", "lang", "%v", err)
	}
	if r.Err("") == nil {
		for _, fault := range f.Spec.faults() {
			r.FaultAt("", fault.path, "%s", fault.text)
		}
	}
	if err := r.Err(""); err != nil {
		return nil, err
	}
	return f, nil
}
