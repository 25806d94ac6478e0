package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chances"
	"wolfden/internal/match"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// stopping is an output that stops a command when it has written a text.
type stopping struct {
	bytes.Buffer
	at   string
	stop context.CancelFunc
}

// Write implements io.Writer.
func (s *stopping) Write(text []byte) (int, error) {
	n, err := s.Buffer.Write(text)
	if s.at != "" && strings.Contains(s.String(), s.at) {
		s.stop()
	}
	return n, err
}

// runUntil runs a command and stops it when it has written the text, "" for never. It returns what it printed, and its complaints.
func runUntil(t *testing.T, text string, args ...string) (printed, complaints string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out bytes.Buffer
	errs := stopping{at: text, stop: stop}
	if status := run(ctx, args, &out, &errs); (status == exitOK) != (text == "") {
		t.Fatalf("%v: status %d: %s", args, status, errs.String())
	}
	return out.String(), errs.String()
}

// TestStoppedChancesGoOn: what was played until Ctrl-C is kept, and the same command goes on from it to the figures that come of
// all games at once.
func TestStoppedChancesGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("games that are played on")
	}
	dir := t.TempDir()
	if status := run(t.Context(), []string{"play", "--seed", "7", "--bots", "random", "--out", dir, "-q"}, io.Discard, io.Discard); status != exitOK {
		t.Fatal("no game")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	file := files[0]
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	curve := []string{"chances", file, "--by", "random", "--games", "30", "--at", "d1,d1:3"}
	want, _ := runUntil(t, "", append(curve, "--no-keep")...)
	if _, why := runUntil(t, "(25 of 30 games)", curve...); !strings.Contains(why, "what was played before is kept") {
		t.Errorf("chances, stopped: %s", why)
	}
	kept, err := chances.Load(file, data)
	if err != nil || len(kept.Curves) != 1 || kept.Curves[0].Least() != 25 {
		t.Errorf("kept is %+v, %v", kept, err)
	}
	if got, _ := runUntil(t, "", curve...); got != want {
		t.Errorf("gone on with:\n%s\nat once:\n%s", got, want)
	}
	moves := []string{"moves", file, "--by", "random", "--games", "16"}
	want, _ = runUntil(t, "", append(moves, "--no-keep")...)
	if _, why := runUntil(t, "15 games each way of 16", moves...); !strings.Contains(why, "are kept") {
		t.Errorf("moves, stopped: %s", why)
	}
	judged, err := chances.LoadMoves(file, data)
	if err != nil || len(judged.Judged) != 1 || !judged.Judged[0].Unfinished || len(judged.Judged[0].Moves[0].Ways["roles"]) < 15 || judged.Best() != nil {
		t.Errorf("kept is %+v, %v", judged, err)
	}
	if got, _ := runUntil(t, "", moves...); got != want {
		t.Errorf("gone on with:\n%s\nat once:\n%s", got, want)
	}
}

