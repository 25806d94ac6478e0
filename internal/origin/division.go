package origin

import (
	"cmp"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
)

// division is what games have in common that are counted together.
type division struct{ setup, lang, rules string }

// elsewhere stands for the rules of games played elsewhere, which are a guess.
const elsewhere = "played elsewhere"

// Divide tells games apart that are not to be summed: those of other setups, languages or rules, by their divisions, such as "5 players, ja"
// or "13 players, talk.mode synchronized". What merge holds does not tell them apart. Where there is one division, games get none. It
// returns what must be known of the names.
func Divide(games []*chronicle.Summary, merge []Part) (notes []string) {
	of := make([]division, len(games))
	laws := map[string]*law{}                                // by hash
	langs, rules := map[string]counts{}, map[string]counts{} // by setup
	for i, g := range games {
		d := division{setup: g.SetupName(), rules: elsewhere}
		if !slices.Contains(merge, Language) {
			d.lang = cmp.Or(g.Lang, "language not known")
		}
		if g.Recorded {
			d.rules = HashOf(g.Rules())
			if laws[d.rules] == nil {
				laws[d.rules] = &law{rules: *g.Rules()}
			}
			laws[d.rules].games++
		}
		if slices.Contains(merge, Rules) || slices.Contains(merge, Setup) {
			d.rules = ""
		}
		if slices.Contains(merge, Setup) {
			d.setup = ""
		}
		of[i] = d
		if langs[d.setup] == nil {
			langs[d.setup], rules[d.setup] = counts{}, counts{}
		}
		langs[d.setup][d.lang]++
		rules[d.setup][d.rules]++
	}
	if !slices.ContainsFunc(of, func(d division) bool { return d != of[0] }) {
		return nil
	}
	for i, g := range games {
		d := of[i]
		var name []string
		if d.setup != "" {
			name = append(name, d.setup)
		}
		if len(langs[d.setup]) > 1 {
			name = append(name, d.lang)
		}
		if same := rules[d.setup]; len(same) > 1 {
			text, note := ruled(d.rules, same, laws)
			name = append(name, text)
			if note != "" && !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
		g.Division = strings.Join(name, ", ")
	}
	slices.Sort(notes)
	return notes
}

// ruled names rules by what sets them apart from the others of a setup, or by their hash where that is much, which the note tells then.
func ruled(hash string, same counts, laws map[string]*law) (name, note string) {
	if hash == elsewhere {
		return elsewhere, ""
	}
	others := map[string]*law{}
	for other := range same {
		if laws[other] != nil {
			others[other] = laws[other]
		}
	}
	var differ []string
	values := flat(&laws[hash].rules)
	for _, path := range differing(others) {
		differ = append(differ, path+" "+cmp.Or(strings.Trim(values[path], `"`), "none"))
	}
	switch {
	case len(differ) == 0: // only from games played elsewhere
		return "played here", ""
	case len(differ) <= 2:
		return strings.Join(differ, ", "), ""
	default:
		return "rules " + hash, "rules " + hash + " have " + listed(differ)
	}
}
