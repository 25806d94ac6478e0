// Package spectate shows contests: the realtime feed, the API with its event streams, and figures.
//
// It observes a contest: it shows only what the contest told it, and that is on disk already. It keeps no game waiting,
// and a contest runs the same without it. Until a game is over, no file, answer or event number that everybody may have
// gives away what the village must not know.
package spectate
