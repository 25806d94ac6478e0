package bot

import (
	"maps"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/baseline"
)

// Asking lists the modules that ask a model for answers to tasks with the moments that they tell apart, and these tasks, of the named players, without the modules that
// their names leave out; without a name of all players. Of a player with prompts of its own it lists those as tasks.
func Asking(players ...string) (modules, tasks []string, err error) {
	book, err := (*Prompts)(nil).Tasks()
	if err != nil {
		return nil, nil, err
	}
	own, err := baseline.Own("en")
	if err != nil {
		return nil, nil, err
	}
	byModule, byTask := map[string]bool{}, map[string]bool{}
	off := map[string][]string{}
	for _, player := range players {
		asked, err := Parse(player)
		if err != nil {
			return nil, nil, err
		}
		if left, twice := off[asked.Kind]; twice {
			asked.Off = slices.DeleteFunc(left, func(module string) bool { return !slices.Contains(asked.Off, module) })
		}
		off[asked.Kind] = slices.Clone(asked.Off)
	}
	for _, k := range Kinds() {
		left, plays := off[k.Name]
		if k.Design == nil || len(players) > 0 && !plays {
			continue
		}
		for _, m := range k.Design().Modules {
			if m.Frame == agent.Asked || slices.Contains(left, m.Name) {
				continue
			}
			for moment := range strings.SplitSeq(m.Moments, ", ") {
				if moment != "" {
					byModule[moment] = true
				}
			}
			for one := range strings.SplitSeq(m.Tasks, ", ") {
				if _, is := book.Find(one); is {
					byModule[m.Name], byTask[one] = true, true
				} else if one != "" {
					for name := range own.Hashes() {
						byTask[name] = true
					}
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(byModule)), slices.Sorted(maps.Keys(byTask)), nil
}
