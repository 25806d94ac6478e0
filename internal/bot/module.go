package bot

import (
	"context"
	"maps"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/llm"
)

// labelled says which module asks, of players outside the frame, whose lists name every task once.
type labelled struct {
	llm.Model
	modules map[string]string // by task
}

func label(m llm.Model, d agent.Design) llm.Model {
	if m == nil {
		return nil
	}
	l := labelled{m, map[string]string{}}
	for _, module := range d.Modules {
		for name := range strings.SplitSeq(module.Tasks, ", ") {
			l.modules[name] = module.Name
		}
	}
	return l
}

func (l labelled) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	if r.Label.Module == "" {
		r.Label.Module = l.modules[r.Label.Task]
	}
	return l.Model.Complete(ctx, r)
}

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
