package gamelog_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/gamelogtest"
	"wolfden/werewolf"
)

// benchGame is a five-player game under the contest's rules, played beforehand,
// in which everybody has something to say.
func benchGame(b *testing.B) []byte {
	h := gamelogtest.Header(b, 5, 3)
	rules, err := werewolf.Standard(5)
	if err != nil {
		b.Fatal(err)
	}
	h.Rules = rules
	return gamelogtest.RecordWith(b, h, &gamelogtest.Scribe{TB: b, Words: []string{
		"Good morning everyone, let us find the werewolf today.", "I am the seer and I divined Mio: human.", "@Mio I do not believe you.",
	}})
}

// benchmarkRecord writes a game's record to disk, flushing before every input
// but the first where each is set.
func benchmarkRecord(b *testing.B, each bool) {
	rec := mustParse(b, benchGame(b))
	dir := b.TempDir()
	bytes, flushes := int64(0), 0
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		f, w, err := gamelog.Create(filepath.Join(dir, fmt.Sprint(i)), &rec.Header)
		if err != nil {
			b.Fatal(err)
		}
		for k := range rec.Entries {
			if each && rec.Entries[k].Input != nil {
				flushes++
				if err := w.Flush(); err != nil {
					b.Fatal(err)
				}
			}
			w.Append(rec.Entries[k])
		}
		flushes++
		if err := w.Flush(); err != nil {
			b.Fatal(err)
		}
		info, err := f.Stat()
		if err != nil {
			b.Fatal(err)
		}
		bytes += info.Size()
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(bytes)/float64(b.N), "bytes/game")
	b.ReportMetric(float64(flushes)/float64(b.N), "flushes/game")
}

// BenchmarkRecordFivePlayers is the record of one five-player game, on disk
// after every answer. The limit is 200 microseconds. Beware of a second run right
// after the first: ext4 keeps off the inodes of files deleted minutes ago, and
// then creating an empty file alone takes longer than that.
func BenchmarkRecordFivePlayers(b *testing.B) { benchmarkRecord(b, true) }

// BenchmarkRecordFivePlayersAtOnce is the same, written when the game is over.
func BenchmarkRecordFivePlayersAtOnce(b *testing.B) { benchmarkRecord(b, false) }

// BenchmarkVerifyFivePlayers reads, replays and compares one record.
func BenchmarkVerifyFivePlayers(b *testing.B) {
	data := benchGame(b)
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := gamelog.Verify(data); err != nil {
			b.Fatal(err)
		}
	}
}
