// Package access says who may come in: who shows a token, and how many may be there at once.
//
// It knows no game. Whoever runs games and whoever shows them ask it, each with limits of its own.
package access
