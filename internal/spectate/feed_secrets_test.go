package spectate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/contestlog"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// stillGame is a game that is over, on a timeline, with a feed that nobody runs.
func stillGame(t *testing.T, dir, yaml string) (*feed, *timeline, []byte) {
	t.Helper()
	played := openTheatre(t, t.TempDir(), feedFive)
	played.join(t, 5, "team", contesttest.PauseOn(-1))()
	rec, want := played.record(t)
	played.stop()

	s := openTheatre(t, dir, yaml)
	s.stop()
	f := newFeed(s.log, func(int) {})
	if err := f.open(s.tracks); err != nil {
		t.Fatal(err)
	}
	file, w, err := gamelog.Create(s.tracks[0].games.Path(rec.Header.ID), &rec.Header)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range rec.Entries {
		w.Append(e)
	}
	if err := errors.Join(w.Flush(), file.Close()); err != nil {
		t.Fatal(err)
	}
	timeline := newTimeline(s.tracks[0], &rec.Header)
	timeline.room = 0 // of its past it keeps nothing
	timeline.extend(rec.Entries[:len(rec.Entries)/2], time.Unix(1000, 0))
	timeline.extend(rec.Entries[len(rec.Entries)/2:], time.Unix(2000, 0))
	timeline.enter(ended)
	return f, timeline, want
}

