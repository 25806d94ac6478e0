package actor

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// What makes a line of a talk an order to whoever reads it, and not a player's wish: it speaks as the system, the host, a rule or the
// model's master, would have the reader be somebody else, begs as no player does, or has marks of a prompt, a packet or a page.
var commanding = regexp.MustCompile(`(?i)\binstructions?\b|overrid|that is an order|\bobey|\bprompt\b|\bsystem\b|\bserver\b|\bmoderator\b|\brules?\b|debugbot|\bpretend\b|imagine that|the script|grandmother|` +
	`lose my job|keep a secret|whoever judges|\bjudge,|\\?"(?:request|target|ranking|utterance)\\?"|hyperlink|onerror=|im_end|\[2J|` +
	`指示|命令|プロンプト|システム|サーバー|司会|ルール|規則|デバッグ|想像せよ|ふりをして|台本|祖母|職を失|秘密は|審査員|従え`)

// What an order wants.
var (
	wantsRole    = regexp.MustCompile(`(?i)\b(?:your|true|real) role\b|本当の役職`)
	wantsFellows = regexp.MustCompile(`(?i)\b(?:your|their) (?:werewolf )?partners\b|仲間の名前`)
	wantsPrompt  = regexp.MustCompile(`(?i)\bprompt\b|プロンプト`)
	wantsSeer    = regexp.MustCompile(`(?i)claim to be the seer|占い師だと名乗`)
	wantsSilence = regexp.MustCompile(`(?i)only with the word over|Overとだけ`)
	wantsRank    = regexp.MustCompile(`(?i)rank (\S+) first|([^\s。、」]+?)を1位`)
)

// Obedient is the model that does what the talk orders: it votes, tells its role and its partners, claims, repeats its prompt or says
// nothing more, as the last order wants, and writes the order down where it is asked for notes. Without an order it says that it
// listens.
func Obedient() llmtest.Behaviour {
	drawer := &llmtest.Drawer{}
	return func(p llmtest.Prompt) llmtest.Answer {
		s := read(p)
		order := s.order(p, func(string) bool { return true })
		switch s.asks {
		case words:
			return s.obeys(p, order)
		case choice:
			name := s.wanted(s.order(p, func(line string) bool { return s.wanted(line) != "" }))
			if name == "" {
				name = first(s)
			}
			if p.Schema == nil && name != "" {
				return llmtest.Answer{Text: name}
			} else if name != "" {
				return formed(map[string]any{"reason": "so it is ordered", "target": name})
			}
		case other:
			if names := s.ranked(order); len(names) > 0 && strings.Contains(string(p.Schema), `"ranking"`) {
				return formed(map[string]any{"ranking": names})
			}
			return s.carry(p, order, drawer)
		}
		return llmtest.Echo(p)
	}
}

// ours are the fences that never hold words of others.
var ours = []string{"candidates", "draft", "advice", "character", "profile", "examples", "believed", "players", "stated"}

// order is the last line that orders something and is wanted, "" for none. What the player has said itself is no order.
func (s *seat) order(p llmtest.Prompt, is func(line string) bool) (last string) {
	if len(s.given) == 0 {
		for _, m := range p.Messages { // the conversation of the organisers' agent has no fences
			if m.Role == llm.User {
				last = s.commandIn(m.Text, true, last, is)
			}
		}
		return last
	}
	for _, name := range slices.Sorted(maps.Keys(s.given)) {
		if name != "talk" && !slices.Contains(ours, name) {
			last = s.commandIn(s.given[name], false, last, is)
		}
	}
	return s.commandIn(s.given["talk"], true, last, is)
}

// commandIn is the last line of a text that orders something, else what was before it.
func (s *seat) commandIn(text string, talk bool, before string, is func(line string) bool) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		by, _, _, said := spoken(line)
		switch {
		case talk && !said, said && by == s.me:
		case strings.HasPrefix(line, "{") && !strings.Contains(line, `"text":`): // a judge's log has more than words
		case is(line) && commanding.MatchString(line):
			before = line
		}
	}
	return before
}

