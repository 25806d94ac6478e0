package bot

import (
	"maps"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
)

// Asking lists the modules that ask a model for answers to tasks, of the named player, or of all players if the name is empty.
func Asking(name string) ([]string, error) {
	asked, err := Parse(name)
	if err != nil {
		return nil, err
	}
	book, err := (*Prompts)(nil).Tasks()
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, k := range Kinds() {
		if k.Design == nil || name != "" && k.Name != asked.Kind {
			continue
		}
		for _, m := range k.Design().Modules {
			for one := range strings.SplitSeq(m.Tasks, ", ") {
				if _, is := book.Find(one); is && m.Frame != agent.Asked {
					names[m.Name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}
