package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/golangci/misspell"
	"github.com/golangci/unconvert"
	"github.com/gordonklaus/ineffassign/pkg/ineffassign"
	"github.com/kisielk/errcheck/errcheck"
	revivelint "github.com/mgechev/revive/lint"
	"github.com/mgechev/revive/rule"
	"github.com/nishanths/exhaustive"
	"github.com/polyfloyd/go-errorlint/errorlint"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/nilness"
	hlint "honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
	"honnef.co/go/tools/unused"
)

// linters are an allow-list: each is here because it finds what reviews miss. Sizes and imports are not here but in internal/archtest, which
// needs no tool; what go vet finds is left to it.
func linters() map[string][]*analysis.Analyzer {
	exhaustiveSwitch := exhaustive.Analyzer
	if err := exhaustiveSwitch.Flags.Set(exhaustive.DefaultSignifiesExhaustiveFlag, "true"); err != nil { // a default says that the rest was thought of
		panic(err)
	}
	return map[string][]*analysis.Analyzer{
		"deprecated":  {{Name: "deprecated", Doc: "what its author asks not to use any more", Run: useOfDeprecated(&sync.Map{})}},
		"errcheck":    {errcheck.Analyzer},       // an error that nobody looked at
		"errorlint":   {errorlint.NewAnalyzer()}, // == and type assertions on errors that may be wrapped
		"exhaustive":  {exhaustiveSwitch},        // a switch over roles or phases that forgot one
		"forbidden":   {{Name: "forbidden", Doc: "calls that belong to the commands only", Run: forbidden}},
		"ineffassign": {ineffassign.Analyzer},
		"misspell":    {{Name: "misspell", Doc: "misspelled English", Run: misspelled}},
		"nilness":     {nilness.Analyzer},
		"noinit":      {{Name: "noinit", Doc: "what a package does, it does when called", Run: inits}},
		"revive":      {{Name: "revive", Doc: "documentation of what is exported, and names", Run: revive}},
		"staticcheck": honnef(staticcheck.Analyzers, simple.Analyzers, stylecheck.Analyzers),
		"unconvert":   {{Name: "unconvert", Doc: "conversions to the type that it is", Run: unconverted}},
		"unused":      {{Name: "unused", Doc: "what nothing uses", Run: unusedObjects, Requires: []*analysis.Analyzer{unused.Analyzer.Analyzer}}},
	}
}

// excluded is what is known and right.
func excluded(f finding) bool {
	command, test := strings.HasPrefix(f.File, "cmd/"), strings.HasSuffix(f.File, "_test.go")
	switch f.Linter {
	case "forbidden":
		return command || test // commands own standard output and the exit code; tests stop where they stand, and examples print
	case "errcheck":
		// A terminal that is gone cannot be told so; the command ends anyway.
		return command && printsTo(f)
	default:
		return false
	}
}

func printsTo(f finding) bool {
	data, err := os.ReadFile(f.File)
	if err != nil {
		return false
	}
	lines := strings.Split(string(data), "\n")
	return f.Line <= len(lines) && strings.Contains(lines[f.Line-1], "fmt.Fprint")
}

// honnef are the checks of staticcheck.dev but the few that ask for what is no habit here or that others do.
func honnef(lists ...[]*hlint.Analyzer) (all []*analysis.Analyzer) {
	off := []string{
		"ST1000",                     // revive asks for comments of packages
		"ST1003",                     // names with underscores, in tests
		"ST1020", "ST1021", "ST1022", // revive asks for the form of comments
		"SA1019", // needs all that is imported from source: deprecated does it from the comments alone
	}
	for _, a := range slices.Concat(lists...) {
		if !slices.Contains(off, a.Analyzer.Name) {
			all = append(all, a.Analyzer)
		}
	}
	return all
}

func unusedObjects(pass *analysis.Pass) (any, error) {
	for _, o := range pass.ResultOf[unused.Analyzer.Analyzer].(unused.Result).Unused {
		file := pass.Fset.File(pass.Files[0].Pos())
		for _, f := range pass.Files {
			if pass.Fset.Position(f.Pos()).Filename == o.Position.Filename {
				file = pass.Fset.File(f.Pos())
			}
		}
		pass.Reportf(file.LineStart(o.Position.Line), "%s %s is unused", o.Kind, o.Name)
	}
	return nil, nil
}

func inits(pass *analysis.Pass) (any, error) {
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				pass.Reportf(fn.Pos(), "no init: what a package does, it does when called")
			}
		}
	}
	return nil, nil
}

// forbidden finds calls by what they mean, so that an import under another name is found as well.
func forbidden(pass *analysis.Pass) (any, error) {
	why := map[string]string{
		"fmt.Print": "write to the io.Writer you were given; standard output belongs to the commands",
		"panic":     "return an error; one broken game must not end the others",
		"os.Exit":   "return an error; main alone ends the program",
		"log":       "return an error, or log through the *slog.Logger you were given",
	}
	why["fmt.Printf"], why["fmt.Println"], why["print"], why["println"] = why["fmt.Print"], why["fmt.Print"], why["fmt.Print"], why["fmt.Print"]
	for id, o := range pass.TypesInfo.Uses {
		name := o.Name()
		switch {
		case o.Pkg() != nil && o.Pkg().Path() == "log":
			name = "log"
		case o.Pkg() != nil:
			name = o.Pkg().Path() + "." + name
		default:
			if _, ok := o.(*types.Builtin); !ok {
				continue
			}
		}
		if text := why[name]; text != "" {
			pass.Reportf(id.Pos(), "%s: %s", name, text)
		}
	}
	return nil, nil
}

