// Package werewolf holds the rules of the game as a pure function of its inputs.
//
// [New] makes a [Game] from [Rules], seats and a seed. The caller asks the players for everything in [Game.Pending] and
// passes each answer to [Game.Apply], until [Game.Result] names a winner. [Game.Log] tells what happened. The order of
// play is one table: read [stages] in order.go first.
//
// The package knows no clock, network, file, goroutine or logger, and no randomness but the seed: the same inputs give the
// same game, byte for byte. The driver (see internal/match) turns what happens in real time into inputs.
//
// Only [Event.SeenBy] decides who sees an [Event]. A player gets nothing but the [Observation] that a [Watcher] makes of
// the events its seat may see. Roles are entries of the [RoleTable] in the rules; all else about roles follows from it.
//
// One goroutine owns a Game. Events in a log never change, so copies of a log may be read anywhere. The rules are those of
// the AIWolfDial contest (overview 2025, section 2); docs/rules.md lists differences and defaults.
package werewolf
