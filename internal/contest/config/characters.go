package config

import (
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/spelling"
	"wolfden/werewolf"
)

// Characters are who the players appear as.
type Characters struct {
	Enable   bool      // false: Agent[01], Agent[02] and so on, without profiles
	Encoding Encoding  // how items become the text of a profile
	Profiles []Profile // none: the caller brings them; else as many as players, or more
	Dynamic  DynamicProfile
}

// Profile is one character. Names are unique and such that werewolf.New takes them.
type Profile struct {
	Name    string
	Avatar  string // address of a picture, "" for none
	voiceID int
	Text    string // what the player is told of itself, encoded
}

// DynamicProfile is how a language model makes up characters. When Enable is set, so is Model.
type DynamicProfile struct {
	Enable    bool
	Prompt    string
	Attempts  int
	Model     string
	MaxTokens int
	Avatars   []Avatar
}

// Avatar is a picture that a character is made up for.
type Avatar struct {
	URL   string
	Shows string // what is to be seen, for a model without eyes; "" where nobody has said it
}

func avatarSettings(a *Avatar) []setting {
	return []setting{
		{"url", checked(&a.URL, "an address, http or https", checkAvatar), "", "Where the picture is; an address alone may stand for the group of keys."},
		{"shows", text(&a.Shows), "", "What is to be seen on it, in a sentence: a model that sees no pictures makes up the character from that."},
	}
}

// avatars is a list of pictures, each an address or a group of keys.
func avatars(p *[]Avatar) form {
	const want = "pictures, each an address, http or https, or a group of keys with one"
	return form{want: "a list of " + want, list: true, sub: avatarSettings(new(Avatar)), read: func(r *reader, path string, n *node) {
		var all []Avatar
		r.items(path, n, want, func(at string, item *node) {
			var a Avatar
			before := len(r.faults)
			if item.kind == mapping {
				r.walk(at, item, sections(avatarSettings(&a)), nil)
			} else {
				checked(&a.URL, "an address, http or https", checkAvatar).read(r, at, item)
			}
			if a.URL == "" && len(r.faults) == before {
				r.fault(at, item.line, "a picture without an address; give it a url")
			}
			all = append(all, a)
		})
		*p = all
	}}
}

// Encoding is the lines of a profile, in their order.
type Encoding []Line

// Line is one line of a profile: an item, and what the line calls it.
type Line struct{ item, label string }

// Text is a profile as the player is told it: "label: value", a line for each item that there is.
func (e Encoding) Text(items map[string]string) string {
	var lines []string
	for _, l := range e {
		if value, ok := items[l.item]; ok {
			lines = append(lines, l.label+": "+strings.TrimSpace(value))
		}
	}
	return strings.Join(lines, "\n")
}

func encoding(p *Encoding) form {
	const want = "items and what their lines are called, such as age: Age"
	return form{want: want, list: true, read: func(r *reader, path string, n *node) {
		if n.kind != mapping && n.kind != null {
			r.fault(path, n.line, "%s does not fit; write %s", n.kind, want)
			return
		}
		var lines Encoding
		for _, item := range n.pairs {
			l := Line{item: item.key}
			text(&l.label).read(r, join(path, item.key), item.value)
			lines = append(lines, l)
		}
		*p = lines
	}}
}

// description is a character as it stands in the file. Only when the encoding of the track is known is it clear which
// items are sent.
type description struct {
	Profile
	at    string // its path
	line  int
	items []pair
}

func profileSettings(d *description) []setting {
	return []setting{
		{"name", checked(&d.Name, "a name", checkName), "", "The player's name in the game. No other's."},
		{"avatar_url", checked(&d.Avatar, "an address, http or https", checkAvatar), "", "A picture, for viewers."},
		{"voice_id", number(&d.voiceID, 0, maxCount), "0", "Not used."},
	}
}

// checkName refuses what no seat can be called.
func checkName(s string) string {
	switch {
	case s == "":
		return "is empty"
	case werewolf.Clean(s) != s:
		return "has blanks around it or control characters"
	case strings.EqualFold(s, "Over") || strings.EqualFold(s, "Skip"):
		return "is a word of the game"
	default:
		return ""
	}
}

func descriptions(p *[]description) form {
	const want = "characters, each a group of keys with a name"
	return form{want: "a list of " + want, list: true, sub: profileSettings(new(description)), read: func(r *reader, path string, n *node) {
		var all []description
		r.items(path, n, want, func(at string, item *node) {
			d := description{at: at, line: item.line}
			before := len(r.faults)
			r.walk(at, item, sections(profileSettings(&d)), func(_ string, p pair) { d.items = append(d.items, p) })
			if d.Name == "" && len(r.faults) == before {
				r.fault(at, item.line, "a character without a name; give it one")
			}
			all = append(all, d)
		})
		*p = all
	}}
}

// characters encodes the profiles of a track and checks that they can take its seats.
func (r *reader) characters(d *draft) {
	c := &d.Characters
	if !c.Enable {
		return
	}
	if c.Dynamic.Enable && c.Dynamic.Model == "" {
		r.faultAt(d.prefix, "custom_profile.dynamic_profile.model", "enabled, but no model is named; name one, or write enable: false")
	}
	seen := map[string]int{}
	for i, described := range d.described {
		if first, twice := seen[described.Name]; twice && described.Name != "" {
			r.fault(described.at, described.line, "the name %s is that of profiles[%d] too; change one",
				quote(described.Name), first)
		}
		seen[described.Name] = i
		described.Text = c.Encoding.Text(r.encoded(c.Encoding, described))
		c.Profiles = append(c.Profiles, described.Profile)
	}
	if r.has(d, "custom_profile.profiles") && len(d.described) < d.players {
		r.faultAt(d.prefix, "custom_profile.profiles", "%d characters for %d players (game.agent_count); add some, or write enable: false",
			len(d.described), d.players)
	}
}

// encoded is the values of the items that are sent. A key that is nearly one of them was meant to be one; any other is
// left out, as the organisers' server leaves it out.
func (r *reader) encoded(e Encoding, d description) map[string]string {
	known := []string{"name", "avatar_url", "voice_id"}
	for _, l := range e {
		known = append(known, l.item)
	}
	items := map[string]string{}
	for _, p := range d.items {
		at := join(d.at, p.key)
		near := spelling.Nearest(p.key, known)
		switch {
		case p.value.kind == null:
		case slices.Contains(known, p.key):
			var value string
			text(&value).read(r, at, p.value)
			items[p.key] = value
		case near != "":
			r.fault(at, p.line, "unknown key %s, did you mean %s?", p.key, near)
		default:
			r.warn(fmt.Sprintf("%s.%s", d.at, p.key), p.line, "not sent to the player, because profile_encoding does not list it")
		}
	}
	return items
}
