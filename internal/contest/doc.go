// Package contest runs games for strangers: agents of any team play over WebSocket.
//
// One goroutine owns a game, and one a track's waiting room; two serve a
// connection. They meet over channels. What a player answers is on disk before
// it has an effect, so that a server that is killed goes on where it stood.
// Nothing that a client sends, its name included, reaches a file name, a log or
// a page unescaped.
package contest
