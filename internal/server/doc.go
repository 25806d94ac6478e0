// Package server joins a contest with what spectators see of it, on the ports of one process.
//
// It makes both, hands the one to the other as its observer, and ends them in order: no new games, games at an end or
// standing still, the feed complete, the folders free. What is served where stands here alone.
package server
