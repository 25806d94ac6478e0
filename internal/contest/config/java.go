package config

import (
	"strings"
	"unicode"
)

// javaKey is what keys of the organisers' Java servers are now. Those had files of key=value, other keys each year, and called their agents.
type javaKey struct {
	keys string // in small letters, without the number of a player
	now  string
}

const (
	lineBegins = "lines of key=value are a file of the organisers' Java servers, of the contests until the autumn of 2024. Write a new file, with the keys " +
		"of today (docs/config.md); what the old ones are called now stands below"
	noSetting = "there is no setting for this now"
	byPhases  = "what happens on which day is in logic.day_phases and logic.night_phases now (only_day, except_day)"
	byAgents  = "agents connect to the server now; those that listen are named in server.call, each with its url"
	byPeople  = "people play in the browser now: wolfden serve --rooms DIR, or wolfden play --web"
	byRatio   = "is called server.max_continue_error_ratio now, the share of the players that may be gone: 0.0 for false, 1.0 for true"
	byRevotes = "now, which counts the first vote, too: one more than here"
	byTurns   = "now, which counts what all players say, and not turns: this times the players"
	byPlan    = "who meets whom is a schedule now: matching.is_optimize, matching.team_count, matching.game_count"
)

func javaKeys() []javaKey {
	return []javaKey{
		{"agent agentnum battleagentnum", "game.agent_count"},
		{"maxtalk maxtalknum", "game.talk.max_count.per_agent"},
		{"maxtalkturn maxturn", "is called game.talk.max_count.per_day " + byTurns},
		{"maxwhisper", "game.whisper.max_count.per_agent"},
		{"maxwhisperturn", "is called game.whisper.max_count.per_day " + byTurns},
		{"maxskip", "game.talk.max_skip and game.whisper.max_skip"},
		{"maxrevote", "is called game.vote.max_count " + byRevotes},
		{"maxattackrevote", "is called game.attack_vote.max_count " + byRevotes},
		{"isenablenoattack", "game.attack_vote.allow_no_target"},
		{"isenablenoexecution", "of a tie one is drawn now; there is no setting for an execution of nobody"},
		{"isvotevisible", "game.vote_visibility"},
		{"istalkonfirstday talkonfirstday isvotableinfirstday iswhisperbeforerevote", byPhases},
		{"randomseed", "game.seed"},
		{"timelimit timeout actiontimeout", "is called server.timeout.action now, in milliseconds here: with ms behind it"},
		{"responsetimeout", "is called server.timeout.response now, in milliseconds here: with ms behind it"},
		{"port serverport", "server.web_socket.port"},
		{"host hostname", "server.web_socket.host"},
		{"log logdir gamelogdir", "game_logger.output_dir"},
		{"savelog savegamelog", "game_logger.enable"},
		{"game gamenum", "matching.game_count"},
		{"allparticipantnum", "matching.team_count"},
		{"issingle matchsameiponly", "is called matching.self_match now, which goes by the name of the team"},
		{"combologdir combinationslogfilename rolecombinationdir rolecombinationfilename rolecombinationssavepath rolecombinationssavefilename " +
			"resumecombologpath", "matching.output_path"},
		{"continuecombinations continuecombinationsnum continueothercombinations iscontinuebyothercombinations ispriorcombination prioritizecombinations " +
			"issaverolecombinations saverolecombination", byPlan},
		{"only1agentbyip singleagentperip", "is server.max_connections.per_team now, which goes by the name of the team"},
		{"continueexception continueexceptionagent ignoreagentexception", byRatio},
		{"essentialagentname requiredagentname", "who may play is named in teams now"},
		{"agentaddresses isserver isserverflag isportlisteningflag listenport playerhost playerip playerport server startserver", byAgents},
		{"humanagentnum humanname humannumber humanrole joinhuman playhuman guiip guiport usegui view viewermode", byPeople},
		{"c# connectagentnum debugmode deleteconnectiontime idleconnectiontimeout isloop isvalidateutterance lib maxparallelexec parallel " +
			"parallelrunninggamenum player playerclass playernum setting synchronousmode", noSetting},
	}
}

// java answers a file of the Java servers key by key, and reports whether it is one: all its lines are settings, and some are theirs.
func (r *reader) java(data []byte) bool {
	now := map[string]string{}
	for _, k := range javaKeys() {
		for key := range strings.FieldsSeq(k.keys) {
			now[key] = k.now
		}
	}
	type setting struct {
		line int
		key  string
	}
	var all []setting
	known := 0
	for i, line := range strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data)), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.ContainsAny(line[:1], ";#[") {
			continue
		}
		key, _, set := strings.Cut(line, "=")
		key = strings.TrimSpace(key)
		if starts := !set && len(all) > 0 && strings.Count(line, ",") > 1; strings.ContainsFunc(key, unicode.IsSpace) || !set && !starts {
			return false
		}
		if now[javaName(key)] != "" {
			known++
		}
		all = append(all, setting{i + 1, key})
	}
	if known == 0 {
		return false
	}
	r.Fault("", 0, "%s", lineBegins)
	said := map[string]bool{}
	for _, s := range all {
		name := javaName(s.key)
		switch is := now[name]; {
		case said[name]: // of another player
		case strings.Contains(s.key, ","):
			r.Fault("", s.line, "this server starts no players: start them yourself (wolfden join, or wolfden play --exec)")
		case is == "":
			r.Fault(s.key, s.line, "is none of the keys that are known of those servers")
		case strings.Contains(is, " now") || is == noSetting:
			r.Fault(s.key, s.line, "%s", is)
		default:
			r.Fault(s.key, s.line, "is called %s now", is)
		}
		said[name] = true
	}
	return true
}

// javaName is a key as the table has it: whose letters are small differed, and players were numbered.
func javaName(key string) string {
	name := strings.ToLower(key)
	if strings.HasPrefix(name, "player") {
		name = strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return -1
			}
			return r
		}, name)
	}
	return name
}
