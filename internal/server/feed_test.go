package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/server/config"
	"wolfden/werewolf"
	"wolfden/wire"
)

const (
	feedFive = `
server: {data_dir: DIR/data}
game: {agent_count: 5}
matching: {self_match: true}
realtime_broadcaster: {enable: true, output_dir: DIR/realtime, filename: "{timestamp}_{teams}"}
`
	feedThirteen = `
server: {data_dir: DIR/data}
game: {agent_count: 13, max_day: 3}
matching: {self_match: true}
realtime_broadcaster: {enable: true, output_dir: DIR/realtime, filename: "{timestamp}_{teams}"}
`
	tokensOn = "server: {data_dir: DIR/data, authentication: {enable: true}}"
	rolesAll = "server: {data_dir: DIR/data, realtime_roles: all}"
	testKey  = "a key that is only for tests"
	murmur   = "murmured among wolves"
)

// changed is a configuration with another line for the server.
func changed(yaml, server string) string {
	return strings.Replace(yaml, "server: {data_dir: DIR/data}", server, 1)
}

// theatre is a server with an audience.
type theatre struct {
	*testServer
	web  string // http://...
	stop func() // what a crash is not: everything is written
}

func openTheatre(tb testing.TB, dir, yaml string, adjust ...func(*Server)) *theatre {
	tb.Helper()
	cfg, err := config.Parse("test.yml", []byte(strings.ReplaceAll(yaml, "DIR", dir)))
	if err != nil {
		tb.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if os.Getenv("WOLFDEN_TEST_LOG") != "" {
		log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	s, err := New(Options{Config: cfg, Characters: cast(20), Key: []byte(testKey), Log: log, Version: "test 1"})
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range adjust {
		f(s)
	}
	web := httptest.NewServer(s.Handler(cfg.Tracks[0].Port))
	stop := sync.OnceFunc(func() {
		s.stop()
		web.CloseClientConnections()
		web.Close()
	})
	tb.Cleanup(stop)
	url := "ws" + strings.TrimPrefix(web.URL, "http") + cfg.Tracks[0].Path
	return &theatre{&testServer{Server: s, url: url, dir: dir}, web.URL, stop}
}

// pause holds a game until it is let go: nobody speaks on the day any more.
type pause struct {
	day     int
	reached chan struct{}
	release chan struct{}
	once    *sync.Once
}

func pauseOn(day int) pause {
	return pause{day, make(chan struct{}), make(chan struct{}), new(sync.Once)}
}

// waiting is a legal player that keeps to a pause. Whispers say murmur.
type waiting struct {
	legal
	pause
}

func (p waiting) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Day == p.day && o.Request.Kind == werewolf.Talk {
		p.once.Do(func() { close(p.reached) })
		select {
		case <-p.release:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	if o.Request.Kind == werewolf.Whisper {
		return murmur, nil
	}
	return p.legal.Answer(ctx, o)
}

// join lets n clients of a team play one game that pauses. It returns a
// function that waits until they have.
func (s *theatre) join(tb testing.TB, n int, team string, p pause) func() {
	tb.Helper()
	token, err := NewToken([]byte(testKey), PlayerToken, team, time.Now().Add(time.Hour))
	if err != nil {
		tb.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(tb.Context(), time.Minute)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			c := wire.Client{
				URL: s.url, Name: fmt.Sprintf("%s%d", team, i+1), Games: 1, Token: token,
				New: func(string) (wire.Player, error) { return waiting{pause: p}, nil },
			}
			_ = c.Run(ctx) // servers of these tests stop in the middle
		})
	}
	return func() {
		all.Wait()
		cancel()
	}
}

func (p pause) await(tb testing.TB) {
	tb.Helper()
	select {
	case <-p.reached:
	case <-time.After(30 * time.Second):
		tb.Fatal("the game does not get there")
	}
}

// get asks for something and returns the answer with its body.
func (s *theatre) get(tb testing.TB, path string, header ...string) (*http.Response, []byte) {
	tb.Helper()
	r, err := http.NewRequestWithContext(tb.Context(), http.MethodGet, s.web+path, nil)
	if err != nil {
		tb.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		tb.Fatal(err)
	}
	return answer, body
}

func bearer(tb testing.TB, role string) []string {
	tb.Helper()
	token, err := NewToken([]byte(testKey), role, "team", time.Now().Add(time.Hour))
	if err != nil {
		tb.Fatal(err)
	}
	return []string{"Authorization", "Bearer " + token}
}

// list reads games.json.
func (s *theatre) list(tb testing.TB, header ...string) (games []listed) {
	tb.Helper()
	answer, body := s.get(tb, "/realtime/games.json", header...)
	if answer.StatusCode != http.StatusOK || json.Unmarshal(body, &games) != nil {
		tb.Fatalf("games.json: %s %s", answer.Status, body)
	}
	return games
}

// until waits for something to become true.
func until(tb testing.TB, what string, ok func() bool) {
	tb.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			tb.Fatalf("still not: %s", what)
		}
	}
}