// TestCourses: the JSON of what would have happened tells the ways in which games went on: all of them add up to the games and to
// the chances, and those with something replaced are the ones that people read of.
func TestCourses(t *testing.T) {
	if testing.Short() {
		t.Skip("games that are played on")
	}
	dir := t.TempDir()
	if status := run(t.Context(), []string{"play", "--seed", "3", "--bots", "plain", "--out", dir, "-q"}, io.Discard, io.Discard); status != exitOK {
		t.Fatal("no game")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	const games = 7
	told := func(more ...string) string {
		t.Helper()
		text, _ := runUntil(t, "", append([]string{"whatif", files[0], "--at", "d1:2", "--silent", "--by", "plain", "--games", fmt.Sprint(games)}, more...)...)
		return text
	}
	type way struct {
		Village struct{ Value float64 }
		Courses []struct {
			Games  int
			Share  struct{ Value, Low, High float64 }
			Winner string
			Deaths []struct {
				Day, Seat int
				How       string
			}
			Says []struct {
				Day, Seat int
				Text      string
			}
		}
	}
	var so, few struct{ With, Without way }
	if err := errors.Join(json.Unmarshal([]byte(told("--json", "--show", "99")), &so), json.Unmarshal([]byte(told("--json", "--show", "1")), &few)); err != nil {
		t.Fatal(err)
	}
	if len(few.With.Courses) != 1 || len(few.Without.Courses) != 1 || !reflect.DeepEqual(few.With.Courses[0], so.With.Courses[0]) {
		t.Errorf("--show 1 tells %d and %d courses", len(few.With.Courses), len(few.Without.Courses))
	}
	for name, w := range map[string]*way{"with": &so.With, "without": &so.Without} {
		all, won, last, says := 0, 0, games, 0
		for _, c := range w.Courses {
			if c.Games > last || math.Abs(c.Share.Value-float64(c.Games)/games) > 1e-9 || c.Share.Low >= c.Share.Value || c.Share.High < c.Share.Value {
				t.Errorf("%s: %d games, after %d, are %+v of %d", name, c.Games, last, c.Share, games)
			}
			last = c.Games
			if all += c.Games; c.Winner == "VILLAGER" {
				won += c.Games
			}
			dead, day := map[int]bool{}, 1
			for _, d := range c.Deaths {
				if dead[d.Seat] || d.Seat < 1 || d.Seat > 5 || d.Day < day || d.How != "executed" && d.How != "dead" {
					t.Errorf("%s: %+v", name, c.Deaths)
				}
				dead[d.Seat], day = true, d.Day
			}
			if len(c.Deaths) == 0 {
				t.Errorf("%s: nobody dies", name)
			}
			says += len(c.Says)
		}
		if all != games || math.Abs(float64(won)/games-w.Village.Value) > 1e-9 || says == 0 {
			t.Errorf("%s: courses of %d games, of which the village won %d, %d utterances; its chance is %g", name, all, won, says, w.Village.Value)
		}
	}
	_, read, _ := strings.Cut(told("--show", "99"), "points\n")
	sections := strings.Split(read, " games go on like this:\n")[1:]
	if len(sections) != len(so.With.Courses) {
		t.Fatalf("people read of %d courses, programs of %d", len(sections), len(so.With.Courses))
	}
	for i, c := range so.With.Courses {
		for _, s := range c.Says {
			if s.Day != 1 || !strings.Contains(sections[i], s.Text) {
				t.Errorf("people do not read of the course %d that on day %d %d says %q", i, s.Day, s.Seat, s.Text)
			}
		}
	}
	// With its own words in place of the recorded utterance the game goes on as it did without a change.
	g, err := readGame(files[0])
	if err != nil {
		t.Fatal(err)
	}
	entries, err := position.Find(g.record, "d1:2")
	if err != nil {
		t.Fatal(err)
	}
	was, _ := chances.Recorded(g.record, entries, 0, werewolf.Talk)
	var same struct{ With, Without way }
	text, _ := runUntil(t, "", "whatif", files[0], "--at", "d1:2", "--say", was.Text, "--by", "plain", "--games", fmt.Sprint(games), "--json", "--show", "99")
	if err := json.Unmarshal([]byte(text), &same); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(same.With, so.Without) || reflect.DeepEqual(so.With, so.Without) {
		t.Error("the ways in which the game goes on as it was are not those of its own words")
	}
}

// TestEffectOfWordsBySide: the effect of words is on the side of who says them, as counted game by game.
func TestEffectOfWordsBySide(t *testing.T) {
	if testing.Short() {
		t.Skip("games that are played on")
	}
	dir := t.TempDir()
	if status := run(t.Context(), []string{"play", "--seed", "3", "--bots", "plain", "--out", dir, "-q"}, io.Discard, io.Discard); status != exitOK {
		t.Fatal("no game")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	g, err := readGame(files[0])
	if err != nil {
		t.Fatal(err)
	}
	c := labWordsCmd{rolloutFlags: rolloutFlags{By: "plain", Games: 4, Seed: 5}}
	players, err := c.players(g.record)
	if err != nil {
		t.Fatal(err)
	}
	said, err := (&chances.Asks{Games: c.Games, Seed: c.Seed}).Effects(t.Context(), g.record, 2, players)
	if err != nil {
		t.Fatal(err)
	}
	effects, _, err := effectsOf([]*playedOn[[]chances.Effect]{{Rules: g.record.Header.Rules, Got: said}})
	if err != nil {
		t.Fatal(err)
	}
	want, moved := map[string]float64{}, map[werewolf.Team]bool{}
	rec := chances.Unhurried(g.record)
	for i, p := range chances.Places(rec) {
		change, err := p.Silenced(t.Context(), rec, players, c.Games, werewolf.SubSeed(c.Seed, 2<<16|i))
		if err != nil {
			t.Fatal(err)
		}
		name := strings.ToLower(rec.Header.Rules.Table.Name(p.Role))
		side := werewolf.VillagerTeam
		if name == "werewolf" || name == "possessed" {
			side = werewolf.WerewolfTeam
		}
		won := 0
		for n := range change.With {
			if change.With[n].Winner == side {
				won++
			}
			if change.Without[n].Winner == side {
				won--
			}
		}
		moved[side] = moved[side] || won != 0
		for _, word := range p.Says {
			want[string(word)+name] += float64(won) / float64(c.Games)
		}
	}
	got := map[string]float64{}
	for group, games := range effects {
		for _, value := range games[0] {
			got[string(group.Word)+group.Role] += value
		}
	}
	if len(moved) != 2 || !moved[werewolf.VillagerTeam] || !moved[werewolf.WerewolfTeam] {
		t.Errorf("words matter to %v only", moved)
	}
	for what := range want {
		if math.Abs(want[what]-got[what]) > 1e-9 || len(want) != len(got) {
			t.Errorf("%s: %v instead of %v", what, got[what], want[what])
		}
	}
}

// TestSetupsOfWords: words of games with other roles or rules are never put together, however many players sit there; those of games in
// which only the time for an answer is another one are.
func TestSetupsOfWords(t *testing.T) {
	if testing.Short() {
		t.Skip("games that are played on")
	}
	dir := t.TempDir()
	for i, change := range []func(r *werewolf.Rules){
		func(*werewolf.Rules) {},
		func(r *werewolf.Rules) { r.Timeout.Action /= 2 },
		func(r *werewolf.Rules) { r.VoteVisibility, r.Talk.MaxCount.PerAgent = false, 3 },
		func(r *werewolf.Rules) { r.Roles[werewolf.Possessed], r.Roles[werewolf.Villager] = 0, 3 },
	} {
		rules, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		change(&rules)
		saveGame(t, filepath.Join(dir, fmt.Sprintf("%d.jsonl", i)), &rules, uint64(i+1))
	}
	text, _ := runUntil(t, "", "lab", "words", dir, "--by", "random", "--games", "2")
	for _, want := range []string{
		"\nsetup 1: 5 players, villager=2,seer=1,possessed=1,werewolf=1\n", "\nsetup 3: 5 players, villager=3,seer=1,werewolf=1\n",
		"\nsetup 2: 5 players, villager=2,seer=1,possessed=1,werewolf=1; as setup 1, but talk.max_count.per_agent 4, vote_visibility true\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	games := map[string]int{}
	for line := range strings.Lines(text) {
		if f := strings.Fields(line); len(f) > 5 && f[0] == "vote" && f[3] == "villager" {
			games[f[1]], _ = strconv.Atoi(f[4])
		}
	}
	if len(games) != 3 || games["1"] != 1 || games["2"] != 2 || games["3"] != 1 {
		t.Errorf("games by setup: %v in\n%s", games, text)
	}
}

// saveGame plays a game by the rules and keeps its record in a file.
func saveGame(t *testing.T, file string, rules *werewolf.Rules, seed uint64) {
	t.Helper()
	h := gamelog.Header{Version: gamelog.Version, ID: filepath.Base(file), Lang: "en", Seed: seed, Rules: *rules}
	for _, name := range []string{"Ada", "Bela", "Cleo", "Dora", "Ezra"} {
		h.Seats = append(h.Seats, werewolf.Seat{Name: name})
	}
	g, err := h.Game()
	if err != nil {
		t.Fatal(err)
	}
	for i := range h.Seats {
		h.Seats[i].Role = g.Role(werewolf.SeatID(i + 1))
	}
	rec := &scribe{}
	m := match.Match{Game: g, Observer: rec, Clock: match.StepClock(0, 750)}
	for i := range h.Seats {
		p, err := bot.New("plain", bot.Config{Seed: werewolf.SubSeed(seed, i), Lang: "en"})
		if err != nil {
			t.Fatal(err)
		}
		m.Players = append(m.Players, p)
	}
	if _, err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := gamelog.Write(&text, &gamelog.Record{Header: h, Entries: *rec}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// scribe is an observer that keeps what happens.
type scribe []gamelog.Entry

// Append adds the entry.
func (s *scribe) Append(e gamelog.Entry) { *s = append(*s, e) }

// Flush has nothing to write.
func (*scribe) Flush() error { return nil }
