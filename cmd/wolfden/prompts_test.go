package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wolfden/internal/judge/judgetest"
	"wolfden/internal/llm/llmtest"
)

// pirate makes a folder whose players are asked to speak like pirates, and whose judges to rank like them.
func pirate(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "pirate")
	wolfden(t, exitOK, "prompts", "export", dir)
	for name, end := range map[string]string{"word/en.tmpl": "{{end}}\n\n{{define \"rewording\"}}", "judge/en/question.txt": "", "lab/impression.en.tmpl": "{{end}}"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		own, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.TrimSpace(string(own))
		at := strings.LastIndex(text, end)
		if at < 0 {
			t.Fatalf("%s has no %q", name, end)
		}
		changed := text[:at] + " Be a pirate." + text[at:]
		if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	baseline := "prompt:\n  talk: Be a pirate.\n  vote: Whom?\n"
	if err := os.WriteFile(filepath.Join(dir, "baseline", "en.yml"), []byte(baseline), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// versions are the prompts that the calls of some records used, by task.
func versions(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, text := range folder(t, dir) {
		for _, m := range regexp.MustCompile(`\\"task\\":\\"([a-z-]+)\\",\\"prompt\\":\\"([0-9a-f]+)\\"`).FindAllSubmatch(text, -1) {
			all[string(m[1])] = string(m[2])
		}
		for task, version := range all {
			if header, _, _ := bytes.Cut(text, []byte("\n")); !bytes.Contains(header, []byte(`"`+task+`":{"prompt":"`+version+`"`)) {
				t.Errorf("the header does not say that %s was asked with %s", task, version)
			}
		}
	}
	return all
}

// Prompts of the user are what a model is asked with, and every call says so.
func TestPromptsOfTheUser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("goroutines of a game with models meet in TestPlayIsReplayed")
	}
	var seen asked
	pirates := func(p llmtest.Prompt) string {
		return fmt.Sprint(taskOf(p), strings.Contains(p.Text(), "Be a pirate."))
	}
	s := llmtest.During(t, seen.count(pirates, llmtest.Echo))
	mine, dir := pirate(t), t.TempDir()
	play := func(out string, more ...string) map[string]string {
		wolfden(t, exitOK, append([]string{"play", "--bots", "kanolab,lycaon,baseline", "--seed", "3", "-q", "--out", filepath.Join(dir, out), "--model", s.Name("openai")}, more...)...)
		return versions(t, filepath.Join(dir, out))
	}
	own := play("own")
	if len(seen.all()) == 0 || seen.all()["wordtrue"] > 0 {
		t.Errorf("asked %v", seen.all())
	}
	before, baseline := seen.all()["wordfalse"], seen.all()["baselinefalse"]
	theirs := play("mine", "--prompts", mine)
	if seen.all()["wordtrue"] == 0 || seen.all()["wordfalse"] != before || seen.all()["choose-targettrue"] > 0 {
		t.Errorf("asked %v", seen.all())
	}
	if own["word"] == "" || own["word"] == theirs["word"] || own["choose-target"] != theirs["choose-target"] {
		t.Errorf("versions %v and %v", own, theirs)
	}
	if own["baseline-talk"] == "" || own["baseline-talk"] == theirs["baseline-talk"] || baseline == 0 || seen.all()["baselinefalse"] != baseline {
		t.Errorf("the prompts of baseline are %v and %v; asked %v", own, theirs, seen.all())
	}
	away := play("away", "--prompts", mine, "--games", "2", "--fleet") // workers have them from the run
	if away["word"] != theirs["word"] || away["baseline-talk"] != theirs["baseline-talk"] || seen.all()["wordfalse"] != before {
		t.Errorf("a fleet asked with %v, want %v; asked %v", away, theirs, seen.all())
	}
}

// Players on a server and experiments ask with the user's prompts, too.
func TestPromptsElsewhere(t *testing.T) {
	t.Parallel()
	var seen asked
	pirates := func(p llmtest.Prompt) string { return fmt.Sprint(strings.Contains(p.Text(), "Be a pirate.")) }
	s := llmtest.During(t, seen.count(pirates, llmtest.Echo))
	mine, dir := pirate(t), t.TempDir()
	log := &served{address: make(chan string, 1)}
	ctx, stop := context.WithCancel(t.Context())
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--data", dir}, io.Discard, log)
	}()
	ask := []string{"--model", s.Name("openai"), "--prompts", mine}
	wolfden(t, exitOK, append([]string{"join", "--url", "ws://" + <-log.address + "/ws", "--team", "den", "--count", "5", "--bot", "kanolab"}, ask...)...)
	stop()
	<-status
	joined := seen.all()["true"]
	wolfden(t, exitOK, append([]string{"lab", "impressions", "--runs", "1", "--lang", "en"}, ask...)...)
	here := seen.all()["true"]
	if joined == 0 || here == joined {
		t.Errorf("%d of those who joined and %d of all were asked to be pirates", joined, here)
	}
	wolfden(t, exitOK, append([]string{"lab", "impressions", "--runs", "1", "--lang", "en", "--fleet"}, ask...)...)
	if away := seen.all()["true"] - here; away != here-joined {
		t.Errorf("a fleet asked %d to be pirates, here %d", away, here-joined)
	}
}

