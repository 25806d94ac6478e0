// Package archive knows the games in folders.
//
// The law of the package: the files are the truth, what is kept in memory is a shadow of them. It never writes; a file
// that appears, grows, changes or goes away is noticed; a file that cannot be read is reported, never guessed at. A game
// is found by its id among the files that were found, so that no request can name a path.
package archive
