package config

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/settings"
	"wolfden/werewolf"
)

// config reads the whole file: the keys at the top, then each track over a copy of what they say.
func (r *reader) config(c *Config, root *settings.Node) {
	var tts bool
	var factor float64 // in its older place
	top := newDraft()
	table := slices.Concat(serverSettings(&c.Server), trackSettings(top), watchSettings(&c.Server, &factor), unusedSettings(&tts), []settings.Key{tracksSetting(r)})
	r.Defaults(table)
	r.Walk("", root, table, nil)
	r.floors("", top)
	r.server(&c.Server)
	r.mute(tts)
	c.Server.TeamHealth.settle()
	if r.IsSet("team_health.abort_weight_factor") && !r.IsSet("matching.abort_weight_factor") {
		top.Matching.AbortWeightFactor = factor
	}
	if !r.IsSet("tracks") {
		top.Name, top.Path = "main", "/ws"
		c.Tracks = append(c.Tracks, r.finish(&c.Server, top))
		return
	}
	for i, item := range r.tracks {
		d := top.copy(fmt.Sprintf("tracks[%d]", i))
		own := trackOwn(&d.Track)
		r.Defaults(own)
		r.Walk(d.at(), item, slices.Concat(own, trackSettings(d)), nil)
		r.floors(d.prefix, d)
		if d.Name == "" {
			r.FaultAt(d.prefix, "name", "a track needs a name; give it one, such as name: five")
		}
		c.Tracks = append(c.Tracks, r.finish(&c.Server, d))
	}
	r.together(c)
}

// maxTracks is how many tracks one server offers.
const maxTracks = 100

// tracksSetting keeps the tracks until the keys at the top are read.
func tracksSetting(r *reader) settings.Key {
	const want = "tracks, each a group of keys with a name"
	f := settings.Form{Want: "a list of " + want, List: true, Sub: trackOwn(new(Track)), Read: func(_ *settings.Reader, path string, n *settings.Node) {
		r.tracks = settings.Items(r.Reader, path, n, want, func(_ string, item *settings.Node) *settings.Node { return item })
		if n := len(r.tracks); n == 0 || n > maxTracks {
			r.FaultAt("", path, "%d tracks; write 1 to %d, or leave the key out", n, maxTracks)
			r.tracks = nil
		}
	}}
	return settings.Row("tracks", f.Otherwise("one track, named main, at /ws"), "", "Several kinds of games in one server. Every key of the file may stand "+
		"below a track, for it alone, but those that concern the whole server.")
}

func newDraft() *draft {
	d, contest := &draft{}, werewolf.With(werewolf.RoleCounts{})
	d.Rules.DayPhases, d.Rules.NightPhases = contest.DayPhases, contest.NightPhases
	d.Characters.Encoding = Encoding{{"age", "age"}, {"gender", "gender"}, {"personality", "personality"}}
	return d
}

// copy is a draft that says the same until its own keys are read. Lists are replaced when they are read, never changed,
// so both may share them.
func (d *draft) copy(at string) *draft {
	c := *d
	c.roles = maps.Clone(d.roles)
	c.prefix = at + "."
	return &c
}

// at is the path of the track in the file, "" for the top.
func (d *draft) at() string { return strings.TrimSuffix(d.prefix, ".") }

// has reports whether a key is set for a track, by itself or at the top.
func (r *reader) has(d *draft, key string) bool { return r.IsSet(d.prefix+key) || r.IsSet(key) }

// floors settles the mode of talk and whisper where a group of keys sets it or a duration.
func (r *reader) floors(prefix string, d *draft) {
	for channel, t := range d.channels() {
		mode, duration := r.IsSet(prefix+channel+".mode"), r.IsSet(prefix+channel+".duration")
		if seconds := d.seconds(channel); mode && t.Mode == werewolf.Anytime && !duration && r.IsSet(prefix+channel+".time_limit") {
			t.Duration = seconds * 1000
		}
		switch {
		case mode && duration && t.Mode != werewolf.Anytime:
			r.FaultAt(d.prefix, channel+".mode", "%s, but there is a duration, which only the anytime mode has; remove one of them", t.Mode)
		case duration:
			t.Mode = werewolf.Anytime
		}
	}
}

// seconds is the limit of a phase's time as older files of the organisers have it.
func (d *draft) seconds(channel string) int {
	if channel == "game.talk" {
		return d.talkSeconds
	}
	return d.whisperSeconds
}

// channels yields talk, then whisper, with their keys.
func (d *draft) channels() func(yield func(string, *werewolf.TalkRules) bool) {
	return func(yield func(string, *werewolf.TalkRules) bool) {
		_ = yield("game.talk", &d.Rules.Talk) && yield("game.whisper", &d.Rules.Whisper)
	}
}

