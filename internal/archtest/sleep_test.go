package archtest

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"
)

// awake are the test files, or folders of them, that may call time.Sleep outside of virtual time: how often, and why. A busy
// machine, on which all sleeps are longer, fails none of them. What waits for a cause calls waittest.Until.
func awake() map[string]allowance {
	return map[string]allowance{
		"cmd/wolfden/league_test.go":           {2, "a moment drawn by chance, at which a process is killed"},
		"internal/check/rogues_test.go":        {4, "in the virtual time of agents_test.go"},
		"internal/judge/form/browser_test.go":  {1, "a browser is asked again and again"},
		"internal/contest":                     {5, "in the virtual time of bubble_test.go"},
		"internal/server/crowd_test.go":        {1, "players who think, far shorter than they may"},
		"internal/server/resume_test.go":       {1, "a moment drawn by chance, at which a process is killed"},
		"internal/viewer/pages_test.go":        {2, "a game that goes on in steps"},
		"internal/viewer/play_browser_test.go": {6, "a browser is asked again and again; a slow line; a clock that has to go on"},
		"internal/viewer/play_test.go":         {2, "a page is asked again and again, and more seldom when it says so"},
		"internal/viewer/list_test.go":         {1, "waits until a real folder is looked at anew; measures time, behind a flag"},
		"internal/viewer/stream_test.go":       {1, "a game that goes on in steps"},
	}
}

// allowance is how many sleeps there may be.
type allowance struct {
	sleeps int
	why    string
}

// sleeps: a test waits for a cause, or in virtual time. What is slow on a busy machine fails there, and what is not wastes
// everybody's time. A file that imports testing/synctest sleeps in its bubbles.
func sleeps(t *tree, allowed map[string]allowance) []string {
	found := map[string][]string{}
	for _, f := range t.files {
		if !f.test || importsPath(f.ast, "testing/synctest") {
			continue
		}
		key := f.path
		for dir := range allowed {
			if strings.HasPrefix(f.path, dir+"/") {
				key = dir
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isSelector(call.Fun, "time", "Sleep") {
				found[key] = append(found[key], t.at(call))
			}
			return true
		})
	}
	var problems []string
	for _, key := range slices.Sorted(maps.Keys(found)) {
		if n := len(found[key]) - allowed[key].sleeps; n > 0 {
			problems = append(problems, fmt.Sprintf("%s: a test sleeps; wait for a cause (waittest.Until), use testing/synctest, or give a reason in the table", found[key][len(found[key])-1]))
		}
	}
	return problems
}

func importsPath(f *ast.File, path string) bool {
	return slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"`+path+`"` })
}

func isSelector(e ast.Expr, pkg, name string) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != name {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == pkg
}
