package score

import (
	"fmt"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/werewolf"
)

// tried is a game of a match; the seats of the teams that are named are gone from it, and then nobody wins.
func tried(t *testing.T, number int, match string, gone ...string) *chronicle.Summary {
	t.Helper()
	rec := record(werewolf.Serial)
	rec.Entries = rec.Entries[:len(rec.Entries)-1]
	rec.Header.ID, rec.Header.Started = fmt.Sprintf("game%02d", number), int64(number)
	rec.Header.Provenance = &gamelog.Provenance{Plan: "main", Match: match}
	over := werewolf.Event{Kind: werewolf.GameOver, Winner: werewolf.VillagerTeam, End: werewolf.Elimination}
	for i := range rec.Header.Seats {
		for _, team := range gone {
			if s := &rec.Header.Seats[i]; s.Team == team || strings.HasPrefix(s.Client, team) {
				rec.Entries = append(rec.Entries, gamelog.Entry{Event: &werewolf.Event{Kind: werewolf.Failed, Seat: werewolf.SeatID(i + 1)}})
				over.Winner, over.End = werewolf.NoTeam, werewolf.Failure
			}
		}
	}
	rec.Entries = append(rec.Entries, gamelog.Entry{Event: &over})
	game, err := chronicle.OfRecord(rec)
	if err != nil {
		t.Fatal(err)
	}
	g := &game.Summary
	g.Identity = chronicle.Identity{} // or games are one
	g.Sum[0] = byte(number + 1)
	return g
}

// A match of a contest that no game of was played to its end is lost, once, for who was gone from most of them.
func TestWhoLeavesHasLost(t *testing.T) {
	games := []*chronicle.Summary{
		tried(t, 0, "1", "gull"), tried(t, 1, "1", "heron"), tried(t, 2, "1", "gull"), // given up
		tried(t, 3, "2", "gull"), tried(t, 4, "2"), // played after all
		tried(t, 5, "mixed-1", "heron"), tried(t, 6, "", "heron"), // of no match
	}
	table := Count(games, false, 1).Tables[0]
	if table.Games != 1 || table.Undecided != 6 {
		t.Errorf("%d games, %d undecided", table.Games, table.Undecided)
	}
	want := map[string]string{"gull": "0 of 2, WEREWOLF 0 of 2", "heron": "1 of 2, SEER 1 of 2", "42": "1 of 1, VILLAGER 1 of 1"}
	for _, row := range table.Rows {
		got := fmt.Sprintf("%d of %d", row.Wins, row.Games)
		for role, c := range row.Cells {
			if c.Games > 0 {
				got += fmt.Sprintf(", %v %d of %d", werewolf.Role(role), c.Wins, c.Games)
			}
		}
		if got != want[row.Team] {
			t.Errorf("%s: %s, want %s", row.Team, got, want[row.Team])
		}
	}
	if notes := strings.Join(table.Warnings, "\n"); !strings.Contains(notes, "2 seats, 1 of gull, 1 of heron") {
		t.Error(notes)
	}
	// What is to be played again is not lost yet.
	for tries, lost := range map[int]bool{0: true, 1: true, 2: true, 3: false, -1: false} {
		open := []*chronicle.Summary{tried(t, 0, "1", "gull"), tried(t, 1, "1", "gull")}
		for _, g := range open {
			g.Provenance.Tries = tries
		}
		if rows := Count(open, false, 1).Tables[0].Rows; (len(rows) == 1) != lost {
			t.Errorf("after two games of %d tries: %+v", tries, rows)
		}
	}
	// A team that never stayed to the end has a row all the same, and nothing to be rated by.
	table = Count([]*chronicle.Summary{tried(t, 0, "1", "gull")}, false, 1).Tables[0]
	if len(table.Rows) != 1 || table.Rows[0].Team != "gull" || table.Rows[0].Games != 1 || table.Rows[0].Wins != 0 {
		t.Errorf("%+v", table.Rows)
	}
}

// Who played for a team is told beside its figures.
func TestSubstitutesAreTold(t *testing.T) {
	games := []*chronicle.Summary{tried(t, 0, "1"), tried(t, 1, "2"), tried(t, 2, "3"), tried(t, 3, "")}
	for _, g := range games {
		g.Provenance.Players = make([]gamelog.Entrant, len(g.Players))
		for i := range g.Players {
			g.Provenance.Players[i] = gamelog.Entrant{Entry: g.Players[i].Team, Remote: true}
			if g.Players[i].Team == "gull" && g != games[2] {
				g.Provenance.Players[i].Player = "plain"
			}
		}
	}
	if notes := strings.Join(Count(games, false, 1).Tables[0].Warnings, "\n"); !strings.Contains(notes, "counted with it: 2 seats of gull by plain") || strings.Contains(notes, "heron by") {
		t.Error(notes)
	}
}
