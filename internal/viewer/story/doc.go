// Package story tells a game to one reader: who plays, and what happened, one thing after another.
//
// The law of the package: it drops what the reader may not see first, by the audience of the event as werewolf.View
// does, and makes the story from the rest. So two games that look the same to a reader give the same story, number for
// number. It is no chronicle, which holds all secrets and begins when the game has ended. Text of players stays as it was written, except for characters that would not show.
package story
