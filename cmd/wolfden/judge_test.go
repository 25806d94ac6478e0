package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"wolfden/internal/contest/access"
	"wolfden/internal/judge"
	"wolfden/internal/judge/judgetest"
	"wolfden/internal/llm/llmtest"
)

// A run of two judges is stopped, goes on, and makes the same table as one that was not.
func TestJudgingGoesOnWhereItStopped(t *testing.T) {
	dir := t.TempDir()
	for seed := range uint64(4) {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("game%d.log", seed)), []byte(judgetest.Log(5, seed, nil)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	criteria, err := judge.Criteria()
	if err != nil {
		t.Fatal(err)
	}
	asked := int32(0) // of two judges in four games
	for i := range criteria {
		if criteria[i].Fits(5) {
			asked += 2 * 4
		}
	}
	var calls atomic.Int32
	var stop atomic.Pointer[context.CancelFunc]
	server := llmtest.During(t, func(p llmtest.Prompt) llmtest.Answer {
		if calls.Add(1) == 15 {
			(*stop.Load())()
		}
		return judgetest.Ranking(judgetest.Players(p)...)
	})
	judged := func(out string) (int, string) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		stop.Store(&cancel)
		var stdout, stderr bytes.Buffer
		code := run(ctx, []string{
			"judge", "run", dir, "--model", server.Name("openai"), "--model", server.Name("anthropic"), "--parallel", "3", "-o", out,
		}, &stdout, &stderr)
		return code, stderr.String()
	}
	table := func(answers string) string {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), []string{"judge", "merge", answers}, &stdout, &stderr); code != 0 {
			t.Fatalf("merge: %d %s", code, stderr.String())
		}
		return stdout.String()
	}
	answers := t.TempDir()
	stopped, whole := filepath.Join(answers, "stopped.jsonl"), filepath.Join(answers, "whole.jsonl")
	if code, errs := judged(stopped); code != 1 || !strings.Contains(errs, "the same command goes on with") {
		t.Fatalf("stopped: %d %s", code, errs)
	}
	before := calls.Load()
	if code, errs := judged(stopped); code != 0 || !strings.Contains(errs, fmt.Sprint(asked, " questions: ")) || !strings.Contains(errs, "cost: ") {
		t.Fatalf("going on: %d %s", code, errs)
	}
	if calls.Load() != asked || before >= asked || before < 15 {
		t.Errorf("%d calls, then %d in all, want %d", before, calls.Load(), asked)
	}
	if code, errs := judged(whole); code != 0 {
		t.Fatalf("in one go: %d %s", code, errs)
	}
	if a, b := table(stopped), table(whole); a != b || strings.Count(a, "\n") != 1+8*2 {
		t.Errorf("the table is\n%s, in one go\n%s", a, b)
	}
	if calls.Load() != 2*asked {
		t.Errorf("tables were not made without a model: %d calls", calls.Load())
	}
}

// Rules say by which criteria they cannot rank, rather than to rank nothing.
func TestRulesNeedSigns(t *testing.T) {
	with := judge.Criterion{Letter: "A", Signs: map[string]float64{"variety": 1}}
	without := judge.Criterion{Letter: "G"}
	for _, c := range []struct {
		run      judgeRunCmd
		criteria []judge.Criterion
		refused  bool
		told     string
	}{
		{judgeRunCmd{Rules: true}, []judge.Criterion{without}, true, "--rules cannot rank by G"},
		{judgeRunCmd{Rules: true}, []judge.Criterion{with, without}, false, "rules cannot rank by G"},
		{judgeRunCmd{Rules: true, Model: []string{"m"}}, []judge.Criterion{without}, false, "rules cannot rank by G"},
		{judgeRunCmd{Model: []string{"m"}}, []judge.Criterion{without}, false, ""},
		{judgeRunCmd{Rules: true}, []judge.Criterion{with}, false, ""},
	} {
		var stderr bytes.Buffer
		err := c.run.measurable(&env{stderr: &stderr}, c.criteria)
		told := stderr.String()
		if err != nil {
			told = err.Error()
		}
		if (err != nil) != c.refused || !strings.Contains(told, c.told) || c.told == "" && told != "" {
			t.Errorf("%+v: %q", c, told)
		}
	}
}

