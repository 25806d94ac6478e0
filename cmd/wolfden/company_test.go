package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/league"
	"wolfden/internal/room"
	"wolfden/werewolf"
)

// commasIn counts the commas in what is said in the records of a folder, which has to hold some.
func commasIn(t *testing.T, dir string) (n int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no records, %v", dir, err)
	}
	for _, file := range files {
		record, err := gamelog.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range record.Events() {
			if e.Kind != werewolf.Talked && e.Kind != werewolf.Whispered {
				continue
			}
			n += strings.Count(e.Text, ",")
		}
	}
	return n
}

// TestOursWriteCommas: built-in players among themselves write English with commas, and their records say so.
func TestOursWriteCommas(t *testing.T) {
	for name, args := range map[string][]string{
		"play":    {"play", "--seed", "7", "--bots", "lycaon", "-q"},
		"compare": {"compare", "plain", "lycaon", "--games", "4", "--seed", "7"},
	} {
		dir := filepath.Join(t.TempDir(), name)
		var errs strings.Builder
		if status := run(t.Context(), append(args, "--out", dir), io.Discard, &errs); status == exitUsage {
			t.Fatalf("%s: %s", name, errs.String())
		}
		records := dir
		if name == "compare" {
			records = filepath.Join(dir, "games")
		}
		if commasIn(t, records) == 0 {
			t.Errorf("%s: no commas", name)
		}
	}
}

// TestPeopleAreWrittenCommas: so do those who sit with people at a page.
func TestPeopleAreWrittenCommas(t *testing.T) {
	var wanted []room.Wanted
	for seed := range uint64(5) {
		wanted = append(wanted, room.Wanted{Kind: "lycaon", Seed: seed})
	}
	made, _, err := (*models)(nil).players(t.Context(), &tableSetup{}, "game", "en", wanted)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := werewolf.Standard(len(made))
	if err != nil {
		t.Fatal(err)
	}
	var players []bottest.Player
	for _, p := range made {
		players = append(players, p)
	}
	table, err := bottest.Sit(rules, bottest.Seats("Ann", "Ben", "Cleo", "Dora", "Egon"), 1, players)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	commas := 0
	for _, e := range table.Game.Log() {
		commas += strings.Count(e.Text, ",")
	}
	if commas == 0 {
		t.Error("no commas")
	}
}

// TestGameGoesOnInItsCompany: who goes on with a recorded game writes as was written in it.
func TestGameGoesOnInItsCompany(t *testing.T) {
	for _, c := range []struct {
		header gamelog.Header
		want   company
	}{
		{gamelog.Header{}, strangers},
		{gamelog.Header{Provenance: &gamelog.Provenance{}}, strangers},
		{gamelog.Header{Provenance: &gamelog.Provenance{Commas: true}}, ourselves},
	} {
		if got := companyBefore(&c.header); got != c.want {
			t.Errorf("%+v: ourselves %v, want %v", c.header.Provenance, got, c.want)
		}
	}
}

// TestStrangersGetNoCommas: one remote entry takes the commas out of all games of its plan.
func TestStrangersGetNoCommas(t *testing.T) {
	ours, remote := league.Entry{Bot: "plain"}, league.Entry{Remote: true}
	for _, c := range []struct {
		spec league.Spec
		want company
	}{
		{league.Spec{Entries: []league.Entry{ours, ours}}, ourselves},
		{league.Spec{Entries: []league.Entry{ours, remote}}, strangers},
		{league.Spec{Entries: []league.Entry{ours}, Against: []league.Entry{remote}}, strangers},
	} {
		if got := companyOf(&c.spec); got != c.want {
			t.Errorf("%v: ourselves %v, want %v", c.spec, got, c.want)
		}
	}
}

// TestContestHasNoCommas: of a game that a server serves to players that join, neither the record nor the contest log has a comma in
// what is said.
func TestContestHasNoCommas(t *testing.T) {
	dir := t.TempDir()
	log := &served{address: make(chan string, 1)}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--data", dir}, io.Discard, log)
	}()
	var errs strings.Builder
	url := "ws://" + <-log.address + "/ws"
	if status := run(ctx, []string{"join", "--url", url, "--team", "ours", "--bot", "lycaon", "--count", "5", "--seed", "1"}, io.Discard, &errs); status != exitOK {
		t.Fatal(errs.String())
	}
	stop()
	<-ended
	if n := commasIn(t, filepath.Join(dir, "records")); n > 0 {
		t.Errorf("%d commas in the record", n)
	}
	files, err := filepath.Glob(filepath.Join(dir, "log", "*.log"))
	if err != nil || len(files) == 0 {
		files, _ = filepath.Glob(filepath.Join(dir, "game", "*.log"))
	}
	said := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range regexp.MustCompile(`(?m)^\d+,talk,\d+,\d+,\d+,(.*),\d+$`).FindAllStringSubmatch(string(text), -1) {
			if said++; strings.Contains(line[1], ",") {
				t.Errorf("%s: %q", filepath.Base(file), line[0])
			}
		}
	}
	if said == 0 {
		t.Errorf("nothing is said in %v", files)
	}
}
