// Package check examines one agent over the protocol of the contest.
//
// The law of the package: the agent is judged by what comes over its socket,
// and by when it came; nothing is asked of it that a contest's server would not
// ask. The other seats are played by puppets that know every role, so that each
// game shows the agent what its scenario promises: deaths, ties, tight limits,
// hostile words. The same agent gets the same games and a report of the same
// structure every time.
//
// A [Check] listens, plays the scenarios one after another (scenario.go) and
// ends with a [Report]. rule.go is the table of everything that is examined.
package check
