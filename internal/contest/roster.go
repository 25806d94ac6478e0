package contest

import (
	"fmt"
	"slices"
	"strings"
)

// rostered reports why a team may not play here, nil when it may: the
// configuration names others. It says whom, as far as a close frame has room.
func (h *host) rostered(team string) error {
	teams := h.track.Teams
	if len(teams) == 0 || slices.Contains(teams, team) {
		return nil
	}
	return fmt.Errorf("no team %s here; the teams are %s", shortest(team), enumerated(teams))
}

// shortest is the beginning of a name.
func shortest(name string) string {
	const most = 16
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return name
}

// enumerated is the beginning of a list of names, and how many more there are.
func enumerated(names []string) string {
	const most = 60 // bytes
	n, size := 0, 0
	for n < len(names) && size+len(names[n]) <= most {
		size += len(names[n]) + len(", ")
		n++
	}
	text := strings.Join(names[:n], ", ")
	switch left := len(names) - n; {
	case left == 0:
		return text
	case n == 0:
		return fmt.Sprintf("%d others", left)
	default:
		return fmt.Sprintf("%s and %d more", text, left)
	}
}

// knowTeams keeps the names of the teams that have a place in the track, and
// tells the organiser where anybody may take one.
func (h *host) knowTeams() {
	h.teams.know(h.track.Teams...)
	if h.journal == nil {
		return
	}
	bound := slices.DeleteFunc(h.journal.Teams(), func(name string) bool { return name == "" })
	h.teams.know(bound...)
	if left := h.track.Matching.TeamCount - len(bound); left > 0 && len(h.track.Teams) == 0 {
		h.log.Warn("the first names that come take the places of the schedule for good, mistyped ones too; name the teams under teams",
			"places", left)
	}
}
