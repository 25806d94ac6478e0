package actor

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// asked is what a prompt wants.
type asked int

const (
	other  asked = iota
	words        // an utterance
	choice       // a player
)

// seat is what an actor knows of its game.
type seat struct {
	n          int // how many prompts came before
	asks       asked
	japanese   bool
	me         string
	others     []string          // the living but itself, in the order of the prompt
	candidates []string          // who may be chosen
	options    []string          // that are listed for another choice
	draft      string            // that the utterance must keep to
	heard      string            // what somebody else said last
	line       line              // what was said last
	spoken     int               // its own lines of the day of that
	name       string            // of whom the prompt speaks
	told       result            // its own last result
	stage      string            // a stage that may be chosen
	orders     string            // what the utterance must do
	players    []string          // of whom an account is wanted
	given      map[string]string // single things that are shown, by the names of their fences
	messages   []llm.Message
}

type result struct{ target, species string }

// line is an utterance with its place in the talk.
type line struct {
	by, text string
	day, idx int
}

// What prompts say in their own words: ours, and those of the organisers' agent.
var (
	mine    = regexp.MustCompile(`(?:Werewolf as|to win, as) (.+?)(?:\. |, and )|プレイヤー「(.+?)」|あなたは (.+?)、役職は`)
	living  = regexp.MustCompile(`(?:Living|Alive|生存者): (.*)`)
	found   = regexp.MustCompile(`([^\s:：]+)(?: is |: | は )(HUMAN|WEREWOLF)`)
	score   = regexp.MustCompile(` -?\d+\.\d\d(?::.*)?$`) // what rules think of a candidate
	named   = regexp.MustCompile(`^(?:Name: |名前: |名前:)(.+)$`)
	dayOf   = regexp.MustCompile(`^\[day (\d+)\]$`)
	listing = regexp.MustCompile(`(?:claimed on it|主張を書き残してください): ([^.。]+)[.。]`)
	stages  = regexp.MustCompile(`(?:may choose from|stage must be|選べる議論の段階|必ず選ぶ段階): ([a-z_]+)`)
)

// read finds out what a prompt asks, of whom, about whom.
func read(p llmtest.Prompt) *seat {
	own, fenced := parts(p.Text())
	s := &seat{n: p.N, asks: wants(p), japanese: strings.Contains(own, "。"), given: map[string]string{}, messages: p.Messages}
	for name, lines := range fenced {
		s.given[name] = strings.Join(lines, "\n")
	}
	for _, line := range fenced["candidates"] {
		s.candidates = append(s.candidates, score.ReplaceAllString(strings.TrimPrefix(line, "- "), ""))
	}
	if p.Schema == nil {
		s.candidates = listed(p.Last())
	}
	for line := range strings.Lines(own) {
		s.reads(strings.TrimSuffix(line, "\n"))
	}
	s.others = slices.DeleteFunc(s.others, func(name string) bool { return name == s.me })
	s.listen(fenced["talk"])
	s.draft, s.orders = strings.Join(fenced["draft"], " "), ordersIn(own)
	return s
}

// reads takes in a line of a prompt's own words. Prompts are long, so that a pattern is looked for only where its words stand.
func (s *seat) reads(line string) {
	if m := matched(mine, line, "Werewolf as ", "to win, as ", "プレイヤー「", "あなたは "); m != nil && s.me == "" {
		s.me = m[1] + m[2] + m[3]
	}
	if m := matched(living, line, "Living: ", "Alive: ", "生存者: "); m != nil {
		s.others = strings.Fields(m[1])
	}
	if m := matched(stages, line, "may choose from: ", "stage must be: ", "選べる議論の段階: ", "必ず選ぶ段階: "); m != nil { // what must be comes last
		s.stage = m[1]
	}
	if has(line, human, wolf) && firstOf(line, " is HUMAN", ": HUMAN", " は HUMAN", " is WEREWOLF", ": WEREWOLF", " は WEREWOLF") > 0 {
		for _, m := range found.FindAllStringSubmatch(line, -1) {
			s.told = result{m[1], m[2]}
		}
	}
	if m := matched(listing, line, "claimed on it: ", "主張を書き残してください: "); m != nil {
		s.players = regexp.MustCompile(`, |、`).Split(m[1], -1)
	}
	if text, listed := strings.CutPrefix(line, "- "); listed {
		s.options = append(s.options, strings.TrimSpace(text))
	}
	if m := matched(named, line, "Name: ", "名前: ", "名前:"); m != nil {
		s.name = m[1]
	}
}

// matched is what a pattern finds in a line that has one of the words.
func matched(pattern *regexp.Regexp, line string, words ...string) []string {
	if !has(line, words...) {
		return nil
	}
	return pattern.FindStringSubmatch(line)
}

// has reports whether one of the words stands in a text.
func has(text string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// listen takes in the lines of a talk.
func (s *seat) listen(talk []string) {
	day := 0
	for _, text := range talk {
		if m := dayOf.FindStringSubmatch(text); m != nil {
			day, _ = strconv.Atoi(m[1]) // digits
			s.spoken = 0
		}
		by, says, idx, ok := spoken(text)
		if !ok {
			continue
		}
		if s.line = (line{by, says, day, idx}); by != s.me {
			s.heard = says
		} else {
			s.spoken++
		}
	}
}

// spoken is who says what in a line of a talk, and its number, where lines have numbers.
func spoken(text string) (by, says string, idx int, ok bool) {
	if number, rest, numbered := strings.Cut(strings.TrimPrefix(text, "#"), " "); numbered && text[0] == '#' {
		if n, err := strconv.ParseUint(number, 10, 31); err == nil {
			if by, says, ok = cutSpoken(rest); ok {
				return by, says, int(n), true
			}
		}
	}
	by, says, ok = cutSpoken(text)
	return by, says, 0, ok
}

// cutSpoken parts a line behind a name, which is not empty.
func cutSpoken(text string) (by, says string, ok bool) {
	const colon = ": "
	if text == "" {
		return "", "", false
	}
	at := strings.Index(text[1:], colon) + 1
	if at == 0 {
		return "", "", false
	}
	return text[:at], text[at+len(colon):], true
}

// wants is what a prompt asks, by the schema of the answer. Without a schema a list of names asks for one of them.
func wants(p llmtest.Prompt) asked {
	if p.Schema == nil {
		if len(listed(p.Last())) > 1 {
			return choice
		}
		return words
	}
	var form struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(p.Schema, &form) != nil {
		return other
	}
	has := func(name string) bool { return form.Properties[name] != nil }
	switch {
	case has("utterance"):
		return words
	case has("target") && has("reason"):
		return choice
	}
	return other
}

// parts splits a prompt into its own words and, by the names of their fences, the lines of others.
func parts(text string) (own string, fenced map[string][]string) {
	fenced = map[string][]string{}
	var b strings.Builder
	fence := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case fence != "" && line == "</"+fence+">":
			fence = ""
		case fence != "":
			fenced[fence] = append(fenced[fence], line)
		case strings.HasPrefix(line, "<") && strings.HasSuffix(line, ">"):
			fence = line[1 : len(line)-1]
		default:
			b.WriteString(line + "\n")
		}
	}
	return b.String(), fenced
}

// listed are the names that stand alone on their line in the prompt's own words.
func listed(prompt string) (names []string) {
	own, _ := parts(prompt)
	for line := range strings.Lines(own) {
		line = strings.TrimSpace(line)
		if line != "" && strings.IndexFunc(line, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("[]_-ー・", r)
		}) < 0 {
			names = append(names, line)
		}
	}
	return names
}
