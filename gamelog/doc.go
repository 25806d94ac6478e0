// Package gamelog is the record of a game: written, read and replayed.
//
// The record is the database. A game is its append-only native record, from
// which it can be replayed byte for byte, resumed where it broke off and seen
// through the eyes of one seat; whatever else is told of a game follows from
// its record. Nothing in a record depends on when or where it is read.
// docs/record.md describes the format.
package gamelog
