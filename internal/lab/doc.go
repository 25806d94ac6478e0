// Package lab repeats the papers' experiments.
//
// The law of the package: an experiment is a pure plan, whose runs do not depend on each other or on their order, and its
// results come with what the paper reports and with intervals. What rules answered instead of a model says so in every
// output, since rules find what was put into them.
package lab
