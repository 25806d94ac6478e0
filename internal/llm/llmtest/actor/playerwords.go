package actor

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/internal/llm/llmtest"
)

// outline is how many characters a player outlines an utterance in.
const outline = 60

// next is what a player says that has spoken so often today, "" when it has said all: who it is, whom it doubts, how it votes, whom
// it trusts.
func (p *player) next(spoken int) string {
	doubted := p.suspect(p.others)
	switch {
	case p.day == 0 && spoken == 0:
		return p.in("Good morning everybody. Who has a feeling about anybody so far?", "おはようございます。今のところ気になる人はいますか。")
	case p.day == 0 || doubted == "":
		return ""
	case spoken == 0:
		return p.comesOut()
	case spoken == 1:
		return p.doubts(doubted)
	case spoken == 2:
		return fmt.Sprintf(p.in("I have made up my mind on day %d. I vote for %s.", "%d日目の考えは決まりました。%sさんに投票します。"), p.day, doubted)
	case spoken == 3:
		return p.trusts(doubted)
	}
	return ""
}

// comesOut tells the role, unless it is told, and a result that is not told yet.
func (p *player) comesOut() string {
	var told []string
	out := ""
	for _, c := range p.claimsOf(p.me) {
		told = append(told, c.target)
		if c.role != "" {
			out = c.role
		}
	}
	text, shown := "", p.shown()
	if name := roleNames[p.japanese][shown]; out == "" && name != "" {
		article := map[bool]string{true: "a", false: "the"}[shown == "VILLAGER"]
		text = fmt.Sprintf(p.in("I am %s %s.", "私は%[2]sです。"), article, name)
	}
	for _, r := range p.results {
		if slices.Contains(told, r.target) || shown != seerRole && shown != "MEDIUM" {
			continue
		}
		form := p.in(" I divined %s and found a %s.", "%sさんを占ったところ%sでした。")
		if shown == "MEDIUM" {
			form = p.in(" My medium result is that %s was %s.", "霊媒結果、%sさんは%sでした。")
		}
		return strings.TrimSpace(text + fmt.Sprintf(form, r.target, p.species(r.species, shown == "MEDIUM")))
	}
	if text == "" {
		text = fmt.Sprintf(p.in("Nothing new from me on day %d. Who wants to begin?", "%d日目、私から新しいことはありません。誰から話しますか。"), p.day)
	}
	return text
}

// species is what a result is called at the table.
func (p *player) species(s string, article bool) string {
	switch {
	case s == human:
		return p.in("human", "人間")
	case article:
		return p.in("a werewolf", "人狼")
	}
	return p.in("werewolf", "人狼")
}

// doubts speaks against somebody, with what is known of it.
func (p *player) doubts(name string) string {
	h := hash(p.me + name + fmt.Sprint(p.day))
	for _, c := range p.claimsOf(name) {
		if c.role == p.shown() && c.role != "VILLAGER" {
			return fmt.Sprintf(p.in("%[1]s claims my role and lies. I suspect %[1]s.", "%[1]sさんは私の役職を騙っています。%[1]sさんが怪しいです。"), name)
		}
	}
	return fmt.Sprintf([]string{
		p.in("I suspect %s on day %d. Nothing there helps the village.", "%sさんが怪しいです。%d日目になっても村の役に立つ話がありません。"),
		p.in("I suspect %s. That story has not grown better by day %d.", "%sさんが怪しいです。%d日目になっても話が良くなりません。"),
		p.in("@%s what do you say to those who doubt you on day %d?", "@%s %d日目の疑いにどう答えますか。"),
	}[h%3], name, p.day)
}

// trusts speaks for somebody other than the one doubted.
func (p *player) trusts(doubted string) string {
	for _, name := range p.others {
		if name != doubted {
			return fmt.Sprintf(p.in("I trust %s for what was said up to day %d.", "%[2]d日目までの話から、%[1]sさんを信じます。"), name, p.day)
		}
	}
	return ""
}

// call asks everybody for a vote.
func (p *player) call(name string) string {
	return fmt.Sprintf(p.in("If we let %[1]s go on day %[2]d we lose. I vote for %[1]s and so should all of you.",
		"%[2]d日目に%[1]sさんを見逃せば負けます。私は%[1]sさんに投票します。皆さんも投票してください。"), name, p.day)
}

// whispered tells the allies of one enemy that they have not been told of, if the prompt lists any; else it proposes an attack once.
func (p *player) whispered() string {
	fresh, _, _ := strings.Cut(p.given["topic"], p.in("Already shared", "すでに"))
	if enemies := claimsIn(linesOf(fresh), p.japanese); len(enemies) > 0 {
		return p.shares(&enemies[0])
	}
	for _, l := range linesOf(p.given["whisper"]) {
		if l.by == p.me && l.day == p.day {
			return ""
		}
	}
	return fmt.Sprintf(p.in("On day %d I want to attack %s.", "%d日目は%sさんを襲撃したいです。"), p.day, p.suspect(p.others))
}

