package spectate

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/contestlog"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
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
	tokensOn    = "server: {data_dir: DIR/data, authentication: {enable: true}}"
	rolesAll    = "server: {data_dir: DIR/data, realtime_roles: all}"
	testProgram = "needle-of-provenance"
	testKey     = "a key that is only for tests"
)

// changed is a configuration with another line for the server.
func changed(yaml, server string) string {
	return strings.Replace(yaml, "server: {data_dir: DIR/data}", server, 1)
}

// theatre is a contest with an audience.
type theatre struct {
	contesttest.Server
	*API
	contest *contest.Contest
	config  *config.Config
	mux     *http.ServeMux
	web     string // http://...
	stop    func() // what a crash is not: everything is written
}

func openTheatre(tb testing.TB, dir, yaml string, adjust ...func(*API)) *theatre {
	tb.Helper()
	cfg, err := config.Parse("test.yml", []byte(strings.ReplaceAll(yaml, "DIR", dir)))
	if err != nil {
		tb.Fatal(err)
	}
	var tokens access.Tokens
	if cfg.Server.Authentication {
		tokens = access.NewTokens([]byte(testKey))
	}
	log := contesttest.Log()
	c, err := contest.New(contest.Options{Config: cfg, Characters: contesttest.Cast(20), Tokens: tokens, Log: log,
		Provenance: gamelog.Provenance{Program: testProgram, Command: "serve"}})
	if err != nil {
		tb.Fatal(err)
	}
	s := &theatre{Server: contesttest.Server{Dir: dir}, contest: c, config: cfg, mux: http.NewServeMux()}
	observer, err := Open(cfg, c.Games, log)
	if err != nil {
		tb.Fatal(err)
	}
	s.API = NewAPI(observer, Options{Contest: c, Tokens: tokens, Limits: cfg.Server.MaxConnections, Version: "test 1", Standing: c.Standing().Done()})
	for _, f := range adjust {
		f(s.API)
	}
	if err := c.Start(observer); err != nil {
		tb.Fatal(err)
	}
	shown := make(chan struct{})
	go func() {
		defer close(shown)
		observer.Run(c.Standing())
	}()
	c.Register(s.mux, cfg.Tracks[0].Port)
	s.Register(s.mux, cfg.Tracks[0].Port)
	web := httptest.NewServer(s.mux)
	s.stop = sync.OnceFunc(func() {
		c.Halt()
		<-shown
		if err := c.Release(); err != nil {
			tb.Error(err)
		}
		web.CloseClientConnections()
		web.Close()
	})
	tb.Cleanup(s.stop)
	s.web, s.URL = web.URL, "ws"+strings.TrimPrefix(web.URL, "http")+cfg.Tracks[0].Path
	return s
}

// join lets n clients of a team play one game that pauses. It returns a
// function that waits until they have.
func (s *theatre) join(tb testing.TB, n int, team string, p contesttest.Pause) func() {
	tb.Helper()
	token, err := access.NewToken([]byte(testKey), access.PlayerToken, team, time.Now().Add(time.Hour))
	if err != nil {
		tb.Fatal(err)
	}
	return s.PlayPaused(tb, n, team, token, p)
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
	token, err := access.NewToken([]byte(testKey), role, "team", time.Now().Add(time.Hour))
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

// data is the server by the folder of its records.
func (s *theatre) data() *contesttest.Server {
	return &contesttest.Server{Dir: filepath.Join(s.Dir, "data")}
}

// record waits for the only record of a server and gives its feed as it should
// be in the end.
func (s *theatre) record(tb testing.TB) (*gamelog.Record, []byte) {
	tb.Helper()
	rec := s.data().Records(tb, 1)[0]
	var feed bytes.Buffer
	if err := contestlog.WriteRealtime(&feed, rec, contestlog.Newest); err != nil {
		tb.Fatal(err)
	}
	return rec, feed.Bytes()
}

// secrets are texts that are in no byte for everybody while a game goes on.
func secrets() []string {
	all := []string{
		contesttest.Murmur, `"client"`, `"seed"`, `"in":`, `"HUMAN"`, "囁き", "占い", "護衛", "襲撃投票",
		`"dealt"`, `"divine"`, `"guard"`, `"whisper"`, `"vote"`, `"attackvote"`, `"attack"`, `"seer"`, `"medium"`,
	}
	for _, r := range werewolf.StandardRoles().Roles() {
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
	t.Parallel()
	for name, yaml := range map[string]string{"open": feedThirteen, "tokens": changed(feedThirteen, tokensOn)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hiddenRoles(t, yaml)
		})
	}
}

