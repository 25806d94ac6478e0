package task

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
)

// loadedText lists the words that a rewording may not bring in.
//
//go:embed loaded.txt
var loadedText string

// checkWording takes out what the field does not write (line breaks, commas, markup, emoji, quotes around the whole) and
// refuses what may not be said.
func checkWording(in *WordIn, out *Wording) error {
	if out.Over {
		out.Utterance = ""
		if in.Draft != "" { // nobody silences a player by telling its model so
			return errors.New("there is something to say")
		}
		return nil
	}
	out.Utterance = sayable(out.Utterance)
	if out.Utterance == "" {
		return errors.New("the utterance is empty")
	}
	if in.Scene.Full {
		return errors.New("the length of the day's talk is used up, so that nothing but Over is left")
	}
	if n := measure(&in.Scene, out.Utterance); in.Scene.MaxLength > 0 && n > in.Scene.MaxLength {
		return fmt.Errorf("the utterance has a length of %d, at most %d is allowed", n, in.Scene.MaxLength)
	}
	if err := addresses(&in.Scene, out.Utterance); err != nil {
		return err
	}
	if repeats(&in.Scene, out.Utterance) {
		return errors.New("the player has said the same today")
	}
	if in.Keep {
		return keeps(&in.Scene, in.Draft, out.Utterance)
	}
	return nil
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

// measure is the length in the unit of the scene. White space counts, so that it is never too small.
func measure(s *scene.Scene, text string) int {
	if s.InWords {
		return len(strings.Fields(text))
	}
	return len([]rune(text))
}

// addresses refuses an @ that no player's name follows.
func addresses(s *scene.Scene, text string) error {
	for i, r := range text {
		after := text[i+len(string(r)):]
		known := func(p scene.Person) bool { return strings.HasPrefix(after, p.Name) }
		if r == '@' && !slices.ContainsFunc(s.Players, known) {
			return errors.New("the utterance addresses somebody who does not play")
		}
	}
	return nil
}

// repeats reports whether the player has said the text today, to those it speaks to now.
func repeats(s *scene.Scene, text string) bool {
	said := s.Talks
	if s.Action == "WHISPER" {
		said = s.Whispers
	}
	return slices.ContainsFunc(said, func(l scene.Line) bool {
		return l.Day == s.Day && l.Speaker == s.Me && strings.TrimSpace(l.Text) == text
	})
}

// keeps refuses a rewording that names other players than the draft, or speaks of what the draft does not. The player's own
// name may come and go. It sees words, not meaning: a rewording that turns a sentence around gets past it.
func keeps(s *scene.Scene, draft, text string) error {
	for _, p := range s.Players {
		if p.Name != s.Me && strings.Contains(draft, p.Name) != strings.Contains(text, p.Name) {
			return fmt.Errorf("%s is named in only one of draft and utterance", p.Name)
		}
	}
	list := readWords(loadedText)
	before, after := list.count(draft), list.count(text)
	for _, e := range list {
		if before[e.name] == 0 && after[e.name] > 0 {
			return fmt.Errorf("the utterance speaks of %q and the draft does not", e.name)
		}
	}
	return nil
}
