package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"wolfden/internal/bot"
	"wolfden/internal/chronicle"
	"wolfden/internal/judge"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
)

// What the environment tells of the model that tests play with: its name as --model takes it, and further flags, parted by blanks.
const (
	realModel = "WOLFDEN_TEST_MODEL"
	realFlags = "WOLFDEN_TEST_MODEL_FLAGS"
)

// realGame is how long a game with a real model, or a judge, may take. Small models on a processor need an hour.
const realGame = 3 * time.Hour

// TestRealModel plays, as a user would, a game of each system in each language with a real model in two of five seats and plain in the
// others, as long as it takes, and has the last of them judged. It prints a table. A part is named as a subtest:
// -run 'TestRealModel/(kanolab|judge)/en'. Where the test's -timeout leaves no room for another game, the rest is skipped.
//
// It fails for what is a fault of ours, whatever the model says: a game that does not end within realGame, a record that the rules
// contradict, an answer of the player's that the game refuses or that never came, a judge without one whole ranking. It does not fail for a weak model:
// what rules had to answer, and why, stands in the table.
func TestRealModel(t *testing.T) {
	name := os.Getenv(realModel)
	if name == "" {
		t.Skip("set " + realModel + "=openai@http://127.0.0.1:8000/v1:NAME to play with a real model (docs/models.md)")
	}
	r := realRun{model: name, flags: strings.Fields(os.Getenv(realFlags)), dir: t.TempDir(), within: realGame}
	r.end, _ = t.Deadline()
	seed, spoken := 0, []string{"en", "ja"}
	for _, kind := range bot.Kinds() {
		if !kind.Asks() {
			continue
		}
		t.Run(kind.Name, func(t *testing.T) {
			for _, lang := range spoken {
				seed++ // so that systems meet other roles
				t.Run(lang, func(t *testing.T) {
					r.told(t, func(ctx context.Context) []string { return r.play(ctx, kind.Name, lang, seed) })
				})
			}
		})
	}
	t.Run("judge", func(t *testing.T) { r.told(t, r.judge) })
	t.Logf("%s\n%s", name, r.table())
}

// realRun is games with one model, and what came of them.
type realRun struct {
	model  string
	flags  []string
	dir    string // of the records
	within time.Duration
	end    time.Time // when all of it must be over, zero for never
	rows   []realRow
	last   string        // the last whole record
	most   time.Duration // that a part has taken
}

// realRow is a line of the table.
type realRow struct {
	what, lang string
	chronicle.Calls
	took time.Duration
}

// told runs a part of the run within its time and reports its faults and its line of the table.
func (r *realRun) told(t *testing.T, part func(context.Context) []string) {
	t.Helper()
	const rest = time.Minute // for what is to be said at the end
	within, last := r.within, false
	if left := time.Until(r.end) - rest; !r.end.IsZero() && left < within {
		if left < max(r.most, rest) {
			t.Skipf("%s are left of the test's -timeout, too little for a game that may take %s", left.Round(time.Second), max(r.most, rest).Round(time.Second))
		}
		within, last = left, true
	}
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	began, rows := time.Now(), len(r.rows)
	faults := part(ctx)
	if r.most = max(r.most, time.Since(began)); last && ctx.Err() != nil {
		t.Skipf("broken off after %s, since the test's -timeout is over", time.Since(began).Round(time.Second))
	}
	for _, row := range r.rows[rows:] {
		t.Log(row.String())
	}
	for _, fault := range faults {
		t.Error(fault)
	}
}

// play plays a game of a system with the model in two seats, and returns what is a fault of ours.
func (r *realRun) play(ctx context.Context, system, lang string, seed int) (faults []string) {
	dir := filepath.Join(r.dir, system+"-"+lang)
	args := []string{
		"play", "--players", "5", "--bots", system + "," + system + ",plain,plain,plain", "--lang", lang, "--seed", strconv.Itoa(seed), "-q", "--out", dir,
		"--answer-time", "none", "--model", r.model, "--model-parallel", "1",
	}
	var said bytes.Buffer
	began := time.Now()
	status := run(ctx, append(args, r.flags...), &said, &said)
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 1 {
		return []string{fmt.Sprintf("there are %d records, %v; the run said\n%s", len(files), err, &said)}
	}
	switch v, _ := verify(files[0]); {
	case !v.OK:
		faults = append(faults, "the record does not follow from the rules: "+v.Error)
	case !v.Finished && ctx.Err() != nil:
		faults = append(faults, fmt.Sprintf("the game did not end within %s", time.Since(began).Round(time.Second)))
	case !v.Finished || status != exitOK:
		faults = append(faults, fmt.Sprintf("the game broke off with status %d; the run said\n%s", status, &said))
	default:
		r.last = files[0]
	}
	g, err := chronicle.ReadFile(files[0])
	if err != nil {
		return append(faults, err.Error())
	}
	row := realRow{what: system, lang: lang, took: time.Since(began)}
	for i := range g.Players {
		p := &g.Players[i]
		if p.Affiliation != system {
			continue
		}
		row.Add(p.Calls)
		for fault, n := range p.Faults {
			faults = append(faults, fmt.Sprintf("seat %d (%s): %d answers with the fault %q", p.Seat, p.Name, n, fault))
		}
	}
	if r.rows = append(r.rows, row); row.Asked() == 0 {
		faults = append(faults, "the model was asked nothing")
	}
	return faults
}

