package main

import (
	"bytes"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/origin"
	"wolfden/internal/userfile"
)

// mergeFlags say what is counted as one though it is not the same.
type mergeFlags struct {
	Merge []string `enum:"player,model,prompts,settings,program,files,setup,language,rules,all" placeholder:"WHAT" help:"Count together what differs in this: entries of one name in player (with its parameters), model, prompts, settings (of models), program (the version of wolfden) or files (of programs that it starts), games in language, rules (who speaks when among them) or, of analyze, setup, or all; several with commas. Without it they are counted apart, as kanolab · gpt-5-mini, or 5 players, ja."`
}

// mergeAll counts entries by their names alone, as those do who ask for them by name.
func mergeAll() *mergeFlags { return &mergeFlags{Merge: []string{"all"}} }

// alikeFlags say in what entries of one plan may differ from one game to another.
type alikeFlags struct {
	Merge []string `enum:"player,model,prompts,settings,program,files,all" placeholder:"WHAT" help:"Let entries differ in this between games that were played and those to come: player, model, prompts, settings (of models), program (the version of wolfden), files (of programs that it starts) or all; several with commas. Without it such games are neither played nor counted together."`
}

func (m *mergeFlags) parts() []origin.Part { return partsOf(m.Merge) }

// partsOf are the parts of the names.
func partsOf(names []string) (parts []origin.Part) {
	for _, part := range names {
		if part == "all" {
			return origin.Parts()
		}
		parts = append(parts, origin.Part(part))
	}
	return parts
}

// divide tells apart the games that are not to be summed, setups in any case, and says what must be known of it.
func (m *mergeFlags) divide(games []*chronicle.Summary) []string {
	return origin.Divide(games, slices.DeleteFunc(m.parts(), func(p origin.Part) bool { return p == origin.Setup }))
}

// names are those of the entries of the records in files, of which only the headers are read.
func (m *mergeFlags) names(records []string) *origin.Names {
	names := &origin.Names{Merge: m.parts()}
	for _, file := range records {
		if h := headerOf(file); h != nil {
			names.Add(chronicle.Summarize(&gamelog.Record{Header: *h}))
		}
	}
	return names
}

// headerOf is the header of the record in a file, nil where there is none: whoever reads the whole file says why.
func headerOf(file string) *gamelog.Header {
	for _, most := range []int{64 << 10, 2 << 20} { // nearly all headers are shorter than the first
		head, err := userfile.Head(file, most)
		if err != nil {
			return nil
		}
		if end := bytes.IndexByte(head, '\n'); end >= 0 {
			rec, err := gamelog.Parse(head[:end+1])
			if err != nil {
				return nil
			}
			return &rec.Header
		}
	}
	return nil
}
