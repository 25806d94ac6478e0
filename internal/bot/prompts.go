package bot

import (
	"errors"
	"io/fs"
	"path"

	"wolfden/internal/bot/baseline"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm/prompt"
)

// Prompts are what players ask a model with. The nil Prompts are the program's own.
type Prompts struct {
	book     *task.Book
	baseline map[string]*baseline.Prompts // by language, where they are not the program's own
}

// ReadPrompts reads what an overlay lays over the program's own prompts.
func ReadPrompts(over *prompt.Overlay) (*Prompts, error) {
	book, err := task.Read(over)
	p := &Prompts{book: book, baseline: map[string]*baseline.Prompts{}}
	for _, lang := range []string{"en", "ja"} {
		laid, fault := baseline.Laid(over, lang)
		if err = errors.Join(err, fault); laid != nil {
			p.baseline[lang] = laid
		}
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// PromptFiles returns the program's own prompts of players, by the path at which an overlay replaces them.
func PromptFiles() (map[string][]byte, error) {
	tasks, err := task.Prompts()
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for folder, tree := range map[string]fs.FS{"": tasks, "baseline": baseline.Files()} {
		names, err := prompt.Files(tree)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if all[path.Join(folder, name)], err = fs.ReadFile(tree, name); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// Tasks returns the tasks with the prompts.
func (p *Prompts) Tasks() (*task.Book, error) {
	if p == nil {
		return task.Load()
	}
	return p.book, nil
}

// ofBaseline returns the prompts of the player of that name, whose option may be a file of its own.
func (p *Prompts) ofBaseline(option, lang string) (*baseline.Prompts, error) {
	if lang == "" {
		lang = "en"
	}
	switch {
	case option != "":
		return baseline.Open(option)
	case p != nil && p.baseline[lang] != nil:
		return p.baseline[lang], nil
	}
	return baseline.Own(lang)
}
