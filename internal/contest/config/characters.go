package config

import (
	"slices"
	"strings"

	"wolfden/internal/settings"
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

func avatarSettings(a *Avatar) []settings.Key {
	return []settings.Key{
		settings.Row("url", settings.Checked(&a.URL, "an address, http or https", checkAvatar), "", "Where the picture is; an address alone may stand for the group of keys."),
		settings.Row("shows", settings.Text(&a.Shows), "", "What is to be seen on it, in a sentence: a model that sees no pictures makes up the character from that."),
	}
}

// avatars is a list of pictures, each an address or a group of keys.
func avatars(p *[]Avatar) settings.Form {
	const want = "pictures, each an address, http or https, or a group of keys with one"
	return settings.Form{Want: "a list of " + want, List: true, Sub: avatarSettings(new(Avatar)), Read: func(r *settings.Reader, path string, n *settings.Node) {
		*p = settings.Items(r, path, n, want, func(at string, item *settings.Node) (a Avatar) {
			if item.Kind == settings.Mapping {
				r.Walk(at, item, avatarSettings(&a), nil)
			} else {
				settings.Checked(&a.URL, "an address, http or https", checkAvatar).Read(r, at, item)
			}
			if a.URL == "" && !r.IsBad(at) {
				r.Fault(at, item.Line, "a picture without an address; give it a url")
			}
			return a
		})
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

func encoding(p *Encoding) settings.Form {
	const want = "items and what their lines are called, such as age: Age"
	return settings.Form{Want: want, List: true, Read: func(r *settings.Reader, path string, n *settings.Node) {
		var lines Encoding
		if r.Entries(path, n, want, func(at string, item settings.Pair) {
			l := Line{item: item.Key}
			settings.Text(&l.label).Read(r, at, item.Value)
			lines = append(lines, l)
		}) {
			*p = lines
		}
	}}
}

// description is a character as it stands in the file. Only when the encoding of the track is known is it clear which
// items are sent.
type description struct {
	Profile
	at    string // its path
	line  int
	items []settings.Pair
}

func profileSettings(d *description) []settings.Key {
	return []settings.Key{
		settings.Row("name", settings.Checked(&d.Name, "a name", checkName), "", "The player's name in the game. No other's."),
		settings.Row("avatar_url", settings.Checked(&d.Avatar, "an address, http or https", checkAvatar), "", "A picture, for viewers."),
		settings.Row("voice_id", settings.Number(&d.voiceID, 0, settings.MaxCount), "0", "Not used."),
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

func descriptions(p *[]description) settings.Form {
	const want = "characters, each a group of keys with a name"
	return settings.Form{Want: "a list of " + want, List: true, Sub: profileSettings(new(description)), Read: func(r *settings.Reader, path string, n *settings.Node) {
		*p = settings.Items(r, path, n, want, func(at string, item *settings.Node) description {
			d := description{at: at, line: item.Line}
			r.Walk(at, item, profileSettings(&d), func(_ string, p settings.Pair) { d.items = append(d.items, p) })
			if d.Name == "" && !r.IsBad(at) {
				r.Fault(at, item.Line, "a character without a name; give it one")
			}
			return d
		})
	}}
}

// characters encodes the profiles of a track and checks that they can take its seats.
func (r *reader) characters(d *draft) {
	c := &d.Characters
	if !c.Enable {
		return
	}
	if c.Dynamic.Enable && c.Dynamic.Model == "" {
		r.FaultAt(d.prefix, "custom_profile.dynamic_profile.model", "enabled, but no model is named; name one, or write enable: false")
	}
	seen := map[string]int{}
	for i, described := range d.described {
		if first, twice := seen[described.Name]; twice && described.Name != "" {
			r.Fault(described.at, described.line, "the name %s is that of profiles[%d] too; change one",
				settings.Quote(described.Name), first)
		}
		seen[described.Name] = i
		described.Text = c.Encoding.Text(r.encoded(c.Encoding, described))
		c.Profiles = append(c.Profiles, described.Profile)
	}
	if r.has(d, "custom_profile.profiles") && len(d.described) < d.players {
		r.FaultAt(d.prefix, "custom_profile.profiles", "%d characters for %d players (game.agent_count); add some, or write enable: false",
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
		at := settings.Join(d.at, p.Key)
		near := spelling.Nearest(p.Key, known)
		switch {
		case p.Value.Kind == settings.Null:
		case slices.Contains(known, p.Key):
			var value string
			settings.Text(&value).Read(r.Reader, at, p.Value)
			items[p.Key] = value
		case near != "":
			r.Fault(at, p.Line, "unknown key %s, did you mean %s?", p.Key, near)
		default:
			r.Warn(at, p.Line, "not sent to the player, because profile_encoding does not list it")
		}
	}
	return items
}
