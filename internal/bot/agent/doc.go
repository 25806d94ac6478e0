// Package agent is the frame that the papers' players are built in: rules that play a whole game by themselves, modules
// that think before an answer, and a language model, where there is one, that words what is said and chooses whom.
//
// The law of the package: the rules answer first, always legally and within all limits; a model may only replace such an
// answer by another that passes the same checks. Who announced a vote casts it. What a module has found out is noted, so
// that everybody may read why a player did what it did.
package agent
