package bot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/bot/task"
)

// Every task that a design names is in the book, and every player that may ask a model says what.
func TestQuestions(t *testing.T) {
	book, err := task.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range Kinds() {
		if k.Name == "baseline" || k.Design == nil {
			continue
		}
		want := map[string]bool{}
		for _, m := range k.Design().Modules {
			for name := range strings.SplitSeq(m.Tasks, ", ") {
				if _, ok := book.Find(name); !ok && name != "" {
					t.Errorf("%s: module %s asks %q, which is no task", k.Name, m.Name, name)
				}
				if name != "" {
					want[name] = true
				}
			}
		}
		for _, lang := range []string{"", "en", "ja"} {
			got, err := Questions(k.Name, lang, nil)
			if err != nil || len(got) != len(want) {
				t.Fatalf("%s: %d questions, %v; want %d", k.Name, len(got), err, len(want))
			}
			for name, q := range got {
				spec, _ := book.Find(name)
				if hash := spec.Hash(map[string]string{"": "en"}[lang] + lang); q.Prompt != hash || q.MaxTokens != spec.About().Tokens || *q.Temperature != spec.About().Heat {
					t.Errorf("%s: %s is asked as %+v, want hash %s", k.Name, name, q, hash)
				}
			}
		}
	}
}

// A name leaves out the modules it names, and only those that there are and that something is left without.
func TestModulesLeftOut(t *testing.T) {
	p, err := New("kanolab:off=logic+summary", Config{Off: []string{"character"}})
	if err != nil {
		t.Fatal(err)
	}
	if on := p.(interface{ On(string) bool }).On; on("logic") || on("summary") || on("character") || !on("extraction") {
		t.Error("other modules work than were left in")
	}
	for name, says := range map[string]string{
		"kanolab:off=":       `no module "" to leave out (it has: `,
		"kanolab:off=logik":  `no module "logik" to leave out (it has: `,
		"mille:off=thoughts": `no module "thoughts" to leave out (it has: none)`,
		"random:off=mind":    `no module "mind"`,
		"kanolab:logic":      "has no options",
		"kanolab:":           "has no options",
	} {
		if _, err := New(name, Config{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestQuestionsWithoutAModule(t *testing.T) {
	whole, err := Questions("kanolab", "en", nil)
	if err != nil {
		t.Fatal(err)
	}
	less, err := Questions("kanolab:off=extraction", "en", nil)
	if _, there := less["extract-claims"]; err != nil || there || len(less) != len(whole)-1 {
		t.Errorf("without the module: %v, %v", less, err)
	}
	if _, err := Questions("nobody", "en", nil); err == nil {
		t.Error("a player that is not there has questions")
	}
}

// The prompts of the organisers' agent have one hash each, which changes with the text.
func TestQuestionsOfBaseline(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agent.yml")
	write := func(vote string) map[string]Question {
		text := "prompt:\n  talk: Say something.\n  vote: " + vote + "\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		q, err := Questions("baseline:"+path, "en", nil)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	first, second := write("Vote."), write("Vote now.")
	if first["baseline-talk"] != second["baseline-talk"] || first["baseline-vote"] == second["baseline-vote"] || len(first) != 2 {
		t.Errorf("%v, then %v", first, second)
	}
	own, err := Questions("baseline", "ja", nil)
	if err != nil || len(own) < 6 {
		t.Errorf("its own prompts: %v, %v", own, err)
	}
	if _, err := Questions("baseline:nowhere.yml", "en", nil); err == nil {
		t.Error("a file that is not there has prompts")
	}
}