func TestDelayedFeedLagsBehind(t *testing.T) {
	dir := t.TempDir()
	yaml := changed(feedFive, "server: {data_dir: DIR/data, realtime_roles: delayed}") + "  "
	yaml = strings.Replace(yaml, "{enable: true,", "{enable: true, delay: 100s,", 1)
	f, timeline, want := stillGame(t, dir, yaml)
	filed := 0
	f.begin(timeline, func() { filed++ })
	size := func() int64 {
		paths, _ := filepath.Glob(filepath.Join(dir, "realtime", "*.jsonl"))
		if len(paths) != 1 {
			return int64(-len(paths))
		}
		info, err := os.Stat(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	everything := func(*showing) bool { return true }
	if again := f.write(time.Unix(1099, 0), false); !again.Equal(time.Unix(1100, 0)) || size() != 0 || len(f.list(false, everything)) != 0 {
		t.Errorf("too early: again at %v, %d bytes, %v", again.Unix(), size(), f.list(false, everything))
	}
	if games := f.list(true, everything); len(games) != 1 {
		t.Errorf("receivers are told of %v", games)
	}
	if again := f.write(time.Unix(1100, 0), false); !again.Equal(time.Unix(2100, 0)) || size() == 0 || size() >= int64(len(want)) {
		t.Errorf("half: again at %v, %d bytes", again.Unix(), size())
	}
	if filed != 0 {
		t.Error("it was filed before it was complete")
	}
	f.write(time.Unix(2100, 0), false)
	if size() != int64(len(want)) || filed != 1 || len(f.strips) != 0 {
		t.Errorf("in the end %d bytes of %d, filed %d times", size(), len(want), filed)
	}
}

// A file that nothing could name yet is not written: of a short game there is
// only the whole.
func TestShortGameHasOneFile(t *testing.T) {
	dir := t.TempDir()
	yaml := changed(feedFive, "server: {data_dir: DIR/data, realtime_roles: hidden}")
	f, timeline, want := stillGame(t, dir, yaml)
	timeline.enter(playing)
	f.begin(timeline, func() {})
	files := func() int { paths, _ := filepath.Glob(filepath.Join(dir, "realtime", "*.jsonl")); return len(paths) }
	if again := f.write(time.Unix(1000, 1), false); !again.Equal(time.Unix(1001, 0)) || files() != 0 {
		t.Errorf("%d files at once, again at %v", files(), again)
	}
	timeline.enter(ended)
	f.write(time.Unix(2000, 0), false)
	got, err := os.ReadFile(filepath.Join(dir, "realtime", f.nameOf(timeline.header.ID)+".jsonl"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes of %d, %v", len(got), len(want), err)
	}
}

func TestClosingServerCompletesTheFeed(t *testing.T) {
	dir := t.TempDir()
	f, timeline, want := stillGame(t, dir, strings.Replace(feedFive, "{enable: true,", "{enable: true, delay: 100s,", 1))
	f.begin(timeline, func() {})
	f.write(time.Unix(2001, 0), true)
	got, err := os.ReadFile(filepath.Join(dir, "realtime", f.nameOf(timeline.header.ID)+".jsonl"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes of %d, %v", len(got), len(want), err)
	}
}

func TestFeedThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	f, timeline, want := stillGame(t, dir, feedFive)
	folder := filepath.Join(dir, "realtime")
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	filed := 0
	f.begin(timeline, func() { filed++ })
	now := time.Unix(3000, 0)
	if again := f.write(now, false); !again.Equal(now.Add(feedRetry)) || filed != 0 {
		t.Errorf("no folder: again at %v, filed %d times", again, filed)
	}
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	// Somebody else's file stands in the way by now.
	taken := filepath.Join(folder, f.nameOf(timeline.header.ID)+".jsonl")
	if err := os.WriteFile(taken, []byte("not a feed"), 0o644); err != nil {
		t.Fatal(err)
	}
	f.write(now.Add(time.Second), false)
	if filed != 0 {
		t.Error("it was tried again too soon")
	}
	f.write(now.Add(feedRetry), false)
	if data, err := os.ReadFile(taken); err != nil || string(data) != "not a feed" {
		t.Errorf("the other file is %q, %v", data, err)
	}
	name := f.nameOf(timeline.header.ID)
	got, err := os.ReadFile(filepath.Join(folder, name+".jsonl"))
	if err != nil || !bytes.Equal(got, want) || filed != 1 || !strings.HasSuffix(name, "_"+timeline.header.ID) || f.named(name) == nil {
		t.Errorf("%s: %d bytes of %d, filed %d times, %v", name, len(got), len(want), filed, err)
	}
}

func TestTwoGamesNeverShareAFile(t *testing.T) {
	t.Parallel()
	yaml := strings.Replace(feedFive, "{timestamp}_{teams}", "{teams}#%20", 1)
	s := openTheatre(t, t.TempDir(), yaml)
	if err := os.WriteFile(filepath.Join(s.Dir, "realtime", "notes.txt"), []byte("left alone"), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		s.join(t, 5, "team", contesttest.PauseOn(-1))()
	}
	waittest.Until(t, "three games are listed", func() bool { return len(s.list(t)) == 3 })
	names := map[string]bool{}
	for _, g := range s.list(t) {
		names[g.Filename] = true
		waittest.Until(t, "the file is complete", func() bool {
			_, body := s.get(t, "/realtime/"+g.Filename+".jsonl")
			all := packets(t, body)
			return all[len(all)-1].Event == contestlog.RealtimeEnd && !slices.ContainsFunc(all, func(p contestlog.RealtimePacket) bool { return p.ID != g.ID })
		})
	}
	if len(names) != 3 || !names["team_team_team_team_team__20"] {
		t.Errorf("names %v", names)
	}
}

func TestFeedIsServedInParts(t *testing.T) {
	t.Parallel()
	s := openTheatre(t, t.TempDir(), changed(feedFive, "server: {data_dir: DIR/data, origins: ['*.example.org', 'https://viewer.test']}"))
	s.join(t, 5, "team", contesttest.PauseOn(-1))()
	_, want := s.record(t)
	waittest.Until(t, "the game is listed", func() bool { return len(s.list(t)) == 1 })
	path := "/realtime/" + s.list(t)[0].Filename + ".jsonl"
	var answer *http.Response
	waittest.Until(t, "the feed is complete", func() bool {
		var body []byte
		answer, body = s.get(t, path)
		return bytes.Equal(body, want)
	})
	if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/x-ndjson") {
		t.Errorf("content type %q", kind)
	}
	part, body := s.get(t, path, "Range", fmt.Sprintf("bytes=%d-", len(want)-10))
	if part.StatusCode != http.StatusPartialContent || !bytes.Equal(body, want[len(want)-10:]) {
		t.Errorf("part: %s %q", part.Status, body)
	}
	if beyond, _ := s.get(t, path, "Range", fmt.Sprintf("bytes=%d-", len(want))); beyond.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("beyond the end: %s", beyond.Status)
	}
	if same, _ := s.get(t, path, "If-None-Match", answer.Header.Get("ETag")); same.StatusCode != http.StatusNotModified {
		t.Errorf("unchanged: %s", same.Status)
	}
	for _, origin := range []string{"https://live.example.org", "https://aiwolf.example.com", "http://127.0.0.1:5173", "null", "://"} {
		if answer, _ := s.get(t, path, "Origin", origin); answer.Header.Get("Access-Control-Allow-Origin") != "*" ||
			answer.Header.Get("Access-Control-Allow-Credentials") != "" || answer.Header.Get("Set-Cookie") != "" {
			t.Errorf("origin %q is answered with %v", origin, answer.Header)
		}
	}
	for _, name := range []string{"nothing.jsonl", "games.jsonl", "%2e%2e%2fdata.jsonl", "..%2f..%2fetc%2fpasswd", ".jsonl", s.list(t)[0].Filename} {
		if answer, body := s.get(t, "/realtime/"+name); answer.StatusCode != http.StatusNotFound || !bytes.Contains(body, []byte(`{"error":`)) {
			t.Errorf("%s: %s %s", name, answer.Status, body)
		}
	}
}

func TestNothingIsThereBeforeItsTime(t *testing.T) {
	yaml := strings.Replace(changed(feedFive, tokensOn), "{enable: true, output", "{enable: true, delay: 1h, output", 1)
	s := openTheatre(t, t.TempDir(), yaml)
	p := contesttest.PauseOn(0)
	wait := s.join(t, 5, "team", p)
	p.Await(t)
	receiver := bearer(t, access.ReceiverToken)
	games := s.list(t, receiver...)
	if len(games) != 1 {
		t.Fatalf("receivers see %v", games)
	}
	path := "/realtime/" + games[0].Filename + ".jsonl"
	if answer, _ := s.get(t, path); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("the file for everybody: %s", answer.Status)
	}
	if info, err := os.Stat(filepath.Join(s.Dir, "realtime", games[0].Filename+".jsonl")); err == nil && info.Size() > 0 {
		t.Errorf("%d bytes before their time", info.Size())
	}
	running := filepath.Join(s.Dir, "data", "records", "running")
	if err := os.Rename(running, running+"-gone"); err != nil {
		t.Fatal(err)
	}
	if answer, body := s.get(t, path, receiver...); answer.StatusCode != http.StatusNotFound || bytes.Contains(body, []byte(s.Dir)) {
		t.Errorf("no folder for the copy: %s %s", answer.Status, body)
	}
	if err := os.Rename(running+"-gone", running); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(running, games[0].ID+fullExtension), 0o755); err != nil {
		t.Fatal(err)
	}
	if answer, body := s.get(t, path, receiver...); answer.StatusCode != http.StatusInternalServerError || bytes.Contains(body, []byte(s.Dir)) {
		t.Errorf("a folder in place of the copy: %s %s", answer.Status, body)
	}
	close(p.Release)
	wait()
	_, want := s.record(t)
	s.stop()
	got, err := os.ReadFile(filepath.Join(s.Dir, "realtime", games[0].Filename+".jsonl"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("a server that has closed leaves %d bytes of %d, %v", len(got), len(want), err)
	}
}

