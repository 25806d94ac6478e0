package config

import (
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"wolfden/internal/settings"
	"wolfden/internal/teamname"
	"wolfden/werewolf"
)

// draft is a track in the making: what has still to be put together stands beside what is read as it is.
type draft struct {
	Track
	players   int
	roles     map[int]werewolf.RoleCounts // nil: the standard ones
	described []description

	talkSeconds, whisperSeconds int
}

// serverSettings are the keys of the whole server.
func serverSettings(s *Server) []settings.Key {
	return []settings.Key{
		settings.Row("server.web_socket.host", settings.Checked(&s.Host, "a host name or an address, without a port", checkHost), "127.0.0.1",
			"Where the server listens. 0.0.0.0 is every address of the machine."),
		settings.Row("server.web_socket.port", settings.Number(&s.Port, 1, 65535), "8080", "The port of tracks without one of their own."),
		settings.Row("server.authentication.enable", settings.Boolean(&s.Authentication), "false",
			"Players and receivers need a token. The key comes from the environment, never from this file."),
		settings.Row("server.tls.cert", settings.Text(&s.TLS.Cert), "",
			"File with the certificate chain (PEM). With it the server speaks wss and https."),
		settings.Row("server.tls.key", settings.Text(&s.TLS.Key), "", "File with the private key (PEM)."),
		settings.Row("server.origins", settings.Texts(&s.Origins, "pages", "a host such as example.org, *.example.org or https://example.org", checkOrigin), "",
			"Web pages whose players may connect, besides the server's own; none named is every page. The realtime feed and the "+
				"API answer every page."),
		settings.Row("server.read_limit", settings.Size(&s.ReadLimit, 1<<10, 16<<20), "64KiB",
			"The longest message a client may send; a longer one ends the connection."),
		settings.Row("server.handshake_timeout", settings.Span(&s.HandshakeTimeout, time.Millisecond), "10s",
			"A connection that is not a WebSocket by then is closed."),
		settings.Row("server.name_timeout", settings.Span(&s.NameTimeout, time.Millisecond), "30s",
			"A client that has not told its name by then is dropped."),
		settings.Row("server.shutdown_grace", settings.Span(&s.ShutdownGrace, 0), "60s",
			"How long games may go on when the server is told to end; then they wait on disk to be resumed."),
		settings.Row("server.max_connections.per_address", settings.Limit(&s.MaxConnections.PerAddress, 1, werewolf.NoLimit), "10000",
			"Open connections from one address."),
		settings.Row("server.max_connections.per_team", settings.Limit(&s.MaxConnections.PerTeam, 1, werewolf.NoLimit), "10000",
			"Open connections of one team."),
		settings.Row("server.max_connections.total", settings.Limit(&s.MaxConnections.Total, 1, werewolf.NoLimit), "20000", "Open connections in all."),
		settings.Row("server.data_dir", folder(&s.DataDir), "./log", "Folder of the records, from which games are resumed."),
	}
}

// trackSettings are the keys that a track may have for itself.
func trackSettings(d *draft) []settings.Key {
	table := []settings.Key{
		settings.Row("server.timeout.action", settings.Span(&d.timeout.action, time.Millisecond), "60s",
			"How long a player may take for an answer."),
		settings.Row("server.timeout.response", settings.Span(&d.timeout.response, 0), "120s",
			"How long a player whose answer is late may take for a sign of life; 0s: it is not asked for one."),
		settings.Row("server.timeout.acceptable", settings.Span(&d.timeout.acceptable, 0), "5s",
			"Grace added to action, which players are not told of."),
		settings.Row("server.max_continue_error_ratio", settings.Fraction(&d.Rules.MaxFailedRatio), "0.2",
			"The game ends without a winner when this share of the players, rounded down but at least one, is "+
				"gone for good."),
		settings.Row("server.night", settings.Span(&d.Night, 0).Otherwise("what the game tells: the time of its slowest answer to talk or a vote for each choice of a night, and that of its whispers so far"), "",
			"Every night, and the whispers of the first morning, last this long or a multiple of it, so that their length tells nobody who was asked and how fast it answered; "+
				"0s: a night ends with its last answer."),
		settings.Row("server.max_quiet_days", settings.Limit(&d.QuietDays, 1, werewolf.NoLimit), "20",
			"A game is given up when nobody has died for so many days. The living who made no legal choice meanwhile count "+
				"as gone from it; where there are none, nobody wins. Rules by which nobody can die want -1."),
		settings.Row("server.reconnect.wait", settings.Span(&d.ReconnectWait, 0), "5s",
			"How long a request waits for a player whose connection broke, from then on; after that what is asked of it "+
				"is lost at once, until it is back."),
		settings.Row("server.reconnect.grace", settings.Span(&d.ReconnectGrace, 0).Otherwise("`server.timeout.response`"), "",
			"A player that is away for longer counts for max_continue_error_ratio until it is back; 0s: nobody may come back, "+
				"and who leaves is gone for good."),
		settings.Row("server.resume_grace", settings.Span(&d.ResumeGrace, 0), "5m",
			"How long a game resumed after a crash waits for its players."),
		settings.Row("server.realtime_roles", settings.OneOf(&d.RealtimeRoles, RolesAll, RolesHidden, RolesDelayed), "hidden",
			"The roles of a running game, on the realtime feed, for those without a token: all at once, as the "+
				"organisers' server shows them; hidden until the game is over; delayed with the feed, by "+
				"`realtime_broadcaster.delay`."),
		settings.Row("server.protocol", settings.OneOf(&d.Protocol, ProtocolNewest, ProtocolFebruary), "newest",
			"Which of the organisers' published protocols is spoken and written: the newest, or that of their server of "+
				"February 2026. [protocol.md](protocol.md) has every difference."),
		settings.Row("server.call", settings.Each(&d.Calls, "agents that listen, each a group of keys", callSettings), "",
			"Agents to which the server connects, instead of the other way round. All else is as with those that connect."),
		settings.Row("teams", settings.Texts(&d.Teams, "teams", "a name without digits at its end", checkTeam).Otherwise("whoever comes"), "",
			"The teams that may play; a client of another is sent home with this list. In a schedule each of them has its place, "+
				"which otherwise goes to the first names that come."),
	}
	return slices.Concat(table, gameSettings(d), logicSettings(d), matchingSettings(&d.Matching), characterSettings(d),
		logSettings(&d.Track))
}

