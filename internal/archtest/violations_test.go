package archtest

import (
	"slices"
	"strings"
)

// violation is one file that breaks one rule, or none where breaks is empty.
type violation struct {
	name, path, text string
	breaks, at       string
}

func violations() []violation {
	return slices.Concat(importViolations(), purityViolations(), styleViolations(), sleepViolations(), viewViolations(), speakerViolations())
}

func importViolations() []violation {
	const ours, others = "imports of ours", "imports of others"
	return []violation{
		{"unknown package", "internal/attic/a.go", "package attic\n", "every package has a grant", "internal/attic: "},
		{"unknown package of tests", "internal/attic/a_test.go", "package attic\n", "every package has a grant", "internal/attic: "},
		{"a longer name is no child", "internal/botany/a.go", "package botany\n", "every package has a grant", "internal/botany: "},

		{"rules import a record", "werewolf/a.go", importing("den/gamelog"), ours, "werewolf/a.go:2: "},
		{"rules import the root", "werewolf/a.go", importing("den"), ours, "werewolf/a.go:2: "},
		{"characters import rules", "internal/characters/a.go", importing("den/werewolf"), ours, "internal/characters/a.go:2: "},
		{"match imports a bot", "internal/match/a.go", importing("den/internal/bot/plain"), ours, "internal/match/a.go:2: "},
		{"judge imports match", "internal/judge/a.go", importing("den/internal/match"), ours, "internal/judge/a.go:2: "},
		{"a child inherits", "internal/bot/plain/a.go", importing("den/gamelog"), ours, "internal/bot/plain/a.go:2: "},
		{"a child may what its parent may", "internal/bot/plain/a.go", importing("den/internal/llm/cache"), "", ""},
		{"a family imports itself", "internal/bot/a.go", importing("den/internal/bot/plain"), "", ""},
		{"lab imports a bot", "internal/lab/a.go", importing("den/internal/bot/plain"), "", ""},
		{"the command imports everything", "cmd/wolfden/a.go", importing("den/internal/fleet"), "", ""},
		{"tests import their neighbours", "werewolf/a_test.go", importing("den/gamelog"), "", ""},

		{"a program imports what is for tests", "internal/bot/a.go", importing("den/internal/llm/llmtest"), "imports of tests", "internal/bot/a.go:2: "},
		{"the command does, which may import everything", "cmd/wolfden/a.go", importing("den/internal/viewer/viewertest"), "imports of tests", "cmd/wolfden/a.go:2: "},
		{"packages for tests import one another", "internal/contest/contesttest/a.go", importing("den/internal/waittest"), "", ""},
		{"tests import what is for tests", "internal/bot/a_test.go", importing("den/internal/llm/llmtest"), "", ""},
		{"what stands below it opens what is for tests", "internal/llm/llmtest/actor/a.go", importing("den/internal/llm/llmtest"), "", ""},
		{"what is for tests imports its like", "internal/bot/bottest/a.go", importing("den/internal/llm/llmtest"), "", ""},
		{"a contest is no test", "internal/spectate/a.go", importing("den/internal/contest"), "", ""},

		{"rules import a library", "werewolf/a.go", importing("golang.org/x/text"), others, "werewolf/a.go:2: "},
		{"rules' tests import a library", "werewolf/a_test.go", importing("golang.org/x/text"), others, "werewolf/a_test.go:2: "},
		{"rules import C", "werewolf/a.go", importing("C"), others, "werewolf/a.go:2: "},
		{"the law imports a library", "internal/archtest/a.go", importing("golang.org/x/tools/go/packages"), others, "internal/archtest/a.go:2: "},
		{"statistics import a library", "internal/stats/a.go", importing("example.org/gonum"), others, "internal/stats/a.go:2: "},
		{"statistics import gonum", "internal/stats/a.go", importing("gonum.org/v1/gonum/stat"), "", ""},
		{"a server imports a library", "internal/server/a.go", importing("github.com/coder/websocket"), "", ""},
	}
}

