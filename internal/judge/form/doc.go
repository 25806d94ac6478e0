// Package form makes the pages on which people rank the players of games.
//
// The law of the package: a page is one file that asks nobody for anything, whoever made the games it shows; what
// players said is text and nothing else on it; and nothing on it tells which team played what.
package form
