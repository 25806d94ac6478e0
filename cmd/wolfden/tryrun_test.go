package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/trial"
	"wolfden/internal/viewer/story"
)

// TestFiguresComeFirst: how good a program is stands there before it is looked into why it lost: who has seen enough stops there.
func TestFiguresComeFirst(t *testing.T) {
	if testing.Short() {
		t.Skip("games, with nothing in them that trystop.txtar has not at once")
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out := &stopping{at: "ahead of the others", stop: stop}
	status := run(ctx, []string{"try", "random", "--games", "5", "--judge", "1", "--ways", "8", "--out", t.TempDir()}, out, io.Discard)
	if text := out.String(); status != exitOK || !strings.Contains(text, ", not looked into since it was stopped\n") || strings.Contains(text, " judged") {
		t.Errorf("ends with %d: %s", status, text)
	}
}

// TestJudgingIsTold: while it is looked into why a program lost, games that are played on are counted.
func TestJudgingIsTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if status := run(t.Context(), []string{"try", "random", "--games", "5", "--judge", "0", "--out", dir}, io.Discard, io.Discard); status != exitOK {
		t.Fatalf("ends with %d", status)
	}
	games, err := trial.ReadGames(filepath.Join(dir, "random", "1"), "random", nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	said, r := &stopping{at: "3 continuations\n", stop: stop}, &trialRun{games: games}
	(&tryCmd{Judge: 1, Ways: 8}).judge(&env{ctx: ctx, stderr: said}, r, &progress{of: "continuation", lines: said})
	if text := said.String(); !r.cut || !strings.HasPrefix(text, "1 continuation\n2 continuations\n3 continuations\n") {
		t.Errorf("cut: %v; it tells %q", r.cut, text)
	}

	// What is opened is the vote that is told of the first defeat.
	path, at, _ := strings.Cut(r.page(), "#")
	rec, err := gamelog.ReadFile(r.instruct[0].File)
	if err != nil || path != "/games/"+rec.Header.ID {
		t.Fatalf("%s, %v", path, err)
	}
	told := story.Of(rec, story.Perspective{All: true})
	i := slices.IndexFunc(told.Items, func(i story.Item) bool { return i.ID() == at })
	if i < 0 || fmt.Sprintf("d%d:vote", told.Items[i].Day) != r.instruct[0].Turn() {
		t.Errorf("#%s is not %s", at, r.instruct[0].Turn())
	}
	if page := new(trialRun).page(); page != "/" {
		t.Errorf("without a defeat it is %s", page)
	}
}
