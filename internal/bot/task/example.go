package task

import (
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed testdata/*.json
var examples embed.FS

// Example returns an input of the named task, to try the task with.
func Example(name string) (json.RawMessage, error) {
	text, err := examples.ReadFile("testdata/" + name + ".json")
	if err != nil {
		return nil, fmt.Errorf("task %s: it has no example: %w", name, err)
	}
	return text, nil
}
