// Package archtest holds the house rules of the module as tests: who may import whom, what the rules of the game must
// not touch, how long a file and a function may be, which names are not taken.
//
// The law of the package: it reads source files and nothing else. It parses them itself, because the answers of
// `go list` are cached and miss a violation made since. Each rule is a function from a tree of sources to the problems
// found in it, so that the tests prove each rule on a made-up tree which breaks it. It has no code outside its tests
// and uses the standard library only.
package archtest
