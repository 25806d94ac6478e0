// Package understand turns what players say into speech acts.
//
// The law of the package: data files say how a language looks; code says how a game of Werewolf works. A file of words
// turns text into tokens, and a file of patterns says which rows of tokens make which act. The engine is the same for
// all languages and knows who is at the table, who is addressed and what was claimed before. It asks no model and reads
// no clock, and for any text its time is proportional to the text's length.
package understand
