package bot

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/task"
)

// Every task that a design names is in the book, and every player that may ask a model says what.
func TestQuestions(t *testing.T) {
	book, err := (*Prompts)(nil).Tasks()
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
		"kanolab:off=":      `no module "" to leave out (it has: `,
		"kanolab:off=logik": `no module "logik" to leave out (it has: `,
		"kanolab:off=talk":  `the module "talk" of kanolab cannot be left out (these can: character, settings, strategies, extraction, logic, summary, examples, fake-divination)`,
		"mille:off=hearing": `the module "hearing" of mille cannot be left out (these can: coming-out, `,
		"mille:off=talk":    `no module "talk" to leave out (it has: coming-out, `,
		"random:off=mind":   `no module "mind"`,
		"kanolab:logic":     "has no options, but \"kanolab:logic\" asks for \"logic\" (modules are left out with kanolab:off=NAME, ",
		"kanolab:":          "see: wolfden bots --describe kanolab)",
	} {
		if _, err := New(name, Config{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A name has settings or an option; settings reach the player, and what is wrong with them is said with what there is.
func TestSettings(t *testing.T) {
	n, err := Parse("kanolab:off=logic+summary,history=3000,certain=2.5")
	if want := (Name{Kind: "kanolab", Off: []string{"logic", "summary"}, Params: map[string]float64{"history": 3000, "certain": 2.5}}); err != nil || !reflect.DeepEqual(n, want) {
		t.Errorf("parsed as %+v, %v", n, err)
	}
	for _, name := range []string{"plain", "chaos:silent", "kanolab:off=logic+summary,certain=2.5,history=3000", "gptaku:claim=0.7"} {
		if n, err := Parse(name); err != nil || n.String() != name {
			t.Errorf("%s becomes %s, %v", name, n, err)
		}
	}
	for name, option := range map[string]string{"baseline:a=b.yml": "a=b.yml", "scripted:x,y=1.txt": "x,y=1.txt", "kanolab:logic,history=1": "logic,history=1", "plain": ""} {
		if n, err := Parse(name); err != nil || n.Option != option || n.Params != nil {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
	}
	for name, says := range map[string]string{
		"gptaku:claim=1.5":                  "claim cannot be 1.5: claim = 0.5, how often",
		"gptaku:claim=NaN":                  "claim cannot be NaN",
		"gptaku:claim=often":                `claim is no number: "often"`,
		"gptaku:claim=0.5,claim=0.6":        "claim is set twice",
		"gptaku:clam=0.5":                   `gptaku has no parameter "clam" (it has: claim = 0.5, how often`,
		"kanolab:off=logic,off=summary":     "off is set twice",
		"kanolab:off=logic+summary+logic":   "logic is left out twice",
		"kanolab:history=3000,off=whatever": `no module "whatever"`,
		"plain:history=3":                   `plain has no parameter "history" (it has: none)`,
		"random:history=3":                  `random has no parameter "history" (it has: none)`,
	} {
		if p, err := New(name, Config{}); err == nil || p != nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	for _, k := range Kinds() {
		if k.Design == nil {
			continue
		}
		d := k.Design()
		for _, p := range d.Settable() {
			if _, err := New(fmt.Sprintf("%s:%s=%g", k.Name, p.Name, p.Max), Config{}); err != nil {
				t.Error(err)
			}
		}
	}
}

// A list of names that was split at its commas has the settings of each name together again.
func TestNames(t *testing.T) {
	for text, want := range map[string][]string{
		"plain,lycaon":                          {"plain", "lycaon"},
		"kanolab:off=logic,history=3000,lycaon": {"kanolab:off=logic,history=3000", "lycaon"},
		"gptaku:claim=1,late=0,gptaku:claim=0":  {"gptaku:claim=1,late=0", "gptaku:claim=0"},
		"plain,history=3":                       {"plain", "history=3"},
		"history=3":                             {"history=3"},
	} {
		if got := Names(strings.Split(text, ",")); !slices.Equal(got, want) {
			t.Errorf("%s: %q", text, got)
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
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "ja.yml"), []byte("prompt:\n  talk: 話して\n  vote: 投票\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if q, err := Questions("baseline:"+filepath.Dir(path), "ja", nil); err != nil || len(q) != 2 {
		t.Errorf("of a folder, in its language: %v, %v", q, err)
	}
	own, err := Questions("baseline", "ja", nil)
	if err != nil || len(own) < 6 {
		t.Errorf("its own prompts: %v, %v", own, err)
	}
	if _, err := Questions("baseline:nowhere.yml", "en", nil); err == nil {
		t.Error("a file that is not there has prompts")
	}
}

// A task that one player alone asks stands with it, and one that several ask does not. What asks for words, or for a summary, stands with
// the others that do, and what is asked beside the game is asked of all.
func TestTasksStandWithWhoAsks(t *testing.T) {
	shared, askers := map[string]bool{}, map[string][]string{"word-mention": {""}, "summarise-day": {""}, "believe": {"", ""}}
	for _, k := range Kinds() {
		if k.Design == nil {
			continue
		}
		asked := map[string]bool{}
		for _, m := range k.Design().Modules {
			for name := range strings.SplitSeq(m.Tasks, ", ") {
				asked[name] = true
			}
		}
		for name := range asked {
			askers[name] = append(askers[name], k.Name)
		}
	}
	for _, s := range task.Shared() {
		shared[s.Name()] = true
	}
	for _, s := range tasks() {
		if by := askers[s.Name()]; len(by) == 0 || (len(by) > 1) != shared[s.Name()] {
			t.Errorf("%s is asked by %q, and shared: %v", s.Name(), by, shared[s.Name()])
		}
	}
}
