// Package understand reads what players say: text in, speech acts out.
//
// The law of the package: what a language looks like stands in its data files, what a game of Werewolf looks like stands
// in the code. A file of words turns text into tokens, a file of patterns says which rows of tokens are which act, and the
// engine, the same for all languages, knows who is at the table, who is spoken to and what was claimed before. It asks no
// model, keeps no clock and takes time in proportion to the length of the text, whatever the text is.
package understand
