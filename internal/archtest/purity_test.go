package archtest

import (
	"fmt"
	"go/ast"
	"slices"
)

// pure is the package that must be a function of its inputs: same seed, rules and answers, same game.
const pure = "werewolf"

// impure lists what would let the world into the pure package, each with those below it.
func impure() []string {
	return []string{"context", "crypto/rand", "hash/maphash", "io", "log", "math/rand", "net", "os", "sync", "time"}
}

const seededRand = "math/rand/v2"

// seeded lists what the pure package may use of math/rand/v2: types and what makes a generator from a seed. The rest
// are functions on a generator that the whole process shares.
func seeded() []string {
	return []string{"ChaCha8", "New", "NewPCG", "PCG", "Rand", "Source", "Zipf"}
}

// pureImports does not bind tests, which may read files and clocks.
func pureImports(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		if f.test || !within(f.dir, pure) {
			continue
		}
		for _, spec := range f.ast.Imports {
			name := imported(spec)
			bad := slices.ContainsFunc(impure(), func(p string) bool { return within(name, p) })
			if bad && name != seededRand {
				problems = append(problems, fmt.Sprintf("%s: %s may not import %s: no clock, no I/O, no goroutine, no log", t.at(spec), f.dir, name))
			}
		}
	}
	return problems
}

// pureRandomness: all chance comes from the seed. A variable named like the import is taken for it; name it otherwise.
func pureRandomness(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		if f.test || !within(f.dir, pure) {
			continue
		}
		for _, spec := range f.ast.Imports {
			if imported(spec) != seededRand {
				continue
			}
			name := "rand"
			if spec.Name != nil {
				name = spec.Name.Name
			}
			problems = append(problems, unseeded(t, f, name)...)
		}
	}
	return problems
}

func unseeded(t *tree, f file, rand string) []string {
	if rand == "." {
		return []string{fmt.Sprintf("%s: a dot import of %s hides what is used of it", f.path, seededRand)}
	}
	var problems []string
	for n := range ast.Preorder(f.ast) {
		use, ok := n.(*ast.SelectorExpr)
		if !ok || slices.Contains(seeded(), use.Sel.Name) {
			continue
		}
		if x, ok := use.X.(*ast.Ident); ok && x.Name == rand {
			problems = append(problems, fmt.Sprintf("%s: rand.%s draws from a generator without a seed of ours", t.at(use), use.Sel.Name))
		}
	}
	return problems
}

// pureFlow: a goroutine would let the scheduler into the game.
func pureFlow(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		if f.test || !within(f.dir, pure) {
			continue
		}
		for n := range ast.Preorder(f.ast) {
			switch n.(type) {
			case *ast.GoStmt, *ast.SelectStmt, *ast.ChanType:
				problems = append(problems, fmt.Sprintf("%s: %s has no goroutine and no channel", t.at(n), f.dir))
			}
		}
	}
	return problems
}
