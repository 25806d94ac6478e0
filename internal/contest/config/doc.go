// Package config reads the settings of a contest server from a YAML file: the organisers' file as it is, with the keys
// that Wolfden adds to it.
//
// The law of the package: one table (keys.go and its neighbours) says of every key where it goes, what may stand there,
// what it is when it is absent and what it means; reading, the search for the key that was meant and docs/config.md all
// come from that table. What makes rules playable is decided by package werewolf, not here.
//
// Package settings takes a file through the table; track.go then completes a track and checks it as a whole; together.go
// checks what tracks have in common.
package config
