// Package agent is the frame for the players of papers. In it, modules think before an answer, a language model, if there
// is one, decides what is said and who is chosen, and rules can play a whole game by themselves.
//
// The law of the package: where a model decides, its answer stands, whatever it claims, tells or keeps to itself, if the
// game allows it. Where it only words, it decides nothing ([Use]). Where the model fails, also when asked again, the rules
// answer: always legally, within all limits, and in line with all that the player has said, whoever worded it. Every finding
// of a module is noted, so that anybody can read why a player acted as it did. A player is what its list of modules says:
// what is left out does nothing, and modules read a table, return what they want, and keep no player. Read [System] and [Module] first.
package agent
