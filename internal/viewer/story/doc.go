// Package story is a game as somebody reads it: who plays, and one thing after another that happened.
//
// The law of the package: what its reader may not see is dropped at the door, by the audience of the event as
// werewolf.View does it, before anything is made of it. So a story is a function of the view: two games that look the
// same to a reader are the same story, number for number. Nothing that players wrote is changed but for characters that
// would not show.
package story
