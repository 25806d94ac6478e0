// Package critic finds what does not hold together in what players say.
//
// The law of the package: it judges by words alone. It knows what was said at the table, what that means, and what
// everybody saw happen: who died, who voted for whom. It never looks at a role. Where understanding may have missed
// something, the speaker is given the benefit of the doubt. docs/critic.md says what every kind of finding means.
package critic
