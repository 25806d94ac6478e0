// Package score turns games into tables of who won how often.
//
// Its law: every rate that is printed can be counted again by hand from the
// games named, and stands beside its interval. It opens no files, and what
// teams call themselves can steer none of the formats it writes.
package score
