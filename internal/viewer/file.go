package viewer

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
)

// WriteFile writes a game as one HTML file that needs nothing else: what the perspective shows of it and of
// what is kept beside it, with its replay. Nothing else of the game is in the file. lang is the language of the page, en or ja; anything else is en. The file's policy lets
// a browser run the one script that is in it and load nothing.
func WriteFile(w io.Writer, rec *gamelog.Record, kept archive.Kept, as story.Perspective, lang string) error {
	s, err := New(Options{})
	if err != nil {
		return err
	}
	if known(lang) == "" {
		lang = english
	}
	return s.write(w, rec, kept, as, lang)
}

func (s *Site) write(w io.Writer, rec *gamelog.Record, kept archive.Kept, as story.Perspective, lang string) error {
	style, code := s.pages.assets["wolfden.css"].data, s.pages.assets["replay.js"].data
	p := s.fileOf(rec, kept, as, chrome{
		words: s.pages.words[lang], site: s, Here: "game", Alone: true,
		Style: template.CSS(style), Code: template.JS(code), // our own files
		Rules: fmt.Sprintf("default-src 'none'; img-src data:; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", hash(style), hash(code)),
	}, mostInline)
	return s.pages.templates.ExecuteTemplate(w, "game", p)
}

// fileOf is the page of a game for a file, which holds at most so many bytes of prompts and answers.
func (s *Site) fileOf(rec *gamelog.Record, kept archive.Kept, as story.Perspective, c chrome, most int) *gamePage {
	p := &gamePage{chrome: c.about(&rec.Header.Rules), Story: story.Of(rec, as), Faces: s.faces.of(&rec.Header, false)}
	p.Title = p.title()
	p.unnoted = !HasNotes(rec)
	p.understand(rec)
	p.Chances = p.chances(rec, kept)
	p.callStore = inline(p.Story, most)
	return p
}

// HasNotes reports whether any player noted something for itself.
func HasNotes(rec *gamelog.Record) bool {
	return slices.ContainsFunc(rec.Entries, func(e gamelog.Entry) bool { return e.Input != nil && len(e.Input.Notes) > 0 })
}

// hash names a script or a style in a policy.
func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
