package main

import (
	"bytes"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chronicle"
	"wolfden/internal/llm/llmtest/actor"
)

var updatePapers = flag.Bool("update-papers", false, "play the games of docs/testdata/papers anew")

const papers = "../../docs/testdata/papers"

// notOfPapers are the systems that are Wolfden's own, and the organisers' agent, whose prompts are the user's.
var notOfPapers = [...]string{"plain", "lycaon", "baseline"}

// japanese are the games of which the record is the one in Japanese.
var japanese = map[paperGame]bool{{"CamelliaDragons", 13, recorded}: true}

// recorded is the actor of the games of which records are kept.
const recorded = "player"

// paperGame is a game that a system plays with itself and the actor as its model.
type paperGame struct {
	system  string
	players int
	actor   string
}

// seed is that of a game in which all that is looked for comes up.
func (g paperGame) seed() string {
	switch {
	case g.actor != recorded:
		return "3"
	case g.players == lone:
		return "9"
	}
	return "7"
}

// lone is the number of players of a game that elements.txt names by its system alone.
const lone = 5

func (g paperGame) String() string {
	name := g.system
	if g.players != lone {
		name += "-" + strconv.Itoa(g.players)
	}
	if g.actor != recorded {
		name += "~" + g.actor
	}
	return name
}

// language is that of the record.
func (g paperGame) language() string {
	if japanese[g] {
		return "ja"
	}
	return "en"
}

// element is something that a paper has in the prompts of its system.
type element struct {
	line  int
	game  paperGame // of the system * every one
	name  string
	calls string // the task; "" is any
	role  string // "" is any
	how   how
	form  map[string]*appearance // by language
}

// how says in how many of the calls an element stands.
type how byte

const (
	some  how = 0
	every how = '+'
	none  how = '!'
)

// question is what one call asked, and the note on it.
type question struct {
	task, role, text string
	note             *gamelog.Note
}

// appearance is what an element looks like. Where it is nothing but one text or another, these are looked for, which is much quicker.
type appearance struct {
	*regexp.Regexp

	texts []string
}

func newForm(pattern string) (*appearance, error) {
	compiled, err := regexp.Compile("(?s)" + pattern)
	if err != nil || strings.ContainsAny(pattern, `\.+*?()[]{}^$`) {
		return &appearance{Regexp: compiled}, err
	}
	return &appearance{compiled, strings.Split(pattern, "|")}, nil
}

// in reports whether it is in the text.
func (f *appearance) in(text string) bool {
	if f.texts == nil {
		return f.MatchString(text)
	}
	return slices.ContainsFunc(f.texts, func(one string) bool { return strings.Contains(text, one) })
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
		e := element{line: i + 1, game: paperGame{cells[0], lone, recorded}, name: cells[1], calls: cells[2], form: map[string]*appearance{}}
		if system, players, of := strings.Cut(cells[0], " "); of {
			e.game.system = system
			if e.game.players, err = strconv.Atoi(players); err != nil {
				t.Fatalf("elements.txt:%d: %v", i+1, err)
			}
		}
		if last := cells[2][len(cells[2])-1]; last == byte(every) || last == byte(none) {
			e.calls, e.how = cells[2][:len(cells[2])-1], how(last)
		}
		if calls, actor, other := strings.Cut(e.calls, "~"); other {
			e.calls, e.game.actor = calls, actor
		}
		if task, role, of := strings.Cut(e.calls, "@"); of {
			e.calls, e.role = task, role
		}
		for j, lang := range []string{"en", "ja"} {
			if e.form[lang], err = newForm(cells[3+j]); err != nil {
				t.Fatalf("elements.txt:%d: %v", i+1, err)
			}
		}
		list = append(list, e)
	}
	return list
}

// promptsOf are what the calls of a recorded game asked.
func promptsOf(t *testing.T, rec *gamelog.Record) (list []question) {
	t.Helper()
	g, err := chronicle.OfRecord(rec)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range rec.Entries {
		if e.Input == nil {
			continue
		}
		for i, call := range chronicle.CallsOf(e.Input.Notes) {
			if call == nil {
				continue
			}
			p := question{task: call.Task, role: g.Roles().Name(g.Player(e.Input.Action.Seat).Role), note: &e.Input.Notes[i]}
			for _, m := range call.Messages {
				p.text += m.Text + "\n"
			}
			list = append(list, p)
		}
	}
	return list
}

