// Package measure ranks the players of a game by figures of its log, without a model.
//
// The law of the package: it counts what stands in the log and claims no more. It cannot see whether a sentence is
// good, a lie is clever or a character is played well. A table says what each figure is a weak sign of.
package measure
