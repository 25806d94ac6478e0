// Package chronicle tells what happened in a game: who played, what was said and done, who died, who won.
//
// Its law: it does not matter what kind of file a game came from. The record of a game, the contest log written from it and
// its realtime feed give the same chronicle, and are known to be one game by it. Whoever counts, judges or lists games
// reads them here, so that all of them speak of the same thing. What utterances say is understood when somebody asks, once.
//
// A chronicle knows all secrets of its game. The page of a seat is not made of it, but of what that seat was shown.
package chronicle
