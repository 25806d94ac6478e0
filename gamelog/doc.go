// Package gamelog writes, reads and replays the record of a game.
//
// A record is a file of JSON lines. The [Header] holds everything the game was started with; each [Entry] after
// it is an input, as it came, or an event that followed from it. A game can be replayed byte for byte from its
// record, resumed where it broke off, and shown as one seat saw it. Everything else that is told about a game,
// from contest logs to statistics, is derived from its record, which does not depend on where or when it is read.
//
// Writing: [Create] begins the file and returns a [Writer]. The driver of the game appends each input before the
// game takes it and each event after it happened, and calls Flush before it tells anybody about them. A crash
// therefore loses at most a torn last line, which [ResumeFile] removes.
//
// Reading: [ReadFile] returns a [Record]. [Record.Replay] plays it again and compares the events, [Record.Walk]
// does so with a callback, [Record.View] filters it for one seat, and [Verify] also compares the bytes.
//
// Records of earlier versions stay readable; a newer version is refused with [ErrNewer]. Files come from strangers:
// sizes and counts are checked before memory is allocated. docs/record.md describes the format.
package gamelog
