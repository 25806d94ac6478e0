package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/internal/bot"
	"wolfden/internal/english"
	"wolfden/internal/judge"
	"wolfden/internal/lab"
	"wolfden/internal/llm/prompt"
)

type promptsCmd struct {
	Export promptsExportCmd `cmd:"" help:"Write the program's own prompts into a folder."`
	Check  promptsCheckCmd  `cmd:"" help:"Say what is wrong with a folder of prompts."`
}

// Help is the long help of the command.
func (promptsCmd) Help() string {
	return `What players, judges and experiments ask language models with. Export writes it
with the schemas of the answers and a page on the variables (README.md); change what
you like, remove what you leave as it is, and play with it. docs/prompts.md says more.

  wolfden prompts export mine
  wolfden prompts check mine
  wolfden play --bots kanolab --model openai:gpt-4o-mini --prompts mine`
}

type promptsExportCmd struct {
	Dir   string `arg:"" file:"dir" help:"The folder; it is made if there is none."`
	Force bool   `help:"Write over files that were changed."`
}

// Help is the long help of the command.
func (promptsExportCmd) Help() string {
	return `Writes the program's own prompts into a folder, with a page on their variables. Examples:

  wolfden prompts export mine
  wolfden prompts export mine --force     again, over what was changed`
}

// Run writes the files. It writes none if one that was changed is in the way.
func (c *promptsExportCmd) Run(e *env) error {
	files, err := ownPrompts()
	if err != nil {
		return err
	}
	if files[prompt.Page], err = promptPage(); err != nil {
		return err
	}
	var changed []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		there, err := os.ReadFile(filepath.Join(c.Dir, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case !bytes.Equal(there, files[name]):
			changed = append(changed, name)
		}
	}
	if len(changed) > 0 && !c.Force {
		return fmt.Errorf("%s holds %s that this program would write otherwise: %s; nothing was written. Export into another folder, or with --force over them",
			c.Dir, english.Count(len(changed), "file"), strings.Join(changed, ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(c.Dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(e.stdout, "%s in %s; %s says what they may use\n", english.Count(len(files), "file"), filepath.ToSlash(c.Dir), filepath.ToSlash(filepath.Join(c.Dir, prompt.Page)))
	return nil
}

type promptsCheckCmd struct {
	Dir string `arg:"" file:"dir" help:"The folder."`
}

// Help is the long help of the command.
func (promptsCheckCmd) Help() string {
	return `Says what is wrong with a folder of prompts, each fault with its place. Example:

  wolfden prompts check mine`
}

// Run reads the folder as a game would.
func (c *promptsCheckCmd) Run(e *env) error {
	over, _, err := openPrompts(c.Dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "%s: %s can be used; together they are %s\n", c.Dir, english.Count(len(over.Names()), "file"), over.Hash())
	return nil
}

// ownPrompts returns the program's own prompts by their paths in a folder.
func ownPrompts() (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, part := range []func() (map[string][]byte, error){bot.PromptFiles, judge.PromptFiles, lab.PromptFiles} {
		files, err := part()
		if err != nil {
			return nil, err
		}
		maps.Copy(all, files)
	}
	return all, nil
}

// openPrompts reads a folder of prompts, all of it whoever will ask with it; nothing without a folder.
func openPrompts(dir string) (*prompt.Overlay, *bot.Prompts, error) {
	if dir == "" {
		return nil, nil, nil
	}
	own, err := ownPrompts()
	if err != nil {
		return nil, nil, err
	}
	over, err := prompt.Open(dir, slices.Sorted(maps.Keys(own)))
	if err != nil {
		return nil, nil, usageError{err}
	}
	laid, err := laidPrompts(over)
	return over, laid, err
}

// laidPrompts are the players' prompts of an overlay, all of which can be used.
func laidPrompts(over *prompt.Overlay) (*bot.Prompts, error) {
	laid, err := bot.ReadPrompts(over)
	if err = errors.Join(err, judge.CheckPrompts(over), lab.CheckPrompts(over)); err != nil {
		return nil, usagef("prompts: %w", err)
	}
	return laid, nil
}

// promptPage is the page of an exported folder.
func promptPage() ([]byte, error) {
	book, err := (*bot.Prompts)(nil).Tasks()
	if err != nil {
		return nil, err
	}
	tasks, err := book.Page()
	if err != nil {
		return nil, err
	}
	return []byte(pageTop + tasks + pageBaseline + judge.PromptPage() + lab.PromptPage()), nil
}

const pageTop = `# Prompts

These are the prompts that Wolfden asks language models with. Change what you like, remove the files that you leave as
they are, and say --prompts with this folder's name. "wolfden prompts check" says what is wrong, with line and place.

A file NAME/en.tmpl or NAME/ja.tmpl is a template of Go's text/template. It defines "system" and "user", the two messages
to the model, from the variables of its task below. What several tasks share stands in common/en.tmpl and common/ja.tmpl;
"again" there asks once more where an answer could not be used. NAME/schema.json says how the answer is written: it is here
to be read, and cannot be changed.

The column "words of" says how a variable may be shown:

- own: a word of the program or a number, anywhere: {{.Scene.Day}}
- line: a name, or a short text of a player's makers, on one line: {{plain .Scene.Me}}, {{list .Scene.Allies}}
- others: what others wrote, or a model made of it, in a fence: {{fenced "memo" .Memo}}. A prompt that shows it elsewhere
  is refused, because whoever sits at the table could then give the model orders. The system message needs
  {{template "law"}}, which says what a fence is.

Of Go's own functions these may be used: and, or, not, eq, ne, lt, le, gt, ge, len, index.
A prompt that begins as the one before costs less and answers sooner: put first what does not change in a game, then what
is only added to, then {{mark}}, then the rest.

## Functions

`

const pageBaseline = `
## baseline

Files: baseline/en.yml, baseline/ja.yml, in the organisers' format, with Jinja2. A file elsewhere is played with as
baseline:FILE. Variables: info (day, agent, profile, medium_result, divine_result, executed_agent, attacked_agent, vote_list,
attack_vote_list, status_map, role_map, remain_count, remain_length, remain_skip), setting, role, talk_history,
whisper_history (lists of day, turn, idx, agent, text), sent_talk_count, sent_whisper_count.
`