// Where nothing came that is a ranking, the command says by criterion what came instead and how often, with the last of it on one
// line, and the table of calls has the cause.
func TestJudgesOfNoUse(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(file, []byte(judgetest.Log(5, 1, nil)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		answer func(names []string) llmtest.Answer
		want   []string
	}{
		"chatter": {
			func([]string) llmtest.Answer {
				return llmtest.Answer{Text: "All of\n\x1b[31mthem were \u202egreat! " + strings.Repeat("Really! ", 50)}
			},
			[]string{", criterion A: 3 answers of no use: no JSON 3; the last: \"All of\\n[31mthem were great! Really!", `Really! Real"...`, "no ranking because: wrong form"},
		},
		"another form": {
			func([]string) llmtest.Answer { return llmtest.Answer{Text: `{"scores": [1, 9]}`} },
			[]string{`criterion A: 3 answers of no use: not in the form asked for 3; the last: "{\"scores\": [1, 9]}"`, "criterion B: 3 answers", "no ranking because: wrong form"},
		},
		"strangers": {
			func(names []string) llmtest.Answer { return judgetest.Ranking(append(names[1:], "Zed")...) },
			[]string{`of no use: somebody who does not play 3; the last: "{\"ranking\"`, "Zed", "no ranking because: does not hold: names a stranger"},
		},
		"twice":  {func(names []string) llmtest.Answer { return judgetest.Ranking(append(names[1:], names[1])...) }, []string{"a player named twice 3"}},
		"short":  {func(names []string) llmtest.Answer { return judgetest.Ranking(names[1:]...) }, []string{"a player left out 3", "does not hold: not what was asked for"}},
		"silent": {func([]string) llmtest.Answer { return llmtest.Answer{} }, []string{`criterion B: 3 answers of no use: no JSON 3; the last: ""`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.During(t, func(p llmtest.Prompt) llmtest.Answer { return test.answer(judgetest.Players(p)) })
			said := wolfden(t, exitFailure, "judge", "run", file, "--criteria", "A,B", "--model", server.Name("openai"), "-o", filepath.Join(t.TempDir(), "answers.jsonl"))
			for _, part := range test.want {
				if !strings.Contains(said, part) {
					t.Errorf("no %s in\n%s", part, said)
				}
			}
			if strings.ContainsAny(said, "\x1b\u202e") || strings.Contains(said, "does not hold: other") {
				t.Errorf("said %q", said)
			}
		})
	}
}

// Every two raters are compared, so a crowd is refused rather than compared for hours.
func TestACrowdOfRatersIsRefused(t *testing.T) {
	t.Parallel()
	game, err := judgetest.Game(5, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	key := game.Key("")
	entries := []judge.Entry{{Key: &key}}
	for i := range 201 {
		q := judge.Question{Game: game.ID, Criterion: "A", Kind: judge.ByHuman, Rater: fmt.Sprint("p", i)}
		entries = append(entries, judge.Entry{Answer: &judge.Answer{Question: q, Verdict: judge.Verdict{Ranking: game.Names()}}})
	}
	var out bytes.Buffer
	file := filepath.Join(t.TempDir(), "answers.jsonl")
	if err := judge.Write(&out, entries); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := wolfden(t, exitUsage, "agree", file); !strings.Contains(said, "201 raters judged by criterion A; at most 200 are compared") {
		t.Error(said)
	}
}

// The names that flags of judge run had do as the new ones and say so; a folder that was recorded answers under either.
func TestOldNamesOfJudgeFlags(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "game.log")
	if err := os.WriteFile(file, []byte(judgetest.Log(5, 1, nil)), 0o600); err != nil {
		t.Fatal(err)
	}
	server := llmtest.During(t, func(p llmtest.Prompt) llmtest.Answer { return judgetest.Ranking(judgetest.Players(p)...) })
	judged := func(code int, flags ...string) string {
		out := filepath.Join(t.TempDir(), "answers.jsonl")
		return wolfden(t, code, append([]string{"judge", "run", file, "--criteria", "A,B", "--model", server.Name("openai"), "-o", out}, flags...)...)
	}
	old := filepath.Join(dir, "old")
	said := judged(exitOK, "--record", old, "--cache", filepath.Join(dir, "cache"), "--timeout", "20s")
	for _, name := range []string{"record", "cache", "timeout"} {
		if want := "note: --" + name + " is called --model-" + name + " now"; !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	asked := server.Calls()
	if said := judged(exitOK, "--model-replay", old, "--model-timeout", "20s"); strings.Contains(said, "is called") {
		t.Errorf("a new name is called old:\n%s", said)
	}
	if said := judged(exitOK, "--replay", old); !strings.Contains(said, "--replay is called --model-replay now") || server.Calls() != asked {
		t.Errorf("%d calls, then %d:\n%s", asked, server.Calls(), said)
	}
	for want, flags := range map[string][]string{
		"--cache is the old name of --model-cache: give one of them": {"--cache", "a", "--model-cache", "b"},
		"--model-record and --model-replay exclude each other":       {"--record", "a", "--model-replay", "b"},
		"above 0, or nothing for no limit":                           {"--run-tokens", "0"},
	} {
		if said := judged(exitUsage, flags...); !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if said := judged(exitFailure, "--run-tokens", "3000"); !strings.Contains(said, "budget used up") {
		t.Errorf("a budget that is used up:\n%s", said)
	}
	if said := wolfden(t, exitUsage, "judge", "run", file, "--rules", "--model-cache", "x", "-o", filepath.Join(dir, "x")); !strings.Contains(said, "need --model") {
		t.Errorf("without a model:\n%s", said)
	}
}

// Served raters have a link each, to the games that are theirs alone; a link is nobody else's, and there is no page without one.
func TestServedRatersHaveTheirOwnLinks(t *testing.T) {
	for _, key := range []string{"", "a key of this test and of no other"} {
		t.Setenv("SECRET_KEY", key)
		dir := t.TempDir()
		games := filepath.Join(dir, "games")
		wolfden(t, exitOK, "play", "--games", "3", "--seed", "4", "-q", "--out", games)
		ctx, stop := context.WithCancel(t.Context())
		told, printed := io.Pipe()
		var stderr bytes.Buffer
		ended := make(chan int, 1)
		go func() {
			code := run(ctx, []string{
				"judge", "form", games, "--criteria", "A", "--rater", "ann", "--rater", "ben", "--rater", "c/d", "--listen", "127.0.0.1:0", "--answers", filepath.Join(dir, "human.jsonl"),
			}, printed, &stderr)
			_ = printed.Close()
			ended <- code
		}()
		links := map[string]string{}
		lines := bufio.NewScanner(told)
		for len(links) < 3 && lines.Scan() {
			if m := regexp.MustCompile(`^ +(\S+) +(http://\S+/rate/[0-9a-f]{32}/) +\(2 games\)$`).FindStringSubmatch(lines.Text()); m != nil {
				links[m[1]] = m[2]
			}
		}
		go func() { _, _ = io.Copy(io.Discard, told) }()
		page := func(url string) string {
			resp, err := http.Get(url)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = resp.Body.Close() }()
			text, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			return resp.Status + string(text)
		}
		for rater, link := range links {
			if text := page(link); !strings.Contains(text, `"rater":"`+rater+`"`) || strings.Count(text, `","lang":"en","players":`) != 2 {
				t.Errorf("at %s of %s there is %.200s", link, rater, text)
			}
		}
		if len(links) != 3 || links["ann"] == links["ben"] {
			t.Fatalf("the links are %v; %s", links, stderr.String())
		}
		if text := page(strings.Split(links["ann"], "rate/")[0]); !strings.HasPrefix(text, "404") {
			t.Errorf("without a link there is %.200s", text)
		}
		stop()
		if code := <-ended; code != exitOK || strings.Contains(stderr.String(), "links hold until this ends") != (key == "") {
			t.Errorf("it ended with %d and said %s", code, stderr.String())
		}
		wantSecret := access.RaterSecret([]byte(key), "ann")
		if strings.Contains(links["ann"], wantSecret) != (key != "") {
			t.Errorf("with the key %q ann has %s", key, links["ann"])
		}
	}
}
