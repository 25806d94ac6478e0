package wire

import (
	"testing"

	"wolfden/werewolf"
)

// thirteen is every packet of a thirteen-player game under the contest's rules.
func thirteen(tb testing.TB) (packets []sent) {
	rules, err := werewolf.Standard(13)
	if err != nil {
		tb.Fatal(err)
	}
	p := party{tb: tb, dialect: Newest, send: func(s sent) { packets = append(packets, s) }}
	p.play(rules, 11)
	return packets
}

// BenchmarkEncodeThirteenPlayers is one packet of a thirteen-player game.
func BenchmarkEncodeThirteenPlayers(b *testing.B) {
	packets := thirteen(b)
	encoders := make([]*Encoder, 14)
	for i := range encoders {
		encoders[i] = NewEncoder("01GAME", Newest)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s := &packets[i%len(packets)]
		out, err := encoders[s.seat].Encode(s.o)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(out)))
	}
}

// BenchmarkDecodeThirteenPlayers reads the same packets.
func BenchmarkDecodeThirteenPlayers(b *testing.B) {
	packets := thirteen(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := Decode(packets[i%len(packets)].packet); err != nil {
			b.Fatal(err)
		}
	}
}
