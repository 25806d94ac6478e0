// Package gamelog is the record of a game: reading, writing and replaying it.
//
// The record is the database. A game is its append-only native record, from
// which it can be replayed byte for byte, resumed where it broke off, seen
// through the eyes of one seat, and written out as the contest's log, as the
// communication log and as the realtime feed. Nothing in a record depends on
// when or where it is read. docs/record.md describes the formats.
package gamelog
