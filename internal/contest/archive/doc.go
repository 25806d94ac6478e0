// Package archive keeps the records of one track's games.
//
// A game that goes on has its record in a folder of its own, which is closed to others, because the roles stand in it. A
// game that is over is filed beside the rest. What is kept of it in memory is its summary, which also stands as a line in
// the folder's index, so that a server that starts need not read every game ever played. A game gets its line when
// nothing is left to do for it; the next start hands out records without a line again.
package archive
