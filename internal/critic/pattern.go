package critic

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// pattern is a regular expression that first looks for words without which it cannot match: few sentences hold them, and a search
// for words is much quicker than a match.
type pattern struct {
	*regexp.Regexp
	needs []string // at least one stands in whatever matches; none where that is not known
}

func compile(text string) (pattern, error) {
	re, err := regexp.Compile(text)
	if err != nil {
		return pattern{}, err
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return pattern{}, err
	}
	return pattern{re, needed(parsed)}, nil
}

// possible reports whether the pattern may match.
func (p pattern) possible(text string) bool {
	return len(p.needs) == 0 || slices.ContainsFunc(p.needs, func(s string) bool { return strings.Contains(text, s) })
}

// in reports whether the pattern matches.
func (p pattern) in(text string) bool { return p.possible(text) && p.MatchString(text) }

// mostNeeds is up to how many words are looked for; more cost more than they save.
const mostNeeds = 40

// needed returns words of which one stands in whatever the expression matches, nil where there are no such words.
func needed(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needed(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if words := needed(sub); len(words) > 0 && (best == nil || shortest(words) > shortest(best)) {
				best = words
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			words := needed(sub)
			if all = append(all, words...); len(words) == 0 || len(all) > mostNeeds {
				return nil
			}
		}
		return all
	default: // it may match nothing, or any letter
	}
	return nil
}

func shortest(words []string) int {
	least := len(words[0])
	for _, w := range words[1:] {
		least = min(least, len(w))
	}
	return least
}
