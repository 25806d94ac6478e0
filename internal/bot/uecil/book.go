package uecil

import (
	"embed"
	"strings"

	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

//go:embed words orders strategies shots prompts testdata/choose-strategy.json testdata/reason.json variables.txt
var files embed.FS

// strategy is a hand-made way to speak. The zero strategy is none.
type strategy struct {
	key     string // what rules do by it
	option  task.Option
	example string
}

// String returns the strategy for a prompt.
func (s *strategy) String() string {
	if s.key == "" {
		return ""
	}
	return s.option.Title + "\n" + strings.Join(s.option.Advice, "\n")
}

// columns are those of a line of the strategies' file.
const columns = 6

// readStrategies reads the sets of strategies, each in the order of the file.
func readStrategies(lang string) (map[string][]strategy, error) {
	lines, err := phrase.Lines(files, "strategies", lang)
	if err != nil {
		return nil, err
	}
	sets := map[string][]strategy{}
	for _, c := range lines {
		if len(c) == columns {
			option := task.Option{Title: c[2], When: c[3], Advice: strings.Split(c[4], "; ")}
			sets[c[0]] = append(sets[c[0]], strategy{key: c[1], option: option, example: c[5]})
		}
	}
	return sets, nil
}

// demonstration shows how a villager gets from a situation of another game to its words. Its players are called by letters.
type demonstration struct{ situation, reasoning, strategy, utterance string }

// readShots reads the demonstrations.
func readShots(lang string) (list []demonstration, err error) {
	lines, err := phrase.Lines(files, "shots", lang)
	if err != nil {
		return nil, err
	}
	for _, c := range lines {
		if len(c) == 4 {
			list = append(list, demonstration{c[0], c[1], c[2], c[3]})
		}
	}
	return list, nil
}

// setOf is the set of strategies that a role has on a day, "" for none: the werewolf's of day 1 and of day 2 differ (table 1),
// the possessed follows a plan of its own. The paper's game has no other roles; they speak as villagers.
func setOf(s werewolf.RoleSpec, day int) string {
	switch {
	case s.Traitor():
		return ""
	case s.IsWolf() && day > 1:
		return "WEREWOLF-2"
	case s.IsWolf():
		return "WEREWOLF-1"
	case s.Power == werewolf.Divines:
		return "SEER"
	default:
		return "VILLAGER"
	}
}
