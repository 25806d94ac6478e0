// Package server joins a contest with what spectators see of it, on the ports of one process.
//
// It makes both, gives the contest its observer, and ends them in order: first no new games begin, then games end or
// stand still, then the feed is completed, then the folders are unlocked. Only this package says what is served where.
package server
