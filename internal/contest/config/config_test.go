package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"wolfden/internal/settings"
	"wolfden/werewolf"
)

// mustParse reads a file of the test's own making.
func mustParse(t *testing.T, text string) *Config {
	t.Helper()
	c, err := Parse("contest.yml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// faultsOf is the lines of the error that a file gives, without the heading.
func faultsOf(t *testing.T, text string) []string {
	t.Helper()
	c, err := Parse("contest.yml", []byte(text))
	var e *settings.Error
	if !errors.As(err, &e) || c != nil {
		t.Fatalf("configuration %v, error %v", c, err)
	}
	var lines []string
	for _, f := range e.Faults {
		lines = append(lines, f.String())
	}
	return lines
}

func TestDefaultIsFivePlayersOfOneTeamOnLoopback(t *testing.T) {
	c := Default()
	if c == nil || len(c.Tracks) != 1 || len(c.Warnings) != 0 {
		t.Fatalf("default: %+v", c)
	}
	track := &c.Tracks[0]
	if got := c.Address(track) + track.Path; got != "127.0.0.1:8080/ws" {
		t.Errorf("listens at %s", got)
	}
	standard, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(track.Rules, standard) {
		t.Errorf("rules %+v\nwant %+v", track.Rules, standard)
	}
	if !track.Matching.SelfMatch || track.Matching.IsOptimize || track.Seed != nil {
		t.Errorf("matching %+v, seed %v", track.Matching, track.Seed)
	}
	if ch := track.Characters; !ch.Enable || ch.Profiles != nil || ch.Dynamic.Enable {
		t.Errorf("characters %+v", ch)
	}
	if track.ReconnectGrace != track.timeout.response || track.RealtimeRoles != RolesHidden {
		t.Errorf("reconnect %v, realtime %v", track.ReconnectGrace, track.RealtimeRoles)
	}
	if s := c.Server; s.ReadLimit != 64<<10 || s.NameTimeout <= 0 || s.HandshakeTimeout <= 0 || s.MaxConnections.Total <= 0 {
		t.Errorf("server %+v", s)
	}
}

func TestStandardSetupsComeFromTheNumberOfPlayersAlone(t *testing.T) {
	for _, players := range []string{"5", "9", "13"} {
		c := mustParse(t, "game: {agent_count: "+players+"}")
		rules := c.Tracks[0].Rules
		if standard, err := werewolf.Standard(rules.Players()); err != nil || !reflect.DeepEqual(rules, standard) {
			t.Errorf("%s players: %+v, want %+v", players, rules, standard)
		}
	}
}

func TestEveryKeyOfTheOrganisersIsTaken(t *testing.T) {
	c, err := Load(filepath.Join("testdata", "organisers.yml"))
	if err != nil {
		t.Fatal(err)
	}
	zero := 0
	want := Track{
		Name: "main", Path: "/ws", Port: 8081,
		Rules: werewolf.Rules{
			Roles:  werewolf.RoleCounts{werewolf.Werewolf: 1, werewolf.Seer: 1, werewolf.Bodyguard: 1, werewolf.Villager: 2},
			MaxDay: werewolf.NoLimit,
			Talk: werewolf.TalkRules{
				MaxCount:  werewolf.CountRules{PerAgent: 3, PerDay: 12},
				MaxLength: werewolf.LengthRules{CountSpaces: true, PerTalk: 200, MentionLength: 40, PerAgent: 300, BaseLength: 60},
				MaxSkip:   1,
			},
			Whisper: werewolf.TalkRules{
				MaxLength: werewolf.LengthRules{CountInWord: true, PerTalk: -1, MentionLength: 50, PerAgent: -1, BaseLength: 50},
			},
			Vote:       werewolf.VoteRules{MaxCount: 2},
			AttackVote: werewolf.AttackRules{MaxCount: 3, AllowNoTarget: true},
			DayPhases: []werewolf.Phase{
				{Name: "first_whisper", Actions: []string{"whisper"}, OnlyDay: &zero},
				{Name: "talk_then_whisper", Actions: []string{"talk", "whisper"}, ExceptDay: &zero},
			},
			NightPhases: []werewolf.Phase{
				{Name: "execution", Actions: []string{"execution"}, ExceptDay: &zero},
				{Name: "night", Actions: []string{"divine", "guard", "attack"}},
			},
			MaxFailedRatio: 0.25,
			Timeout:        werewolf.Timeout{Action: 90_000, Response: 45_000, Acceptable: 1500},
		},
		timeout:   timeout{action: 90 * time.Second, response: 45 * time.Second, acceptable: 1500 * time.Millisecond},
		QuietDays: 20, Night: -1, ReconnectGrace: 45 * time.Second, ReconnectWait: 5 * time.Second, ResumeGrace: 5 * time.Minute,
		Matching: Matching{IsOptimize: true, TeamCount: 8, GameCount: 28, OutputPath: "./log/schedule.json", InfiniteLoop: true, Rounds: 1,
			Tries: 3, AbortWeightFactor: 0.5},
		Characters: Characters{
			Enable:   true,
			Encoding: Encoding{{"personality", "Character"}, {"age", "Years"}, {"gender", "gender"}},
			Profiles: []Profile{
				{"Anna", "https://example.org/anna.png", 3, "Character: Anna counts everything twice.\nYears: 31\ngender: female"},
				{"Boris", "https://example.org/boris.png", 55, "Character: Boris hums while he thinks.\nYears: 44\ngender: male"},
				{"チカ", "https://example.org/chika.png", 67, "Character: チカは朝が苦手です。\nYears: 19\ngender: 女性"},
				{"Dora", "", 53, "Character: Dora has never been late in her life.\ngender: female"},
				{"Emil", "", 0, "Years: 8"},
			},
			Dynamic: DynamicProfile{true, "Please make up a character.", 2, "some-model", 250,
				[]Avatar{{URL: "https://example.org/1.png"}, {URL: "https://example.org/2.png"}}},
		},
		JSONLogger:          Logger{true, "./out/json", "{game_id}"},
		GameLogger:          Logger{false, "./out/game", "{timestamp}_{teams}"},
		RealtimeBroadcaster: Broadcaster{Logger{true, "./out/realtime", "{teams}_{game_id}"}, 5 * time.Second},
	}
	if got := c.Tracks[0]; len(c.Tracks) != 1 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d tracks, the first\n%+v\nwant\n%+v", len(c.Tracks), got, want)
	}
	if s := c.Server; s.Host != "0.0.0.0" || s.Port != 8081 || !s.Authentication {
		t.Errorf("server %+v", s)
	}
	var warned []string
	for _, w := range c.Warnings {
		warned = append(warned, w.Path)
	}
	if want := []string{"tts_broadcaster"}; !slices.Equal(warned, want) {
		t.Errorf("warnings about %q, want %q", warned, want)
	}
}

func TestKeysOfOurOwn(t *testing.T) {
	c := mustParse(t, `
server:
  reconnect: {grace: 20s}
  resume_grace: 2m
  read_limit: 128KiB
  handshake_timeout: 3s
  name_timeout: 4s
  origins: ["*.example.org", "https://example.com:8443", localhost:3000, "*"]
  tls: {cert: cert.pem, key: key.pem}
  max_connections: {per_address: 7, per_team: -1, total: 900}
  data_dir: /srv/wolfden
  realtime_roles: delayed
  shutdown_grace: 0s
realtime_broadcaster: {delay: 1m}
game:
  seed: 18446744073709551615
  talk: {mode: synchronized, order: every_phase}
  whisper: {duration: 90s, silence: 10s, min_interval: 500ms}
`)
	s, track := c.Server, c.Tracks[0]
	want := Server{
		Host: "127.0.0.1", Port: 8080,
		TLS:       TLS{"cert.pem", "key.pem"},
		Origins:   []string{"*.example.org", "https://example.com:8443", "localhost:3000", "*"},
		ReadLimit: 128 << 10, HandshakeTimeout: 3 * time.Second, NameTimeout: 4 * time.Second,
		MaxConnections: Connections{7, werewolf.NoLimit, 900}, DataDir: "/srv/wolfden",
		TeamHealth: Default().Server.TeamHealth, Slack: Default().Server.Slack,
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("server %+v\nwant %+v", s, want)
	}
	if track.ReconnectGrace != 20*time.Second || track.ResumeGrace != 2*time.Minute || track.RealtimeRoles != RolesDelayed {
		t.Errorf("graces %v, %v, roles %v", track.ReconnectGrace, track.ResumeGrace, track.RealtimeRoles)
	}
	if track.Seed == nil || *track.Seed != 1<<64-1 {
		t.Errorf("seed %v", track.Seed)
	}
	if talk := track.Rules.Talk; talk.Mode != werewolf.Synchronized || talk.Order != werewolf.EachPhase || talk.Duration != 0 {
		t.Errorf("talk %+v", talk)
	}
	whisper := track.Rules.Whisper
	if whisper.Mode != werewolf.Anytime || whisper.Duration != 90_000 || whisper.Silence != 10_000 || whisper.MinInterval != 500 {
		t.Errorf("whisper %+v", whisper)
	}
	if got := track.JSONLogger.Dir + track.Matching.OutputPath; got != "/srv/wolfden/json/srv/wolfden/match_optimizer.json" {
		t.Errorf("folders do not follow data_dir: %s", got)
	}
}

func TestLoadSaysWhichFileCannotBeRead(t *testing.T) {
	_, err := Load(filepath.Join(t.TempDir(), "none.yml"))
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "none.yml") {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Errorf("a folder: %v", err)
	}
	big := filepath.Join(t.TempDir(), "big.yml")
	if err := os.WriteFile(big, []byte(strings.Repeat("# a line\n", settings.MaxBytes/8)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(big); err == nil || !strings.Contains(err.Error(), "larger than 1 MiB") {
		t.Errorf("a large file: %v", err)
	}
}

func TestProfilesCanTakeTheSeats(t *testing.T) {
	c, err := Load(filepath.Join("testdata", "organisers.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var seats []werewolf.Seat
	for _, p := range c.Tracks[0].Characters.Profiles {
		seats = append(seats, werewolf.Seat{Name: p.Name, Profile: p.Text, Avatar: p.Avatar})
	}
	if _, err := werewolf.New(c.Tracks[0].Rules, seats, 1); err != nil {
		t.Error(err)
	}
}

func TestProtocolHasNames(t *testing.T) {
	if got := ProtocolNewest.String() + ProtocolFebruary.String() + Protocol(9).String(); got != "newestfebruaryProtocol(9)" {
		t.Error(got)
	}
}

func TestProtocolOfATrack(t *testing.T) {
	const file = "server: {protocol: february}\ntracks:\n  - {name: old, path: /ws/old}\n" +
		"  - {name: new, path: /ws/new, server: {protocol: newest}}\n"
	c, err := Parse("x.yml", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if old, fresh := c.Tracks[0].Protocol, c.Tracks[1].Protocol; old != ProtocolFebruary || fresh != ProtocolNewest {
		t.Errorf("protocols %v and %v", old, fresh)
	}
	if c, err = Parse("x.yml", nil); err != nil || c.Tracks[0].Protocol != ProtocolNewest {
		t.Errorf("%v, without the key %v", err, c.Tracks[0].Protocol)
	}
	if _, err = Parse("x.yml", []byte("server: {protocol: februari}\n")); err == nil || !strings.Contains(err.Error(), "perhaps february is meant") {
		t.Errorf("error %v", err)
	}
}

func TestRealtimeRolesHaveNames(t *testing.T) {
	got := RolesAll.String() + RolesHidden.String() + RolesDelayed.String() + RealtimeRoles(9).String()
	if got != "allhiddendelayedRealtimeRoles(9)" {
		t.Error(got)
	}
}

func TestMoveData(t *testing.T) {
	c, err := Parse("contest.yml", []byte(`
server: {data_dir: ./here}
json_logger: {enable: true, output_dir: ./here/json}
game_logger: {enable: true, output_dir: /elsewhere/game}
`))
	if err != nil {
		t.Fatal(err)
	}
	c.MoveData("there")
	track := &c.Tracks[0]
	got := []string{
		c.Server.DataDir, track.JSONLogger.Dir, track.GameLogger.Dir, track.RealtimeBroadcaster.Dir, track.Matching.OutputPath,
	}
	want := []string{"there", "there/json", "/elsewhere/game", "there/realtime", "there/match_optimizer.json"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
