// Package contestlog is the logs and the feed of the organisers' server: read, judged by the rules, and written.
//
// A contest log tells what happened in a game, one event a line. [Read] takes it in all the variants that have been
// published; [Log.Record] plays it through the rules and makes a native record of it, and says what cannot have
// happened; [Write] makes a log of a record. The communication log is what passed between server and players, the
// realtime feed what the organisers' viewer shows. All three can be written from a record at any time.
// docs/record.md describes the formats.
package contestlog
