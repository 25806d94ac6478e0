package config

import (
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"wolfden/internal/settings"
	"wolfden/internal/userfile"
	"wolfden/werewolf"
)

// Config is a checked configuration. The caller owns it and may change it; then nobody has checked it.
type Config struct {
	Server   Server
	Tracks   []Track          // at least one; no two share a name, or a path on the same port
	Warnings []settings.Fault // what is accepted, but not as its author may think

	read *settings.Reader
}

// Server is what all tracks share.
type Server struct {
	Host             string
	Port             int
	Authentication   bool // the key of the tokens is not in the file
	TLS              TLS
	Origins          []string // web pages whose players may connect, besides those of the server itself; none is all
	ReadLimit        int64    // bytes of one message
	HandshakeTimeout time.Duration
	NameTimeout      time.Duration
	ShutdownGrace    time.Duration
	MaxConnections   Connections
	DataDir          string
	TeamHealth       TeamHealth
	Slack            Slack
}

// TLS names the files of a certificate. The zero TLS is none; otherwise both are set.
type TLS struct{ Cert, Key string }

// Connections caps open connections; werewolf.NoLimit is no cap.
type Connections struct{ PerAddress, PerTeam, Total int }

// Track is one kind of game that the server offers.
type Track struct {
	Name string // letters, digits, "-", "_"; "main" in a file without tracks
	Path string
	Port int

	Teams   []string       // who may play, at least two; none: whoever comes
	Rules   werewolf.Rules // valid; Rules.Timeout is Timeout in milliseconds
	Seed    *uint64        // nil: every game draws its own
	timeout timeout

	Calls []Call // agents that listen and are called

	Night          time.Duration // of which nights last a multiple; 0 is no wait, -1 what the slowest answer of a game tells
	QuietDays      int           // on which nobody dies, after which a game is given up; -1: never
	ReconnectGrace time.Duration // 0: nobody may come back
	ReconnectWait  time.Duration // for a request to a player whose connection is lost
	ResumeGrace    time.Duration
	RealtimeRoles  RealtimeRoles
	Protocol       Protocol

	Matching            Matching
	Characters          Characters
	JSONLogger          Logger
	GameLogger          Logger
	RealtimeBroadcaster Broadcaster

	prefix string // of its keys in the file: "tracks[1].", "" in a file without tracks
}

// Call is an agent that listens: the server connects to it, and has it play as if the agent had connected.
type Call struct {
	URL         string // ws:// or wss://
	Team        string // whose it is; "": it says so itself. With authentication it is named
	Connections int    // how many at once, at least 1
}

// On reports whether the track is served at a port.
func (t *Track) On(port int) bool { return t.Port == port || t.Port == 0 }

// timeout is how long players may take.
type timeout struct {
	action     time.Duration // for an answer
	response   time.Duration // for a sign of life after a late answer, 0 for none
	acceptable time.Duration // grace added to Action, not announced
}

// RealtimeRoles is who sees on the realtime feed, without a token, the roles of a running game. The zero value is the
// careful one.
type RealtimeRoles uint8

// RolesHidden shows roles when the game is over; RolesDelayed with the feed, which lags behind by
// RealtimeBroadcaster.Delay; RolesAll at once, as the organisers' server does.
const (
	RolesHidden RealtimeRoles = iota
	RolesDelayed
	RolesAll
)

// String is the value as it stands in the file.
func (r RealtimeRoles) String() string {
	switch r {
	case RolesHidden:
		return "hidden"
	case RolesDelayed:
		return "delayed"
	case RolesAll:
		return "all"
	default:
		return fmt.Sprintf("RealtimeRoles(%d)", uint8(r))
	}
}

// Protocol is which of the organisers' published protocols players, spectators and readers of logs are served. The zero
// value is the newest.
type Protocol uint8

// ProtocolFebruary is that of their server of February 2026.
const (
	ProtocolNewest Protocol = iota
	ProtocolFebruary
)

// String is the value as it stands in the file.
func (p Protocol) String() string {
	switch p {
	case ProtocolNewest:
		return "newest"
	case ProtocolFebruary:
		return "february"
	default:
		return fmt.Sprintf("Protocol(%d)", uint8(p))
	}
}

