// Package situation gives a player one position of a game and tells whether it does there what the game asks for.
//
// The law of the package: a situation is a game written down up to a question, and what is held of the answer follows from
// the game, never from who answers. The game is played by the rules from its beginning; everybody says and does what is
// written, and the player that is tried hears all of it in the packets that a server would send, and answers the questions.
package situation
