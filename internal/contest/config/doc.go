// Package config reads the settings of a contest server from a YAML file: the organisers' file as it is, with the keys
// that Wolfden adds to it.
//
// The law of the package: a file is understood to its last key or refused with everything that is wrong with it, each
// fault with its line, its key and what to do. One table (keys.go and its neighbours) says of every key where it goes,
// what may stand there, what it is when it is absent and what it means; reading, the search for the key that was meant
// and docs/config.md all come from that table. What makes rules playable is decided by package werewolf, not here.
//
// Reading goes in steps, a file each: tree.go turns YAML into plain values with their lines, within limits that hold
// against hostile files; walk.go takes these through the table; track.go completes a track and checks it as a whole;
// together.go checks what tracks have in common.
package config
