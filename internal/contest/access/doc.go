// Package access says who may connect: clients that show a token, and only so many at once.
//
// It knows no game. Packages contest and spectate ask it, each with limits of its own.
package access
