package archtest

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// tree is the source of one module.
type tree struct {
	module string
	fset   *token.FileSet
	files  []file
}

// file is one parsed source file.
type file struct {
	path  string // slash-separated, from the root of the module
	dir   string // the package within the module, "." at the root
	test  bool   // a _test.go file
	lines int
	ast   *ast.File
}

// readTree parses every Go file below the root of fsys, which must hold the go.mod.
func readTree(fsys fs.FS) (*tree, error) {
	module, err := modulePath(fsys)
	if err != nil {
		return nil, err
	}
	t := &tree{module: module, fset: token.NewFileSet()}
	err = fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && outside(fsys, name):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		return t.add(fsys, name)
	})
	return t, err
}

func (t *tree) add(fsys fs.FS, name string) error {
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	syntax, err := parser.ParseFile(t.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	t.files = append(t.files, file{
		path:  name,
		dir:   path.Dir(name),
		test:  strings.HasSuffix(name, "_test.go"),
		lines: strings.Count(string(text), "\n"),
		ast:   syntax,
	})
	return nil
}

// outside reports whether the go command takes a folder for no part of the module.
func outside(fsys fs.FS, dir string) bool {
	if dir == "." {
		return false
	}
	base := path.Base(dir)
	if base == "testdata" || base == "vendor" || base == "node_modules" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return true
	}
	_, err := fs.Stat(fsys, path.Join(dir, "go.mod"))
	return err == nil
}

func modulePath(fsys fs.FS) (string, error) {
	text, err := fs.ReadFile(fsys, "go.mod")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if name, found := strings.CutPrefix(strings.TrimSpace(line), "module "); found {
			return strings.TrimSpace(name), nil
		}
	}
	return "", errors.New("go.mod has no module line")
}

// moduleRoot walks up from the working directory to the folder of the go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod in the working directory or above")
		}
		dir = parent
	}
}

// dirs lists the packages of the tree.
func (t *tree) dirs() []string {
	var dirs []string
	for _, f := range t.files {
		if !slices.Contains(dirs, f.dir) {
			dirs = append(dirs, f.dir)
		}
	}
	return dirs
}

// at is the place of a node as compilers write it.
func (t *tree) at(n ast.Node) string {
	p := t.fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// ours cuts an import path of this module down to the package within it.
func (t *tree) ours(importPath string) (dir string, ok bool) {
	if importPath == t.module {
		return ".", true
	}
	return strings.CutPrefix(importPath, t.module+"/")
}

// standard reports whether an import path is of the standard library, whose first elements have no dot. cgo's "C" is not.
func (t *tree) standard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	_, ours := t.ours(importPath)
	return !ours && importPath != "C" && !strings.Contains(first, ".")
}

// imported is the path of an import; the parser has already made sure that it is a string.
func imported(spec *ast.ImportSpec) string {
	name, _ := strconv.Unquote(spec.Path.Value)
	return name
}

// within reports whether a package is another or lies below it.
func within(dir, parent string) bool {
	return dir == parent || strings.HasPrefix(dir, parent+"/")
}
