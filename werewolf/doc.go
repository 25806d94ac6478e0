// Package werewolf is the rules of the game as a value machine.
//
// In go rules, seats, a seed and answers; out come the requests that are
// pending and the events that happened. The package has no clock, no input or
// output, no goroutine, no logging and no random source but the seed: the same
// input gives the same game, byte for byte. A test reads the imports and
// enforces it.
//
// Read [stages] in order.go first: it is the order of play. A [Game] is owned
// by one goroutine. What a player may know leaves the machine only through
// [Event.SeenBy], which asks the audience that each event carries; everything a
// player is given, an [Observation], is folded from that view alone.
//
// The rules are those of the AIWolfDial contest (overview 2025, section 2) and
// its published regulations; docs/rules.md says where they differ and what the
// default is.
package werewolf