func purityViolations() []violation {
	const imports, randomness, flow = "pure imports", "pure randomness", "pure flow"
	cases := []violation{
		{"global draw", "werewolf/a.go", using("math/rand/v2", "rand.IntN(6)"), randomness, "werewolf/a.go:3: "},
		{"global generic draw", "werewolf/a.go", using("math/rand/v2", "rand.N[int](6)"), randomness, "werewolf/a.go:3: "},
		{"function passed on", "werewolf/deep/a.go", using("math/rand/v2", "rand.Shuffle"), randomness, "werewolf/deep/a.go:3: "},
		{"global draw under a name", "werewolf/a.go", "package werewolf\nimport dice \"math/rand/v2\"\nvar x = dice.IntN(6)\n", randomness, "werewolf/a.go:3: "},
		{"dot import", "werewolf/a.go", "package werewolf\nimport . \"math/rand/v2\"\nvar x = IntN(6)\n", randomness, "werewolf/a.go: "},
		{"a seeded generator", "werewolf/a.go", using("math/rand/v2", "rand.New(rand.NewPCG(1, 2))"), "", ""},
		{"a draw from it", "werewolf/a.go", "package werewolf\nimport \"math/rand/v2\"\nfunc f(r *rand.Rand) int { return r.IntN(6) }\n", "", ""},
		{"others draw as they like", "internal/bot/a.go", using("math/rand/v2", "rand.IntN(6)"), "", ""},
		{"tests draw as they like", "werewolf/a_test.go", using("math/rand/v2", "rand.IntN(6)"), "", ""},

		{"goroutine", "werewolf/a.go", "package werewolf\nfunc f() {\n\tgo f()\n}\n", flow, "werewolf/a.go:3: "},
		{"channel", "werewolf/a.go", "package werewolf\nvar c chan int\n", flow, "werewolf/a.go:2: "},
		{"select", "werewolf/a.go", "package werewolf\nfunc f() {\n\tselect {}\n}\n", flow, "werewolf/a.go:3: "},
		{"goroutine in a driver", "internal/match/a.go", "package match\nfunc f() {\n\tgo f()\n}\n", "", ""},

		{"clock in a test", "werewolf/a_test.go", importing("time"), "", ""},
		{"clock in a driver", "internal/match/a.go", importing("time"), "", ""},
		{"a name that only begins alike", "werewolf/a.go", importing("iter"), "", ""},
	}
	for _, name := range []string{"time", "os", "os/exec", "io", "io/fs", "net", "net/http", "sync", "sync/atomic", "context",
		"log", "log/slog", "math/rand", "crypto/rand", "hash/maphash"} {
		cases = append(cases, violation{"rules import " + name, "werewolf/a.go", importing(name), imports, "werewolf/a.go:2: "})
	}
	return cases
}

func styleViolations() []violation {
	const size, names, noInit = "sizes", "package names", "no init"
	function := func(lines int) string { return "func f() {" + strings.Repeat("\n", lines-1) + "}\n" }
	long := "package werewolf\n" + strings.Repeat("\n", 500)
	cases := []violation{
		{"error with its package", "wire/a.go", "package wire\nimport \"errors\"\nvar err = errors.New(\"wire: lost\")\n", "plain errors", "wire/a.go:3"},
		{"error without", "wire/a.go", "package wire\nimport \"errors\"\nvar err = errors.New(\"the wire: lost\")\n", "", ""},
		{"file of 501 lines", "werewolf/a.go", long, size, "werewolf/a.go: 501 lines"},
		{"file of 500 lines", "werewolf/a.go", long[:len(long)-1], "", ""},
		{"test of 501 lines", "werewolf/a_test.go", long, "", ""},
		{"generated file", "werewolf/a.go", "// Code generated by a tool; DO NOT EDIT.\n" + long, "", ""},
		{"function of 61 lines", "werewolf/a.go", "package werewolf\n" + function(61), size, "werewolf/a.go:f: 61 lines"},
		{"function of 60 lines", "werewolf/a.go", "package werewolf\n" + function(60), "", ""},
		{"function of 61 lines in a test", "werewolf/a_test.go", "package werewolf\n" + function(61), "", ""},
		{"table of 61 lines", "werewolf/a.go", "package werewolf\nvar x = []int{" + strings.Repeat("\n", 60) + "}\n", "", ""},

		{"empty package clause", "werewolf/deep/a.go", "package models\n", names, "werewolf/deep/a.go: "},
		{"a name that only contains one", "werewolf/utility/a.go", "package utility\n", "", ""},

		{"init", "internal/llm/a.go", "package llm\nfunc init() {}\n", noInit, "internal/llm/a.go:2: "},
		{"init in a test", "internal/llm/a_test.go", "package llm\nfunc init() {}\n", noInit, "internal/llm/a_test.go:2: "},
		{"a method named init", "internal/llm/a.go", "package llm\ntype T int\nfunc (T) init() {}\n", "", ""},
	}
	for _, name := range empty() {
		dir := "internal/bot/" + name
		cases = append(cases, violation{"package " + name, dir + "/a.go", "package " + name + "\n", names, dir + "/a.go: "})
	}
	return cases
}

// importing is a file whose second line imports a package.
func importing(name string) string {
	return "package p\nimport _ \"" + name + "\"\n"
}

// using is a file whose third line uses what it imports.
func using(name, expression string) string {
	return "package p\nimport \"" + name + "\"\nvar x = " + expression + "\n"
}

func sleepViolations() []violation {
	const sleeping = "\nfunc F() { time.Sleep(1) }\n"
	return []violation{
		{"a test sleeps", "internal/match/a_test.go", "package match\nimport \"time\"" + sleeping, "no sleep", "internal/match/a_test.go:3: "},
		{"a test sleeps in virtual time", "internal/match/a_test.go", "package match\nimport (\"time\"; _ \"testing/synctest\")" + sleeping, "", ""},
		{"a program sleeps", "internal/match/a.go", "package match\nimport \"time\"" + sleeping, "", ""},
		{"one sleep more than was allowed", "internal/server/crowd_test.go", "package server\nimport \"time\"" + sleeping +
			"func G() { time.Sleep(1); time.Sleep(1) }\n", "no sleep", "internal/server/crowd_test.go:4: "},
	}
}
