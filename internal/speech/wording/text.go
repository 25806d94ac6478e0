package wording

import (
	"fmt"
	"math/rand/v2"
)

// Text words a text of the caller's in the speaker's voice. The text is written as the wordings of the books are (see read), without
// fragments and traits. It is "" where it cannot be read, or holds a slot that nothing fills. English keeps the caller's words, since
// its styles change single words only.
func (s *Speaker) Text(text string, slots Slots) string {
	l, known := s.texts[text]
	if !known {
		var err error
		if l.pieces, err = s.book.styles[s.voice.style].read(text, s.book.spaced); err != nil {
			return ""
		}
		s.texts[text] = l
	}
	return s.render(&l, &slots, true)
}

// Example is the text as the speaker would say it. Nothing is drawn from the speaker's stream of chance, and nothing is kept.
func (s *Speaker) Example(text string, slots Slots) string {
	other := *s
	other.rng, other.texts, other.draft = rand.New(rand.NewPCG(hash(text), 0)), map[string]line{}, nil
	return other.Text(text, slots)
}

// OneOf is the first of the texts, worded, that the speaker has not said and that fits accepts; rather one that nobody has said
// lately, of whomever. It reports false when there is none.
func (s *Speaker) OneOf(texts []string, slots Slots, fits func(string) bool) (string, bool) {
	echo := ""
	for _, raw := range texts {
		text := s.Text(raw, slots)
		if text == "" || !s.Fresh(text) || !fits(text) {
			continue
		}
		if _, heard := s.known(text); !heard && !s.echo.lately(text) {
			return text, true
		}
		if echo == "" {
			echo = text
		}
	}
	return echo, echo != ""
}

// Reads reports what is wrong with a text for [Speaker.Text], in whatever style.
func (b *Book) Reads(text string) error {
	for i := range b.styles {
		if _, err := b.styles[i].read(text, b.spaced); err != nil {
			return fmt.Errorf("%q: %w", text, err)
		}
	}
	return nil
}

// read lays out a text that stands in no book.
func (s *style) read(text string, asIs bool) ([]piece, error) {
	text, err := choose(text, s.tone)
	if err != nil {
		return nil, err
	}
	if !asIs {
		text = s.apply(text)
	}
	reader := wordingReader{rest: text}
	return reader.all()
}
