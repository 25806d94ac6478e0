package viewer

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
)

// Static makes pages that lie beside each other as files, on any file host, in the look of the others. What they share is in files of its
// own; they load nothing else. NewStatic makes one; it is safe for concurrent use.
type Static struct {
	site *Site
	lang string

	mu    sync.Mutex
	files map[string][]byte
}

// Link leads from the top of every page to another. Here says that it is the page itself.
type Link struct {
	Text, Href string
	Here       bool
}

// Frame is what all pages share, for the data of a template to embed.
type Frame struct{ chrome }

// staticRules let a page load what lies beside it.
const staticRules = "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'"

// NewStatic makes pages in the language, en or ja; anything else is en. more has templates of the caller's in page/*.html, which stand between
// the templates top and bottom, and their words in words/LANG.json; it is nil where there are no pages but of games.
func NewStatic(lang string, more fs.FS) (*Static, error) {
	s := &Static{lang: lang}
	if known(lang) == "" {
		s.lang = english
	}
	var err error
	if s.site, err = New(Options{}); err != nil {
		return nil, err
	}
	if more != nil {
		own, err := readWords(more, s.lang)
		if err != nil {
			return nil, err
		}
		maps.Copy(s.site.pages.words[s.lang].text, own.text)
		if _, err := s.site.pages.templates.ParseFS(more, "page/*.html"); err != nil {
			return nil, err
		}
	}
	s.site.pages.words[s.lang].styled = true
	s.files = map[string][]byte{}
	for _, name := range []string{"wolfden.css", "replay.js", "moon.svg"} {
		s.files["static/"+name] = s.site.pages.assets[name].data
	}
	return s, nil
}

// Files are what the pages that were made load, by path below the folder of them all.
func (s *Static) Files() map[string][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.files)
}

// Lang is the language of the pages.
func (s *Static) Lang() string { return s.lang }

// T is a text in the language of the pages.
func (s *Static) T(key string, fill ...any) string { return s.site.pages.words[s.lang].T(key, fill...) }

// Frame is that of the page with the title. root leads from the page to the folder of them all: "" or "../" as often as it takes.
func (s *Static) Frame(title, root string, nav []Link) Frame {
	return Frame{chrome{
		words: s.site.pages.words[s.lang], site: s.site, Title: title, Base: root, Here: "site", Rules: staticRules, Nav: nav,
	}}
}

// Page writes the page of a template of the caller's; data points to what has the frame embedded.
func (s *Static) Page(w io.Writer, template string, data any) error {
	return s.site.pages.templates.ExecuteTemplate(w, template, data)
}

// share puts a file beside the others, once, and returns its path below the folder of them all.
func (s *Static) share(kind, extension string, data []byte) string {
	sum := sha256.Sum256(data)
	name := "static/" + kind + "-" + hex.EncodeToString(sum[:6]) + extension
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[name] = data
	return name
}

// Game writes the page of a game that is over, with all that happened in it, what is kept of it, and its replay, but without prompts and answers
// of models, which may be longer than the rest. teams are the addresses of pages about the players' teams, by seat, "" for none. With noted, the
// address of the same page with what players noted for themselves, it leads there and goes without. It returns where on the page each of the
// kept moves is told, "" for nowhere.
func (s *Static) Game(w io.Writer, rec *gamelog.Record, kept archive.Kept, f Frame, teams []string, noted string) (moves []string, err error) {
	f.Here = "game"
	if noted != "" {
		rec = withoutNotes(rec)
	}
	p := s.site.fileOf(rec, kept, story.Perspective{All: true}, f.chrome, 0)
	p.teams, p.Noted = teams, noted
	for i := range p.Faces {
		face := &p.Faces[i]
		face.Picture = f.Base + s.share("face", ".svg", []byte(face.svg))
	}
	p.FaceStyle = f.Base + s.share("faces", ".css", styleOf(p.Faces))
	if kept.Moves != nil {
		for i := range kept.Moves.Moves {
			at := ""
			if n := p.itemOf(&kept.Moves.Moves[i]); n >= 0 {
				at = p.Story.Items[n].ID()
			}
			moves = append(moves, at)
		}
	}
	var page bytes.Buffer
	if err := s.site.pages.templates.ExecuteTemplate(&page, "game", p); err != nil {
		return nil, err
	}
	_, err = w.Write(tightened(page.Bytes()))
	return moves, err
}

func withoutNotes(rec *gamelog.Record) *gamelog.Record {
	bare := &gamelog.Record{Header: rec.Header, Entries: slices.Clone(rec.Entries)}
	for i := range bare.Entries {
		if e := &bare.Entries[i]; e.Input != nil {
			in := *e.Input
			in.Notes = nil
			e.Input = &in
		}
	}
	return bare
}

var (
	startTag  = regexp.MustCompile(`<[a-z][^>]*>`)
	endTag    = regexp.MustCompile(`</(?:li|td|th|tr|dt|dd)>`) // what comes after them in our pages ends them, too
	endOfText = regexp.MustCompile(`</p>(\s*<(?:li|ul)\b)`)
	attribute = regexp.MustCompile("=\"([^\"\\s=<>`']+)\"([ >])")
	blank     = regexp.MustCompile(`\n{2,}`)
)

// tightened is the same page in fewer bytes: without what HTML lets be left out below its head. Whatever is no markup is escaped in our pages.
func tightened(page []byte) []byte {
	head, page, _ := bytes.Cut(page, []byte("<main"))
	page = startTag.ReplaceAllFunc(page, func(tag []byte) []byte { return attribute.ReplaceAll(tag, []byte("=$1$2")) })
	page = endOfText.ReplaceAll(endTag.ReplaceAll(page, nil), []byte("$1"))
	return slices.Concat(head, []byte("<main"), blank.ReplaceAll(page, []byte("\n")))
}
