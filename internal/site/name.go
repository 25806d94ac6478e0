package site

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
)

var (
	notPlain = regexp.MustCompile(`[^a-z0-9]+`)
	reserved = regexp.MustCompile(`^(con|prn|aux|nul|com\d|lpt\d|index|static|teams|games|report)$`) // devices, and files of the site
)

// names gives out the names of files in a folder: small letters and digits, which every host and every system takes. A name follows from the
// text and from no other, unless two texts are alike but for signs.
type names map[string]string // texts by their names

func (n names) of(text string) string {
	name := strings.Trim(notPlain.ReplaceAllString(strings.ToLower(text), "-"), "-")
	sum := sha256.Sum256([]byte(text))
	if other, taken := n[name]; taken && other != text || len(name) > 40 || name == "" || reserved.MatchString(name) ||
		strings.IndexFunc(text, func(r rune) bool { return r > '~' || r < ' ' }) >= 0 {
		name = strings.Trim(name[:min(len(name), 24)]+"-"+hex.EncodeToString(sum[:5]), "-")
	}
	n[name] = text
	return name
}
