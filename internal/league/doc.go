// Package league plays many games by a plan, to tell players apart.
//
// The law of the package: the plan is a pure function of the spec, the record of a game is a pure function of the plan,
// and every figure is a pure function of the records. So a league that was
// interrupted plays the games of the plan that have no record yet, and ends with the same figures.
//
// Games come in rounds. In a round every entry sits in every seat once, so it has every role as often as the setup has
// it; the rounds are independent of one another and carry the figures, one value an entry and round (plan.go,
// standing.go). With duplicate deals the games of a round share seed, seats, characters and roles. A comparison of two
// entries may end a league early, at error rates that hold however often one looks (sequential.go).
//
// The package does not know what players there are: it is given a Maker.
package league
