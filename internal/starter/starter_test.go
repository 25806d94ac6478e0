package starter

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	for _, c := range []struct {
		project Project
		want    []string
	}{
		{Project{Kind: Python}, []string{"README.md", "agent.py", "requirements.txt", "seen.py", "test_agent.py", "wolfden.py"}},
		{Project{Kind: Go, Source: filepath.Join("..", "..")}, []string{"README.md", "agent.go", "agent_test.go", "play.go", "go.mod", "go.sum"}},
		{Project{Kind: Java}, []string{
			"README.md", "pom.xml", "src/main/java/Agent.java", "src/main/java/wolfden/Connection.java", "src/main/java/wolfden/Json.java",
			"src/main/java/wolfden/Observation.java", "src/main/java/wolfden/Player.java", "src/main/java/wolfden/Seen.java",
			"src/main/java/wolfden/Wolfden.java", "src/test/java/AgentTest.java",
		}},
		{Project{Kind: Prompt, Prompts: map[string][]byte{"ja.yml": []byte("b"), "en.yml": []byte("a")}}, []string{"README.md", "en.yml", "ja.yml"}},
	} {
		dir := filepath.Join(t.TempDir(), "a", "b")
		names, err := c.project.Write(dir)
		if err != nil || !slices.Equal(names, c.want) {
			t.Errorf("%s: %q, %v, want %q", c.project.Kind, names, err, c.want)
		}
		for _, name := range names {
			if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || len(text) == 0 {
				t.Errorf("%s: %s: %d bytes, %v", c.project.Kind, name, len(text), err)
			}
		}
		if _, err := c.project.Write(dir); !errors.Is(err, ErrOccupied) {
			t.Errorf("%s again: %v", c.project.Kind, err)
		}
	}
}

// TestNothingIsWrittenWithoutSource: a project that cannot be built leaves no folder.
func TestNothingIsWrittenWithoutSource(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	for _, source := range []string{"", t.TempDir()} {
		p := Project{Kind: Go, Source: source}
		if _, err := p.Write(dir); !errors.Is(err, ErrNoSource) {
			t.Errorf("source %q: %v", source, err)
		}
	}
	unknown := Project{Kind: "rust"}
	if _, err := unknown.Write(dir); err == nil {
		t.Error("a project of rust")
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder: %v", err)
	}
}

func TestModuleNamesItsSource(t *testing.T) {
	files, err := module(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	root, _ := filepath.Abs(filepath.Join("..", ".."))
	if text := string(files[0].text); !strings.Contains(text, "replace wolfden => "+quoted(root)+"\n") || !strings.Contains(text, needed+" v") {
		t.Errorf("go.mod:\n%s", text)
	}
	if got := quoted("/a b"); got != `"/a b"` {
		t.Errorf("a path with a blank: %s", got)
	}
}
