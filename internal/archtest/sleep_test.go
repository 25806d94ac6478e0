package archtest

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"
)

// awake are the test files, or folders of them, that may call time.Sleep outside of virtual time: how often, and why.
func awake() map[string]allowance {
	const browser, process, network = "waits for a browser", "waits for another process", "waits for a real connection"
	return map[string]allowance{
		"cmd/wolfden/check_test.go":            {2, process},
		"cmd/wolfden/invent_test.go":           {1, network},
		"cmd/wolfden/league_test.go":           {2, process},
		"cmd/wolfden/serve_test.go":            {2, process},
		"cmd/wolfden/view_test.go":             {1, network},
		"cmd/wolfden/web_test.go":              {1, network},
		"internal/check/rogues_test.go":        {4, "in the virtual time of agents_test.go"},
		"internal/judge/form/browser_test.go":  {2, browser},
		"internal/judge/form/chromium_test.go": {1, browser},
		"internal/league/lobby/lobby_test.go":  {1, network},
		"internal/contest":                     {5, "in the virtual time of bubble_test.go"},
		"internal/server":                      {5, process},
		"internal/viewer/browser_test.go":      {1, browser},
		"internal/viewer/pages_test.go":        {2, browser},
		"internal/viewer/play_browser_test.go": {6, browser},
		"internal/viewer/play_test.go":         {2, network},
		"internal/viewer/list_test.go":         {1, "waits until a real folder is looked at anew; measures time, behind a flag"},
		"internal/viewer/stream_test.go":       {3, network},
		"internal/viewer/sure_test.go":         {1, network},
		"wire/client_test.go":                  {2, network},
	}
}

// allowance is how many sleeps there may be.
type allowance struct {
	sleeps int
	why    string
}

// sleeps: a test waits for a signal, or in virtual time. What is slow on a busy machine fails there, and what is not wastes
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
			problems = append(problems, fmt.Sprintf("%s: a test sleeps; wait for a signal, use testing/synctest, or give a reason in the table", found[key][len(found[key])-1]))
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
