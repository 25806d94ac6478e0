package wording

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

var (
	long   = flag.Bool("long", false, "let tables of speakers talk through more games, and word sentences with more draws")
	update = flag.Bool("update", false, "rewrite the list of what is heard otherwise; what is new gets no reason")
)

// TestRoundTrip words every template of both languages in every style and has it understood: what is heard is what
// meaning.txt says the kind means, with what follows from that. Where it is not, testdata/otherwise.txt says why, and in how
// many templates of each language; it holds nothing else.
func TestRoundTrip(t *testing.T) {
	known, heard := readOtherwise(t), map[difference]*otherwise{}
	for i, lang := range languages {
		for d, templates := range heardOtherwise(t, lang) {
			if heard[d] == nil {
				heard[d] = &otherwise{}
			}
			heard[d].templates[i] = templates
		}
	}
	if *update {
		writeOtherwise(t, known, heard)
		return
	}
	for d, now := range heard {
		was := known[d]
		if was == nil {
			was = &otherwise{}
		}
		for i, lang := range languages {
			if len(now.templates[i]) != was.count[i] {
				t.Errorf("%s: %q: %s in %d templates, not %d: %q", lang, d.kind, d.row, len(now.templates[i]), was.count[i], now.templates[i])
			}
		}
	}
	for d, was := range known {
		if heard[d] == nil {
			t.Errorf("%q: %s is heard no more; strike it from the list", d.kind, d.row)
		}
		if was.why == "" {
			t.Errorf("%q: %s is heard, and nobody says why", d.kind, d.row)
		}
	}
}

var languages = [...]string{"en", "ja"}

// difference is a row that sentences of a kind mean and that is not heard ("- row"), or that is heard and not meant ("+ row").
type difference struct {
	kind SentenceKind
	row  string
}

// otherwise is where a difference is heard: in so many templates, by language.
type otherwise struct {
	templates [len(languages)][]string
	count     [len(languages)]int
	why       string
}

// heardOtherwise is a sentence of each template that is not heard as it is meant, by the difference.
func heardOtherwise(t *testing.T, lang string) map[difference][]string {
	t.Helper()
	all := map[difference][]string{}
	b := bookOf(t, lang)
	speakers := make([]*Speaker, len(b.styles))
	for style := range b.styles {
		speakers[style] = speakerIn(b, style, uint64(style))
	}
	for _, k := range kindsOf(b) {
		for i := range b.worded[0].lines[k] {
			seen := map[string]bool{}
			for _, s := range speakers {
				for _, bare := range []bool{false, true} {
					filled := slots
					filled.Role = roleOf(k)
					s.voice.taste++
					text := inContext(lang, &s.worded.lines[k][i], s.render(&s.worded.lines[k][i], &filled, bare))
					for _, row := range differences(t, k, s.Means(k, filled), text, tables[lang]) {
						if !seen[row] {
							seen[row] = true
							d := difference{k, row}
							all[d] = append(all[d], text)
						}
					}
				}
			}
		}
	}
	return all
}

// named are sentences that name T and say nothing of it.
var named = map[string]string{"en": "I have thought about Alice for a while.", "ja": "アリスさんのことを考えていました。"}

// inContext is a text of a line after what it must follow.
func inContext(lang string, l *line, text string) string {
	if l.who&traitAgain == 0 {
		return text
	}
	return named[lang] + " " + text
}

// roleOf is the role that sentences of a kind can speak of.
func roleOf(k SentenceKind) werewolf.Role {
	switch k {
	case ClaimPlain:
		return werewolf.Villager
	case ClaimFellow, ConfirmFellow:
		return werewolf.Freemason
	default:
		return werewolf.Seer
	}
}

