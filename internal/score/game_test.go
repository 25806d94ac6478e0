package score

import (
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// record is a small record: seat 2 speaks before seat 1 on day 1, seat 3 was
// late twice.
func record(mode werewolf.TalkMode) *gamelog.Record {
	rec := &gamelog.Record{Header: gamelog.Header{Seats: []werewolf.Seat{
		{Name: "Mio", Team: "heron", Client: "heron7", Role: werewolf.Seer},
		{Name: "Ren", Client: "gull12", Role: werewolf.Werewolf},
		{Name: "Kai", Client: "42", Role: werewolf.Villager},
	}}}
	rec.Header.Rules.Talk.Mode = mode
	event := func(e werewolf.Event) { rec.Entries = append(rec.Entries, gamelog.Entry{Event: &e}) }
	late := func(seat werewolf.SeatID) {
		rec.Entries = append(rec.Entries, gamelog.Entry{Input: &gamelog.Input{Action: werewolf.Action{Seat: seat}, Fault: gamelog.Late}})
	}
	event(werewolf.Event{Kind: werewolf.Talked, Day: 0, Seat: 1})
	late(3)
	for _, seat := range []werewolf.SeatID{2, 1, 2} {
		event(werewolf.Event{Kind: werewolf.Talked, Day: 1, Seat: seat})
	}
	late(3)
	event(werewolf.Event{Kind: werewolf.GameOver, Winner: werewolf.WerewolfTeam, End: werewolf.Parity})
	return rec
}

// In a contest log an empty status is a player that was gone for good.
func TestFromContestSeesWhoWasGone(t *testing.T) {
	log := "0,status,1,SEER,ALIVE,heron1,Mio\n0,status,2,WEREWOLF,ALIVE,gull1,Ren\n1,status,1,SEER,,heron1,Mio\n1,status,2,WEREWOLF,ALIVE,gull1,Ren\n1,result,1,1,WEREWOLF\n"
	c, err := contestlog.Read(strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	game, err := chronicle.OfLog(c)
	if err != nil {
		t.Fatal(err)
	}
	g := &game.Summary
	if g.Recorded || !faulty(g) || g.Players[0].Faults[gamelog.Lost] != 1 || len(g.Players[1].Faults) != 0 {
		t.Errorf("%+v", g)
	}
	r := Count([]*chronicle.Summary{g}, false, 1)
	if row := r.Tables[0].Rows[1]; row.Team != "heron" || row.Faulty.Trials != 1 || row.Clean.Trials != 0 {
		t.Errorf("%+v", row)
	}
}

// Games with a fault of anybody are told from those without.
func TestRatesWithAndWithoutFaults(t *testing.T) {
	var games []*chronicle.Summary
	for i := range 10 {
		game, err := chronicle.OfRecord(record(werewolf.Serial))
		if err != nil {
			t.Fatal(err)
		}
		g := &game.Summary
		g.Identity = chronicle.Identity{} // or it is one game
		if i < 4 {
			g.Players[2].Faults, g.Winner = nil, werewolf.VillagerTeam
		}
		games = append(games, g)
	}
	for _, row := range Count(games, false, 1).Tables[0].Rows {
		clean, faulty, faults := 4, 0, 0
		switch row.Team {
		case "gull":
			clean, faulty = 0, 6
		case "42":
			faults = 12
		}
		if row.Clean.Trials != 4 || row.Clean.Successes != clean || row.Faulty.Trials != 6 || row.Faulty.Successes != faulty || row.faults() != faults {
			t.Errorf("%s: clean %+v, faulty %+v, %d faults", row.Team, row.Clean, row.Faulty, row.faults())
		}
	}
}

// A seat that wins too often for its roles is found, as far as chance allows.
func TestEffectOfASeat(t *testing.T) {
	var games []*chronicle.Summary
	for i := range 120 {
		g := &chronicle.Summary{Over: true, Winner: werewolf.VillagerTeam}
		wolf := i % 5
		if wolf == 1 {
			g.Winner = werewolf.WerewolfTeam // seat 2 always wins as a werewolf
		}
		for seat := range 5 {
			role := werewolf.Villager
			if seat == wolf {
				role = werewolf.Werewolf
			}
			g.Setup[role]++
			g.Players = append(g.Players, chronicle.Player{Team: "t" + string(rune('a'+(i+seat)%7)), Name: "n", Role: role, Seat: werewolf.SeatID(seat + 1)})
		}
		games = append(games, g)
	}
	effects := Count(games, false, 1).Tables[0].Effects
	if e := effects[0]; e.Of != "seat" || e.P > 0.01 || e.Groups[1].Label != "2" || e.Groups[1].Rate.Successes != 120 {
		t.Errorf("%+v", e)
	}
	if e, order := effects[0], effects[2]; order.P == order.P || e.Corrected != e.P {
		t.Errorf("the one test that there is needs no correction: %+v, %+v", e, order)
	}
	reports := []*Report{Count(games, false, 1), Count(games, false, 2), Count(games, false, 3)}
	least := min(reports[0].Tables[0].Effects[0].P, reports[1].Tables[0].Effects[0].P, reports[2].Tables[0].Effects[0].P)
	CorrectEffects(reports...)
	if got := reports[0].Tables[0].Effects[0].Corrected; got < 3*least {
		t.Errorf("P %v for all of three tests, of which the least is %v", got, least)
	}
	if e := effects[1]; e.P == e.P { // NaN: one name has nothing to be compared with
		t.Errorf("%+v", e)
	}
}

// Two tables may give one name to different roles. Their games are not counted together.
func TestRolesOfOneNameAreTwo(t *testing.T) {
	var games []*chronicle.Summary
	for _, team := range []werewolf.Team{werewolf.VillagerTeam, werewolf.WerewolfTeam, werewolf.WerewolfTeam} {
		table, err := werewolf.NewRoleTable(werewolf.RoleSpec{Name: "FOOL", Letter: "X", Team: team, Species: werewolf.Human})
		if err != nil {
			t.Fatal(err)
		}
		rec := record(werewolf.Serial)
		rec.Header.Rules.Table = table
		rec.Header.Seats[2].Role = werewolf.FirstAdded
		g, err := chronicle.OfRecord(rec)
		if err != nil {
			t.Fatal(err)
		}
		g.Identity = chronicle.Identity{} // three games, though the same happens
		games = append(games, &g.Summary)
	}
	r := Count(games, false, 1)
	if len(r.Tables) != 2 || r.Tables[0].Games+r.Tables[1].Games != 3 {
		t.Errorf("%d tables", len(r.Tables))
	}
}
