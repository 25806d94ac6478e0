package config

import (
	"slices"
	"strings"
)

// former is a key that a server of the organisers had once, or a server that others have made of theirs has.
type former struct {
	key   string
	now   []string         // what it is called now; several where it was one limit for two
	why   string           // otherwise: why it is none here, and what to do
	fault func(*node) bool // whether the file cannot be served as it says; without, and where it does not hold, that is a warning
}

// formerKeys are all of them, in the order in which they are looked for: parts of a group before the group.
func formerKeys() []former {
	return []former{
		{key: "web_socket", now: []string{"server.web_socket"}},
		{key: "server.self_match", now: []string{"matching.self_match"}},
		{key: "game.max_continue_error_ratio", now: []string{"server.max_continue_error_ratio"}},
		{key: "game.max_has_error_agents_ratio", now: []string{"server.max_continue_error_ratio"}},
		{key: "game.timeout", now: []string{"server.timeout"}},
		{key: "game.skip.max_count", now: []string{"game.talk.max_skip", "game.whisper.max_skip"}},
		{key: "game.talk.max_count.skip", now: []string{"game.talk.max_skip"}},
		{key: "game.whisper.max_count.skip", now: []string{"game.whisper.max_skip"}},
		{key: "game.attack", now: []string{"game.attack_vote"}},
		{key: "game.allow_no_attack", now: []string{"game.attack_vote.allow_no_target"}},
		{key: "game.custom_profile", now: []string{"custom_profile"}},
		{key: "analysis_service", now: []string{"json_logger"}},
		{key: "deprecated_log_service", now: []string{"game_logger"}},
		{key: "match_optimizer.enable", now: []string{"matching.is_optimize"}},
		{key: "match_optimizer", now: []string{"matching"}},
		{key: "custom_profile.profile", fault: is("custom_profile.enable"),
			why: "characters are a list below custom_profile.profiles now, each with its name; take it out, or write that"},
		{key: "game.talk_on_first_day", fault: func(root *node) bool {
			players := root.at("game.agent_count")
			return !is("game.talk_on_first_day")(root) && players != nil && players.text != "5" // of which one is a werewolf
		}, why: "what happens on day 0 is in logic now: where this is false, leave the phases that whisper on day 0 alone out of logic.day_phases and " +
			"logic.night_phases; there is talk in any case"},
		{key: "server.authentication.secret", fault: is("server.authentication.enable"),
			why: "the key of the tokens is never in this file: take it out, and set SECRET_KEY in the environment"},
		{key: "api_service", why: "not used: what the API tells of running games is the same for everybody (docs/api.md)"},
		{key: "server.manual_start", fault: is("server.manual_start"),
			why: "games begin here when their players are there; take it out, and let the players connect when they are to begin"},
		{key: "game.realtime", fault: is("game.realtime.enable"),
			why: "an open floor is game.talk.duration here (phase_timeout), with silence (silence_timeout) and min_interval (rate_limit); " +
				"players are told of it as the organisers' server does, by TALK_PHASE_START"},
		{key: "agent_spawner", fault: is("agent_spawner.enable"),
			why: "this server starts no players: take it out, and start them yourself (wolfden join, or server.call)"},
		{key: "server.web", why: "not used: the pages of the games are at /view/ on the server's own address"},
	}
}

// is tells whether a key is set to true.
func is(key string) func(*node) bool {
	return func(root *node) bool {
		n := root.at(key)
		return n != nil && slices.Contains([]string{"true", "yes", "on"}, strings.ToLower(n.text))
	}
}

// today gives the file as it would be written now. It says of every former key what it is called, and of those that have become nothing why.
func (r *reader) today(root *node) *node {
	for _, f := range formerKeys() {
		if root.at(f.key) == nil {
			continue
		}
		faulty := f.fault != nil && f.fault(root)
		without, old := root.without(strings.Split(f.key, "."))
		root = without
		switch {
		case faulty:
			r.fault(f.key, old.line, "%s", f.why)
		case f.why != "":
			r.warn(f.key, old.line, "%s", f.why)
		default:
			r.warn(f.key, old.line, "is called %s now", strings.Join(f.now, " and "))
		}
		for _, now := range f.now {
			if at := root.at(now); at != nil && (at.kind != mapping || old.value.kind != mapping) {
				r.fault(f.key, old.line, "was the name of %s, which stands in line %d; take one of them out", now, at.line)
				continue
			}
			root = root.with(strings.Split(now, "."), old)
		}
	}
	return root
}

// at is the value of a key below, nil where it is not there.
func (n *node) at(path string) *node {
	for name := range strings.SplitSeq(path, ".") {
		i := n.index(name)
		if i < 0 {
			return nil
		}
		n = n.pairs[i].value
	}
	return n
}

// index is the place of a key in a group, -1 where it is not there.
func (n *node) index(name string) int {
	return slices.IndexFunc(n.pairs, func(p pair) bool { return p.key == name })
}

// without is the group without a key that it has, and that key. Groups that are empty then go with it.
func (n *node) without(path []string) (*node, pair) {
	i := n.index(path[0])
	rest := *n
	rest.pairs = slices.Clone(n.pairs)
	if len(path) == 1 {
		rest.pairs = slices.Delete(rest.pairs, i, i+1)
		return &rest, n.pairs[i]
	}
	below, old := n.pairs[i].value.without(path[1:])
	if rest.pairs[i].value = below; len(below.pairs) == 0 {
		rest.pairs = slices.Delete(rest.pairs, i, i+1)
	}
	return &rest, old
}

// with is the group with a key. Of two groups of one name it has the keys of both, of a key that is in both that which was there.
func (n *node) with(path []string, p pair) *node {
	all := *n
	all.pairs = slices.Clone(n.pairs)
	i := n.index(path[0])
	switch {
	case i < 0 && len(path) == 1:
		all.pairs = append(all.pairs, pair{path[0], p.line, p.value})
	case i < 0:
		all.pairs = append(all.pairs, pair{path[0], p.line, (&node{kind: mapping, line: p.line}).with(path[1:], p)})
	case len(path) > 1:
		all.pairs[i].value = n.pairs[i].value.with(path[1:], p)
	default:
		for _, sub := range p.value.pairs {
			if all.pairs[i].value.index(sub.key) < 0 {
				all.pairs[i].value = all.pairs[i].value.with([]string{sub.key}, sub)
			}
		}
	}
	return &all
}
