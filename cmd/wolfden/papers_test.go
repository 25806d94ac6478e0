package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/chronicle"
	"wolfden/internal/llm/llmtest/actor"
)

var updatePapers = flag.Bool("update-papers", false, "play the games of docs/testdata/papers anew")

const papers = "../../docs/testdata/papers"

// notOfPapers are the systems that are Wolfden's own, and the organisers' agent, whose prompts are the user's.
var notOfPapers = [...]string{"plain", "lycaon", "baseline"}

// recorded is the actor that the games are played with where the list names no other.
const recorded = "last"

// element is something that a paper has in the prompts of its system.
type element struct {
	line   int
	system string
	name   string
	calls  string // the task; "" is any
	role   string // "" is any
	actor  string // the model of the game
	how    how
	form   map[string]*regexp.Regexp // by language
}

// how says in how many of the calls an element stands.
type how byte

const (
	some  how = 0
	every how = '+'
	none  how = '!'
)

// question is what one call asked.
type question struct {
	task, role, text string
}

// elements reads the list: system | element, section | calls | English | Japanese.
func elements(t *testing.T) (list []element) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(papers, "elements.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(data), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, " | ")
		if len(cells) != 5 {
			t.Fatalf("elements.txt:%d: %d cells, want 5", i+1, len(cells))
		}
		for j := range cells {
			cells[j] = strings.TrimSpace(cells[j])
		}
		e := element{line: i + 1, system: cells[0], name: cells[1], calls: cells[2], actor: recorded, form: map[string]*regexp.Regexp{}}
		if last := cells[2][len(cells[2])-1]; last == byte(every) || last == byte(none) {
			e.calls, e.how = cells[2][:len(cells[2])-1], how(last)
		}
		if calls, actor, other := strings.Cut(e.calls, "~"); other {
			e.calls, e.actor = calls, actor
		}
		if task, role, of := strings.Cut(e.calls, "@"); of {
			e.calls, e.role = task, role
		}
		for j, lang := range []string{"en", "ja"} {
			if e.form[lang], err = regexp.Compile("(?s)" + cells[3+j]); err != nil {
				t.Fatalf("elements.txt:%d: %v", i+1, err)
			}
		}
		list = append(list, e)
	}
	return list
}

// prompts are what the calls of a recorded game asked.
func promptsOf(t *testing.T, path string) (list []question) {
	t.Helper()
	g, err := chronicle.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range g.Notes {
		if n.Call == nil {
			continue
		}
		var asked chronicle.Call
		if err := json.Unmarshal([]byte(n.Text), &asked); err != nil {
			t.Fatal(err)
		}
		p := question{task: n.Call.Task, role: g.Roles().Name(g.Player(n.Seat).Role)}
		for _, m := range asked.Messages {
			p.text += m.Text + "\n"
		}
		list = append(list, p)
	}
	return list
}

// missing says why the element is not in the prompts, "" if it is.
func (e *element) missing(lang string, list []question) string {
	asked, found := 0, 0
	for _, p := range list {
		if e.calls != "" && e.calls != "*" && e.calls != p.task || e.role != "" && e.role != p.role {
			continue
		}
		if asked++; e.form[lang].MatchString(p.text) {
			found++
		}
	}
	switch {
	case asked == 0:
		return "no such call"
	case e.how == some && found == 0, e.how == every && found < asked, e.how == none && found > 0:
		return fmt.Sprintf("in %d of %d calls", found, asked)
	}
	return ""
}

// playForPaper plays a game of five of the system with an actor, which answers from its prompts, and returns its record.
func playForPaper(t *testing.T, system, lang, name string) string {
	t.Helper()
	handler, err := actor.Handler(name)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(handler)
	defer s.Close()
	dir := t.TempDir()
	wolfden(t, exitOK, "play", "--seed", "3", "--bots", system, "--lang", lang, "--model", "openai@"+s.URL+"/v1:"+name, "--out", dir, "-q")
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	return files[0]
}

// The prompts of every system hold what its paper names, in both languages; so do those of the game that the documents show.
func TestPromptsHoldWhatThePapersName(t *testing.T) {
	list := elements(t)
	for _, k := range bot.Kinds() {
		if !k.Asks() || slices.Contains(notOfPapers[:], k.Name) {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			own := slices.DeleteFunc(slices.Clone(list), func(e element) bool { return e.system != k.Name && e.system != "*" })
			if !slices.ContainsFunc(own, func(e element) bool { return e.system == k.Name }) {
				t.Fatal("no element is listed")
			}
			byActor := map[string][]element{}
			for _, e := range own {
				byActor[e.actor] = append(byActor[e.actor], e)
			}
			for name, list := range byActor {
				for _, lang := range []string{"en", "ja"} {
					readOff(t, playForPaper(t, k.Name, lang, name), lang, list)
				}
			}
			stored := filepath.Join(papers, k.Name+".jsonl")
			if *updatePapers {
				data, err := os.ReadFile(playForPaper(t, k.Name, "en", recorded))
				if err := cmp.Or(err, os.WriteFile(stored, data, 0o644)); err != nil {
					t.Fatal(err)
				}
			}
			readOff(t, stored, "en", byActor[recorded])
		})
	}
}

// readOff looks for the elements in the prompts of a record.
func readOff(t *testing.T, path, lang string, list []element) {
	t.Helper()
	prompts := promptsOf(t, path)
	for _, e := range list {
		if why := e.missing(lang, prompts); why != "" {
			t.Errorf("%s, %s: elements.txt:%d: %s: %s: %v", filepath.Base(path), lang, e.line, e.name, why, e.form[lang])
		}
	}
}
