// Package form makes the pages on which people rank the players of games, or rate each of them.
//
// The law of the package: a page is one file and loads nothing, whoever made the games it shows. It shows what players
// said as text and nothing else, and does not tell which team played which player.
package form
