package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"wolfden/internal/bot"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is the long help of the command.
func (completionCmd) Help() string {
	return `Prints what a shell needs to complete commands, flags and names of players. Examples:

  source <(wolfden completion bash)                                     now, or in ~/.bashrc
  source <(wolfden completion zsh)                                      now, or in ~/.zshrc after compinit
  wolfden completion fish > ~/.config/fish/completions/wolfden.fish     from the next shell on`
}

// scripts ask the program what may stand at the cursor; where it knows nothing, the shell offers files.
var scripts = map[string]string{
	"bash": `_wolfden() {
    local IFS=$'\n'
    COMPREPLY=($(wolfden complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _wolfden wolfden
`,
	"zsh": `#compdef wolfden
_wolfden() {
    local -a found
    found=(${(f)"$(wolfden complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( $#found )); then compadd -Q -a found; else _files; fi
}
compdef _wolfden wolfden
`,
	"fish": `function __wolfden_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l word (commandline -ct)
    set -l found (wolfden complete -- $words "$word" 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path "$word"
    end
end
complete -c wolfden -f -a '(__wolfden_complete)'
`,
}

// Run prints the script.
func (c *completionCmd) Run(e *env) error {
	_, err := fmt.Fprint(e.stdout, scripts[c.Shell])
	return err
}

type completeCmd struct {
	Words []string `arg:"" optional:"" help:"The words after the program's name, up to the one at the cursor."`
}

// Run prints what may stand at the cursor, one a line.
func (c *completeCmd) Run(e *env) error {
	parser, err := helpParser()
	if err != nil {
		return err
	}
	for _, candidate := range candidates(parser.Model.Node, c.Words) {
		fmt.Fprintln(e.stdout, candidate)
	}
	return nil
}

// candidates are what may stand in the place of the last word.
func candidates(node *kong.Node, words []string) []string {
	if len(words) == 0 {
		return nil
	}
	before, word := words[:len(words)-1], words[len(words)-1]
	var waits *kong.Value // for its value
	positional := 0
	for _, w := range before {
		switch {
		case w == "=": // Bash takes --flag=value apart
		case waits != nil:
			waits = nil
		case w == "--":
			return nil // a program and its own words
		case strings.HasPrefix(w, "-"):
			waits = flagOf(node, w)
		default:
			if child := childOf(node, w); child != nil {
				node = child
			} else {
				positional++
			}
		}
	}
	flag, begun, joined := strings.Cut(word, "=")
	switch {
	case waits != nil:
		return beginningWith(strings.TrimPrefix(word, "="), valuesFor(waits))
	case joined && strings.HasPrefix(word, "--"):
		if v := flagOf(node, flag); v != nil {
			var all []string
			for _, w := range beginningWith(begun, valuesFor(v)) {
				all = append(all, flag+"="+w)
			}
			return all
		}
		return nil
	case strings.HasPrefix(word, "-"):
		return beginningWith(word, flagsOf(node))
	}
	var all []string
	for _, child := range node.Children {
		if !child.Hidden {
			all = append(all, child.Name)
		}
	}
	if last := len(node.Positional) - 1; positional <= last || last >= 0 && node.Positional[last].IsCumulative() {
		all = append(all, valuesFor(node.Positional[min(positional, last)])...)
	}
	return beginningWith(word, all)
}

// childOf is the command below a command.
func childOf(node *kong.Node, name string) *kong.Node {
	for _, child := range node.Children {
		if child.Name == name {
			return child
		}
	}
	return nil
}

// flagOf is the flag that waits for a value in the next word, nil where none does.
func flagOf(node *kong.Node, word string) *kong.Value {
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			long, short := "--"+flag.Name == word, flag.Short != 0 && "-"+string(flag.Short) == word
			if (long || short) && !flag.IsBool() {
				return flag.Value
			}
		}
	}
	return nil
}

// flagsOf are the flags of a command.
func flagsOf(node *kong.Node) (all []string) {
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			all = append(all, "--"+flag.Name)
		}
	}
	slices.Sort(all)
	return all
}

// Flags and arguments that name built-in players.
var (
	playerFlags     = []string{"against", "baseline", "bot", "bots", "by", "describe", "play-by", "pool", "proposed", "system"}
	playerArguments = []string{"a", "b", "players"}
)

// valuesFor are the values that a flag or an argument can have, as far as they are known.
func valuesFor(v *kong.Value) []string {
	if v.Enum != "" {
		return v.EnumSlice()
	}
	known := playerFlags
	if v.Flag == nil {
		known = playerArguments
	}
	if !slices.Contains(known, v.Name) {
		return nil
	}
	var names []string
	for _, k := range bot.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// beginningWith are the words that begin as the last item of the word does.
func beginningWith(word string, all []string) (found []string) {
	before := word[:strings.LastIndexByte(word, ',')+1]
	for _, w := range all {
		if strings.HasPrefix(before+w, word) {
			found = append(found, before+w)
		}
	}
	return found
}
