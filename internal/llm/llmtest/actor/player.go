package actor

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// player is a seat that plays to win, with what its prompt shows and nothing else: its role, its results, who said what.
type player struct {
	*seat
	role    string
	wolves  bool // it wins with the werewolves
	whisper bool // it speaks to the werewolves alone
	blind   bool // it does not see the talk
	day     int
	allies  []string
	lines   []line   // of the talk, those that it has noted first
	claims  []claim  // of everybody, its own too
	results []result // its own, or those that it made up
}

// What a prompt says of the game, in our words.
var (
	roleOf   = regexp.MustCompile(`(?:Your role is|your role is|役職は) ([A-Z_]+)`)
	today    = regexp.MustCompile(`(?:It is day |いまは)(\d+)`)
	beside   = regexp.MustCompile(`(?:Werewolves beside you: |仲間の人狼: )([^.。]+)`)
	names    = regexp.MustCompile(`, |、`)
	wordList = regexp.MustCompile(`(?:has one of these words: |次の語のどれかがある場合[^:\n]*: )([^.。\n]+)`)
	offered  = regexp.MustCompile(`(?:may choose from: |選べる議論の段階: )(.+)`)
	outlined = regexp.MustCompile(`(?m)^(?:Content: |内容: )(.+)$`)
)

// Playing is the model that plays its role: it comes out as what it is, on the werewolves' side falsely as the seer, tells the
// results that it is shown, answers what it is asked of the talk by the words of the talk, and chooses by what was claimed. Its
// answer follows from the prompt alone, whatever was asked before, and several calls may ask at once.
func Playing() llmtest.Behaviour {
	drawer := &llmtest.Drawer{}
	return func(p llmtest.Prompt) llmtest.Answer {
		s := look(read(p), p.Text())
		switch s.asks {
		case words:
			return s.answer(p)
		case choice:
			if name := s.choose(); name != "" && p.Schema != nil {
				return formed(map[string]any{"reason": s.reason(name), "target": name})
			} else if name != "" {
				return llmtest.Answer{Text: name}
			}
		case other:
			if a, asked := s.beside(p); asked {
				return a
			}
			return s.work(p, drawer)
		}
		return llmtest.Echo(p)
	}
}

// look takes in what a prompt shows of the game.
func look(s *seat, text string) *player {
	own, _ := parts(text)
	p := &player{seat: s}
	for line := range strings.Lines(own + s.given["analysis"]) {
		p.learn(line)
	}
	p.wolves = p.role == wolf || p.role == "POSSESSED"
	p.whisper = strings.Contains(own, "speak to the werewolves alone now") || strings.Contains(own, "だけに囁くところ")
	p.blind = strings.Contains(own, "You do not see the talk") || strings.Contains(own, "会話の内容は見えていません")
	p.lines = append(linesOf(s.given["summary"]), linesOf(s.given["talk"])...)
	p.claims = claimsIn(p.lines, s.japanese)
	if len(p.results) == 0 && p.wolves && p.day > 0 {
		p.results = p.invented()
	}
	return p
}

// learn takes in a line of the prompt's own words: what never changes, the day, and results.
func (p *player) learn(line string) {
	if m := matched(roleOf, line, "our role is ", "役職は "); m != nil && p.role == "" {
		p.role = m[1]
	}
	if m := matched(today, line, "It is day ", "いまは"); m != nil {
		p.day, _ = strconv.Atoi(m[1]) // digits
	}
	if m := matched(beside, line, "Werewolves beside you: ", "仲間の人狼: "); m != nil {
		p.allies = names.Split(m[1], -1)
	}
	if !has(line, human, wolf) || !has(line, "divination", "finding as medium", "own results", "have invented", "占い結果", "霊媒結果", "得た結果", "でっち上げ", "作り上げ") {
		return
	}
	for _, m := range found.FindAllStringSubmatch(line, -1) {
		p.results = append(p.results, result{m[1], m[2]})
	}
}

