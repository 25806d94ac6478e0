// Package archive finds the games in folders and reads them.
//
// The law of the package: the files decide, and memory only repeats what they say. The package never writes. It notices
// files that appear, grow, change or go away, and reports those it cannot read instead of guessing. A request names a
// game by its id, never by a path.
package archive