func hiddenRoles(t *testing.T, yaml string) {
	s := openTheatre(t, t.TempDir(), yaml, lively)
	p := contesttest.PauseOn(2)
	wait := s.join(t, 13, "team", p)
	p.Await(t)
	waittest.Until(t, "the feed has the votes of day 1", func() bool {
		games := s.list(t, bearer(t, access.ReceiverToken)...)
		if len(games) != 1 {
			return false
		}
		body := s.onDisk(t, games[0].Filename)
		return len(body) > 0 && packets(t, body)[0].Idx == 1 && bytes.Contains(body, []byte(`"event":"投票"`))
	})
	game := s.list(t, bearer(t, access.ReceiverToken)...)[0]
	for _, header := range [][]string{nil, bearer(t, access.PlayerToken), {"Authorization", "Bearer nonsense"}} {
		for _, path := range []string{"/realtime/games.json", "/realtime/" + game.Filename + ".jsonl", "/api/v1/games", "/api/v1/games/" + game.ID, "/api/v1/teams"} {
			answer, body := s.get(t, path, header...)
			if checkPublic(t, path, body); (answer.StatusCode == http.StatusUnauthorized) != s.tokens.Asked() {
				t.Errorf("%s: %s", path, answer.Status)
			}
		}
		checkPublic(t, "events", s.eventsSoFar(t, game.ID, header...))
	}
	files, _ := filepath.Glob(filepath.Join(s.Dir, "realtime", "*"))
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
	close(p.Release)
	wait()
	_, want := s.record(t)
	waittest.Until(t, "the whole feed is public", func() bool { return bytes.Equal(s.onDisk(t, game.Filename), want) })
}

// onDisk is the file of the feed that everybody may read, empty while there is none.
func (s *theatre) onDisk(tb testing.TB, name string) []byte {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(s.Dir, "realtime", name+".jsonl"))
	if err != nil && !os.IsNotExist(err) {
		tb.Fatal(err)
	}
	return data
}

func TestReceiversSeeEverythingAtOnce(t *testing.T) {
	s := openTheatre(t, t.TempDir(), changed(feedThirteen, tokensOn), lively)
	p := contesttest.PauseOn(1)
	wait := s.join(t, 13, "team", p)
	p.Await(t)
	receiver := bearer(t, access.ReceiverToken)
	waittest.Until(t, "the game is listed", func() bool { return len(s.list(t, receiver...)) == 1 })
	game := s.list(t, receiver...)[0]
	path := "/realtime/" + game.Filename + ".jsonl"
	answer, body := s.get(t, path, receiver...)
	if !bytes.Contains(body, []byte("WEREWOLF")) || !bytes.Contains(body, []byte(contesttest.Murmur)) {
		t.Errorf("a receiver sees %.300s", body)
	}
	if answer, _ := s.get(t, path, append(receiver, "If-None-Match", answer.Header.Get("ETag"))...); answer.StatusCode != http.StatusNotModified {
		t.Errorf("unchanged: %s", answer.Status)
	}
	copies := func() []string {
		paths, _ := filepath.Glob(filepath.Join(s.Dir, "data", "records", "running", "*"+fullExtension))
		return paths
	}
	if len(copies()) != 1 {
		t.Errorf("copies for receivers: %q", copies())
	}
	if _, body := s.get(t, "/api/v1/games/"+game.ID, receiver...); !bytes.Contains(body, []byte(`"role":"SEER"`)) {
		t.Errorf("the game for a receiver: %s", body)
	}
	waittest.Until(t, "a receiver sees who is dealt what, and the answers", func() bool {
		events := s.eventsSoFar(t, game.ID, receiver...)
		return bytes.Contains(events, []byte(`"dealt"`)) && bytes.Contains(events, []byte(`"in":"answer"`))
	})
	close(p.Release)
	wait()
	_, want := s.record(t)
	waittest.Until(t, "everybody sees the same", func() bool {
		public := s.onDisk(t, game.Filename)
		_, full := s.get(t, path, receiver...)
		return bytes.Equal(public, want) && bytes.Equal(full, want)
	})
	if len(copies()) != 0 {
		t.Errorf("copies for receivers of no game: %q", copies())
	}
}

