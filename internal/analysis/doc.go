// Package analysis counts what players of games did.
//
// Its law: a reader can repeat every count by hand, from the transcript and the definition that is printed with it.
// Package understand says what utterances mean; what it cannot tell is not counted.
package analysis
