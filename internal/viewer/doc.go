// Package viewer is the web pages: the games that go on and those of the past, replayed, counted and shared, and the
// seats from which people play.
//
// The laws of the package. What somebody may not see does not leave it: pages and streams are made of a story, which is
// filtered at its door; there is no hiding in the browser. Pages are made here, by templates that escape, and read well
// without a script; scripts only add replay, news and drafts. Nothing is loaded from another host. Whatever is kept
// between two requests can be made again from the files, but for rooms, which are package room's.
package viewer
