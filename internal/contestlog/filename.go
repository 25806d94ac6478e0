package contestlog

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// fileNamePattern is the organisers' pattern of a log's file name.
const fileNamePattern = "{timestamp}_{teams}"

// maxFileName keeps file names, with an extension, within the limits of file systems.
const maxFileName = 200

// FileName returns the name of a game's files without an extension. In the pattern (the usual one when it is
// empty) {timestamp} stands for the start in Unix seconds, {teams} for the teams, sorted and joined by _, and
// {game_id} for the game's id. Whatever the teams' names, the result is a single file name: without
// separators, without control characters, without a dot or a blank at either end. A name that is too long is
// cut and ends in a checksum of the whole.
func FileName(h *gamelog.Header, pattern string) string {
	if pattern == "" {
		pattern = fileNamePattern
	}
	teams := make([]string, len(h.Seats))
	for i := range h.Seats {
		teams[i] = seatTeam(&h.Seats[i])
	}
	slices.Sort(teams)
	name := strings.NewReplacer(
		"{timestamp}", strconv.FormatInt(h.Started/1000, 10),
		"{teams}", strings.Join(teams, "_"),
		"{game_id}", h.ID,
	).Replace(pattern)
	return safeFileName(name)
}

func seatTeam(s *werewolf.Seat) string {
	for _, name := range []string{s.Team, clientTeam(s.Client), s.Name} {
		if name != "" {
			return name
		}
	}
	return ""
}

// clientTeam returns the team of a client, which by the contest's convention is its name without trailing
// digits.
func clientTeam(client string) string { return strings.TrimRight(client, "0123456789") }

func safeFileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, werewolf.Clean(name))
	name = strings.TrimFunc(name, func(r rune) bool { return r == '.' || unicode.IsSpace(r) })
	if name == "" {
		return "game"
	}
	if len(name) <= maxFileName {
		return name
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(name))
	end := maxFileName - len("~00000000")
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return fmt.Sprintf("%s~%08x", name[:end], sum.Sum32())
}