// packets reads the lines of a feed and checks that each is whole.
func packets(tb testing.TB, body []byte) (all []contestlog.RealtimePacket) {
	tb.Helper()
	for line := range bytes.SplitSeq(body, []byte{'\n'}) {
		var p contestlog.RealtimePacket
		if err := json.Unmarshal(line, &p); err != nil {
			tb.Fatalf("%v in %q", err, line)
		}
		all = append(all, p)
	}
	return all
}

// record waits for the only record of a server and gives its feed as it should
// be in the end.
func (s *theatre) record(tb testing.TB) (*gamelog.Record, []byte) {
	tb.Helper()
	data := &testServer{Server: s.Server, dir: filepath.Join(s.dir, "data")}
	rec := data.records(tb, 1)[0]
	var feed bytes.Buffer
	if err := contestlog.WriteRealtime(&feed, rec, contestlog.Newest); err != nil {
		tb.Fatal(err)
	}
	return rec, feed.Bytes()
}

// secrets are texts that are in no byte for everybody while a game goes on.
func secrets() []string {
	all := []string{
		murmur, `"client"`, `"seed"`, `"in":`, `"HUMAN"`, "囁き", "占い", "護衛", "襲撃投票",
		`"dealt"`, `"divine"`, `"guard"`, `"whisper"`, `"vote"`, `"attackvote"`, `"attack"`, `"seer"`, `"medium"`,
	}
	for _, r := range werewolf.Roles() {
		all = append(all, r.String())
	}
	return all
}

func checkPublic(tb testing.TB, where string, body []byte) {
	tb.Helper()
	if len(body) == 0 {
		tb.Errorf("%s: nothing there", where)
	}
	for _, secret := range secrets() {
		if bytes.Contains(body, []byte(secret)) {
			tb.Errorf("%s: it has %q in it", where, secret)
		}
	}
}

func TestHiddenRolesAreInNoPublicByte(t *testing.T) {
	for name, yaml := range map[string]string{"open": feedThirteen, "tokens": changed(feedThirteen, tokensOn)} {
		t.Run(name, func(t *testing.T) { hiddenRoles(t, yaml) })
	}
}

func hiddenRoles(t *testing.T, yaml string) {
	s := openTheatre(t, t.TempDir(), yaml)
	p := pauseOn(2)
	wait := s.join(t, 13, "team", p)
	p.await(t)
	until(t, "the feed has the votes of day 1", func() bool {
		games := s.list(t, bearer(t, ReceiverToken)...)
		if len(games) != 1 {
			return false
		}
		body := s.onDisk(t, games[0].Filename)
		return len(body) > 0 && packets(t, body)[0].Idx == 1 && bytes.Contains(body, []byte(`"event":"投票"`))
	})
	game := s.list(t, bearer(t, ReceiverToken)...)[0]
	for _, header := range [][]string{nil, bearer(t, PlayerToken), {"Authorization", "Bearer nonsense"}} {
		for _, path := range []string{"/realtime/games.json", "/realtime/" + game.Filename + ".jsonl", "/api/v1/games", "/api/v1/games/" + game.ID, "/api/v1/teams"} {
			answer, body := s.get(t, path, header...)
			if checkPublic(t, path, body); (answer.StatusCode == http.StatusUnauthorized) != s.gallery.guard.tokens {
				t.Errorf("%s: %s", path, answer.Status)
			}
		}
		checkPublic(t, "events", s.eventsSoFar(t, game.ID, header...))
	}
	files, _ := filepath.Glob(filepath.Join(s.dir, "realtime", "*"))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		checkPublic(t, file, data)
	}
	dead := 0
	body := s.onDisk(t, game.Filename)
	for _, a := range packets(t, body)[len(packets(t, body))-1].Agents {
		if !a.IsAlive {
			dead++
		}
	}
	if dead < 1 {
		t.Error("nobody is dead on day 2")
	}
	close(p.release)
	wait()
	_, want := s.record(t)
	until(t, "the whole feed is public", func() bool { return bytes.Equal(s.onDisk(t, game.Filename), want) })
}

// onDisk is the file of the feed that everybody may read, empty while there is none.
func (s *theatre) onDisk(tb testing.TB, name string) []byte {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, "realtime", name+".jsonl"))
	if err != nil && !os.IsNotExist(err) {
		tb.Fatal(err)
	}
	return data
}

