package lycaon_test

import (
	"flag"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/lycaon"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

var alike = flag.Int("alike", 0, "games of the player among its own kind in which votes that are alike are counted")

// part is how many of some votes are of a sort.
type part struct{ of, all int }

func (s *part) add(is bool) {
	s.all++
	if is {
		s.of++
	}
}

// firstVotes is what is counted of first votes in games: of the werewolves while two or more live and the execution of anybody else does not
// win, and of as many of the others.
type firstVotes struct{ pack, others part }

// TestVotesAlike counts how often all living werewolves vote for one player, and how often as many of the others do.
func TestVotesAlike(t *testing.T) {
	if *alike == 0 {
		t.Skip("counted with -alike")
	}
	for size := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		var b firstVotes
		for seed := range *alike {
			b.play(t, n, uint64(seed))
		}
		t.Logf("%d players, %d games: werewolves vote alike in %d of %d, as many others in %d of %d", n, *alike, b.pack.of, b.pack.all, b.others.of, b.others.all)
	}
}

func (b *firstVotes) play(t *testing.T, n int, seed uint64) {
	t.Helper()
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	players, shared := make([]bottest.Player, n), understand.NewShared()
	for i := range players {
		if players[i], err = lycaon.NewWith(tried(), agent.Config{Seed: werewolf.SubSeed(seed, i), Lang: *lang, Off: without(), Shared: shared}); err != nil {
			t.Fatal(err)
		}
	}
	table, err := bottest.Sit(rules, bottest.Seats(people[:n]...), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	days := map[int]map[werewolf.SeatID]werewolf.SeatID{}
	table.Observe = func(o *werewolf.Observation, answer string) {
		if o.Request.Kind != werewolf.Vote {
			return
		}
		if days[o.Day] == nil {
			days[o.Day] = map[werewolf.SeatID]werewolf.SeatID{}
		}
		if _, again := days[o.Day][o.Seat]; !again {
			days[o.Day][o.Seat] = o.SeatOf(answer)
		}
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	for _, votes := range days {
		b.count(votes, table.Game)
	}
}

func (b *firstVotes) count(votes map[werewolf.SeatID]werewolf.SeatID, g *werewolf.Game) {
	var wolves, others []werewolf.SeatID
	for id := range werewolf.SeatsUpTo(len(people)).All() {
		target, voted := votes[id]
		switch {
		case !voted:
		case g.Role(id) == werewolf.Werewolf:
			wolves = append(wolves, target)
		case g.Role(id) != werewolf.Possessed:
			others = append(others, target)
		default: // the possessed is on neither side of the comparison
		}
	}
	pack := len(wolves)
	if pack < 2 || len(votes) <= 2*pack+2 {
		return
	}
	b.pack.add(agree(wolves))
	for ; len(others) >= pack; others = others[pack:] {
		b.others.add(agree(others[:pack]))
	}
}

func agree(list []werewolf.SeatID) bool {
	for _, id := range list {
		if id != list[0] {
			return false
		}
	}
	return true
}
