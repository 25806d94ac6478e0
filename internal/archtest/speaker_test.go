package archtest

import (
	"go/ast"
	"slices"
	"strings"
)

// speakers are who may hold a talker: the frame, and the one player outside of it.
var speakers = []string{"internal/bot/agent/", "internal/bot/baseline/", "internal/bot/talker/"}

// oneSpeaker: modules read a talker.Self and return what they want to be said. Only who runs the talker holds it and has it say or learn
// anything. Who reads keeps neither the Self nor the agent.Table that it is given, and has no way to put another in its place.
func oneSpeaker(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		speaks := slices.ContainsFunc(speakers, func(dir string) bool { return strings.HasPrefix(f.path, dir) })
		if f.test || speaks {
			continue
		}
		for _, spec := range f.ast.Imports {
			if spec.Name != nil && strings.HasSuffix(imported(spec), "internal/bot/talker") {
				problems = append(problems, t.at(spec)+": package talker by another name")
			}
		}
		read := map[ast.Expr]bool{} // through a pointer
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.StarExpr:
				read[n.X] = true
			case *ast.StructType:
				problems = append(problems, t.keeps(n)...)
			case *ast.SelectorExpr:
				switch of := selected(n); {
				case of == "talker.Player" || of == "talker.New":
					problems = append(problems, t.at(n)+": a talker outside of the frame; read talker.Self and return a talker.Intention")
				case of == "talker.Self" && !read[n]:
					problems = append(problems, t.at(n)+": a talker.Self that was not given; read the one of the agent.Table")
				}
			}
			return true
		})
	}
	return problems
}

// keeps returns the fields of a struct that hold what is valid only until a module returns.
func (t *tree) keeps(s *ast.StructType) (problems []string) {
	for _, field := range s.Fields.List {
		if pointer, is := field.Type.(*ast.StarExpr); is {
			if of := selected(pointer.X); of == "talker.Self" || of == "agent.Table" {
				problems = append(problems, t.at(field)+": a "+of+" that is kept; it is valid until the module returns")
			}
		}
	}
	return problems
}

// selected is "package.Name" of an expression of that form, "" of another.
func selected(e ast.Expr) string {
	if n, ok := e.(*ast.SelectorExpr); ok {
		if of, named := n.X.(*ast.Ident); named {
			return of.Name + "." + n.Sel.Name
		}
	}
	return ""
}

func speakerViolations() []violation {
	const one = "one speaker"
	talking := "package plain\nimport \"wolfden/internal/bot/talker\"\n"
	return []violation{
		{"a module holds the talker", "internal/bot/plain/a.go", talking + "type state struct{ p *talker.Player }\n", one, "internal/bot/plain/a.go:3: "},
		{"a module makes one", "internal/bot/plain/a.go", talking + "var p, _ = talker.New(1, \"en\", nil)\n", one, "internal/bot/plain/a.go:3: "},
		{"a module makes one by another name", "internal/bot/plain/a.go", strings.Replace(talking, "\"", "t \"", 1) + "var p, _ = t.New(1, \"en\", nil)\n", one, "internal/bot/plain/a.go:2: "},
		{"a module makes one by no name", "internal/bot/plain/a.go", strings.Replace(talking, "\"", ". \"", 1) + "var p, _ = New(1, \"en\", nil)\n", one, "internal/bot/plain/a.go:2: "},
		{"a module wipes it out", "internal/bot/plain/a.go", talking + "func f(p *talker.Self) { *p = talker.Self{} }\n", one, "internal/bot/plain/a.go:3: "},
		{"a module keeps what it reads", "internal/bot/plain/a.go", talking + "type state struct{ p *talker.Self }\n", one, "internal/bot/plain/a.go:3: "},
		{"a module keeps the table", "internal/bot/plain/a.go", "package plain\nimport \"wolfden/internal/bot/agent\"\ntype state struct{ t *agent.Table }\n", one, "internal/bot/plain/a.go:3: "},
		{"a module reads", "internal/bot/plain/a.go", talking + "func f(p *talker.Self) talker.Intention { return talker.Reply() }\n", "", ""},
		{"the frame holds it", "internal/bot/agent/a.go", strings.Replace(talking, "plain", "agent", 1) + "type state struct{ p *talker.Player }\n", "", ""},
		{"tests hold it", "internal/bot/plain/a_test.go", talking + "var p *talker.Player\n", "", ""},
	}
}
