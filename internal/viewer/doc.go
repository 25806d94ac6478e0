// Package viewer makes the web pages, on which people watch games, look back at old ones, and play.
//
// The laws of the package. What a reader may not see is never sent: pages and streams are made from a story, which
// leaves it out; the browser hides nothing. Templates make the pages here, with escaping, and the pages read well
// without a script; scripts only add replay, news and drafts. Nothing is loaded from another host. Whatever the package
// keeps between two requests it can make again from the files, except rooms, which package room keeps.
package viewer
