// Package experiment does what consists of many runs, and goes on with it where it was broken off.
//
// The law of the package: the runs of an experiment depend neither on each other nor on their order, so that it does not matter which of
// them were kept before, how many are done at once, or who does them.
package experiment
