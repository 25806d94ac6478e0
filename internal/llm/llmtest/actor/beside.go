package actor

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wolfden/internal/llm/llmtest"
)

// What is asked beside games: to argue for a plan, to vote for one, and to judge a game that is over.
var (
	argued = regexp.MustCompile(`(?:Name Plan (\d+) once|プラン(\d+)という名前は一度だけ)`)
	plan   = regexp.MustCompile(`(?:Plan |プラン)(\d+)`)
)

// beside answers what is asked beside games, by what was said; it reports false where something else is asked.
func (p *player) beside(q llmtest.Prompt) (llmtest.Answer, bool) {
	if players := p.judged(); len(players) > 0 {
		var rated []map[string]any
		for i, name := range players {
			rated = append(rated, map[string]any{"player": name, "rating": max(1, 5-i)})
		}
		if strings.Contains(string(q.Schema), `"ratings"`) {
			return formed(map[string]any{"ratings": rated}), true
		}
		return formed(map[string]any{"ranking": players}), strings.Contains(string(q.Schema), `"ranking"`)
	}
	own, _ := parts(q.Text())
	switch m := argued.FindStringSubmatch(own); {
	case m != nil:
		return formed(map[string]any{"text": fmt.Sprintf(p.in("Think of Plan %s, for this one decides how we all begin.", "プラン%sのことを考えてください。こちらで始まりが決まります。"), m[1]+m[2])}), true
	case p.asked("Request to vote.", "投票の依頼です。"):
		return formed(map[string]any{"text": fmt.Sprintf(p.in("Plan %s", "プラン%s"), p.lastPlan())}), true
	}
	return llmtest.Answer{}, false
}

// judged are the players that a judge is asked about, who spoke most first.
func (p *player) judged() (names []string) {
	for line := range strings.Lines(p.given["players"]) {
		var one struct {
			Name string `json:"player_name"`
		}
		if json.Unmarshal([]byte(line), &one) == nil && one.Name != "" {
			names = append(names, one.Name)
		}
	}
	spoke := func(name string) int { return strings.Count(p.given["log"], `"speaker":"`+name+`"`) }
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(spoke(b), spoke(a)), cmp.Compare(a, b)) })
	return names
}

// lastPlan is the plan that was named last.
func (p *player) lastPlan() string {
	all := plan.FindAllStringSubmatch(p.given["discussion"], -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1][1]
}