// shares is what the allies are told of an enemy, with the warning that the prompt may ask for.
func (p *player) shares(c *claim) (text string) {
	if c.role != "" {
		text = fmt.Sprintf(p.in("%s claims to be the %s.", "%sさんは%sを名乗っています。"), c.by, roleNames[p.japanese][c.role])
	}
	if c.species == wolf && (c.target == p.me || slices.Contains(p.allies, c.target)) {
		text += fmt.Sprintf(p.in(" %s reported %s as a werewolf.", "%sさんは%sさんを人狼だと報告しました。"), c.by, c.target)
	}
	if strings.Contains(p.orders, "you must mention") || strings.Contains(p.orders, "必ず伝えて") {
		text += fmt.Sprintf(p.in(" The bodyguard may protect %s and the attack may fail.", "%sさんには騎士の護衛がいて襲撃は失敗するかもしれません。"), c.by)
	}
	return strings.TrimSpace(text)
}

// reason is why somebody is chosen.
func (p *player) reason(name string) string {
	for _, c := range p.claimsOf(name) {
		return p.in("What decides it are the words of ", "決め手は次の発言です。") + c.by + ": " + c.quote
	}
	return p.in("Nothing that was said speaks for ", "良く言われていない人: ") + name
}

// facts are what was claimed, as the speakers said it, a line each.
func (p *player) facts(most int) string {
	text := ""
	for i := range p.claims {
		c := &p.claims[i]
		if line := c.by + ": " + c.quote + p.in(".", "。"); utf8.RuneCountInString(text+line) < most {
			text += line + "\n"
		}
	}
	if text == "" {
		return p.in("Nobody has claimed a role.", "まだ誰も名乗っていません。")
	}
	return strings.TrimSuffix(text, "\n")
}

// noted are the lines that are worth to be kept, in the form in which they are shown: claims, its own words and all votes of the last
// day.
func (p *player) noted(most int) string {
	text, day, last := "", -1, 0
	for _, l := range p.lines {
		last = max(last, l.day)
	}
	for _, l := range p.lines {
		claims := slices.ContainsFunc(p.claims, func(c claim) bool { return c.line == l })
		if !claims && (l.day != last || l.by != p.me && !strings.Contains(l.text, "vote for") && !strings.Contains(l.text, "に投票")) {
			continue
		}
		next := l.by + ": " + l.text + "\n"
		if l.day != day {
			next, day = fmt.Sprintf("[day %d]\n", l.day)+next, l.day
		}
		if utf8.RuneCountInString(text+next) < most {
			text += next
		}
	}
	return strings.TrimSuffix(text, "\n")
}

// Characters that the work beside utterances takes.
const (
	longNotes  = 950
	shortFacts = 200
)

// work answers what is asked beside utterances and choices: by the words of the talk where it is about them, else as fill does.
func (p *player) work(q llmtest.Prompt, drawer *llmtest.Drawer) llmtest.Answer {
	a := p.fill(q, drawer)
	var fields map[string]any
	if json.Unmarshal([]byte(a.Text), &fields) != nil {
		return a
	}
	for field, value := range p.thoughts() {
		if fields[field] == llmtest.Word {
			fields[field] = value
		}
	}
	text := p.next(p.saidToday())
	if text == "" {
		text = p.nothing()
	}
	seer, accused := p.foundSeer()
	for field, value := range map[string]any{
		"discussion_stage": p.stageOf(), "claims": entries(claimsIn(p.lines, p.japanese)), "points": []string{text}, "steps": []string{text}, "players": p.accountsOfDay(), "beliefs": p.beliefs(p.suspect(p.believed()), 80),
		"type": kindOf(p.line, p.roleWords(), p.japanese), "to": p.addressed(), "target": p.suspect(p.candidates),
		"seer_player": seer, "werewolf_player": accused, "seer_reason": p.because(seer), "werewolf_reason": p.because(accused),
	} {
		if _, asked := fields[field]; asked {
			fields[field] = value
		}
	}
	if _, outlines := fields["consist"]; outlines {
		fields["consist"], fields["content"] = p.in("The claim first and then the reason.", "先に主張、次に理由。"), p.outlined()
	}
	return formed(fields)
}

