package archtest

import (
	"go/ast"
	"strings"
)

// oneView: who may see an event is asked of the event (SeenBy) and of nothing else. Only the rules look at an audience
// themselves, and what writes it into a record and reads it there.
func oneView(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		if f.test || strings.HasPrefix(f.path, "werewolf/") || f.path == "gamelog/encode.go" || f.path == "gamelog/decode.go" {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if n.Sel.Name == "Audience" {
					problems = append(problems, t.at(n)+": a second filter by audience; ask Event.SeenBy, View or Entry.SeenBy")
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Audience" {
					problems = append(problems, t.at(n)+": an event made outside of the rules; only they say who may see one")
				}
			}
			return true
		})
	}
	return problems
}

func viewViolations() []violation {
	const asking = "package p\nimport \"wolfden/werewolf\"\n"
	return []violation{
		{"an audience is read", "internal/transcript/a.go", asking + "func F(e werewolf.Event) bool { return e.Audience == werewolf.Everybody }\n",
			"one view", "internal/transcript/a.go:3: "},
		{"an event is made", "internal/transcript/a.go", asking + "var x = werewolf.Event{Audience: werewolf.Everybody}\n",
			"one view", "internal/transcript/a.go:3: "},
		{"a record is read", "gamelog/decode.go", "package gamelog\nimport \"wolfden/werewolf\"\nfunc F(e *werewolf.Event) { e.Audience = 0 }\n", "", ""},
		{"the filter is asked", "internal/transcript/a.go", asking + "func F(e werewolf.Event) bool { return e.SeenBy(0) }\n", "", ""},
	}
}