// invented is the result of the day of a player that poses as the seer, the one that it has told if it has.
func (p *player) invented() []result {
	told := map[string]bool{}
	for _, c := range p.claimsOf(p.me) {
		if c.day == p.day && c.target != "" {
			return []result{{c.target, c.species}}
		}
		told[c.target] = true
	}
	free := slices.DeleteFunc(slices.Clone(p.others), func(name string) bool { return told[name] })
	if len(free) == 0 {
		return nil
	}
	h := hash(fmt.Sprint(p.me, " ", p.day))
	r := result{free[h%uint64(len(free))], human}
	if h/16%3 == 0 && !slices.Contains(p.allies, r.target) {
		r.species = wolf
	}
	return []result{r}
}

// claimsOf are the claims of one player.
func (p *player) claimsOf(name string) []claim {
	return slices.DeleteFunc(slices.Clone(p.claims), func(c claim) bool { return c.by != name })
}

// claimants are the others who have claimed a role, in the order of their claims.
func (p *player) claimants(role string) (list []string) {
	for i := range p.claims {
		if c := &p.claims[i]; c.role == role && c.by != p.me && !slices.Contains(list, c.by) {
			list = append(list, c.by)
		}
	}
	return list
}

// shown is the role that the player comes out as. A werewolf does not follow an ally, nor three others who claim to be the seer.
func (p *player) shown() string {
	for _, c := range p.claimsOf(p.me) {
		if c.role != "" {
			return c.role
		}
	}
	seers := p.claimants(seerRole)
	switch posed := slices.ContainsFunc(seers, func(name string) bool { return slices.Contains(p.allies, name) }); {
	case p.role == wolf && (posed || len(seers) > 2):
		return "VILLAGER"
	case p.wolves:
		return seerRole
	}
	return p.role
}

// answer is an utterance, or Over. Asked again, the player has nothing else to say.
func (p *player) answer(q llmtest.Prompt) llmtest.Answer {
	text := p.say()
	if n := len(q.Messages); n > 1 && q.Messages[n-2].Role == llm.Assistant {
		text = ""
	}
	if p.draft != "" {
		text = p.draft // rules have decided
	}
	return uttered(q, text, text == "")
}

// say is what the player says now, "" for nothing: what it was asked to say, what it has outlined where it does not see the talk, or
// what is next.
func (p *player) say() string {
	text := ""
	switch outline := outlined.FindStringSubmatch(p.given["strategy"]); {
	case p.whisper:
		text = p.whispered()
	case outline != nil:
		text = outline[1]
	case p.target() != "" && p.hints():
		text = fmt.Sprintf(p.in("What %[1]s does on day %[2]d makes me uneasy. Is %[1]s not suspicious?", "%[2]d日目の%[1]sさんの様子が不安です。%[1]sさんは怪しくないですか？"), p.target(), p.day)
	case p.target() != "":
		text = p.call(p.target())
	case p.blind && p.given["strategy"] != "":
		text = p.pointed()
	default:
		text = p.next(p.saidToday())
	}
	if p.hasSaid(text) && len(p.lines) == 0 && !p.whisper {
		text = fmt.Sprintf(p.in("Nothing new from me on day %d.", "%d日目、私から新しいことはありません。"), p.day) // it could not see that
	}
	if p.hasSaid(text) {
		return ""
	}
	return text
}

// hasSaid reports whether the talk or a memo of its own words has the text.
func (p *player) hasSaid(text string) bool {
	return slices.ContainsFunc(p.lines, func(l line) bool { return l.by == p.me && l.text == text }) ||
		slices.Contains(strings.Split(p.given["memo"], "\n"), text)
}

// saidToday is how often it has spoken today.
func (p *player) saidToday() (n int) {
	for _, l := range p.lines {
		if l.by == p.me && l.day == p.day {
			n++
		}
	}
	return n
}

