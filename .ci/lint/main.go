// Command lint finds what reviews miss: errors that nobody looked at, switches that forgot a role, what is unused, misspelled, forbidden
// or undocumented. It reads the module of the folder it is started in and exits with 1 when it found something:
//
//	lint ./...
//
// It is a program of its own, with a go.mod of its own, because a collection of all linters takes minutes to build, and because its
// libraries must not move the versions that Wolfden is built with. The list of linters is in linters.go.
//
// A line ends what a linter says of it with a comment that names the linter and says why:
//
//	defer f.Close() //nolint:errcheck // it was only read
//
// A comment without a reason, for a linter that there is not, or that silences nothing, is a finding itself.
package main

import (
	"cmp"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// finding is what a linter says of a place. File is relative to the folder that lint was started in, with slashes.
type finding struct {
	File         string
	Line, Column int
	Linter, Text string
}

func main() {
	found, err := lint(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "lint:", err)
		os.Exit(2)
	}
	for _, f := range found {
		fmt.Printf("%s:%d:%d: %s (%s)\n", f.File, f.Line, f.Column, f.Text, f.Linter)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

func lint(patterns []string) ([]finding, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	pkgs, err := load(patterns)
	if err != nil {
		return nil, err
	}
	all := linters()
	var analyzers []*analysis.Analyzer
	names := map[*analysis.Analyzer]string{}
	for name, as := range all {
		for _, a := range as {
			names[a] = name
			analyzers = append(analyzers, a)
		}
	}
	graph, err := checker.Analyze(analyzers, pkgs, nil)
	if err != nil {
		return nil, err
	}
	var found []finding
	for act := range graph.All() {
		if act.Err != nil {
			return nil, fmt.Errorf("%s: %s: %w", act.Package.ID, act.Analyzer.Name, act.Err)
		}
		for _, d := range act.Diagnostics {
			if name := names[act.Analyzer]; act.IsRoot && name != "" {
				found = append(found, at(act.Package.Fset, here, d.Pos, name, d.Message))
			}
		}
	}
	found = slices.DeleteFunc(found, excluded)
	for _, p := range pkgs {
		found = silence(found, notes(p, here), all)
	}
	slices.SortFunc(found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column, cmp.Compare(a.Linter, b.Linter), cmp.Compare(a.Text, b.Text))
	})
	return slices.Compact(found), nil
}

// load reads packages with their tests from source and everything that they import from what the compiler left. A package that has tests
// is read once, with them: what is used in a test is used.
func load(patterns []string) ([]*packages.Package, error) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule | packages.NeedForTest, Tests: true}, patterns...)
	if err != nil {
		return nil, err
	}
	if packages.PrintErrors(pkgs) > 0 {
		return nil, fmt.Errorf("%s: not everything can be read", strings.Join(patterns, " "))
	}
	tested := map[string]bool{}
	for _, p := range pkgs {
		if p.ForTest == p.PkgPath {
			tested[p.PkgPath] = true
		}
	}
	pkgs = slices.DeleteFunc(pkgs, func(p *packages.Package) bool {
		return strings.HasSuffix(p.PkgPath, ".test") || p.ForTest == "" && tested[p.PkgPath]
	})
	for _, p := range pkgs {
		p.Imports = nil // linters look at one package at a time
	}
	return pkgs, nil
}

func at(fset *token.FileSet, here string, pos token.Pos, linter, text string) finding {
	p := fset.Position(pos)
	if rel, err := filepath.Rel(here, p.Filename); err == nil {
		p.Filename = filepath.ToSlash(rel)
	}
	return finding{p.Filename, p.Line, p.Column, linter, text}
}

// note is a comment that silences linters on its line.
type note struct {
	at      finding
	linters []string
	reason  string
}

func notes(p *packages.Package, here string) (all []note) {
	for _, f := range p.Syntax {
		for _, g := range f.Comments {
			for _, c := range g.List {
				text, ok := strings.CutPrefix(c.Text, "//nolint")
				if !ok {
					continue
				}
				list, reason, _ := strings.Cut(text, "//")
				list = strings.TrimSpace(strings.TrimPrefix(list, ":"))
				n := note{at: at(p.Fset, here, c.Pos(), "nolint", ""), reason: strings.TrimSpace(reason)}
				n.linters = strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
				all = append(all, n)
			}
		}
	}
	return all
}

// silence takes out what notes silence, and adds what is wrong with the notes.
func silence(found []finding, notes []note, known map[string][]*analysis.Analyzer) []finding {
	for _, n := range notes {
		wrong := func(text string) {
			n.at.Text = text
			found = append(found, n.at)
		}
		if n.reason == "" || len(n.linters) == 0 {
			wrong("write //nolint:LINTER // why")
		}
		for _, l := range n.linters {
			before := len(found)
			found = slices.DeleteFunc(found, func(f finding) bool { return f.File == n.at.File && f.Line == n.at.Line && f.Linter == l })
			switch {
			case known[l] == nil:
				wrong("there is no linter " + l)
			case len(found) == before:
				wrong(l + " has nothing to say of this line")
			}
		}
	}
	return found
}
