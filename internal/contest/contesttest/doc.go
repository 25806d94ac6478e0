// Package contesttest plays contests for the tests of what runs them and of what shows them.
//
// It knows a server by its address and its folder only, so that the tests of every part can use it.
package contesttest
