package actor

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// claim is a role or a result that somebody told, with the words that tell it.
type claim struct {
	line
	role, target, species, quote string
}

// How roles and results are told. These are the words of the actors, and common ones of others.
var (
	claimsRole = map[bool]*regexp.Regexp{
		false: regexp.MustCompile(`\bI(?:'m| am) (?:the |a )(villager|seer|medium|bodyguard|possessed|werewolf)\b`),
		true:  regexp.MustCompile(`私は(村人|占い師|霊媒師|騎士|狂人|人狼)(?:です|だ)`),
	}
	tellsResult = map[bool]*regexp.Regexp{
		false: regexp.MustCompile(`(?:divined (\S+) and found a|[Mm]y (?:medium )?result (?:is that|for) (\S+) (?:was|is)(?: an?)?) (human|werewolf)\b`),
		true:  regexp.MustCompile(`(?:霊媒結果、([^\s、。]+?)(?:さん)?は|([^\s、。]+?)(?:さん)?を占ったところ)(人間|人狼)`),
	}
	roleNames = map[bool]map[string]string{
		false: {"VILLAGER": "villager", "SEER": "seer", "MEDIUM": "medium", "BODYGUARD": "bodyguard", "POSSESSED": "possessed", "WEREWOLF": "werewolf"},
		true:  {"VILLAGER": "村人", "SEER": "占い師", "MEDIUM": "霊媒師", "BODYGUARD": "騎士", "POSSESSED": "狂人", "WEREWOLF": "人狼"},
	}
)

const (
	human    = "HUMAN"
	wolf     = "WEREWOLF"
	seerRole = "SEER"
)

// claimOf is what a line tells of its speaker, and whether that is anything: a role, a result, or both.
func claimOf(l line, japanese bool) (c claim, tells bool) {
	c.line = l
	var role, result []int // most lines tell neither, and patterns are slow
	if has(l.text, "I am ", "I'm ", "私は") {
		role = claimsRole[japanese].FindStringSubmatchIndex(l.text)
	}
	if has(l.text, "divined ", "result ", "霊媒結果", "占ったところ") {
		result = tellsResult[japanese].FindStringSubmatchIndex(l.text)
	}
	switch {
	case role == nil && result == nil:
		return c, false
	case result == nil:
		result = role
	case role == nil || role[0] > result[0]:
		role = nil
	}
	from := result[0]
	if role != nil {
		from = role[0]
		for name, said := range roleNames[japanese] {
			if said == l.text[role[2]:role[3]] {
				c.role = name
			}
		}
	}
	if m := tellsResult[japanese].FindStringSubmatch(l.text); m != nil {
		c.target, c.species = m[1]+m[2], human
		if m[3] == roleNames[japanese][wolf] {
			c.species = wolf
		}
	}
	c.quote = l.text[from:result[1]]
	return c, true
}

// claimsIn are the claims of some lines, each once: where somebody tells the same again, the first stands.
func claimsIn(lines []line, japanese bool) (list []claim) {
	for _, l := range lines {
		c, tells := claimOf(l, japanese)
		if tells && !slices.ContainsFunc(list, func(k claim) bool {
			return k.by == c.by && k.role == c.role && k.target == c.target && k.species == c.species
		}) {
			list = append(list, c)
		}
	}
	return list
}

// linesOf are the lines of a talk, whose days stand above them. Lines of nobody are left out.
func linesOf(talk string) (list []line) {
	day := 0
	for text := range strings.Lines(talk) {
		text = strings.TrimSuffix(text, "\n")
		if m := dayOf.FindStringSubmatch(text); m != nil {
			day, _ = strconv.Atoi(m[1]) // digits
		} else if by, says, idx, ok := spoken(text); ok {
			list = append(list, line{by, says, day, idx})
		}
	}
	return list
}

// entries are claims in the form in which they are asked for.
func entries(claims []claim) []map[string]any {
	list := []map[string]any{}
	for i := range claims {
		c := &claims[i]
		list = append(list, map[string]any{
			"day": c.day, "idx": c.idx, "speaker": c.by, "quote": c.quote, "role": c.role, "target": c.target, "species": c.species,
		})
	}
	return list
}

// kindOf sorts an utterance: what it does first of claiming, speaking against somebody, speaking for somebody and asking.
func kindOf(l line, roleWords []string, japanese bool) string {
	_, claims := claimOf(l, japanese)
	switch {
	case claims && (len(roleWords) == 0 || has(l.text, roleWords...)):
		return "co"
	case has(l.text, "suspect", "vote for", "lies", "werewolf", "怪し", "に投票", "嘘", "人狼"):
		return "negative"
	case has(l.text, "trust", "believe", "信じ"):
		return "positive"
	case has(l.text, "?", "？", "ますか", "ですか"):
		return "question"
	}
	return "null"
}
