package starter

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// needed is the module of others that package wire is built with.
const needed = "github.com/coder/websocket"

// ErrNoSource is returned where a folder does not hold the source of Wolfden.
var ErrNoSource = errors.New("the source of Wolfden is not there")

// module returns go.mod and go.sum of a project outside the repository: Wolfden is in no registry, so a line names its folder.
func module(source string) ([]file, error) {
	if source == "" {
		return nil, ErrNoSource
	}
	source, err := filepath.Abs(source)
	if err != nil {
		return nil, fmt.Errorf("starter: %w", err)
	}
	text, ok := moduleOf(source)
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoSource, source)
	}
	sums, err := os.ReadFile(filepath.Join(source, "go.sum"))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSource, err)
	}
	var mod, sum bytes.Buffer
	fmt.Fprintf(&mod, "module agent\n\n%s\n\nrequire (\n\t%s // indirect\n\twolfden v0.0.0\n)\n\nreplace wolfden => %s\n",
		lineWith(text, "go "), strings.TrimSpace(lineWith(text, "\t"+needed+" ")), quoted(source))
	for line := range strings.Lines(string(sums)) {
		if strings.HasPrefix(line, needed+" ") {
			sum.WriteString(line)
		}
	}
	return []file{{"go.mod", mod.Bytes()}, {"go.sum", sum.Bytes()}}, nil
}

// HoldsSource reports whether a folder holds the source of Wolfden.
func HoldsSource(dir string) bool {
	_, ok := moduleOf(dir)
	return ok
}

// moduleOf is the go.mod of a folder with the source of Wolfden.
func moduleOf(dir string) (text []byte, ok bool) {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return text, err == nil && lineWith(text, "module ") == "module wolfden"
}

// lineWith is the first line that begins so, without its end.
func lineWith(text []byte, begins string) string {
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, begins) {
			return strings.TrimRight(line, "\r\n")
		}
	}
	return ""
}

// quoted is a path as go.mod has it.
func quoted(path string) string {
	if strings.ContainsAny(path, " \t'\"`(),") {
		return fmt.Sprintf("%q", path)
	}
	return path
}