// differences are those of what a text is heard to say from what it means.
func differences(t *testing.T, k SentenceKind, means speech.Rows, text string, names []string) (list []string) {
	t.Helper()
	rules, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	roles := rules.Roles
	roles[werewolf.Freemason] = 2
	l := understand.New(understand.Table{Names: names, Roles: roles})
	before(l, k, means)
	heard := l.Understand(&werewolf.Utterance{Day: 2, Seat: seatMe, Text: text}, strings.HasPrefix(string(k), "whisper"))
	meant := follows(means)
	if id := heard.Requested(speech.Vote); id != 0 { // who asks others for their votes votes so
		heard = speech.Join(heard, speech.Do(speech.Vote, id))
		meant = speech.Join(meant, speech.Do(speech.Vote, means.Requested(speech.Vote)))
	}
	for n, a := range means.Sentences() {
		if !says(heard, a, means.Sentence(n, nil)) {
			list = append(list, "- "+abstract(a, means.Sentence(n, nil)))
		}
	}
	for n, a := range heard.Sentences() {
		if !says(meant, a, heard.Sentence(n, nil)) {
			list = append(list, "+ "+abstract(a, heard.Sentence(n, nil)))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// before is what the listener has heard: who tells a result or takes a claim back has claimed the role, and those of whom a
// medium tells are dead.
func before(l *understand.Listener, k SentenceKind, means speech.Rows) {
	claim := werewolf.NoRole
	for a := range means.Results(seatMe) {
		claim = werewolf.StandardRoles().First(werewolf.RoleCounts{}, a.Verb.Power().OfVillage)
		if a.Verb == speech.Identified {
			l.Died(a.Target)
		}
	}
	if means.Retracts(seatMe) {
		claim = roleOf(k)
	}
	if claim != werewolf.NoRole && means.Claimed(seatMe) == werewolf.NoRole {
		l.File(&werewolf.Utterance{Day: 1, Seat: seatMe, Text: "I say so."}, false, speech.Claim(seatMe, claim))
	}
}

// follows is what whoever hears rows may conclude: a result claims the role that gives it, and speaks for or against its
// target; a vote speaks against its target.
func follows(r speech.Rows) speech.Rows {
	all := speech.Join(r)
	for _, a := range r {
		switch {
		case a.Verb.Power() != werewolf.NoPower:
			role := werewolf.StandardRoles().First(werewolf.RoleCounts{}, a.Verb.Power().OfVillage)
			all = speech.Join(all, speech.Claim(seatMe, role))
			switch a.Species {
			case werewolf.Human:
				all = speech.Join(all, speech.Trust(a.Target))
			case werewolf.Wolf:
				all = speech.Join(all, speech.Suspect(a.Target))
			default: // it tells none
			}
		case a.Verb == speech.Vote:
			all = speech.Join(all, speech.Suspect(a.Target))
		}
	}
	return all
}

// says reports whether rows hold a sentence. Of questions it is enough that the same player is asked, of the same topic where
// both have one.
func says(r speech.Rows, a speech.Act, sentence string) bool {
	for n, b := range r.Sentences() {
		question := a.Verb == speech.Inquire && b.Verb == speech.Inquire && a.Target == b.Target &&
			(a.Topic == b.Topic || a.Topic == speech.AnyTopic || b.Topic == speech.AnyTopic) && (a.About == 0 || a.About == b.About)
		if question || r.Sentence(n, nil) == sentence {
			return true
		}
	}
	return false
}

// abstract writes a sentence with the slots instead of the players.
func abstract(a speech.Act, sentence string) string {
	if a.Verb == speech.Inquire {
		sentence, _, _ = strings.Cut(sentence, " (")
		sentence = strings.TrimSpace(sentence + " " + a.Topic.String())
	}
	return strings.NewReplacer("Agent[01]", "{t}", "Agent[02]", "{o}", "Agent[03]", "{x}", "Agent[06]", "{me}").Replace(sentence)
}

const otherwiseFile = "testdata/otherwise.txt"

// readOtherwise reads lines of "kind | row | templates in English | in Japanese | why".
func readOtherwise(t *testing.T) map[difference]*otherwise {
	t.Helper()
	text, err := os.ReadFile(otherwiseFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	list := map[difference]*otherwise{}
	for s := range strings.Lines(string(text)) {
		if s = strings.TrimSpace(s); s == "" || s[0] == '#' {
			continue
		}
		f := strings.Split(s, "|")
		if len(f) != 5 {
			t.Fatalf("%s: %q: want five fields", otherwiseFile, s)
		}
		o := &otherwise{why: strings.TrimSpace(f[4])}
		for i := range languages {
			if o.count[i], err = strconv.Atoi(strings.TrimSpace(f[2+i])); err != nil {
				t.Fatalf("%s: %q: %v", otherwiseFile, s, err)
			}
		}
		list[difference{SentenceKind(strings.TrimSpace(f[0])), strings.TrimSpace(f[1])}] = o
	}
	return list
}

func writeOtherwise(t *testing.T, known, heard map[difference]*otherwise) {
	t.Helper()
	var lines []string
	for d, now := range heard {
		why := ""
		if was := known[d]; was != nil {
			why = was.why
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%-16s | %-28s | %2d | %2d | %s", d.kind, d.row, len(now.templates[0]), len(now.templates[1]), why)))
	}
	slices.Sort(lines)
	head := "# What is heard otherwise than it is meant: kind | row | templates in English | in Japanese | why.\n" +
		"# \"-\" is meant and not heard, \"+\" is heard and not meant. go test . -run RoundTrip -update counts anew.\n\n"
	if err := os.WriteFile(otherwiseFile, []byte(head+strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}
