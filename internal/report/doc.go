// Package report sets the figures of several runs of games beside each other, as tables and charts for a paper.
//
// Its law: no figure is worked out here. Each is that of package score, analysis or stats, the same that the commands print; here
// it gets its place in a table, its unit and its interval.
package report