// callSettings are the keys of an agent that is called.
func callSettings(c *Call) []settings.Key {
	return []settings.Key{
		settings.Row("url", settings.Checked(&c.URL, "an address such as ws://host:9000/ws", checkCall), "", "Where it listens. Every agent needs one."),
		settings.Row("connections", settings.Number(&c.Connections, 1, maxCalls), "1",
			"How many connections are made to it at once: as many as players it has in games at the same time, so 5 for a game of five with self_match."),
		settings.Row("team", settings.Checked(&c.Team, "the name of a team, without digits at its end", checkTeam).Otherwise("whichever it names"), "",
			"Whose it is; who answers there as another team is sent home. It is needed with authentication, in the place of a token."),
	}
}

// maxCalls is how many connections one agent may be called for.
const maxCalls = 1000

// checkCall takes the address of a WebSocket.
func checkCall(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return "is not an address"
	case u.Scheme != "ws" && u.Scheme != "wss":
		return "begins with neither ws:// nor wss://"
	case u.Hostname() == "":
		return "names no host"
	case u.Fragment != "":
		return "has a part behind #, which is not sent"
	default:
		return ""
	}
}

// trackOwn are the keys that only a track has.
func trackOwn(t *Track) []settings.Key {
	return []settings.Key{
		settings.Row("name", settings.Checked(&t.Name, "letters, digits, - and _, at most 32", checkTrackName), "",
			"Name of the track, in addresses, logs and metrics. Every track needs one."),
		settings.Row("path", settings.Checked(&t.Path, "a path such as /ws/5, of letters, digits, ., - and _", checkPath), "/ws",
			"Where its players connect."),
		settings.Row("port", settings.Number(&t.Port, 1, 65535).Otherwise("`server.web_socket.port`"), "", "A port of its own."),
	}
}

// folder is the path of a folder.
func folder(p *string) settings.Form {
	return settings.Checked(p, "the path of a folder", checkPlace)
}

func checkTeam(s string) string {
	if err := teamname.Check(s); err != nil {
		return "cannot be a team: " + err.Error()
	}
	return ""
}

func checkPlace(s string) string {
	switch {
	case strings.TrimSpace(s) == "":
		return "is empty"
	case strings.ContainsFunc(s, unicode.IsControl):
		return "holds control characters"
	default:
		return ""
	}
}

func checkHost(s string) string {
	if _, err := netip.ParseAddr(s); err == nil {
		return ""
	}
	switch {
	case s == "":
		return "is empty"
	case strings.Contains(s, "/"):
		return "is not a host"
	case strings.Contains(s, ":"):
		return "has a port, which is a key of its own"
	case !plainWord(s, "-."):
		return "is not a host"
	default:
		return ""
	}
}

// checkOrigin takes *, a host with or without a port and *. before it, or scheme and host.
func checkOrigin(s string) string {
	scheme, host, whole := strings.Cut(s, "://")
	if !whole {
		scheme, host = "https", s
	}
	name, port, _ := strings.Cut(host, ":")
	switch {
	case scheme != "http" && scheme != "https":
		return "is neither http nor https"
	case strings.Contains(host, "/"):
		return "is more than a host"
	case name == "" || !plainWord(name, "-.*") || !plainWord(port, ""):
		return "is not an origin"
	default:
		return ""
	}
}

func checkTrackName(s string) string {
	switch {
	case s == "":
		return "is empty"
	case len(s) > 32:
		return "is too long"
	case !plainWord(s, "-_"):
		return "has other characters"
	default:
		return ""
	}
}

// checkPath also keeps clear of what the server has for itself.
func checkPath(s string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(s, "/"), "/")
	switch {
	case !strings.HasPrefix(s, "/"):
		return "does not begin with /"
	case s == "/":
		return "names nothing"
	case path.Clean(s) != s || !plainWord(s, "/.-_"):
		return "is not a plain path"
	case slices.Contains([]string{"api", "realtime", "metrics"}, first):
		return "is used by the server itself"
	default:
		return ""
	}
}

// plainWord reports whether a text has only ASCII letters, digits and some signs.
func plainWord(s, signs string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		return !letter && !strings.ContainsRune(signs, c)
	})
}
