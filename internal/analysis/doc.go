// Package analysis counts what players of games did.
//
// Its law: a figure is a count that a reader can repeat by hand from the transcript and the definition that is printed
// with it. What understanding of language enters is that of package understand, and what it cannot tell is not counted.
package analysis
