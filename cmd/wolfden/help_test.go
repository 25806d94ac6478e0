package main

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"mvdan.cc/sh/v3/syntax"
)

// TestEveryCommandHasAnExample: the help of every command shows how it is called, and what it shows is taken.
func TestEveryCommandHasAnExample(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine")
	}
	parser, err := helpParser()
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range leaves(parser) {
		path, own := strings.TrimPrefix(leaf.FullPath(), "wolfden "), 0
		for _, example := range examplesOf(leaf.Detail) {
			words := exampleWords(t, example)
			if strings.HasPrefix(strings.Join(words, " ")+" ", path+" ") {
				own++
			}
			if err := parses(words); err != nil {
				t.Errorf("wolfden %s: the example %q is wrong: %v", path, example, err)
			}
		}
		if own == 0 && path != "tasks list" {
			t.Errorf("wolfden %s: no line of its help shows how it is called", path)
		}
		if strings.HasPrefix(leaf.Detail, " ") {
			t.Errorf("wolfden %s: its help begins with an example, which the printer takes for a paragraph", path)
		}
	}
}

// examplesOf are the lines of a help that show a call.
func examplesOf(detail string) (all []string) {
	detail = strings.ReplaceAll(detail, "\\\n", " ")
	for line := range strings.Lines(detail) {
		if indented := strings.HasPrefix(line, "  "); indented && strings.Contains(line, "wolfden ") && !strings.HasPrefix(line, "      ") {
			all = append(all, strings.TrimSpace(line))
		}
	}
	return all
}

// exampleWords are the words of the call in an example, without the words that explain it, which follow after two blanks.
func exampleWords(t *testing.T, example string) (words []string) {
	if at := strings.Index(strings.TrimSpace(example), "  "); at > 0 {
		example = example[:at]
	}
	file, err := syntax.NewParser().Parse(strings.NewReader(example), "")
	if err != nil {
		t.Errorf("%q: %v", example, err)
		return nil
	}
	syntax.Walk(file, func(node syntax.Node) bool {
		if call, ok := node.(*syntax.CallExpr); ok && words == nil {
			if w := wordsOf(call); len(w) > 0 && w[0] == "wolfden" {
				words = w[1:]
			}
		}
		return true
	})
	return words
}

// TestEveryFlagTellsItsDefault: whoever reads the help knows what a flag is without being given, and in which unit a time is.
func TestEveryFlagTellsItsDefault(t *testing.T) {
	t.Parallel()
	parser, err := helpParser()
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range leaves(parser) {
		var out bytes.Buffer
		run(t.Context(), append(strings.Fields(leaf.FullPath())[1:], "--help"), &out, &out)
		shown := strings.Join(strings.Fields(out.String()), " ")
		for _, flag := range leaf.Flags {
			if flag.Help == "" {
				t.Errorf("wolfden %s --%s: no help", leaf.Path(), flag.Name)
			}
			if d := flag.Default; d != "" && !flag.IsBool() && !strings.Contains(flag.Help, "efault") && !strings.Contains(shown, "(default: "+d+")") {
				t.Errorf("%s --%s: the help does not tell that the default is %s", leaf.FullPath(), flag.Name, d)
			}
			if flag.Target.Type() == reflect.TypeFor[time.Duration]() && !unit(flag) {
				t.Errorf("%s --%s: a time without its unit in default or placeholder", leaf.FullPath(), flag.Name)
			}
		}
	}
}

// unit reports whether a time is shown with its unit somewhere.
func unit(flag *kong.Flag) bool {
	for _, word := range strings.FieldsFunc(flag.Default+" "+flag.PlaceHolder+" "+flag.Help, func(r rune) bool { return strings.ContainsRune(" .,()", r) }) {
		if _, err := time.ParseDuration(word); err == nil && word != "0" {
			return true
		}
	}
	return false
}

// TestManual: the page has every command and every flag, each once where many commands have it, and no line that the formatter
// would take for an order of its own.
func TestManual(t *testing.T) {
	t.Parallel()
	parser, err := helpParser()
	if err != nil {
		t.Fatal(err)
	}
	text := manual(parser)
	for _, leaf := range leaves(parser) {
		if !strings.Contains(text, ".SS wolfden "+strings.ReplaceAll(leaf.Path(), "-", `\-`)) {
			t.Errorf("no section on %s", leaf.Path())
		}
		for _, flag := range leaf.Flags {
			if !strings.Contains(text, `\-\-`+strings.ReplaceAll(flag.Name, "-", `\-`)) && !flag.Negated && !flag.Hidden {
				t.Errorf("%s: no word on --%s", leaf.Path(), flag.Name)
			}
		}
	}
	if n := strings.Count(text, `\-\-model\-top\-p`); n != 1 {
		t.Errorf("--model-top-p stands there %d times", n)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !strings.HasPrefix(line, ".TH ") && !strings.HasPrefix(line, ".S") &&
			!strings.HasPrefix(line, ".TP") && !strings.HasPrefix(line, ".B ") && !strings.HasPrefix(line, ".I ") && !strings.HasPrefix(line, ".PP") &&
			line != ".nf\n" && line != ".fi\n" {
			t.Errorf("an order to the formatter: %q", line)
		}
	}
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	parser, err := helpParser()
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"pl":                       "play",
		"league re":                "resume",
		"league ":                  "run resume status",
		"play --bots lyc":          "lycaon",
		"play --bots plain,lyc":    "plain,lycaon",
		"play --bots = lyc":        "lycaon",
		"play --bots=lyc":          "--bots=lycaon",
		"play --lang ":             "en ja",
		"play --seed 7 --parallel": "--parallel",
		"convert game --to re":     "record realtime",
		"completion ":              "bash zsh fish",
		"complet":                  "completion",
		"show ":                    "",
		"bench lyc":                "lycaon",
		"bench plain lyc":          "lycaon",
		"compare plain ly":         "lycaon",
		"situation diff lyc":       "lycaon",
		"check -- ./agent --":      "",
		"judge run -o ":            "",
	} {
		if got := strings.Join(candidates(parser.Model.Node, strings.Split(line, " ")), " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
