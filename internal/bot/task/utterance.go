package task

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// loadedText lists the words that a rewording may not bring in.
//
//go:embed loaded.txt
var loadedText string

// checkWording takes out what the field does not write (line breaks, commas, markup, emoji, quotes around the whole) and
// refuses what the game would cut, what addresses nobody, and what was said before. What is claimed, told and announced
// is the model's to decide, except that with Keep the draft's meaning stays; guided, its reasons may be others.
func checkWording(in *WordIn, out *Wording) error {
	s := &in.Scene
	out.Utterance = sayable(out.Utterance)
	if silent(s, out) {
		if in.Keep || in.Due { // nobody silences a player by telling its model so
			return breaks(breachEmpty, "there is something to say")
		}
		return nil
	}
	if out.Utterance == "" {
		return breaks(breachEmpty, "the utterance is empty")
	}
	if err := fits(s, out.Utterance); err != nil {
		return err
	}
	if err := addresses(s, out.Utterance); err != nil {
		return err
	}
	if slices.Contains(s.Said, out.Utterance) {
		return breaks(breachRepeated, "the player has said the same today")
	}
	if in.Keep && !in.Guided {
		return keeps(s, in.Draft, out.Utterance)
	}
	return nil
}

// Allowed returns an utterance, to answer the scene's request with, as the game leaves it: by what a model's words must pass in
// the task word. Over and Skip come in the game's spelling.
func Allowed(s *scene.Scene, text string) (string, error) {
	out := Wording{Utterance: text}
	if err := checkWording(&WordIn{Scene: *s}, &out); err != nil {
		return "", err
	}
	if out.Over {
		return werewolf.OverText, nil
	}
	return out.Utterance, nil
}

// silent reports whether the words are the game's own for saying nothing, and makes them so. Who has no skip left is
// over.
func silent(s *scene.Scene, out *Wording) bool {
	const around = ".!。\"'「」 "
	switch word := strings.Trim(out.Utterance, around); {
	case out.Over, strings.EqualFold(word, werewolf.OverText), strings.EqualFold(word, werewolf.SkipText) && s.Skips == 0:
		*out = Wording{Over: true}
	case strings.EqualFold(word, werewolf.SkipText):
		out.Utterance = werewolf.SkipText
	default:
		return false
	}
	return true
}

// fits refuses what the game would cut.
func fits(s *scene.Scene, text string) error {
	switch l := s.Limits; {
	case l != nil && l.Uncut(text, others(s)):
		return nil
	case l == nil && !s.Full && (s.MaxLength == 0 || measure(s, text) <= s.MaxLength):
		return nil
	case s.Full:
		return breaks(breachLong, "the length of the day's talk is used up, so that nothing but Over is left")
	}
	return breaks(breachLong, "the utterance has a length of %d, at most %d is allowed", measure(s, text), s.MaxLength)
}

// others are the names that may be mentioned.
func others(s *scene.Scene) (list []string) {
	for _, p := range s.Players {
		if p.Name != s.Me {
			list = append(list, p.Name)
		}
	}
	return list
}

// sayable is the text on one line without what would be cut, misread or shown as something else.
func sayable(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == ',':
			return ' '
		case strings.ContainsRune("*_`#<>~|{}[]\\", r), unicode.In(r, unicode.So, unicode.Sk):
			return -1
		}
		return r
	}, llm.Clean(text))
	text = strings.Join(strings.Fields(text), " ")
	for _, q := range []string{`""`, "「」", "“”"} {
		marks := []rune(q)
		inner, opens := strings.CutPrefix(text, string(marks[0]))
		inner, closes := strings.CutSuffix(inner, string(marks[1]))
		if opens && closes && !strings.ContainsAny(inner, q) {
			text = strings.TrimSpace(inner)
		}
	}
	return text
}

// measure is the length as the game counts it: in words, or in characters without white space.
func measure(s *scene.Scene, text string) int {
	rules := werewolf.LengthRules{CountInWord: s.InWords}
	if s.Limits != nil {
		rules = s.Limits.LengthRules
	}
	return rules.Measure(text)
}

// addresses refuses an @ that no player's name follows.
func addresses(s *scene.Scene, text string) error {
	for i, r := range text {
		after := text[i+len(string(r)):]
		known := func(p scene.Person) bool { return strings.HasPrefix(after, p.Name) }
		if r == '@' && !slices.ContainsFunc(s.Players, known) {
			return breaks(breachStranger, "the utterance addresses somebody who does not play")
		}
	}
	return nil
}

// keeps refuses a rewording that names other players than the draft, or speaks of what the draft does not. The player's own
// name may come and go. It sees words, not meaning: a rewording that turns a sentence around gets past it.
func keeps(s *scene.Scene, draft, text string) error {
	for _, p := range s.Players {
		if p.Name != s.Me && strings.Contains(draft, p.Name) != strings.Contains(text, p.Name) {
			return breaks(breachMeaning, "%s is named in only one of draft and utterance", p.Name)
		}
	}
	list := readWords(loadedText)
	before, after := list.count(draft), list.count(text)
	for _, e := range list {
		if before[e.name] == 0 && after[e.name] > 0 {
			return breaks(breachMeaning, "the utterance speaks of %q and the draft does not", e.name)
		}
	}
	return nil
}