func TestReceiversSeeEverythingAtOnce(t *testing.T) {
	s := openTheatre(t, t.TempDir(), changed(feedThirteen, tokensOn))
	p := pauseOn(1)
	wait := s.join(t, 13, "team", p)
	p.await(t)
	receiver := bearer(t, ReceiverToken)
	until(t, "the game is listed", func() bool { return len(s.list(t, receiver...)) == 1 })
	game := s.list(t, receiver...)[0]
	path := "/realtime/" + game.Filename + ".jsonl"
	answer, body := s.get(t, path, receiver...)
	if !bytes.Contains(body, []byte("WEREWOLF")) || !bytes.Contains(body, []byte(murmur)) {
		t.Errorf("a receiver sees %.300s", body)
	}
	if answer, _ := s.get(t, path, append(receiver, "If-None-Match", answer.Header.Get("ETag"))...); answer.StatusCode != http.StatusNotModified {
		t.Errorf("unchanged: %s", answer.Status)
	}
	copies := func() []string {
		paths, _ := filepath.Glob(filepath.Join(s.dir, "data", "records", "running", "*"+fullExtension))
		return paths
	}
	if len(copies()) != 1 {
		t.Errorf("copies for receivers: %q", copies())
	}
	if _, body := s.get(t, "/api/v1/games/"+game.ID, receiver...); !bytes.Contains(body, []byte(`"role":"SEER"`)) {
		t.Errorf("the game for a receiver: %s", body)
	}
	if events := s.eventsSoFar(t, game.ID, receiver...); !bytes.Contains(events, []byte(`"dealt"`)) || !bytes.Contains(events, []byte(`"in":"answer"`)) {
		t.Errorf("a receiver sees the events %.300s", events)
	}
	close(p.release)
	wait()
	_, want := s.record(t)
	until(t, "everybody sees the same", func() bool {
		public := s.onDisk(t, game.Filename)
		_, full := s.get(t, path, receiver...)
		return bytes.Equal(public, want) && bytes.Equal(full, want)
	})
	if len(copies()) != 0 {
		t.Errorf("copies for receivers of no game: %q", copies())
	}
}

func TestAllRolesAtOnce(t *testing.T) {
	s := openTheatre(t, t.TempDir(), changed(feedFive, rolesAll))
	p := pauseOn(1)
	wait := s.join(t, 5, "team", p)
	p.await(t)
	until(t, "the game is listed", func() bool { return len(s.list(t)) == 1 })
	game := s.list(t)[0]
	_, before := s.get(t, "/realtime/"+game.Filename+".jsonl")
	if packets(t, before)[0].Agents[0].Role == werewolf.NoRole {
		t.Errorf("no role in %.300s", before)
	}
	if _, body := s.get(t, "/api/v1/games/"+game.ID); !bytes.Contains(body, []byte(`"role":"SEER"`)) {
		t.Errorf("the game: %s", body)
	}
	close(p.release)
	wait()
	_, want := s.record(t)
	if !bytes.HasPrefix(want, before) {
		t.Error("the file was not only appended to")
	}
	until(t, "the feed is complete", func() bool {
		got, err := os.ReadFile(filepath.Join(s.dir, "realtime", game.Filename+".jsonl"))
		return err == nil && bytes.Equal(got, want)
	})
	until(t, "the list on disk names the finished game", func() bool {
		var games []listed
		data, err := os.ReadFile(filepath.Join(s.dir, "realtime", "games.json"))
		return err == nil && json.Unmarshal(data, &games) == nil && len(games) == 1 && games[0].ID == game.ID
	})
}

// crash is a copy of the server's folder as it stands, which is what a killed
// server leaves.
func (s *theatre) crash(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	if err := os.CopyFS(dir, os.DirFS(s.dir)); err != nil {
		tb.Fatal(err)
	}
	return dir
}

func TestFeedAfterACrash(t *testing.T) {
	receiver := bearer(t, ReceiverToken)
	for _, server := range []string{tokensOn, rolesAll} {
		first := openTheatre(t, t.TempDir(), changed(feedFive, server))
		p := pauseOn(1)
		first.join(t, 5, "team", p)
		p.await(t)
		until(t, "the game is listed", func() bool { return len(first.list(t, receiver...)) == 1 })
		first.get(t, "/realtime/"+first.list(t, receiver...)[0].Filename+".jsonl", receiver...)
		dir := first.crash(t)
		game := first.list(t, receiver...)[0]
		first.stop()
		if left, _ := filepath.Glob(filepath.Join(first.dir, "data", "records", "running", "*"+fullExtension)); len(left) != 0 {
			t.Errorf("copies for receivers of a server that has closed: %q", left)
		}
		// As if it had been killed before the list named the game.
		if err := os.Remove(filepath.Join(dir, "realtime", "games.json")); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}

		second := openTheatre(t, dir, changed(feedFive, server))
		until(t, "the game is listed again", func() bool {
			games := second.list(t, receiver...)
			return len(games) == 1 && games[0].ID == game.ID && games[0].Filename == game.Filename
		})
		if _, body := second.get(t, "/api/v1/archive?state=paused", receiver...); !bytes.Contains(body, []byte(game.ID)) {
			t.Errorf("paused games: %s", body)
		}
		again := pauseOn(-1)
		second.join(t, 5, "team", again)()
		_, want := second.record(t)
		until(t, "the feed is complete", func() bool {
			_, got := second.get(t, "/realtime/"+game.Filename+".jsonl", receiver...)
			return bytes.Equal(got, want)
		})
		files, _ := filepath.Glob(filepath.Join(dir, "realtime", "[!.]*"))
		if len(files) > 2 {
			t.Errorf("files %q", files)
		}
		second.stop()
		third := openTheatre(t, dir, changed(feedFive, server))
		if games := third.list(t, receiver...); len(games) != 1 || games[0].Filename != game.Filename {
			t.Errorf("after another restart: %v", games)
		}
		third.stop()
	}
}
