// Package score turns games into tables of who won how often.
//
// Its law: a reader can count every printed rate again by hand from the games
// named, and every rate stands beside its interval. The package opens no files.
// No team can break an output format by its name.
package score
