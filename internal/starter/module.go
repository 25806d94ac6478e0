package starter

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// needed is the module of others that package wire is built with.
const needed = "github.com/coder/websocket"

// module returns go.mod and go.sum of a project in Go, and the packages of Wolfden that it uses as a module in a folder of its own:
// Wolfden is in no registry.
func module(source fs.FS) (files []file, err error) {
	err = fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(source, name)
		files = append(files, file{path.Join("wolfden", name), text})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the source of Wolfden: %w", err)
	}
	for i := range files {
		switch f := &files[i]; f.name {
		case "wolfden/go.mod":
			version, need := lineWith(f.text, "go "), strings.TrimSpace(lineWith(f.text, "\t"+needed+" "))
			f.text = fmt.Appendf(nil, "module wolfden\n\n%s\n\nrequire %s\n", version, need)
			files = append(files, file{"go.mod", fmt.Appendf(nil,
				"module agent\n\n%s\n\nrequire (\n\t%s // indirect\n\twolfden v0.0.0\n)\n\nreplace wolfden => ./wolfden\n", version, need)})
		case "wolfden/go.sum":
			var sums bytes.Buffer
			for line := range bytes.Lines(f.text) {
				if bytes.HasPrefix(line, []byte(needed+" ")) {
					sums.Write(line)
				}
			}
			f.text = sums.Bytes()
			files = append(files, file{"go.sum", f.text})
		}
	}
	return files, nil
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