// missing says why the element is not in the prompts, "" if it is.
func (e *element) missing(lang string, list []question) string {
	asked, found := 0, 0
	for i := range list {
		if e.about(&list[i]) {
			if asked++; e.how == some && found > 0 || e.form[lang].in(list[i].text) {
				found++ // one is enough for some
			}
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

// about reports whether the element is looked for in a call.
func (e *element) about(q *question) bool {
	return (e.calls == "" || e.calls == "*" || e.calls == q.task) && (e.role == "" || e.role == q.role)
}

// shown are the calls that a reader needs: the first of each task, and for each element the first that is looked at, or that has it.
func shown(lang string, own []element, list []question) map[*gamelog.Note]bool {
	kept, tasks := map[*gamelog.Note]bool{}, map[string]bool{}
	for i := range list {
		if q := &list[i]; !tasks[q.task] {
			tasks[q.task], kept[q.note] = true, true
		}
	}
	for i := range own {
		e := &own[i]
		at := slices.IndexFunc(list, func(q question) bool { return e.about(&q) && (e.how != some || e.form[lang].in(q.text)) })
		if at >= 0 {
			kept[list[at].note] = true
		}
	}
	return kept
}

// What is different each time that a game is played: the address of the model, and how long it took.
var (
	port   = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	waited = regexp.MustCompile(`\\"latency_ms\\":\d+,`)
)

// keepShown writes the record with no other calls than those shown. Notes have no effect on a game.
func keepShown(t *testing.T, g paperGame, own []element, rec *gamelog.Record, path string) {
	t.Helper()
	kept := shown(g.language(), own, promptsOf(t, rec))
	for _, e := range rec.Entries {
		if e.Input == nil {
			continue
		}
		var left []gamelog.Note
		for i, call := range chronicle.CallsOf(e.Input.Notes) {
			if n := &e.Input.Notes[i]; call == nil || kept[n] {
				left = append(left, *n)
			}
		}
		e.Input.Notes = left
	}
	var b bytes.Buffer
	if err := gamelog.Write(&b, rec); err != nil {
		t.Fatal(err)
	}
	text := waited.ReplaceAll(port.ReplaceAll(b.Bytes(), []byte("127.0.0.1:8095")), nil)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// playForPaper plays a game of the system with a model that plays from its prompts, and returns its record.
func playForPaper(t *testing.T, g paperGame, lang string) *gamelog.Record {
	t.Helper()
	handler, err := actor.Handler(g.actor)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(handler)
	defer s.Close()
	dir := t.TempDir()
	wolfden(t, exitOK, "play", "--seed", g.seed(), "--bots", g.system, "--players", strconv.Itoa(g.players), "--lang", lang,
		"--model", "openai@"+s.URL+"/v1:"+g.actor, "--out", dir, "-q")
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	return readRecord(t, files[0])
}

func readRecord(t *testing.T, path string) *gamelog.Record {
	t.Helper()
	rec, err := gamelog.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// papersGames are the games in which elements are looked for: one of five of every system that asks a model, and those that are listed.
func papersGames(list []element) (games []paperGame) {
	for _, k := range bot.Kinds() {
		if k.Asks() && !slices.Contains(notOfPapers[:], k.Name) {
			games = append(games, paperGame{k.Name, lone, recorded})
		}
	}
	for i := range list {
		if g := list[i].game; g.system != "*" && !slices.Contains(games, g) {
			games = append(games, g)
		}
	}
	return games
}

// The prompts of every system hold what its paper names, in both languages; so do those of the games that the documents show.
func TestPromptsHoldWhatThePapersName(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games")
	}
	list := elements(t)
	for n, g := range papersGames(list) {
		t.Run(g.String(), func(t *testing.T) {
			t.Parallel()
			own := slices.DeleteFunc(slices.Clone(list), func(e element) bool { return e.game != g && e.game.system != "*" })
			if !slices.ContainsFunc(own, func(e element) bool { return e.game == g }) {
				t.Fatal("no element is listed")
			}
			stored := filepath.Join(papers, g.String()+".jsonl")
			look := func(what, lang string, rec *gamelog.Record) {
				prompts := promptsOf(t, rec)
				for i := range own {
					if why := own[i].missing(lang, prompts); why != "" {
						t.Errorf("%s: elements.txt:%d: %s: %s: %v", what, own[i].line, own[i].name, why, own[i].form[lang].Regexp)
					}
				}
			}
			for i, lang := range []string{"en", "ja"} {
				if g.players == lone && g.actor == recorded && i != n%2 && !*long && !*updatePapers {
					continue // the languages take turns among the systems
				}
				if (g.players != lone || g.actor != recorded && lang != "en") && !*long && !*updatePapers {
					continue // of thirteen the record is looked at; another actor shows in one language what is left out or comes last
				}
				played := playForPaper(t, g, lang)
				look(lang, lang, played)
				if *updatePapers && g.actor == recorded && lang == g.language() {
					keepShown(t, g, own, played, stored)
				}
			}
			if g.actor == recorded {
				look(stored, g.language(), readRecord(t, stored))
			}
		})
	}
}
