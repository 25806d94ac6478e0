package kanolabnw

import (
	"slices"
	"strings"
	"unicode"

	"wolfden/internal/bot/agent"
	"wolfden/internal/speech"
	"wolfden/internal/speech/roletext"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// alone notes that a werewolf without allies has nobody to whisper to.
func (s *state) alone(t *agent.Table) agent.Changes {
	if t.O.Spec().IsWolf() && t.O.Allies() == 0 {
		return agent.Changes{Note: s.words.Say("alone")}
	}
	return agent.Changes{}
}

// tellNews asks for a whisper: what this talk is about, and who was found to be an enemy, not shared yet or shared before (section 6.2,
// appendix A.10).
func (s *state) tellNews(t *agent.Table, b *agent.Brief) {
	if t.O.Request.Kind != werewolf.Whisper {
		return
	}
	fresh, old := s.enemies(t)
	b.Strategy = strings.Join(s.words.All("about-whisper"), "\n")
	b.Topic = strings.TrimSpace(s.section("share-new", fresh) + s.section("share-old", old))
	if b.Command = s.words.Say("whisper"); len(fresh) > 0 {
		b.Command = s.words.Say("share")
		if s.mustWarn(t) {
			b.Command += " " + s.words.Say("share-guard")
		}
	}
}

// share adds to a whisper who is an enemy, in the enemy's own words, each once (section 6.2.2): with the whole utterance where there is
// room, else with less of it. It takes the place of a whisper that proposes no attack, and otherwise waits for room while it can.
func (s *state) share(t *agent.Table, text string) string {
	fresh, _ := s.enemies(t)
	proposes := slices.ContainsFunc(understand.Alone(t.O, text), func(a speech.Act) bool { return a.Verb == speech.Attack })
	for i := range fresh {
		e := &fresh[i]
		quoted, bare := s.sharing(t, e)
		ways := make([][2]string, 0, 2*len(quoted)+1)
		for _, sentence := range quoted {
			ways = append(ways, [2]string{join(t, text, sentence), sentence})
		}
		if !proposes {
			for _, sentence := range quoted {
				ways = append(ways, [2]string{sentence, sentence})
			}
		}
		if t.O.Request.Left.Count == 0 {
			ways = append(ways, [2]string{join(t, text, bare), bare})
		}
		for _, way := range ways {
			if fits(t.O, way[0]) {
				s.passed(t, e, way[1])
				return way[0]
			}
		}
	}
	return text
}

// pass shares an enemy in an answer of the rules. A model has been told of them; they are passed on where it says so.
func (s *state) pass(t *agent.Table, text string) string {
	switch {
	case t.O.Request.Kind != werewolf.Whisper:
		return text
	case !t.ByModel():
		return s.share(t, text)
	}
	fresh, _ := s.enemies(t)
	for i := range fresh {
		if fresh[i].in(t, text) {
			s.passed(t, &fresh[i], text)
		}
	}
	return text
}

func (s *state) passed(t *agent.Table, e *enemy, text string) {
	s.shared[e.news] = true
	t.Note(text)
}

// roleText is what a role is called at the table.
func roleText(t *agent.Table, name string) string {
	roles := t.O.Rules.Table
	if r, err := roles.Parse(name); err == nil && r != werewolf.NoRole {
		return roletext.In(t.Desk.Lang()).Name(roles, r)
	}
	return name
}

// join puts a sentence behind another; silence gives way to it.
func join(t *agent.Table, text, sentence string) string {
	switch {
	case text == "" || text == werewolf.SkipText || text == werewolf.OverText:
		return sentence
	case sentence == "":
		return text
	case t.Desk.Lang() == "ja":
		return text + sentence
	}
	return text + " " + sentence
}

// quote makes the words of somebody fit to stand in a sentence: one line without marks that would end the quotation, address
// anybody or cut the whisper.
func quote(text string, most int) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("\"“”„「」『』@,<>", r), unicode.Is(unicode.So, r), unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsControl(r) || unicode.IsSpace(r):
			return ' '
		}
		return r
	}, text)
	words := []rune(strings.Join(strings.Fields(clean), " "))
	if len(words) <= most {
		return string(words)
	}
	cut := string(words[:most])
	if at := strings.LastIndexByte(cut, ' '); at > 0 && words[most] != ' ' {
		cut = cut[:at] // between words, where there are blanks
	}
	return strings.TrimSpace(cut)
}

// fits reports whether the rules leave a whisper as it is.
func fits(o *werewolf.Observation, text string) bool {
	var others []string
	for i, name := range o.Names {
		if werewolf.SeatID(i+1) != o.Seat {
			others = append(others, name)
		}
	}
	kept, _ := o.Rules.Whisper.MaxLength.Fit(text, others, o.Request.Left.Length)
	return kept == text
}
