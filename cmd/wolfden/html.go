package main

import (
	"bytes"
	"fmt"

	"wolfden/internal/viewer"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
)

// pageFlags are the flags for the page of a game.
type pageFlags struct {
	HTML     bool   `name:"html" help:"One HTML page with the whole game and its replay, which needs nothing else."`
	Output   string `short:"o" help:"With --html: the file to write, - for standard output." default:"game.html" placeholder:"FILE"`
	PageLang string `help:"With --html: language of the page, en or ja (default: the game's)." enum:",en,ja" default:"" placeholder:"LANG"`
}

// writePage writes the page with everything, or only with what the player named as knew.
func (f *pageFlags) writePage(e *env, g *gameFile, as string) error {
	rec := g.record
	eyes := story.Perspective{All: as == "", End: true}
	if as != "" {
		seat, err := seatNamed(&rec.Header, as)
		if err != nil {
			return err
		}
		eyes.Seat = seat
	}
	lang := f.PageLang
	if lang == "" {
		lang = rec.Header.Lang
	}
	kept, err := archive.ReadKept(g.path, g.data)
	if err != nil { // the game is there without it
		fmt.Fprintf(e.stderr, "wolfden: %v\n", err)
	}
	var page bytes.Buffer
	if err := viewer.WriteFile(&page, rec, kept, eyes, lang); err != nil {
		return err
	}
	if f.Output == "-" {
		_, err := e.stdout.Write(page.Bytes())
		return err
	}
	if err := replaceFile(f.Output, page.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(e.stderr, "page: %s\n", f.Output)
	return nil
}
