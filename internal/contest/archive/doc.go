// Package archive keeps the records of one track's games.
//
// A game that goes on has its record in a folder of its own, which is closed to others, because the roles stand in it. A
// game that is over is filed beside the rest. What is kept of it in memory is its summary, which also stands as a line in
// the folder's index, so that a server that starts need not read every game ever played. A game has its line when nothing
// of it is left to be done; a record without one is handed out again at the next start.
package archive
