// Package spectate shows contests: the realtime feed, the API with its event streams, and figures.
//
// It is a contest's observer: what it shows it was told, and what it was told is on disk already. It keeps no game
// waiting, and a contest runs the same without it. What the village must not know is in no byte that everybody may
// have, neither in a file nor in an answer nor in the number of an event, until the game is over.
package spectate
