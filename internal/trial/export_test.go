package trial

// Shown is where habits show in a game.
var Shown = shown
