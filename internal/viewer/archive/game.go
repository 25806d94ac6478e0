package archive

import (
	"time"

	"wolfden/internal/chronicle"
)

// Game is what is known of a game without reading it again. It is never changed once it was handed out.
type Game struct {
	*chronicle.Summary
	// Changed is when the game's file was last written.
	Changed time.Time
	// Also are the same game with its talk in other languages. They are not among the games of a list.
	Also []*Game

	file     fileID
	feed     bool // the file is a realtime feed
	likeness string
}

// File is the path of the game's file.
func (g *Game) File() string { return g.file.path }
