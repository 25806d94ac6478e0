// Package check tests one agent over the protocol of the contest.
//
// It judges the agent only by what comes over its connection and when, and asks nothing of it that a contest's
// server would not ask. The other seats are played by puppets, scripted players that know every role, so each
// game shows the agent what its scenario promises: deaths, ties, tight limits, hostile words. The same agent
// gets the same games and a report of the same structure every time.
//
// A [Check] listens, plays the scenarios one after another (scenario.go) and returns a [Report]. rule.go is
// the table of everything that is tested.
package check
