package archtest

import (
	"go/ast"
	"slices"
	"strings"
)

// secretKinds are the events that not everybody sees.
var secretKinds = []string{
	"Introduced", "Dealt", "Whispered", "VoteCast", "DivineChosen", "GuardChosen", "AttackCast", "AttackMade", "AttackVotesShown",
	"MediumTold", "SeerTold", "Failed",
}

// oneView: who may see an event is asked of the event (SeenBy) and of nothing else. Only the rules look at an audience
// themselves, and what writes it into a record and reads it there. A function that answers yes or no by a kind of event that
// is secret is taken for a filter, too.
func oneView(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		if f.test || strings.HasPrefix(f.path, "werewolf/") || f.path == "gamelog/encode.go" || f.path == "gamelog/decode.go" {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if kind := judgesKind(n); kind != "" {
					problems = append(problems, t.at(n)+": "+n.Name.Name+" answers by the kind of an event, "+kind+"; ask Event.SeenBy who sees it")
				}
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

// judgesKind is the secret kind of event that a function names which returns a bool and changes nothing, "" for other functions.
func judgesKind(f *ast.FuncDecl) (kind string) {
	results := f.Type.Results
	if f.Body == nil || results == nil || len(results.List) != 1 || len(results.List[0].Names) > 1 {
		return ""
	}
	if answer, ok := results.List[0].Type.(*ast.Ident); !ok || answer.Name != "bool" {
		return ""
	}
	changes := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if of, ok := n.X.(*ast.Ident); ok && of.Name == "werewolf" && slices.Contains(secretKinds, n.Sel.Name) {
				kind = n.Sel.Name
			}
		case *ast.AssignStmt:
			_, field := n.Lhs[0].(*ast.SelectorExpr)
			changes = changes || field
		}
		return true
	})
	if changes {
		return ""
	}
	return kind
}

func viewViolations() []violation {
	const asking = "package p\nimport \"wolfden/werewolf\"\n"
	return []violation{
		{"an audience is read", "internal/transcript/a.go", asking + "func F(e werewolf.Event) bool { return e.Audience == werewolf.Everybody }\n",
			"one view", "internal/transcript/a.go:3: "},
		{"an event is made", "internal/transcript/a.go", asking + "var x = werewolf.Event{Audience: werewolf.Everybody}\n",
			"one view", "internal/transcript/a.go:3: "},
		{"a kind of event is judged", "internal/transcript/a.go",
			asking + "func F(e werewolf.Event) bool { return e.Kind != werewolf.Whispered }\n", "one view", "internal/transcript/a.go:3: "},
		{"a kind of event is counted", "internal/transcript/a.go",
			asking + "func F(e werewolf.Event) (n int) { if e.Kind == werewolf.Whispered { n++ }; return n }\n", "", ""},
		{"a record is read", "gamelog/decode.go", "package gamelog\nimport \"wolfden/werewolf\"\nfunc F(e *werewolf.Event) { e.Audience = 0 }\n", "", ""},
		{"the filter is asked", "internal/transcript/a.go", asking + "func F(e werewolf.Event) bool { return e.SeenBy(0) }\n", "", ""},
	}
}
