// Package agent is the frame for the players of papers. In it, rules play a whole game by themselves, modules think
// before an answer, and a language model, if there is one, words what is said and chooses targets.
//
// The law of the package: the rules answer first, always legally and within all limits. A model may only replace their
// answer by one that passes the same checks. A player that announced a vote casts it. Every finding of a module is
// noted, so that anybody can read why a player acted as it did.
package agent
