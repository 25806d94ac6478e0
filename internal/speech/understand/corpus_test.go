package understand

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// labels writes what a speaker said as the lines of testdata do.
func labels(names []string, by werewolf.SeatID, r speech.Rows) string {
	var all []string
	add := func(key, value string) {
		if value != "" {
			all = append(all, key+"="+value)
		}
	}
	one := func(id werewolf.SeatID) string {
		if id == 0 {
			return ""
		}
		return names[id-1]
	}
	some := func(s werewolf.SeatSet) string {
		var list []string
		for id := range s.All() {
			list = append(list, one(id))
		}
		return strings.Join(list, ",")
	}
	var results, others []string
	for x := range r.Results(by) {
		if x.Verb == speech.Guarded {
			results = append(results, one(x.Target)+":G")
			continue
		}
		results = append(results, one(x.Target)+letter(x.Species))
	}
	for x := range r.Reports(by) {
		others = append(others, one(x.Subject)+">"+one(x.Target)+letter(x.Species))
	}
	slices.Sort(results)
	slices.Sort(others)
	to, everybody := r.Asked(by)
	asked := some(to)
	if everybody {
		asked = strings.TrimPrefix(asked+",ALL", ",")
	}
	add("co", r.Claimed(by).String())
	if r.Retracts(by) {
		all = append(all, "drop")
	}
	for a := range r.Casts() {
		add("cast", strings.TrimPrefix(one(a.Target)+":"+a.Role.String(), ":"))
	}
	add("res", strings.Join(results, ","))
	add("oth", strings.Join(others, ","))
	add("v", one(r.Announced(speech.Vote)))
	add("rv", one(r.Requested(speech.Vote)))
	add("at", one(r.Announced(speech.Attack)))
	add("d", one(r.Announced(speech.Divination)))
	add("a", some(r.Suspected()))
	add("s", some(r.Trusted()))
	add("q", asked)
	slices.Sort(all)
	return strings.Join(all, " ")
}

func letter(s werewolf.Species) string {
	return [...]string{"", ":H", ":W"}[s]
}

// sorted puts the words of a line of testdata into the order of labels.
func sorted(want string) string {
	words := strings.Fields(want)
	for i, w := range words {
		key, list, ok := strings.Cut(w, "=")
		if ok && (key == "res" || key == "oth") {
			items := strings.Split(list, ",")
			slices.Sort(items)
			words[i] = key + "=" + strings.Join(items, ",")
		}
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

func TestSentences(t *testing.T) {
	for _, file := range []string{"testdata/en.txt", "testdata/ja.txt", "testdata/deeds-en.txt", "testdata/deeds-ja.txt"} {
		readSentences(t, file)
	}
}

func readSentences(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var l *Listener
	var names []string
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '=':
			names = strings.Fields(line[1:])
			l = New(Table{Names: names})
		case line[0] == '+':
			l.Died(werewolf.SeatID(slices.Index(names, strings.TrimSpace(line[1:])) + 1))
		default:
			if err := sentence(l, names, line); err != nil {
				t.Errorf("%s:%d: %v", file, number, err)
			}
		}
	}
}

// sentence checks one line of testdata.
func sentence(l *Listener, names []string, line string) error {
	line, misread := strings.CutPrefix(line, "~")
	parts := strings.Split(line, "|")
	if len(parts) != 3 {
		return fmt.Errorf("want speaker | text | labels")
	}
	who, whisper := strings.CutPrefix(strings.TrimSpace(parts[0]), "(")
	seat := werewolf.SeatID(slices.Index(names, strings.TrimSuffix(who, ")")) + 1)
	text := strings.TrimSpace(parts[1])
	r := l.Hear(werewolf.Utterance{Seat: seat, Text: text}, whisper)
	got, want := labels(names, seat, r), sorted(parts[2])
	if misread && got == want {
		return fmt.Errorf("%q is read well now: take the mark away", text)
	}
	if !misread && got != want {
		return fmt.Errorf("%s: %q\n  got  %s\n  want %s", who, text, got, want)
	}
	return nil
}