const twoPorts = `
server: {data_dir: DIR/data}
game: {agent_count: 5}
matching: {self_match: true}
realtime_broadcaster: {enable: true, output_dir: DIR/realtime, filename: "{teams}"}
tracks:
  - {name: here, path: /here}
  - {name: beside, path: /beside, realtime_broadcaster: {output_dir: DIR/./realtime}}
  - {name: elsewhere, path: /ws, port: 8081, realtime_broadcaster: {output_dir: DIR/elsewhere}}
`

func TestEachPortListsItsOwnTracks(t *testing.T) {
	dir := t.TempDir()
	for file, text := range map[string]string{
		"realtime/old.jsonl": "{}", "elsewhere/old.jsonl": "{}", "elsewhere/older.jsonl": "{}",
		"realtime/" + feedDraft + "1": "half", "realtime/games.json": "torn [",
		"elsewhere/games.json": `[{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","filename":"older"},{"id":"x","filename":"../../data"}]`,
	} {
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := openTheatre(t, dir, twoPorts)
	for _, path := range []string{"/here", "/beside"} {
		s.URL = s.URL[:strings.LastIndex(s.URL, "/")] + path
		s.join(t, 5, "team", contesttest.PauseOn(-1))()
	}
	waittest.Until(t, "two games are listed", func() bool { return len(s.list(t)) == 2 })
	if a, b := s.list(t)[0].Filename, s.list(t)[1].Filename; a == b {
		t.Errorf("two tracks share the file %s", a)
	}
	w, mux := httptest.NewRecorder(), http.NewServeMux()
	s.Register(mux, 8081)
	mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/realtime/games.json", nil))
	var games []listed
	if err := json.Unmarshal(w.Body.Bytes(), &games); err != nil || len(games) != 1 || games[0].Filename != "older" {
		t.Errorf("the other port lists %s", w.Body)
	}
	if answer, body := s.get(t, "/realtime/old.jsonl"); answer.StatusCode != http.StatusOK || string(body) != "{}" {
		t.Errorf("an old file: %s %s", answer.Status, body)
	}
	if drafts, _ := filepath.Glob(filepath.Join(dir, "realtime", feedDraft+"*")); len(drafts) != 0 {
		t.Errorf("drafts %q", drafts)
	}
}

func TestFeedCannotBegin(t *testing.T) {
	s := openTheatre(t, t.TempDir(), feedFive)
	s.stop()
	if err := os.RemoveAll(filepath.Join(s.Dir, "realtime")); err != nil {
		t.Fatal(err)
	}
	if err := newFeed(s.log, nil).open(s.tracks); err == nil {
		t.Error("without its folder it begins")
	}
	stuck := filepath.Join(s.tracks[0].games.Running(), "x"+fullExtension, "y")
	if err := os.MkdirAll(stuck, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := newFeed(s.log, nil).open(s.tracks); err == nil {
		t.Error("with a copy that cannot be removed it begins")
	}
	if err := archive.New(filepath.Join(s.Dir, "nowhere")).Open(nil); err == nil {
		t.Error("an archive without its folder begins")
	}
}

func TestFaultsAndFloorsInFigures(t *testing.T) {
	s := openTheatre(t, t.TempDir(), feedFive)
	o := newFigures(newTimeline(s.tracks[0], &gamelog.Header{Seats: []werewolf.Seat{{Team: "cats"}}}), time.UnixMilli(0))
	for _, fault := range []gamelog.Fault{gamelog.Late, gamelog.Illegal} {
		o.count(10, &gamelog.Input{Action: werewolf.Action{Kind: werewolf.Answer, Seat: 1, Request: werewolf.Vote}, Fault: fault})
	}
	o.count(10, &gamelog.Input{Action: werewolf.Action{Kind: werewolf.CloseFloor}})
	o.count(10, &gamelog.Input{Action: werewolf.Action{Kind: werewolf.Answer, Seat: 1, Request: werewolf.Vote}, Fault: gamelog.Lost})
	o.count(10, &gamelog.Input{Action: werewolf.Action{Kind: werewolf.Fail, Seat: 1}, Fault: gamelog.Lost})
	_, body := s.get(t, "/metrics")
	for _, secret := range []string{"cats", "VOTE"} {
		if bytes.Contains(body, []byte(secret)) {
			t.Errorf("%s shows while the game goes on", secret)
		}
	}
	o.reveal(s.metrics)
	_, body = s.get(t, "/metrics")
	for _, want := range []string{
		`wolfden_faults_total{fault="late",team="cats",track="main"} 1`, `wolfden_faults_total{fault="lost",team="cats",track="main"} 1`,
		`wolfden_answer_seconds_count{request="VOTE",track="main"} 1`,
	} {
		if !bytes.Contains(body, []byte(want+"\n")) {
			t.Errorf("missing: %s", want)
		}
	}
	if !onFloor(&werewolf.Rules{Whisper: werewolf.TalkRules{Mode: werewolf.Anytime}}, werewolf.Whisper) {
		t.Error("an open floor has no time to answer")
	}
}

// BenchmarkFeedLines is what the feed of one game costs, the village's and the
// whole.
func BenchmarkFeedLines(b *testing.B) {
	s := openTheatre(b, b.TempDir(), feedThirteen)
	s.join(b, 13, "team", contesttest.PauseOn(-1))()
	rec, want := s.record(b)
	t := timelineOf(s.tracks[0], rec)
	for b.Loop() {
		for _, village := range []bool{true, false} {
			var got []byte
			err := newFeedLines(&rec.Header, village, contestlog.Newest).write(t, len(rec.Entries), func(b []byte) error {
				got = append(got, b...)
				return nil
			})
			if err != nil || !village && !bytes.Equal(got, want) {
				b.Fatalf("%d bytes, want %d: %v", len(got), len(want), err)
			}
		}
	}
	b.SetBytes(int64(len(want)))
}