// finish completes a track and checks it as a whole.
func (r *reader) finish(s *Server, d *draft) Track {
	t := &d.Track
	if t.Port == 0 {
		t.Port = s.Port
	}
	if !r.has(d, "server.night") {
		t.Night = -1
	}
	if !r.has(d, "server.reconnect.grace") {
		t.ReconnectGrace = t.timeout.response
	}
	t.JSONLogger.settle(s, "json")
	t.GameLogger.settle(s, "game")
	t.RealtimeBroadcaster.settle(s, "realtime")
	t.Rules.Timeout = werewolf.Timeout{
		Action:     int(t.timeout.action.Milliseconds()),
		Response:   int(t.timeout.response.Milliseconds()),
		Acceptable: int(t.timeout.acceptable.Milliseconds()),
	}
	dealt := r.deal(d)
	r.limits(d)
	r.playable(d, dealt)
	r.recordable(d)
	r.characters(d)
	r.roster(d)
	r.calls(s, d)
	r.matching(s, d)
	r.feed(s, d)
	return *t
}

// settle chooses the folder where the file names none.
func (l *Logger) settle(s *Server, name string) {
	if l.Dir == "" {
		l.Dir = filepath.Join(s.DataDir, name)
	}
}

// deal gives the track the roles of its number of players.
func (r *reader) deal(d *draft) bool {
	counts, ok := d.roles[d.players]
	if d.roles == nil {
		standard, err := werewolf.Standard(d.players)
		counts, ok = standard.Roles, err == nil
	}
	d.Rules.Roles = counts
	if !ok {
		r.FaultAt(d.prefix, "game.agent_count", "no roles for %d players; add an entry %d to logic.roles, or change the number",
			d.players, d.players)
	}
	return ok && counts.Total() == d.players // else the composition is a fault already
}

// limits fills in the contest's limits of talk and whisper where the file is silent.
func (r *reader) limits(d *draft) {
	contest := werewolf.With(d.Rules.Roles)
	for channel, t := range d.channels() {
		standard := &contest.Talk
		if channel == "game.whisper" {
			standard = &contest.Whisper
		}
		if !r.has(d, channel+".max_count.per_agent") {
			t.MaxCount.PerAgent = standard.MaxCount.PerAgent
		}
		if !r.has(d, channel+".max_count.per_day") {
			t.MaxCount.PerDay = standard.MaxCount.PerDay
		}
		if !r.has(d, channel+".max_length") {
			t.MaxLength = standard.MaxLength
		}
		if t.Mode == werewolf.Anytime {
			continue
		}
		for _, key := range []string{".silence", ".min_interval", ".time_limit"} {
			if r.IsSet(d.prefix + channel + key) {
				r.WarnAt(d.prefix, channel+key, "has no effect, because the mode is %s", t.Mode)
			}
		}
		t.Duration, t.Silence, t.MinInterval = 0, 0, 0
	}
}

// playable asks package werewolf, and says where in the file it finds fault. Roles that could not be dealt are a fault
// already.
func (r *reader) playable(d *draft, dealt bool) {
	for _, err := range leaves(d.Rules.Validate()) {
		if errors.Is(err, werewolf.ErrRules) || !dealt && strings.HasPrefix(err.Error(), "roles") {
			continue
		}
		key, text := inFile(err.Error(), d.players)
		r.FaultAt(d.prefix, key, "%s", text)
	}
}

// recordable refuses rules by which a game's record could be longer than it may be to be read again: somebody dies every
// day, and every answer is an input and an event.
func (r *reader) recordable(d *draft) {
	n, rules := d.players, &d.Rules
	day := 2*n*(rules.Vote.MaxCount+rules.AttackVote.MaxCount) + 8*n
	for _, t := range d.channels() {
		switch {
		case t.MaxCount.PerDay > 0 && t.Mode != werewolf.Anytime:
			day += 2 * t.MaxCount.PerDay
		case t.MaxCount.PerAgent > 0:
			day += 2 * n * t.MaxCount.PerAgent
		}
	}
	days := n
	if rules.MaxDay >= 0 {
		days = min(days, rules.MaxDay+1)
	}
	if most := days * day; most > gamelog.MaxLines {
		r.FaultAt(d.prefix, "game", "a game could have %d lines in its record, which can be read up to %d; lower what talk, whisper, vote or "+
			"attack_vote have in max_count, or max_day", most, gamelog.MaxLines)
	}
}

// leaves are the errors that joined ones are made of.
func leaves(err error) (all []error) {
	var joined interface{ Unwrap() []error }
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &joined):
		return []error{err}
	}
	for _, e := range joined.Unwrap() {
		all = append(all, leaves(e)...)
	}
	return all
}

// inFile translates what package werewolf says of a setting: the key as it is called in the file, and the rest. A phase
// has its name behind its key, which the line shows.
func inFile(text string, players int) (key, rest string) {
	path, rest, _ := strings.Cut(text, ": ")
	path, name, phase := strings.Cut(path, " (")
	if phase && !strings.HasSuffix(name, ")") {
		_, rest, _ = strings.Cut(rest, "): ") // the name has a colon in it
	}
	first, below, _ := strings.Cut(path, ".")
	switch {
	case first == "roles":
		return settings.Join(fmt.Sprintf("logic.roles.%d", players), below), rest
	case first == "max_continue_error_ratio" || first == "timeout":
		return "server." + path, rest
	case strings.HasPrefix(first, "day_phases") || strings.HasPrefix(first, "night_phases"):
		return "logic." + path, rest
	case first == "max_day" || first == "talk" || first == "whisper" || first == "vote" || first == "attack_vote":
		return "game." + path, rest
	case first == "phases":
		return "logic", rest
	default:
		return "logic", text
	}
}
