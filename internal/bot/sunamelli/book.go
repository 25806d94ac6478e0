package sunamelli

import (
	"embed"
	"strings"

	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// phase is what is going on; prompts differ by it.
type phase string

// The phases that the overview names, and those between them.
const (
	introduction phase = "introduction"
	discussion   phase = "discussion"
	encouraging  phase = "encouraging"
	voting       phase = "voting"
	night        phase = "night"
)

// sign is what rules go by when they choose a strategy, and what they do then.
type sign string

// The signs. always applies at any time.
const (
	always   sign = "-"
	greeted  sign = "greeted"  // the player has introduced itself
	defended sign = "defended" // somebody it trusts is spoken against
	pressed  sign = "pressed"  // it is spoken against itself
	quiet    sign = "quiet"    // somebody says nothing of weight
	late     sign = "late"     // the day is about to end
	idea     sign = "idea"     // rules never see it; what a model may think of
)

//go:embed en.txt ja.txt terms prompts testdata/derive-strategy.json variables.txt
var files embed.FS

// phaseStrategy is a strategy of a phase.
type phaseStrategy struct {
	team   string // VILLAGER, WEREWOLF or both
	sign   sign
	option task.Option
}

// strategyBook is what is said of strategies in one language.
type strategyBook struct {
	strategies map[phase][]phaseStrategy
	told       map[phase]string // what the strategy module is told of the phase
	commands   map[phase]string // what the conversation module is to do in it
}

// readBook reads lines "phase | team | sign | title | when | advice; advice", "phase | phase | text" and "phase | command | text".
func readBook(lang string) (*strategyBook, error) {
	lines, err := phrase.Lines(files, ".", lang)
	if err != nil {
		return nil, err
	}
	b := &strategyBook{strategies: map[phase][]phaseStrategy{}, told: map[phase]string{}, commands: map[phase]string{}}
	for _, parts := range lines {
		switch at := phase(parts[0]); {
		case len(parts) == 3 && parts[1] == "command":
			b.commands[at] = parts[2]
		case len(parts) == 3 && parts[1] == "phase":
			b.told[at] = parts[2]
		case len(parts) == 6:
			o := task.Option{Title: parts[3], When: parts[4], Advice: strings.Split(parts[5], "; ")}
			b.strategies[at] = append(b.strategies[at], phaseStrategy{parts[1], sign(parts[2]), o})
		}
	}
	return b, nil
}

// strategiesOf are a team's strategies in a phase.
func (b *strategyBook) strategiesOf(at phase, team werewolf.Team) (list []phaseStrategy) {
	for _, w := range b.strategies[at] {
		if w.team == team.String() || w.team == "both" {
			list = append(list, w)
		}
	}
	return list
}

// options are strategies as a task offers them.
func options(ways []phaseStrategy) (list []task.Option) {
	for _, w := range ways {
		list = append(list, w.option)
	}
	return list
}

// suggest is what rules do: the first strategy whose sign is seen, else the first that always fits; the zero strategy where there is
// none.
func suggest(ways []phaseStrategy, seen func(sign) bool) (usual phaseStrategy) {
	for _, w := range ways {
		switch {
		case w.sign != always && w.sign != idea && seen(w.sign):
			return w
		case w.sign == always && usual.option.Title == "":
			usual = w
		}
	}
	return usual
}
