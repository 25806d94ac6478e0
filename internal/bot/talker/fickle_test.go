package talker

import (
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// fickle wants nobody any more once it has announced its vote.
type fickle struct{ Rules }

func (fickle) Weigh(p *Self) *doubt.Opinion {
	opinion := p.Opinion()
	for id := range p.o.Others().All() {
		opinion.Score[id] -= 5 // less than nobody, who has no score
	}
	return opinion
}

func (f fickle) Choose(p *Self, c *Choice) {
	if c.Of == Want || c.Of == Answer && c.Kind == werewolf.Vote {
		if c.Target = 0; p.Plan() == 0 {
			c.Target = f.Target(p)
		}
		return
	}
	f.Rules.Choose(p, c)
}

// TestAnAnnouncedVoteIsKept: who announced a vote and then wants nobody announces no other and votes as announced, as
// long as the target lives.
func TestAnAnnouncedVoteIsKept(t *testing.T) {
	kept := 0
	for seed := range bottest.Few(*long, uint64(30)) {
		r, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		players := make([]bottest.Player, 5)
		for i := range players {
			if players[i], err = speaking(seed, "en", fickle{}); err != nil {
				t.Fatal(err)
			}
		}
		table, err := bottest.Sit(r, bottest.Seats(names[:5]...), seed, players)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
		listener := understand.New(understand.Table{Names: names[:5], Roles: r.Roles, Shared: understood})
		plans := map[werewolf.SeatID]werewolf.SeatID{}
		for _, e := range table.Game.Log() {
			switch e.Kind {
			case werewolf.DayBegan:
				clear(plans)
			case werewolf.Talked:
				rows := listener.Hear(werewolf.Utterance{Day: e.Day, Seat: e.Seat, Text: e.Text}, false)
				if target := rows.Announced(speech.Vote); target != 0 {
					plans[e.Seat] = target
				}
			case werewolf.VoteCast:
				if plan := plans[e.Seat]; plan != 0 && e.Turn == 0 {
					kept++
					if e.Target != plan {
						t.Errorf("seed %d, day %d: seat %d announced %d and votes for %d", seed, e.Day, e.Seat, plan, e.Target)
					}
				}
			default: // says nothing of votes
			}
		}
	}
	if kept < bottest.Few(*long, 100) {
		t.Errorf("only %d votes were announced", kept)
	}
}
