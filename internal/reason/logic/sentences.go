package logic

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

//go:embed en.txt
var english string

//go:embed ja.txt
var japanese string

// templates holds the sentences of a language by name.
type templates map[string]string

var books = sync.OnceValue(func() map[string]templates {
	return map[string]templates{"en": readTemplates(english), "ja": readTemplates(japanese)}
})

// readTemplates reads lines of "name: sentence"; # begins a comment line.
func readTemplates(text string) templates {
	t := templates{}
	for line := range strings.Lines(text) {
		name, sentence, ok := strings.Cut(strings.TrimRight(line, "\n"), ":")
		if ok && !strings.HasPrefix(name, "#") {
			t[name] = strings.TrimPrefix(sentence, " ")
		}
	}
	return t
}

// Sentences words the elements for people and for prompts, a line each. lang is "en" or "ja"; names are those of seat
// 1, 2 and so on.
func (e *Elements) Sentences(lang string, names []string) ([]string, error) {
	t, ok := books()[lang]
	if !ok {
		return nil, fmt.Errorf("no sentences in %q (known languages: en, ja)", lang)
	}
	w := lineWriter{t: t, words: roletext.In(lang), roles: e.Roles, names: names}
	for i := range e.Excesses {
		w.excess(&e.Excesses[i])
	}
	for i := range e.Patterns {
		w.pattern(&e.Patterns[i])
	}
	w.addAbout("notwolves", e.NotWolves)
	w.addAbout("wolves", e.Wolves)
	if e.Worlds > 0 {
		w.addSentence("possible", nil)
		w.players(e.Possible)
	}
	return w.lines, nil
}

// lineWriter collects lines of one language.
type lineWriter struct {
	t     templates
	words *roletext.Book
	roles *werewolf.RoleTable
	names []string
	lines []string
}

// addSentence adds a sentence with its blanks filled.
func (w *lineWriter) addSentence(name string, slots map[string]string) {
	line := w.t[name]
	for slot, value := range slots {
		line = strings.ReplaceAll(line, "{"+slot+"}", value)
	}
	w.lines = append(w.lines, line)
}

func (w *lineWriter) name(id werewolf.SeatID) string {
	if int(id) > len(w.names) || id < 1 {
		return fmt.Sprintf("#%d", id)
	}
	return w.names[id-1]
}

func (w *lineWriter) all(set werewolf.SeatSet) string {
	var list []string
	for id := range set.All() {
		list = append(list, w.name(id))
	}
	return strings.Join(list, w.t["comma"])
}

// role returns the word for a role.
func (w *lineWriter) role(r werewolf.Role) string { return w.words.Name(w.roles, r) }

// addAbout adds a sentence about the players, if there are any.
func (w *lineWriter) addAbout(name string, set werewolf.SeatSet) {
	if set != 0 {
		w.addSentence(name, map[string]string{"names": w.all(set)})
	}
}

func (w *lineWriter) excess(x *Excess) {
	w.addSentence("excess", map[string]string{
		"role": w.role(x.Role), "places": strconv.Itoa(x.Places), "count": strconv.Itoa(x.Claimants.Len()),
		"liars": strconv.Itoa(x.Liars()), "names": w.all(x.Claimants),
	})
}

func (w *lineWriter) pattern(p *Pattern) {
	slots := map[string]string{"name": w.name(p.Real), "role": w.role(p.Role)}
	if p.Worlds == 0 {
		w.addSentence("impossible", slots)
		return
	}
	w.addSentence("pattern", slots)
	w.addAbout("then.wolves", p.Wolves)
	w.players(p.Possible)
}

// players adds a line for all players who can be the same.
func (w *lineWriter) players(possible []werewolf.RoleSet) {
	for seat := 1; seat < len(possible); seat++ {
		var alike werewolf.SeatSet
		for other := 1; other < len(possible); other++ {
			if possible[other] == possible[seat] {
				alike = alike.With(werewolf.SeatID(other))
			}
		}
		if alike.First() != werewolf.SeatID(seat) {
			continue
		}
		var list []string
		for _, r := range possible[seat].Slice() {
			list = append(list, w.role(r))
		}
		w.addSentence("player", map[string]string{"names": w.all(alike), "roles": strings.Join(list, w.t["comma"])})
	}
}