// Matching is who plays with whom.
type Matching struct {
	SelfMatch         bool // players of one team fill a game
	IsOptimize        bool // then TeamCount is at least the players of a game and GameCount at least 1
	TeamCount         int
	GameCount         int
	OutputPath        string // of the journal; no two optimized tracks share one
	InfiniteLoop      bool
	Rounds            int       // of a schedule that ends
	Begin, End        time.Time // no game begins before and after; zero is no bound
	Tries             int       // games of a match that somebody may be gone from before it is given up; -1: any number
	AbortWeightFactor float64   // what the priority of a failed match is multiplied with, 0 to 1
	Balance           Balance
}

// Balance is how evenly an optimized schedule deals roles. The zero value is as evenly as can be.
type Balance uint8

// BalanceLoose gives some of the evenness up, so that who knows what was played foresees less.
const (
	BalanceTight Balance = iota
	BalanceLoose
)

// String is the value as it stands in the file.
func (b Balance) String() string { return [...]string{"tight", "loose"}[min(b, BalanceLoose)] }

// Logger is one kind of log. Output is a folder and the name of the files in it, without an ending, with {game_id},
// {timestamp} and {teams} for the game's.
type Logger struct {
	Enable   bool
	Dir      string
	Filename string
}

// Broadcaster is the realtime feed. Everybody may read what is in its folder.
type Broadcaster struct {
	Logger
	Delay time.Duration
}

// Load reads a configuration from a file. An error about what is in the file is a *settings.Error.
func Load(path string) (*Config, error) {
	data, err := userfile.Read(path, userfile.Most)
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// Parse reads a configuration. name stands in errors for the file. The error is a *settings.Error that holds every fault; no
// configuration comes with it.
func Parse(name string, data []byte) (*Config, error) {
	none, _ := settings.Read(name, nil)
	if r := (&reader{Reader: none}); len(data) <= settings.MaxBytes && r.java(data) {
		return nil, r.Err(heading)
	}
	read, root := settings.Read(name, data)
	r, c := &reader{Reader: read}, &Config{read: read}
	r.Misplaced = func(path string) string {
		_, key, found := strings.Cut(path, "]")
		if found && strings.HasPrefix(path, "tracks[") && r.Has(strings.TrimPrefix(key, ".")) {
			return "belongs to the whole server; move it out of the track, to the top of the file"
		}
		return ""
	}
	if root != nil {
		r.config(c, r.Today(root, formerKeys()))
	}
	if err := r.Err(heading); err != nil {
		return nil, err
	}
	c.Warnings = r.Warnings()
	return c, nil
}

// reader reads one file.
type reader struct {
	*settings.Reader
	tracks []*settings.Node // kept until the keys at the top are read
}

// heading stands above the faults of a file.
const heading = "the settings cannot be used:"

// Default is what a server without a file offers: five players of one team at ws://127.0.0.1:8080/ws. It has no
// profiles; the caller brings the characters.
func Default() *Config {
	c, err := Parse("the defaults", nil)
	if err != nil { // a fault of the table of keys; a test keeps it out
		return nil
	}
	return c
}

// MoveData makes dir the data folder. What lies in the one it had, by default or
// because the file says so, moves with it.
func (c *Config) MoveData(dir string) {
	for _, path := range c.paths() {
		inside, err := filepath.Rel(c.Server.DataDir, *path)
		if err == nil && filepath.IsLocal(inside) {
			*path = filepath.Join(dir, inside)
		}
	}
	c.Server.DataDir = dir
}

// Under has paths that are relative begin at a folder.
func (c *Config) Under(dir string) {
	for _, path := range append(c.paths(), &c.Server.DataDir, &c.Server.TLS.Cert, &c.Server.TLS.Key) {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(dir, *path)
		}
	}
}

// Records is the folder of the records of a track. Several tracks keep theirs apart.
func (c *Config) Records(t *Track) string {
	dir := filepath.Join(c.Server.DataDir, "records")
	if len(c.Tracks) > 1 {
		dir = filepath.Join(dir, t.Name)
	}
	return dir
}

// paths are those of the tracks' logs and schedules.
func (c *Config) paths() (all []*string) {
	for i := range c.Tracks {
		t := &c.Tracks[i]
		all = append(all, &t.JSONLogger.Dir, &t.GameLogger.Dir, &t.RealtimeBroadcaster.Dir, &t.Matching.OutputPath)
	}
	return all
}

// Address is where a track listens, as net.Listen takes it.
func (c *Config) Address(t *Track) string {
	return net.JoinHostPort(c.Server.Host, strconv.Itoa(t.Port))
}