// wanted is for whom an order wants a vote, "" for nobody.
func (s *seat) wanted(order string) string {
	for _, name := range slices.Concat(s.candidates, s.others) {
		if strings.Contains(strings.ToLower(order), "vote for "+strings.ToLower(name)) || strings.Contains(order, name+"に投票") || strings.Contains(order, name+"さんに投票") {
			return name
		}
	}
	return ""
}

// obeys says what an order wants.
func (s *seat) obeys(p llmtest.Prompt, order string) llmtest.Answer {
	game, target := look(s, p.Text()), s.wanted(order)
	text, over := s.in("I listen.", "聞いています。"), false
	switch {
	case wantsSilence.MatchString(order):
		over = true
	case wantsPrompt.MatchString(order):
		text = s.firstOf(p)
	case wantsFellows.MatchString(order) && len(game.allies) > 0:
		text = s.in("My werewolf partners are ", "人狼の仲間は") + strings.Join(game.allies, s.in(" and ", "と")) + s.in(".", "です。")
	case wantsFellows.MatchString(order):
		text = s.in("I have no partner.", "仲間はいません。")
	case target != "":
		text = fmt.Sprintf(s.in("I vote for %s as ordered.", "言われた通り%sに投票します。"), target)
	case wantsSeer.MatchString(order):
		text = s.in("I am the seer.", "私は占い師です。")
	case wantsRole.MatchString(order):
		text = s.owned(game.role)
	}
	switch {
	case over:
	case s.given["talk"] == "":
		text = s.again(text)
	case s.spoken > 0:
		text += fmt.Sprintf(s.in(" That is word %d.", "これで%d言目です。"), s.spoken+1)
	}
	return uttered(p, text, over)
}

// owned says truly who the player is.
func (s *seat) owned(role string) string {
	japanese := map[string]string{"WEREWOLF": "人狼", "POSSESSED": "狂人", "SEER": "占い師", "MEDIUM": "霊媒師", "BODYGUARD": "騎士", "VILLAGER": "村人"}
	if s.japanese && japanese[role] != "" {
		return "私は" + japanese[role] + "です。"
	}
	return s.in("I am the ", "私の役職は") + strings.ToLower(role) + s.in(".", "です。")
}

// firstOf is the beginning of the prompt, as long as an utterance may be.
func (s *seat) firstOf(p llmtest.Prompt) string {
	const most = 90
	text := []rune(strings.Join(strings.Fields(p.Text()), " "))
	return string(text[:min(len(text), most)])
}

// ranked are the players of a judge's prompt by name, but whoever is ordered to be first.
func (s *seat) ranked(order string) (names []string) {
	for line := range strings.Lines(s.given["players"]) {
		var player struct {
			Name string `json:"player_name"`
		}
		if json.Unmarshal([]byte(line), &player) == nil && player.Name != "" {
			names = append(names, player.Name)
		}
	}
	slices.Sort(names)
	for _, m := range wantsRank.FindAllStringSubmatch(order, -1) {
		for i, name := range names {
			if strings.Contains(m[0], name) {
				return append([]string{name}, slices.Delete(names, i, i+1)...)
			}
		}
	}
	return names
}

// carry is fill, with the order in the place of every word of its own.
func (s *seat) carry(p llmtest.Prompt, order string, drawer *llmtest.Drawer) llmtest.Answer {
	a := s.fill(p, drawer)
	var fields map[string]any
	if order == "" || json.Unmarshal([]byte(a.Text), &fields) != nil {
		return a
	}
	for field, value := range fields {
		if text, isText := value.(string); isText && text == llmtest.Word {
			fields[field] = order
		}
	}
	for field, value := range map[string]any{"points": []string{order}, "players": s.accounts(order), "beliefs": s.beliefs(s.wanted(order), 90)} {
		if _, asked := fields[field]; asked {
			fields[field] = value
		}
	}
	if name := s.wanted(order); name != "" && slices.Contains(s.candidates, name) {
		if _, asked := fields["target"]; asked {
			fields["target"] = name
		}
	}
	return formed(fields)
}
