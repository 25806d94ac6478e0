// Package contestlog reads, checks and writes the logs and the feed of the organisers' server.
//
// There are three formats. The contest log tells what happened, one event a line. The communication log is what
// passed between server and players. The realtime feed is what the organisers' viewer shows. All three can be
// written from a record at any time: see [Write], [WriteCommunication] and [WriteRealtime]. An [Edition] selects
// the form of one of the organisers' servers. docs/record.md describes the formats.
//
// [Read] reads a contest log in every published variant and does not judge it. [Log.Record] turns it into a native
// record. First it makes a plan (plan.go): who sat where, which rules the log shows, whose client was lost, how
// the game ended. Then it replays the log (replay.go): it feeds the players' choices and utterances to the rules
// and compares each event with the next lines. The rules lead; a line that does not fit becomes a [Finding] and
// is passed over. A mismatch cannot have happened; a warning is odd but known of real servers. [Verify] returns the
// findings alone.
//
// The functions keep no state and own nothing after they return. Files come from strangers, so their size is
// limited before they are read.
package contestlog