// Entries of a plan have prompts of their own, which tell them apart; a league goes on with those that it began with.
func TestPromptsOfEntries(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("goroutines of a league with models meet in TestCallsOfLeagueAndFolder")
	}
	var seen asked
	pirates := func(p llmtest.Prompt) string { return fmt.Sprint(strings.Contains(p.Text(), "Be a pirate.")) }
	s := llmtest.During(t, seen.count(pirates, llmtest.Echo))
	mine, dir := pirate(t), t.TempDir()
	plan := filepath.Join(dir, "plan.yml")
	text := "entries:\n  - {name: mine, bot: kanolab, model: '" + s.Name("openai") + "', prompts: '" + filepath.ToSlash(mine) + "'}\n" +
		"  - {name: own, bot: kanolab, model: '" + s.Name("openai") + "'}\nsetups:\n  - {players: 5, games: 2}\n"
	if err := os.WriteFile(plan, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	wolfden(t, exitOK, "league", "run", plan, "--quiet")
	if seen.all()["true"] == 0 || seen.all()["false"] == 0 {
		t.Errorf("asked %v", seen.all())
	}
	entrants := regexp.MustCompile(`"entry":"(mine|own)"[^{]*"tasks":\{.*?"word":\{"prompt":"([0-9a-f]+)"`)
	for name, record := range folder(t, filepath.Join(dir, "plan", "games")) {
		used := map[string]string{}
		header, _, _ := bytes.Cut(record, []byte("\n"))
		for _, m := range entrants.FindAllSubmatch(header, -1) {
			used[string(m[1])] = string(m[2])
		}
		if used["mine"] == "" || used["own"] == "" || used["mine"] == used["own"] {
			t.Errorf("%s: prompts %v", name, used)
		}
	}
	if err := os.Remove(filepath.Join(mine, "judge", "ja", "again.txt")); err != nil {
		t.Fatal(err)
	}
	if said := wolfden(t, exitFailure, "league", "resume", plan, "--quiet"); !strings.Contains(said, "the prompts of the entries have changed since") {
		t.Errorf("with other prompts: %s", said)
	}
	out := filepath.Join(dir, "compared")
	wolfden(t, exitFailure, "compare", "kanolab", "kanolab", "--games", "4", "-q", "--model", s.Name("openai"), "--other-prompts", mine, "--out", out)
	kept, err := os.ReadFile(filepath.Join(out, "plan.yml"))
	if err != nil || strings.Count(string(kept), `"prompts": "`+filepath.ToSlash(mine)) != 1 {
		t.Errorf("compare keeps %s, %v", kept, err)
	}
}

// A judge that is asked with other prompts is another judge: what the first one said does not answer for it.
func TestPromptsOfJudges(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the same goroutines meet in TestJudgingGoesOnWhereItStopped")
	}
	var seen asked
	pirates := func(p llmtest.Prompt) string { return fmt.Sprint(strings.Contains(p.Text(), "Be a pirate.")) }
	s := llmtest.During(t, seen.count(pirates, func(p llmtest.Prompt) llmtest.Answer { return judgetest.Ranking(judgetest.Players(p)...) }))
	games, answers := filepath.Join(t.TempDir(), "games"), filepath.Join(t.TempDir(), "answers.jsonl")
	wolfden(t, exitOK, "play", "--bots", "plain", "--seed", "3", "-q", "--out", games)
	run := func(more ...string) {
		wolfden(t, exitOK, append([]string{"judge", "run", games, "--criteria", "A", "--model", s.Name("openai"), "-o", answers}, more...)...)
	}
	run()
	run("--prompts", pirate(t))
	text, err := os.ReadFile(answers)
	if err != nil {
		t.Fatal(err)
	}
	prompts, raters := map[string]bool{}, map[string]bool{}
	for _, m := range regexp.MustCompile(`"rater":"([^"]+)".*?"prompt":"([0-9a-f]{12})"`).FindAllSubmatch(text, -1) {
		raters[string(m[1])], prompts[string(m[2])] = true, true
	}
	if seen.all()["true"] != 1 || seen.all()["false"] != 1 || len(prompts) != 2 || len(raters) != 2 {
		t.Errorf("asked %v; judges %v with prompts %v", seen.all(), raters, prompts)
	}
	wolfden(t, exitOK, "judge", "run", games, "--criteria", "A", "--model", s.Name("openai"), "-o", answers+"l", "--prompts", pirate(t), "--fleet")
	away, err := os.ReadFile(answers + "l")
	_, verdict, _ := bytes.Cut(away, []byte("\n")) // after the game's key
	if !bytes.HasSuffix(text, verdict) || len(verdict) == 0 || seen.all()["true"] != 2 {
		t.Errorf("by a fleet %s (%v); asked %v", verdict, err, seen.all())
	}
}
