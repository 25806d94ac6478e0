package league

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"wolfden/internal/userfile"
	"wolfden/internal/yamlguard"
)

// File is a plan file that has been read.
type File struct {
	Spec     Spec
	Out      string // folder of the records
	Parallel int    // games at a time, 0 where the file leaves it open
	Listen   string // where remote entries connect, host:port
	Models   Models
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

// maxBytes is far beyond any plan somebody writes.
const maxBytes = 64 << 10

// mostFaults is how many faults of a plan are told; each is looked for in the file, and nobody reads more at once.
const mostFaults = 30

// Load reads a plan file. Cast gives the characters of a language, or says that
// it does not know it. An error names the file and, of every fault, the line.
func Load(path string, cast func(lang string) ([]Character, error)) (*File, error) {
	f, err := userfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("league: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("league: %w", err)
	}
	return parse(path, data, cast)
}

// parse reads the text of a plan file; name stands for it in errors. Records go
// to the folder of that name without its ending, unless the file names another.
func parse(name string, data []byte, cast func(lang string) ([]Character, error)) (*File, error) {
	if len(data) > maxBytes {
		return nil, fmt.Errorf("%s: larger than 64 KiB; plans are smaller, so this is probably another file", name)
	}
	doc, plan, err := decode(data)
	if err != nil {
		return nil, unread(name, doc, err)
	}
	f := &File{Out: plan.Out, Parallel: plan.Parallel, Listen: plan.Listen, Models: plan.Models, RequireModel: plan.Require, Text: data}
	if f.Out == "" {
		f.Out = strings.TrimSuffix(name, filepath.Ext(name))
	}
	faults := plan.spec(&f.Spec)
	if f.Spec.Cast, err = cast(f.Spec.Lang); err != nil {
		faults = append(faults, fault{"$.lang", err.Error()})
	}
	if plan.Parallel < 0 {
		faults = append(faults, fault{"$.parallel", "at least one game at a time"})
	}
	if usd := plan.Models.USD; usd != nil && !(*usd > 0) {
		faults = append(faults, fault{"$.models.run_usd", "write an amount above 0, or nothing for no limit"})
	}
	if !(plan.Require >= 0 && plan.Require <= 1) {
		faults = append(faults, fault{"$.require_model", "write a share above 0 and up to 1, such as 0.95"})
	}
	if len(faults) == 0 {
		faults = f.Spec.faults()
	}
	if len(faults) == 0 {
		return f, nil
	}
	var errs []error
	for _, fault := range faults[:min(len(faults), mostFaults)] {
		errs = append(errs, at(name, lineOf(doc, fault.path), strings.TrimPrefix(fault.path, "$.")+": "+fault.text))
	}
	return nil, errors.Join(errs...)
}

// unread is the error about a file that could not be decoded. All keys that no plan has are told at once: the decoder stops at the
// first, so each that it found is taken out of the document and the rest decoded again.
func unread(name string, doc *ast.File, err error) error {
	byLine := map[int][]error{}
	for range mostFaults {
		line, text := explain(err)
		var key *yaml.UnknownFieldError
		if errors.As(err, &key) {
			if word := meant(doc, key.Token); word != "" {
				text += fmt.Sprintf("; did you mean %q?", word)
			}
		}
		byLine[line] = append(byLine[line], at(name, line, text))
		if doc == nil || key == nil || !takeOut(doc, key.Token) {
			break
		}
		if err = again(doc); err == nil {
			break
		}
	}
	var errs []error
	for _, line := range slices.Sorted(maps.Keys(byLine)) {
		errs = append(errs, byLine[line]...)
	}
	return errors.Join(errs...)
}

// again decodes a document that was decoded before.
func again(doc *ast.File) (err error) {
	defer func() {
		if recover() != nil {
			err = nil // the first fault has been told
		}
	}()
	var plan planFile
	return yaml.NodeToValue(doc.Docs[0].Body, &plan, yaml.Strict())
}

// takeOut removes the key with the token from the document, with its value.
func takeOut(doc *ast.File, key *token.Token) (found bool) {
	for _, node := range ast.Filter(ast.MappingType, doc.Docs[0]) {
		mapping, ok := node.(*ast.MappingNode)
		if !ok {
			continue
		}
		before := len(mapping.Values)
		mapping.Values = slices.DeleteFunc(mapping.Values, func(v *ast.MappingValueNode) bool {
			return key != nil && v.Key.GetToken().Position.Offset == key.Position.Offset
		})
		found = found || len(mapping.Values) < before
	}
	return found
}

func at(name string, line int, text string) error {
	if line == 0 {
		return fmt.Errorf("%s: %s", name, text)
	}
	return fmt.Errorf("%s:%d: %s", name, line, text)
}

// decode takes the YAML apart. Whatever the parser makes of a hostile file is
// an error.
func decode(data []byte) (doc *ast.File, plan planFile, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the YAML parser gave up (%v)", p)
		}
	}()
	if err := yamlguard.Check(data); err != nil {
		return nil, plan, err
	}
	if doc, err = parser.ParseBytes(data, 0); err != nil {
		return nil, plan, err
	}
	if len(doc.Docs) > 1 {
		return nil, plan, errors.New("holds two documents; a file holds one plan, so remove the line ---")
	}
	err = yaml.UnmarshalWithOptions(data, &plan, yaml.Strict())
	if errors.Is(err, io.EOF) {
		err = nil // an empty file: the faults of the spec say what is missing
	}
	return doc, plan, err
}

// placed is an error of the parser about a place in the file.
type placed interface {
	error
	GetToken() *token.Token
	GetMessage() string
}

func explain(err error) (line int, text string) {
	var theirs placed
	if !errors.As(err, &theirs) {
		return 0, err.Error()
	}
	if t := theirs.GetToken(); t != nil && t.Position != nil {
		line, text = t.Position.Line, fmt.Sprintf("%q: ", short(t.Value))
	}
	var unfit *yaml.TypeError
	var large *yaml.OverflowError
	switch message := theirs.GetMessage(); {
	case errors.As(err, &unfit):
		text += "does not fit here; docs/league.md says what does"
	case errors.As(err, &large):
		text += "out of range here; docs/league.md says what fits"
	case strings.Contains(message, "unknown field"):
		text += "no key of a plan, or not in this place; docs/league.md lists them"
	default:
		text += message + "; check indentation, colons and brackets there and on the line before"
	}
	return line, text
}

func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// lineOf is the line of a key, or of what is nearest above it; 0 when there is
// neither.
func lineOf(doc *ast.File, path string) int {
	for path != "$" && path != "" {
		p, err := yaml.PathString(path)
		if err == nil {
			if node, err := p.FilterFile(doc); err == nil && node.GetToken() != nil {
				return node.GetToken().Position.Line
			}
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 0
}
