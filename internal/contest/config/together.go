package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wolfden/internal/settings"
	"wolfden/internal/teamname"
)

// server checks what concerns all tracks.
func (r *reader) server(s *Server) {
	if (s.TLS.Cert == "") != (s.TLS.Key == "") {
		r.FaultAt("", "server.tls", "cert and key belong together; name both files")
	}
}

// mute warns of a voice that is switched on and says nothing here.
func (r *reader) mute(tts bool) {
	if tts {
		r.WarnAt("", "tts_broadcaster", "enabled, but this server has no voice; its keys are not used. "+
			"A program of your own can speak what stands in the realtime feed")
	}
}

// matching checks who plays with whom.
func (r *reader) matching(s *Server, d *draft) {
	m := &d.Matching
	if m.OutputPath == "" {
		if m.IsOptimize && r.has(d, "matching.output_path") {
			r.FaultAt(d.prefix, "matching.output_path", "is empty; write the path of a file, or leave the key out")
		}
		m.OutputPath = filepath.Join(s.DataDir, "match_optimizer.json")
		if d.prefix != "" {
			m.OutputPath = filepath.Join(s.DataDir, "match_optimizer_"+d.Name+".json")
		}
	}
	if !m.IsOptimize {
		return
	}
	if m.SelfMatch {
		r.WarnAt(d.prefix, "matching.is_optimize", "has no effect, because self_match is true")
	}
	if n := len(d.Teams); n > 0 {
		if r.has(d, "matching.team_count") && m.TeamCount != 0 && m.TeamCount != n {
			r.FaultAt(d.prefix, "matching.team_count", "%d, but %d are named under teams; leave it out, or name them all", m.TeamCount, n)
		}
		m.TeamCount = n
	}
	if m.TeamCount < d.players {
		r.FaultAt(d.prefix, "matching.team_count", "%d teams, but an optimized schedule needs at least one for each of the %d "+
			"players (game.agent_count); write the number of teams", m.TeamCount, d.players)
	}
	if !m.End.IsZero() && !m.End.After(m.Begin) {
		r.FaultAt(d.prefix, "matching.end", "%s, but games begin at %s; write a later time", m.End.Format(time.RFC3339), m.Begin.Format(time.RFC3339))
	}
	if m.GameCount < 1 {
		r.FaultAt(d.prefix, "matching.game_count", "%d, but an optimized schedule needs a number of games; write one from 1", m.GameCount)
	}
}

// roster checks that no two teams can be taken for one.
func (r *reader) roster(d *draft) {
	known := map[string]string{}
	for i, team := range d.Teams {
		for _, look := range teamname.Looks(team) {
			other, taken := known[look]
			switch {
			case !taken:
				known[look] = team
				continue
			case other == team:
				r.FaultAt(d.prefix, fmt.Sprintf("teams[%d]", i), "%s is named twice; name each team once", settings.Quote(team))
			default:
				r.FaultAt(d.prefix, fmt.Sprintf("teams[%d]", i), "%s looks like %s; give it a name that cannot be taken for another", settings.Quote(team), settings.Quote(other))
			}
			break
		}
	}
}

// calls checks the agents that are called.
func (r *reader) calls(s *Server, d *draft) {
	known := map[string]bool{}
	for i, c := range d.Calls {
		at := fmt.Sprintf("server.call[%d]", i)
		switch {
		case c.URL == "":
			r.FaultAt(d.prefix, at, "has no url; write where the agent listens, such as ws://host:9000/ws")
		case known[c.URL]:
			r.FaultAt(d.prefix, at+".url", "is called already; write connections: 2 there for two players")
		case c.Team == "" && s.Authentication:
			r.FaultAt(d.prefix, at, "has no team, which stands for its token with server.authentication.enable; write whose agent it is")
		case c.Team != "" && len(d.Teams) > 0 && !slices.Contains(d.Teams, c.Team):
			r.FaultAt(d.prefix, at+".team", "%s is not named under teams; correct one of them", settings.Quote(c.Team))
		}
		known[c.URL] = true
	}
}

// feed checks what everybody may read.
func (r *reader) feed(s *Server, d *draft) {
	b := &d.RealtimeBroadcaster
	if !b.Enable {
		return
	}
	if d.RealtimeRoles == RolesDelayed && b.Delay == 0 {
		r.FaultAt(d.prefix, "server.realtime_roles", "delayed, but realtime_broadcaster.delay is 0s; write a delay there, or hidden here")
	}
	private := []string{s.DataDir}
	if d.JSONLogger.Enable {
		private = append(private, d.JSONLogger.Dir)
	}
	if d.GameLogger.Enable {
		private = append(private, d.GameLogger.Dir)
	}
	for _, dir := range private {
		if within(dir, b.Dir) {
			r.FaultAt(d.prefix, "realtime_broadcaster.output_dir", "everybody may read what is in it, and %s, which is not for "+
				"everybody, is in it too; choose a folder of its own", settings.Quote(dir))
			return
		}
	}
}

// within reports whether a folder is another or lies below it.
func within(dir, parent string) bool {
	below, err := filepath.Rel(parent, dir)
	return err == nil && below != ".." && !strings.HasPrefix(below, ".."+string(filepath.Separator))
}

// together checks what tracks must not share.
func (r *reader) together(c *Config) {
	names, places, journals := map[string]string{}, map[string]string{}, map[string]string{}
	clash := func(taken map[string]string, what string, t *Track, key, help string) {
		at := strings.TrimSuffix(t.prefix, ".")
		if other, twice := taken[what]; twice {
			r.FaultAt(t.prefix, key, "%s has the same; %s", other, help)
			return
		}
		taken[what] = at
	}
	for i := range c.Tracks {
		t := &c.Tracks[i]
		if t.Name != "" {
			clash(names, strings.ToLower(t.Name), t, "name", "give each track a name of its own")
		}
		if !r.IsBad(t.prefix+"path") && !r.IsBad(t.prefix+"port") {
			clash(places, fmt.Sprint(t.Port, t.Path), t, "path", "give each track a path or a port of its own")
		}
		if t.Matching.IsOptimize {
			clash(journals, filepath.Clean(t.Matching.OutputPath), t, "matching.output_path", "give each optimized track a file of its own")
		}
	}
}
