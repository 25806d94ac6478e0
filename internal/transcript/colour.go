package transcript

import (
	"strings"
	"unicode"
)

// ansi is an ANSI attribute.
type ansi string

const (
	plain  ansi = ""
	bold   ansi = "1"
	faint  ansi = "2"
	red    ansi = "31"
	green  ansi = "32"
	blue   ansi = "34"
	purple ansi = "35"
)

// speakers are the colours of names, readable on a light and on a dark background.
var speakers = [...]ansi{"36", "33", "32", "35", "34", "31", "96", "93", "92", "95", "94", "91"}

// paint wraps the text in an attribute, and resumes it after parts that are painted themselves.
func (p *Printer) paint(i ansi, s string) string {
	if !p.colour || i == plain || s == "" {
		return s
	}
	start := "\x1b[" + string(i) + "m"
	return start + strings.ReplaceAll(s, "\x1b[0m", "\x1b[0m"+start) + "\x1b[0m"
}

// Safe returns the text without anything that could steer a terminal: it replaces control characters,
// direction marks and invalid UTF-8.
func Safe(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
