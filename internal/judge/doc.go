// Package judge has raters rank the players of games, or rate them from 1 to 5.
//
// The law of the package: a verdict is on all players of one game by one criterion, and a ranking has no ties; anything less does
// not count.
// Raters never learn who a player is, which team ran it or who won. What players say reaches a model only inside a
// fence. Every answer is kept as it came, and tables are made from the answers that were kept.
//
// The criteria and the form of the question to a model follow the overview of AIWolfDial 2025, section on subjective
// evaluation; the words are our own.
package judge
