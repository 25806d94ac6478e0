// Package phrase reads sentences with gaps from data files.
//
// The law of the package: it fills gaps with what it is given, in one pass, so that nothing in a name is taken for a
// gap; it knows no sentence itself, only the words for roles.
package phrase

import (
	"cmp"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"sync"
)

// Book is the sentences of a file by kind. The zero Book has none. It does not change and may be shared.
type Book struct {
	kinds     []string
	sentences map[string][]string
}

// Read reads DIR/LANG.txt: a line each of "kind: sentence", several of one kind in their order; # begins a comment.
// Gaps stand in braces. The empty language is English.
func Read(from fs.FS, dir, lang string) (Book, error) {
	text, err := read(from, dir, lang)
	if err != nil {
		return Book{}, err
	}
	b := Book{sentences: map[string][]string{}}
	for line := range strings.Lines(text) {
		kind, sentence, found := strings.Cut(strings.TrimSpace(line), ":")
		if !found || strings.HasPrefix(kind, "#") {
			continue
		}
		if b.sentences[kind] == nil {
			b.kinds = append(b.kinds, kind)
		}
		b.sentences[kind] = append(b.sentences[kind], strings.TrimSpace(sentence))
	}
	return b, nil
}

// Lines reads DIR/LANG.txt for a language, a line each of columns between " | "; # begins a comment. The empty language is English.
func Lines(from fs.FS, dir, lang string) (lines [][]string, err error) {
	text, err := read(from, dir, lang)
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.Split(line, " | "))
		}
	}
	return lines, err
}

func read(from fs.FS, dir, lang string) (string, error) {
	text, err := fs.ReadFile(from, path.Join(dir, cmp.Or(lang, "en")+".txt"))
	if err != nil {
		return "", fmt.Errorf("no sentences in %q (there are: en, ja): %w", lang, err)
	}
	return string(text), nil
}

// Shuffled is the book with the sentences of each kind in an order drawn from the seed.
func (b Book) Shuffled(seed uint64) Book {
	rng := rand.New(rand.NewPCG(seed, uint64(len(b.kinds))))
	drawn := Book{kinds: b.kinds, sentences: map[string][]string{}}
	for _, kind := range b.kinds {
		list := slices.Clone(b.sentences[kind])
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		drawn.sentences[kind] = list
	}
	return drawn
}

// Kinds are the kinds in the order of the file. The slice must not be changed.
func (b *Book) Kinds() []string { return b.kinds }

// All are the sentences of a kind with the gaps filled, a fresh slice. Gaps come as pairs of name and text, such as
// "t", "Bela".
func (b *Book) All(kind string, gaps ...string) []string {
	list := slices.Clone(b.sentences[kind])
	for i := range list {
		list[i] = fill(list[i], gaps)
	}
	return list
}

// fill puts the texts of the gaps into a sentence. A gap without a text stays.
func fill(sentence string, gaps []string) string {
	var b strings.Builder
	for {
		before, rest, opened := strings.Cut(sentence, "{")
		b.WriteString(before)
		if !opened {
			return b.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		sentence = rest
		if text, known := textFor(name, gaps); closed && known {
			b.WriteString(text)
			sentence = after
			continue
		}
		b.WriteByte('{')
	}
}

func textFor(name string, gaps []string) (string, bool) {
	for i := 0; i+1 < len(gaps); i += 2 {
		if gaps[i] == name {
			return gaps[i+1], true
		}
	}
	return "", false
}

// Say is the first sentence of a kind with the gaps filled, "" when there is none.
func (b *Book) Say(kind string, gaps ...string) string {
	if list := b.sentences[kind]; len(list) > 0 {
		return fill(list[0], gaps)
	}
	return ""
}

// Shelf reads the books of a folder once, when first asked, and hands out the one of a language: the English one for a
// language without. It may be used from several goroutines.
func Shelf(from fs.FS, dir string) func(lang string) Book {
	books := sync.OnceValue(func() map[string]Book {
		list := map[string]Book{}
		for _, lang := range []string{"en", "ja"} {
			if b, err := Read(from, dir, lang); err == nil { // an embedded file is there; the tests read them all
				list[lang] = b
			}
		}
		return list
	})
	return func(lang string) Book {
		if b, known := books()[lang]; known {
			return b
		}
		return books()["en"]
	}
}
