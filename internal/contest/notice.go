package contest

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/matching"
)

// notice is a message as Slack takes it, and others that took over its form.
type notice struct {
	Username    string       `json:"username,omitempty"`
	Icon        string       `json:"icon_emoji,omitempty"`
	Text        string       `json:"text"`
	Attachments []attachment `json:"attachments,omitempty"`
}

// attachment is what stands below a message, with a coloured bar.
type attachment struct {
	Color     string   `json:"color"`
	Text      string   `json:"text"`
	Formatted []string `json:"mrkdwn_in,omitempty"`
}

// The colours say how urgent it is.
const (
	good    = "#2e7d32"
	calm    = "#1565c0"
	warning = "#f9a825"
	bad     = "#c62828"
)

// most is how many teams are named, longest how long a name may be.
const (
	mostNamed   = 20
	longestName = 48
)

// named is a name that somebody chose, as a word that formats nothing, links
// nowhere and calls nobody.
func named(name string) string {
	var b strings.Builder
	n := 0
	for _, c := range name {
		if n == longestName {
			b.WriteString("…")
			break
		}
		n++
		switch {
		case c == '&':
			b.WriteString("&amp;")
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == '`':
			b.WriteRune('\'')
		case unicode.IsPrint(c): // no controls, nothing that changes the direction of writing
			b.WriteRune(c)
		default:
			b.WriteRune(unicode.ReplacementChar)
		}
	}
	return "`" + b.String() + "`"
}

// names are some names in a row.
func names(all []string) string {
	if len(all) == 0 {
		return "none"
	}
	var words []string
	for _, name := range all[:min(len(all), mostNamed)] {
		words = append(words, named(name))
	}
	text := strings.Join(words, ", ")
	if more := len(all) - mostNamed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func startDetails(tracks []config.Track) string {
	var lines []string
	for i := range tracks {
		t := &tracks[i]
		lines = append(lines, fmt.Sprintf("%s at port %d%s: games of %d", named(t.Name), t.Port, t.Path, t.Rules.Players()))
	}
	return strings.Join(lines, "\n")
}

func abortDetails(s *archive.Summary) string {
	return fmt.Sprintf("game %s\ngone: %s\nteams: %s", named(s.ID), names(s.Gone()), names(s.Teams()))
}

func quarantineDetails(v *TeamHealth) string {
	text := fmt.Sprintf("failure rate %.0f%%, weight %.2f\nof its last %d games: gone from %d, given up %d, requests without an answer %d of %d",
		v.Rate*100, v.Weight, v.Games, v.Fatal, v.Aborted, v.Errors, v.Requests)
	if v.Until != nil {
		text += "\nback at " + time.Unix(*v.Until, 0).Format("15:04:05 MST")
	}
	return text
}

func faultDetails(faults map[string]map[string]int) string {
	var lines []string
	for _, team := range sortedKeys(faults) {
		if len(lines) == mostNamed {
			lines = append(lines, fmt.Sprintf("and %d teams more", len(faults)-mostNamed))
			break
		}
		var parts []string
		for _, kind := range sortedKeys(faults[team]) {
			parts = append(parts, fmt.Sprintf("%d %s", faults[team][kind], kind))
		}
		lines = append(lines, named(team)+": "+strings.Join(parts, ", "))
	}
	return strings.Join(lines, "\n")
}

func progressDetails(track string, p matching.Progress) string {
	return fmt.Sprintf("track %s: %d of %d matches are over, %d of them given up, %d go on, %d games failed", named(track), p.Finished, p.Matches, p.GivenUp, p.Running, p.Failures)
}

func stallDetails(track string, c *Census) string {
	text := fmt.Sprintf("track %s\nconnected: %s", named(track), names(c.teams))
	if c.planned {
		text += "\nmissing: " + names(c.absent)
		if c.free > 0 {
			text += fmt.Sprintf("\nplaces that no team has taken yet: %d", c.free)
		}
	}
	if c.Paused > 0 {
		text += fmt.Sprintf("\ngames that wait for their players to come back: %d", c.Paused)
	}
	return text
}
