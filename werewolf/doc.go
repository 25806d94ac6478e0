// Package werewolf holds the rules of the game as a pure function of its inputs.
//
// [New] takes [Rules], seats and a seed and returns a [Game]. The caller drives it in a loop: ask the players
// for everything in [Game.Pending], then pass each answer to [Game.Apply]. Apply checks it, appends what
// happened to [Game.Log] and goes on until somebody must act again or [Game.Result] names a winner. The order
// of play is one table: read [stages] in order.go first.
//
// The package knows no clock, network, file, goroutine or logger, and no randomness but the seed. The same
// inputs give the same game, byte for byte; a test enforces the imports. What happens in real time, such as a
// late answer or a lost connection, is decided by the driver (see internal/match), which applies it as an input.
//
// An [Event] carries its [Audience], which only [Event.SeenBy] asks. [View] and [Watcher] pass on what a seat may see,
// and a player gets nothing but the [Observation] that a Watcher folds from it. A role is an entry of the [RoleTable] in
// the rules; everything else about roles derives from the table.
//
// One goroutine owns a Game. The events in a log never change, so copies of the log may be read anywhere.
//
// The rules are those of the AIWolfDial contest (overview 2025, section 2) and its published regulations;
// docs/rules.md lists differences and defaults.
package werewolf
