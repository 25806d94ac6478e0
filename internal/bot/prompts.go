package bot

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"wolfden/internal/bot/baseline"
	"wolfden/internal/bot/bdi"
	"wolfden/internal/bot/camelliadragons"
	"wolfden/internal/bot/kanolabnw"
	"wolfden/internal/bot/memo"
	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/sunamelli"
	"wolfden/internal/bot/superil"
	"wolfden/internal/bot/task"
	"wolfden/internal/bot/topic"
	"wolfden/internal/bot/uecil"
	"wolfden/internal/llm/prompt"
)

// Prompts are what players ask a model with. The nil Prompts are the program's own.
type Prompts struct {
	book     *task.Book
	baseline map[string]*baseline.Prompts // by language, where they are not the program's own
}

// ReadPrompts reads what an overlay lays over the program's own prompts.
func ReadPrompts(over *prompt.Overlay) (*Prompts, error) {
	book, err := task.Read(over, tasks()...)
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
	book, err := (*Prompts)(nil).Tasks()
	if err != nil {
		return nil, err
	}
	all, err := book.Prompts()
	if err != nil {
		return nil, err
	}
	names, err := prompt.Files(baseline.Files())
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if all[path.Join("baseline", name)], err = fs.ReadFile(baseline.Files(), name); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Tasks returns what players ask a model, with the prompts.
func (p *Prompts) Tasks() (*task.Book, error) {
	if p == nil {
		return own()
	}
	return p.book, nil
}

var own = sync.OnceValues(func() (*task.Book, error) { return task.Read(nil, tasks()...) })

// tasks are what players ask a model: what several ask, and what one of them does.
func tasks() []task.Spec {
	return slices.Concat(task.Shared(), bdi.Tasks(), camelliadragons.Tasks(), kanolabnw.Tasks(), memo.Tasks(), personality.Tasks(), sunamelli.Tasks(), superil.Tasks(),
		topic.Tasks(), uecil.Tasks())
}

// ofBaseline returns the prompts of the player of that name, whose option may be a file of its own, or a folder with one for each language.
func (p *Prompts) ofBaseline(option, lang string) (*baseline.Prompts, error) {
	if lang == "" {
		lang = "en"
	}
	switch {
	case option != "":
		if info, err := os.Stat(option); err == nil && info.IsDir() {
			folder := option
			option = filepath.Join(folder, lang+".yml")
			if _, err := os.Stat(option); err != nil {
				return nil, fmt.Errorf("%s has no %s.yml, so there are no prompts in this language (wolfden agent new --lang prompt DIR writes a folder that has them)", folder, lang)
			}
		}
		return baseline.Open(option)
	case p != nil && p.baseline[lang] != nil:
		return p.baseline[lang], nil
	}
	return baseline.Own(lang)
}
