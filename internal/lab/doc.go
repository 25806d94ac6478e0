// Package lab repeats the papers' experiments.
//
// The law of the package: an experiment is a pure plan, whose runs do not depend on each other or on their order, and its
// results come with what the paper reports and with intervals. Every output says which answers came from rules instead of a model,
// since rules only find what somebody put into them.
package lab