func unconverted(pass *analysis.Pass) (any, error) {
	for _, p := range unconvert.Run(pass) {
		for _, f := range pass.Files {
			if file := pass.Fset.File(f.Pos()); file.Name() == p.Filename {
				pass.Reportf(file.LineStart(p.Line), "it has this type already")
			}
		}
	}
	return nil, nil
}

var spelling = sync.OnceValue(misspell.New)

func misspelled(pass *analysis.Pass) (any, error) {
	for _, f := range pass.Files {
		file := pass.Fset.File(f.Pos())
		data, err := pass.ReadFile(file.Name())
		if err != nil {
			return nil, err
		}
		_, diffs := spelling().Replace(string(data))
		for _, d := range diffs {
			pass.Reportf(file.LineStart(d.Line), "%q is %q misspelled", d.Original, d.Corrected)
		}
	}
	return nil, nil
}

func revive(pass *analysis.Pass) (any, error) {
	rules := []revivelint.Rule{
		&rule.ContextAsArgumentRule{}, &rule.ContextKeysType{}, &rule.ErrorNamingRule{}, &rule.ErrorStringsRule{}, &rule.ErrorfRule{},
		&rule.ExportedRule{}, &rule.PackageCommentsRule{}, &rule.ReceiverNamingRule{}, &rule.RedefinesBuiltinIDRule{}, &rule.TimeNamingRule{},
		&rule.UnexportedReturnRule{}, &rule.VarDeclarationsRule{},
	}
	config := revivelint.Config{Rules: revivelint.RulesConfig{}, Confidence: 0.8}
	var files []string
	for _, f := range pass.Files {
		files = append(files, pass.Fset.File(f.Pos()).Name())
	}
	for _, r := range rules {
		config.Rules[r.Name()] = revivelint.RuleConfig{}
		if c, ok := r.(revivelint.ConfigurableRule); ok {
			if err := c.Configure(nil); err != nil {
				return nil, err
			}
		}
	}
	l := revivelint.New(os.ReadFile, 0)
	failures, err := l.Lint([][]string{files}, rules, config)
	if err != nil {
		return nil, err
	}
	for fail := range failures {
		if fail.Confidence < config.Confidence {
			continue
		}
		for _, f := range pass.Files {
			if file := pass.Fset.File(f.Pos()); file.Name() == fail.Position.Start.Filename {
				pass.Reportf(file.LineStart(fail.Position.Start.Line), "%s: %s", fail.RuleName, fail.Failure)
			}
		}
	}
	return nil, nil
}

// goroot is where the source of the standard library is, of which the compiler's output tells positions below $GOROOT.
var goroot = sync.OnceValue(func() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
})

// useOfDeprecated finds uses of what its author asks not to use any more. known keeps, by folder, functions that read the names from the
// comments of its source once: NAME, or TYPE.NAME of methods.
func useOfDeprecated(known *sync.Map) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) { return nil, deprecated(pass, known) }
}

func deprecated(pass *analysis.Pass, known *sync.Map) error {
	for id, o := range pass.TypesInfo.Uses {
		p := o.Pkg()
		if p == nil || p == pass.Pkg || !ast.IsExported(o.Name()) {
			continue
		}
		name := o.Name()
		switch o := o.(type) {
		case *types.Func:
			if recv := o.Signature().Recv(); recv != nil {
				t := recv.Type()
				if ptr, ok := t.(*types.Pointer); ok {
					t = ptr.Elem()
				}
				named, ok := t.(*types.Named)
				if !ok {
					continue
				}
				name = named.Obj().Name() + "." + name
			}
		case *types.Var:
			if o.IsField() {
				continue
			}
		}
		dir := path.Dir(strings.Replace(pass.Fset.Position(o.Pos()).Filename, "$GOROOT", goroot(), 1))
		once, _ := known.LoadOrStore(dir, sync.OnceValue(func() map[string]bool { return deprecatedIn(dir) }))
		if once.(func() map[string]bool)()[name] {
			pass.Reportf(id.Pos(), "%s.%s is deprecated", p.Path(), name)
		}
	}
	return nil
}

func deprecatedIn(dir string) map[string]bool {
	names := map[string]bool{}
	files, err := os.ReadDir(dir)
	if err != nil {
		return names // a standard library without source
	}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path.Join(dir, file.Name()), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil && len(d.Recv.List) > 0 {
					name = receiver(d.Recv.List[0].Type) + "." + name
				}
				names[name] = names[name] || says(d.Doc)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						names[s.Name.Name] = says(d.Doc, s.Doc)
					case *ast.ValueSpec:
						for _, n := range s.Names {
							names[n.Name] = says(d.Doc, s.Doc)
						}
					}
				}
			}
		}
	}
	return names
}

func says(docs ...*ast.CommentGroup) bool {
	return slices.ContainsFunc(docs, func(g *ast.CommentGroup) bool {
		return slices.ContainsFunc(strings.Split(g.Text(), "\n\n"), func(p string) bool { return strings.HasPrefix(p, "Deprecated: ") })
	})
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	default:
		return fmt.Sprintf("%T", e)
	}
}
