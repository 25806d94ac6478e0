// Package judge has raters rank the players of games.
//
// The law of the package: a rating is one whole ranking without ties of one game by one criterion, or it is nothing.
// Raters never learn who a player is, which team ran it or who won, and what players say reaches a model as fenced data
// only. Every answer is kept as it came; tables are functions of what was kept.
//
// The criteria and the form of the question to a model follow the overview of AIWolfDial 2025, section on subjective
// evaluation; the words are our own.
package judge
