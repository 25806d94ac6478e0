package archtest

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strings"
)

const (
	maxFileLines = 500
	maxFuncLines = 60
)

// exempt names the files ("dir/file.go") and functions ("dir/file.go:Name", "dir/file.go:Type.Name") that may be
// longer, each with its reason.
func exempt() map[string]string {
	return map[string]string{}
}

// sizes measures files and functions outside tests; generated files are nobody's to read. An exemption without a
// reason, or that is needed no more, is a problem too.
func sizes(t *tree, exempt map[string]string) []string {
	var problems []string
	needed := map[string]bool{}
	check := func(name string, lines, limit int) {
		needed[name] = lines > limit
		if lines > limit && exempt[name] == "" {
			problems = append(problems, fmt.Sprintf("%s: %d lines, at most %d; split it, or exempt it with a reason", name, lines, limit))
		}
	}
	for _, f := range t.files {
		if f.test || ast.IsGenerated(f.ast) {
			continue
		}
		check(f.path, f.lines, maxFileLines)
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				check(f.path+":"+funcName(fn), t.linesOf(fn), maxFuncLines)
			}
		}
	}
	for name := range exempt {
		if !needed[name] {
			problems = append(problems, fmt.Sprintf("%s: exempt from a limit that it keeps", name))
		}
	}
	slices.Sort(problems)
	return problems
}

func (t *tree) linesOf(n ast.Node) int {
	return t.fset.Position(n.End()).Line - t.fset.Position(n.Pos()).Line + 1
}

// funcName names a function as the exemptions do.
func funcName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	return receiver(f.Recv.List[0].Type) + "." + f.Name.Name
}

func receiver(typ ast.Expr) string {
	switch r := typ.(type) {
	case *ast.StarExpr:
		return receiver(r.X)
	case *ast.IndexExpr:
		return receiver(r.X)
	case *ast.IndexListExpr:
		return receiver(r.X)
	case *ast.Ident:
		return r.Name
	}
	return ""
}

// empty lists names that say nothing about what is inside.
func empty() []string {
	return []string{"common", "helper", "helpers", "manager", "managers", "models", "util", "utils"}
}

func packageNames(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		for _, name := range []string{path.Base(f.dir), f.ast.Name.Name} {
			if slices.Contains(empty(), name) {
				problems = append(problems, fmt.Sprintf("%s: a package named %s; name it after what it holds", f.path, name))
				break
			}
		}
	}
	return problems
}

// noInit: what a package does, it does when called.
func noInit(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				problems = append(problems, fmt.Sprintf("%s: func init runs unasked; let the caller call", t.at(fn)))
			}
		}
	}
	return problems
}

// plainErrors: users read errors, and no packages; where an error comes from is told by what it says.
func plainErrors(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || f.test || len(call.Args) == 0 {
				return true
			}
			made, _ := call.Fun.(*ast.SelectorExpr)
			text, _ := call.Args[0].(*ast.BasicLit)
			if made != nil && text != nil && (made.Sel.Name == "New" || made.Sel.Name == "Errorf") && strings.HasPrefix(text.Value, `"`+f.ast.Name.Name+": ") {
				problems = append(problems, fmt.Sprintf("%s: an error begins with the package %s; leave that out", t.at(call), f.ast.Name.Name))
			}
			return true
		})
	}
	return problems
}
