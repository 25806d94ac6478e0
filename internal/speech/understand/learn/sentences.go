package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// loadSentences reads the files of sentences of a folder, in the form of those that understanding is tested with: speaker,
// text and meaning, parted by bars. The files are those of English and Japanese by their names.
func loadSentences(dir string) (map[string][]example, error) {
	all := map[string][]example{}
	if dir == "" {
		return all, nil
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		return nil, errors.Join(err, errors.New(dir+": no files of sentences"))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		lang := name[len(name)-2:]
		all[lang] = append(all[lang], sentences(string(data))...)
	}
	return all, nil
}

// sentences makes the examples of a file.
func sentences(text string) (all []example) {
	var l *understand.Listener
	var names []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '=':
			names = strings.Fields(line[1:])
			l = understand.New(understand.Table{Names: names})
		case line[0] == '+':
			l.Died(seatOf(names, line[1:]))
		default:
			all = append(all, sentence(l, names, strings.TrimPrefix(line, "~"))...)
		}
	}
	return all
}

func seatOf(names []string, name string) werewolf.SeatID {
	return werewolf.SeatID(slices.Index(names, strings.TrimSpace(name)) + 1)
}

// sentence makes the examples of a line; what is whispered makes none.
func sentence(l *understand.Listener, names []string, line string) []example {
	parts := strings.Split(line, "|")
	who, whisper := strings.CutPrefix(strings.TrimSpace(parts[0]), "(")
	u := werewolf.Utterance{Seat: seatOf(names, strings.TrimSuffix(who, ")")), Text: strings.TrimSpace(parts[1])}
	rows, clues := l.Clues(&u, whisper)
	l.File(&u, whisper, rows)
	if whisper || len(parts) < 3 {
		return nil
	}
	var meant [len(acts)][]string
	for _, word := range strings.Fields(parts[2]) {
		key, list, _ := strings.Cut(word, "=")
		for a := range acts {
			if acts[a].key == key {
				meant[a] = strings.Split(list, ",")
			}
		}
	}
	return examples(names, u.Seat, rows, clues, meant)
}
