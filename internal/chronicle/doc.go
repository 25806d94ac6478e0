// Package chronicle tells what happened in a game: who played, what was said and done, who died, who won.
//
// Its law: the kind of file makes no difference. The record of a game, the contest log written from it and its realtime
// feed give the same chronicle, which shows that they are one game. Everything that counts, judges or lists games reads
// them here, so all of it speaks of the same thing. Utterances are understood once, when somebody first asks.
//
// A chronicle holds all secrets of its game. A seat's page is therefore made from what the seat was shown instead.
package chronicle