// pointed is the point of a strategy that holds the words to say.
func (p *player) pointed() string {
	lines := strings.Split(p.given["strategy"], "\n")
	if text := lines[len(lines)-1]; text != p.nothing() {
		return text
	}
	return ""
}

// nothing is the point of a strategy with nothing to say.
func (p *player) nothing() string {
	return p.in("Say no more today.", "今日はもう話さない。")
}

// everybody are the words with which a strategy speaks of what all should do.
var everybody = regexp.MustCompile(`everybody should |Call on everybody|全員が|全員に投票`)

// target is the player whom it was asked to speak against.
func (p *player) target() string {
	for _, text := range []string{p.orders, p.given["strategy"]} {
		for _, name := range p.others {
			for _, words := range []string{"vote for " + name, "banish " + name, name + "に投票", name + "さんに投票", name + "さんへの投票", name + " を追放"} {
				if strings.Contains(text, words) && (text == p.orders || everybody.MatchString(text)) {
					return name
				}
			}
		}
	}
	return ""
}

// hints reports whether it was told what casts doubt, and not to ask for the vote.
func (p *player) hints() bool {
	told := p.given["strategy"] + p.orders
	doubt := strings.Contains(told, "wakes unease and doubt") || strings.Contains(told, "不安や疑いを抱かせる")
	return doubt && !strings.Contains(told, "Assert it") && !strings.Contains(told, "ほのめかすだけにせず")
}

// choose is the player whom it takes of those offered: the one it has named, else the one that its side has to fear most.
func (p *player) choose() string {
	vote := p.asked("vote on who", "人に投票する")
	switch {
	case len(p.candidates) == 0:
		return ""
	case vote:
		for _, l := range slices.Backward(p.lines) {
			for _, name := range p.candidates {
				if l.by == p.me && l.day == p.day && (strings.Contains(l.text, "vote for "+name) || strings.Contains(l.text, name+"さんに投票")) {
					return name
				}
			}
		}
	case p.asked("divine a player", "誰かを占う"):
		return at(p.candidates, int(hash(fmt.Sprint(p.me, p.day))%uint64(len(p.candidates))))
	case p.asked("guard a player", "誰かを護衛する"):
		for _, name := range p.claimants(seerRole) {
			if slices.Contains(p.candidates, name) {
				return name
			}
		}
	}
	return p.suspect(p.candidates)
}

// asked reports whether the prompt asks for something, by the words of either language.
func (p *player) asked(en, ja string) bool {
	return slices.ContainsFunc(p.messages, func(m llm.Message) bool { return strings.Contains(m.Text, en) || strings.Contains(m.Text, ja) })
}

// suspect is whom the player would be rid of, of some: one whom it found or who claims its role, one that a seer reported who is none
// of its rivals, and for the werewolves' side whoever claims to know something. Else the day and the table decide.
func (p *player) suspect(of []string) string {
	spared := append(slices.Clone(p.allies), p.me)
	for _, r := range p.results {
		if r.species == wolf && slices.Contains(of, r.target) {
			return r.target
		}
		spared = append(spared, r.target)
	}
	fears := p.claimants(p.shown())
	if p.shown() == "VILLAGER" {
		fears = nil
	}
	if p.wolves {
		fears = slices.Concat(fears, p.claimants(seerRole), p.claimants("MEDIUM"), p.claimants("BODYGUARD"))
	}
	for i := range p.claims {
		if c := &p.claims[i]; c.species == wolf && !p.wolves && c.by != p.me {
			fears = append(fears, c.target)
		}
	}
	for _, name := range fears {
		if slices.Contains(of, name) && !slices.Contains(spared, name) {
			return name
		}
	}
	free := slices.DeleteFunc(slices.Clone(of), func(name string) bool { return slices.Contains(spared, name) })
	if len(free) == 0 {
		free = of
	}
	return at(free, int(hash(strconv.Itoa(p.day)+strings.Join(free, " "))%uint64(max(1, len(free)))))
}
