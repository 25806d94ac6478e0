package bot

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Name is what the name of a player asks for, such as chaos:silent or kanolab:off=logic+summary,history=3000.
type Name struct {
	Kind   string
	Option string             // of the kind: what follows the colon
	Off    []string           // modules to leave out
	Params map[string]float64 // values of parameters

	hasOption bool
}

// leftOut is the setting that names modules to leave out, joined by plus signs.
const leftOut = "off"

// Parse splits a player's name: its kind and, after a colon, either an option of the kind or settings, joined by commas. It
// fails where a setting is there twice or is no number.
func Parse(name string) (Name, error) {
	kind, rest, given := strings.Cut(name, ":")
	n := Name{Kind: kind}
	settings := strings.Split(rest, ",")
	option := slices.ContainsFunc(settings, func(s string) bool { return !strings.Contains(s, "=") })
	if option = option || takesOption(kind); option || !given {
		n.Option, n.hasOption = rest, given
		return n, nil
	}
	for _, setting := range settings {
		key, value, _ := strings.Cut(setting, "=")
		_, twice := n.Params[key]
		number, err := strconv.ParseFloat(value, 64)
		switch {
		case twice || key == leftOut && n.Off != nil:
			return n, fmt.Errorf("%s: %s is set twice", name, key)
		case key == leftOut:
			if n.Off = strings.Split(value, "+"); repeated(n.Off) != "" {
				return n, fmt.Errorf("%s: %s is left out twice", name, repeated(n.Off))
			}
		case err != nil:
			return n, fmt.Errorf("%s: %s is no number: %q (see: wolfden bots --describe %s)", name, key, value, kind)
		default:
			n.Params = merged(n.Params, map[string]float64{key: number})
		}
	}
	return n, nil
}

// repeated is the first of the names that is there twice, empty if none is.
func repeated(names []string) string {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return name
		}
	}
	return ""
}

// String is the name that Parse splits so.
func (n Name) String() string {
	var settings []string
	if len(n.Off) > 0 {
		settings = append(settings, leftOut+"="+strings.Join(n.Off, "+"))
	}
	for _, key := range slices.Sorted(maps.Keys(n.Params)) {
		settings = append(settings, key+"="+strconv.FormatFloat(n.Params[key], 'g', -1, 64))
	}
	switch {
	case len(settings) > 0:
		return n.Kind + ":" + strings.Join(settings, ",")
	case n.Option != "":
		return n.Kind + ":" + n.Option
	}
	return n.Kind
}

// Names puts together again what was one list of names, joined by commas: settings belong to the name before them.
func Names(parts []string) (names []string) {
	for _, part := range parts {
		key, _, setting := strings.Cut(part, "=")
		if last := len(names) - 1; setting && !strings.Contains(key, ":") && last >= 0 && strings.Contains(names[last], ":") {
			names[last] += "," + part
		} else {
			names = append(names, part)
		}
	}
	return names
}

func takesOption(kind string) bool {
	kinds := Kinds()
	at := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == kind })
	return at >= 0 && kinds[at].takesOption()
}

func (k *Kind) takesOption() bool { return k.Free || len(k.Options) > 0 }

// merged are the values of both; those of the second come first.
func merged(a, b map[string]float64) map[string]float64 {
	if len(a)+len(b) == 0 {
		return nil
	}
	all := map[string]float64{}
	maps.Copy(all, a)
	maps.Copy(all, b)
	return all
}
