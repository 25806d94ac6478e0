package archtest

import (
	"go/ast"
	"slices"
	"strings"
)

// speakers are who may hold a talker: the frame, and the one player outside of it.
var speakers = []string{"internal/bot/agent/", "internal/bot/baseline/", "internal/bot/talker/"}

// oneSpeaker: modules read a talker.Self and return what they want to be said. Only who runs the talker holds it and has it say or learn
// anything.
func oneSpeaker(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		speaks := slices.ContainsFunc(speakers, func(dir string) bool { return strings.HasPrefix(f.path, dir) })
		if f.test || speaks {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if n, ok := n.(*ast.SelectorExpr); ok {
				of, named := n.X.(*ast.Ident)
				if named && of.Name == "talker" && (n.Sel.Name == "Player" || n.Sel.Name == "New") {
					problems = append(problems, t.at(n)+": a talker outside of the frame; read talker.Self and return a talker.Intention")
				}
			}
			return true
		})
	}
	return problems
}

func speakerViolations() []violation {
	const one = "one speaker"
	talking := "package plain\nimport \"wolfden/internal/bot/talker\"\n"
	return []violation{
		{"a module holds the talker", "internal/bot/plain/a.go", talking + "type state struct{ p *talker.Player }\n", one, "internal/bot/plain/a.go:3: "},
		{"a module makes one", "internal/bot/plain/a.go", talking + "var p, _ = talker.New(1, \"en\", nil)\n", one, "internal/bot/plain/a.go:3: "},
		{"a module reads", "internal/bot/plain/a.go", talking + "func f(p *talker.Self) talker.Intention { return talker.Reply() }\n", "", ""},
		{"the frame holds it", "internal/bot/agent/a.go", strings.Replace(talking, "plain", "agent", 1) + "type state struct{ p *talker.Player }\n", "", ""},
		{"tests hold it", "internal/bot/plain/a_test.go", talking + "var p *talker.Player\n", "", ""},
	}
}