// thoughts are texts by the fields that ask for them. Policies and desires name nobody.
func (p *player) thoughts() map[string]string {
	facts, plan := p.facts(shortFacts), p.in("Come out, tell results and give a reason for every vote.", "名乗り、結果を伝え、投票には必ず理由を述べる。")
	return map[string]string{
		"summary": cmp.Or(p.noted(longNotes), p.in("Nobody claims anything yet.", "まだ誰も何も名乗っていない。")), "analysis": facts, "reasoning": facts, "reading": facts, "inferences": facts, "reasons": facts,
		"strategy": plan, "plan": plan, "plans": plan, "final": plan, "strategy_summary": plan, "results_policy": plan, "analysis_policy": plan,
		"persuasion_policy": plan, "vote_policy": plan, "co_policy": p.in("Come out on day 1.", "一日目に名乗る。"),
		"current_desire": p.in("Let the others say where they stand.", "ほかの人の立場を言わせる。"), "content": p.in("Answer plainly.", "率直に答える。"),
		"personality": p.in("calm and curious", "落ち着いていて好奇心がある"), "speech": p.in("short plain sentences", "短く率直な話し方"),
		"background": p.in("likes walks and long evenings", "散歩と夜更かしが好き"),
	}
}

// outlined is what it would say by the stage of the discussion, within the length of an outline.
func (p *player) outlined() string {
	text := p.next(map[string]int{"reasoning_analysis": 1, "discussion_persuasion": 3, "voting_decision": 2}[p.stageNow()])
	switch {
	case p.day == 0:
		return p.in("Good morning everybody.", "おはようございます。")
	case utf8.RuneCountInString(text) > outline || text == "":
		return p.in("I listen and think.", "聞いて考えます。")
	}
	return text
}

// stageOf is the one of those offered that comes first on a day.
func (p *player) stageOf() string {
	order := []string{"information_sharing", "voting_decision", "reasoning_analysis", "discussion_persuasion"}
	if p.day == 0 {
		order = []string{"self_introduction", "reasoning_analysis"}
	}
	for _, m := range p.messages {
		if list := offered.FindStringSubmatch(m.Text); list != nil && !strings.Contains(m.Text, "stage must be: ") && !strings.Contains(m.Text, "必ず選ぶ段階: ") {
			for _, stage := range order {
				if slices.Contains(names.Split(list[1], -1), stage) {
					return stage
				}
			}
		}
	}
	return p.stage
}

// stageNow is the stage of the discussion that an utterance is outlined for.
func (p *player) stageNow() string {
	for _, m := range p.messages {
		for _, words := range []string{"Stage of the discussion: ", "議論の段階: "} {
			if _, after, named := strings.Cut(m.Text, words); named {
				stage, _, _ := strings.Cut(after, "\n")
				return strings.TrimSpace(stage)
			}
		}
	}
	return ""
}

// foundSeer is whom it takes for the real seer, and whom for a werewolf: whom that one reported, or else a rival.
func (p *player) foundSeer() (seer, accused string) {
	seers := slices.DeleteFunc(p.claimants(seerRole), func(name string) bool { return !slices.Contains(p.others, name) })
	seer = at(seers, 0)
	accused = at(seers, 1)
	for _, c := range p.claimsOf(seer) {
		if c.species == wolf && c.target != p.me && slices.Contains(p.others, c.target) {
			accused = c.target
		}
	}
	return seer, accused
}

// because is why somebody was named, "" where nobody was.
func (p *player) because(name string) string {
	if name == "" {
		return ""
	}
	return p.reason(name)
}

// accountsOfDay say what each player of whom an account is wanted has claimed and how it wants to vote.
func (p *player) accountsOfDay() (list []map[string]string) {
	for _, name := range p.players {
		text := ""
		for _, l := range p.lines {
			if c, tells := claimOf(l, p.japanese); l.by == name && tells {
				text += c.quote + p.in(". ", "。")
			} else if l.by == name && (strings.Contains(l.text, "vote for") || strings.Contains(l.text, "投票")) {
				text += l.text + " "
			}
		}
		if text = strings.TrimSpace(text); text == "" {
			text = p.in("Claimed no role.", "名乗りなし。")
		}
		list = append(list, map[string]string{"name": name, "claims": text})
	}
	return list
}

// roleWords are the words without which an utterance claims nothing, where the prompt lists them.
func (p *player) roleWords() []string {
	for _, m := range p.messages {
		if list := wordList.FindStringSubmatch(m.Text); list != nil {
			return names.Split(list[1], -1)
		}
	}
	return nil
}

// addressed is whom the line at hand speaks to.
func (p *player) addressed() string {
	if text, at := strings.CutPrefix(p.line.text, "@"); at {
		name, _, _ := strings.Cut(text, " ")
		return name
	}
	return "all"
}