func TestAllRolesAtOnce(t *testing.T) {
	t.Parallel()
	s := openTheatre(t, t.TempDir(), changed(feedFive, rolesAll))
	p := contesttest.PauseOn(1)
	wait := s.join(t, 5, "team", p)
	p.Await(t)
	waittest.Until(t, "the game is listed", func() bool { return len(s.list(t)) == 1 })
	game := s.list(t)[0]
	_, before := s.get(t, "/realtime/"+game.Filename+".jsonl")
	if packets(t, before)[0].Agents[0].Role == werewolf.NoRole {
		t.Errorf("no role in %.300s", before)
	}
	if _, body := s.get(t, "/api/v1/games/"+game.ID); !bytes.Contains(body, []byte(`"role":"SEER"`)) {
		t.Errorf("the game: %s", body)
	}
	close(p.Release)
	wait()
	_, want := s.record(t)
	if !bytes.HasPrefix(want, before) {
		t.Error("the file was not only appended to")
	}
	waittest.Until(t, "the feed is complete", func() bool {
		got, err := os.ReadFile(filepath.Join(s.Dir, "realtime", game.Filename+".jsonl"))
		return err == nil && bytes.Equal(got, want)
	})
	waittest.Until(t, "the list on disk names the finished game", func() bool {
		var games []listed
		data, err := os.ReadFile(filepath.Join(s.Dir, "realtime", "games.json"))
		return err == nil && json.Unmarshal(data, &games) == nil && len(games) == 1 && games[0].ID == game.ID
	})
}

// crash is a copy of the server's folder as it stands, which is what a killed
// server leaves.
func (s *theatre) crash(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	if err := os.CopyFS(dir, os.DirFS(s.Dir)); err != nil {
		tb.Fatal(err)
	}
	return dir
}

func TestFeedAfterACrash(t *testing.T) {
	t.Parallel()
	receiver := bearer(t, access.ReceiverToken)
	for _, server := range []string{tokensOn, rolesAll} {
		first := openTheatre(t, t.TempDir(), changed(feedFive, server))
		p := contesttest.PauseOn(1)
		first.join(t, 5, "team", p)
		p.Await(t)
		waittest.Until(t, "the game is listed", func() bool { return len(first.list(t, receiver...)) == 1 })
		first.get(t, "/realtime/"+first.list(t, receiver...)[0].Filename+".jsonl", receiver...)
		dir := first.crash(t)
		game := first.list(t, receiver...)[0]
		first.stop()
		if left, _ := filepath.Glob(filepath.Join(first.Dir, "data", "records", "running", "*"+fullExtension)); len(left) != 0 {
			t.Errorf("copies for receivers of a server that has closed: %q", left)
		}
		// As if it had been killed before the list named the game.
		if err := os.Remove(filepath.Join(dir, "realtime", "games.json")); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}

		second := openTheatre(t, dir, changed(feedFive, server))
		waittest.Until(t, "the game is listed again", func() bool {
			games := second.list(t, receiver...)
			return len(games) == 1 && games[0].ID == game.ID && games[0].Filename == game.Filename
		})
		if _, body := second.get(t, "/api/v1/archive?state=paused", receiver...); !bytes.Contains(body, []byte(game.ID)) {
			t.Errorf("paused games: %s", body)
		}
		again := contesttest.PauseOn(-1)
		second.join(t, 5, "team", again)()
		_, want := second.record(t)
		waittest.Until(t, "the feed is complete", func() bool {
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