// judge has the model judge the last game, or one of rules where none was played, and returns what is a fault of ours.
func (r *realRun) judge(ctx context.Context) (faults []string) {
	if r.last == "" {
		var said bytes.Buffer
		dir := filepath.Join(r.dir, "plain")
		if status := run(ctx, []string{"play", "--bots", "plain", "--seed", "1", "-q", "--out", dir}, &said, &said); status != exitOK {
			return []string{fmt.Sprintf("a game of rules ended with status %d: %s", status, &said)}
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
		if err != nil || len(files) != 1 {
			return []string{fmt.Sprintf("%d records of rules, %v", len(files), err)}
		}
		r.last = files[0]
	}
	var said bytes.Buffer
	answers := filepath.Join(r.dir, "answers.jsonl")
	args := []string{"judge", "run", r.last, "-o", answers, "--parallel", "1", "--model", r.model, "--model-parallel", "1", "--model-timeout", "30m"}
	began := time.Now()
	status := run(ctx, append(args, r.flags...), &said, &said) // a question without a ranking is a status of its own
	row, err := judged(answers)
	if err != nil {
		return []string{fmt.Sprintf("%v; status %d, and the run said\n%s", err, status, &said)}
	}
	row.took = time.Since(began)
	if r.rows = append(r.rows, row); row.ByModel == 0 {
		faults = append(faults, fmt.Sprintf("no whole ranking; the run said\n%s", &said))
	}
	return faults
}

// judged counts the rankings in a file of answers.
func judged(path string) (row realRow, err error) {
	row.what, row.lang = "judge", "-"
	file, err := os.Open(path)
	if err != nil {
		return row, err
	}
	entries, _, _, err := judge.Read(file)
	for _, e := range entries {
		switch {
		case e.Answer != nil:
			call := chronicle.Call{By: chronicle.ByModel, Answer: e.Answer.Text, Repaired: e.Answer.Repaired, Attempts: 1 + len(e.Answer.Tries)}
			call.In, call.CachedIn, call.Out, call.ThoughtOut = e.Answer.Usage.In, e.Answer.Usage.CachedIn, e.Answer.Usage.Out, e.Answer.Usage.Thought
			row.Count(&call)
		case e.Failure != nil:
			row.Count(&chronicle.Call{By: chronicle.ByRule, Why: e.Failure.Error, Attempts: max(1, len(e.Failure.Tries))})
		}
	}
	return row, errors.Join(err, file.Close())
}

// String is the line of the table.
func (r *realRow) String() string {
	cells := map[string]string{}
	for i, cell := range r.Cells() {
		cells[chronicle.CallColumns()[i]] = cell
	}
	line := "| " + r.what + " | " + r.lang
	for _, name := range realColumns() {
		line += " | " + cells[name]
	}
	return line + " | " + r.took.Round(time.Second).String() + " | " + cmp.Or(r.Commonest(mostCauses), "-") + " |"
}

// realColumns are those of the tables of calls that stand in this one.
func realColumns() []string {
	return []string{"answers", "by model", "repaired", "by rule", "lines by model", "requests", "tokens in", "cached", "out"}
}

// table is all lines, and their sum, as a page has them.
func (r *realRun) table() string {
	heads := slices.Concat([]string{"system", "language"}, realColumns(), []string{"time", "rules answered because"})
	text := "| " + strings.Join(heads, " | ") + " |\n" + strings.Repeat("|---", len(heads)) + "|\n"
	all := realRow{what: "all", lang: "-"}
	for i := range r.rows {
		text += r.rows[i].String() + "\n"
		all.Add(&r.rows[i].Calls)
		all.took += r.rows[i].took
	}
	return text + all.String() + "\n"
}

// TestRealRun is TestRealModel with models of ours: with one that plays its role nothing is a fault and the table says so; one that gives no
// answer of use, or none at all, makes faults of the judge and of what does not end, and of nothing else.
func TestRealRun(t *testing.T) {
	if testing.Short() {
		t.Skip("games of one goroutine")
	}
	t.Parallel()
	s := llmtest.During(t, actor.Playing())
	good := realRun{model: s.Name("openai"), flags: []string{"--model-window", "16384"}, dir: t.TempDir(), within: time.Hour}
	for i, system := range []string{"kanolab", "baseline"} {
		if faults := good.play(t.Context(), system, []string{"en", "ja"}[i], i+1); len(faults) > 0 {
			t.Errorf("%s: %v", system, faults)
		}
	}
	if faults := good.judge(t.Context()); len(faults) > 0 {
		t.Error(faults)
	}
	table := good.table()
	for i := range good.rows {
		if row := &good.rows[i]; row.ByModel == 0 || row.In == 0 || row.what != "judge" && row.LinesByModel == 0 || !strings.Contains(table, row.String()) {
			t.Errorf("%s\nis not in\n%s", row.String(), table)
		}
	}
	if len(good.rows) != 3 || s.Calls() != good.sent() {
		t.Errorf("%d requests, %d are told\n%s", s.Calls(), good.sent(), table)
	}

	s.Behave(llmtest.Refusing)
	weak := realRun{model: s.Name("openai"), dir: t.TempDir(), within: time.Hour}
	if faults := weak.play(t.Context(), "kanolab", "en", 1); len(faults) > 0 || weak.rows[0].LinesByModel > 0 || !strings.Contains(weak.table(), "refused by the model") {
		t.Errorf("%v\n%s", faults, weak.table())
	}
	if faults := weak.judge(t.Context()); len(faults) != 1 || !strings.Contains(faults[0], "no whole ranking") {
		t.Error(faults)
	}

	s.Behave(llmtest.Slow(time.Hour, llmtest.Echo))
	stuck := realRun{model: s.Name("openai"), dir: t.TempDir()}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if faults := stuck.play(ctx, "baseline", "en", 1); len(faults) == 0 || !strings.Contains(faults[0], "did not end within") {
		t.Error(faults)
	}
}

// sent is how many requests the table tells of.
func (r *realRun) sent() (n int) {
	for i := range r.rows {
		n += r.rows[i].Sent
	}
	return n
}
