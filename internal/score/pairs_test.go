package score

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// rounds are games of a plan in which three teams take each other's places; owl wins with whoever is on its side in its first game.
func rounds(n int, plan string) (games []*chronicle.Summary) {
	teams := []string{"owl", "=elk", "fox"}
	roles := []werewolf.Role{werewolf.Seer, werewolf.Villager, werewolf.Werewolf}
	for r := range n {
		for turn := range teams {
			g := &chronicle.Summary{Over: true, Recorded: true, Winner: werewolf.VillagerTeam}
			if plan != "" {
				g.Provenance = &gamelog.Provenance{Plan: plan, Setup: "small", Round: r + 1}
			}
			for seat, role := range roles {
				team := teams[(seat+turn)%len(teams)]
				if team == "owl" && role == werewolf.Werewolf && r%2 == 0 {
					g.Winner = werewolf.WerewolfTeam
				}
				g.Setup[role]++
				g.Players = append(g.Players, chronicle.Player{Team: team, Name: team, Role: role, Seat: werewolf.SeatID(seat + 1)})
			}
			games = append(games, g)
		}
	}
	return games
}

// In rounds of a plan teams are compared round by round: what all have alike is no luck of one of them.
func TestPairsByRounds(t *testing.T) {
	table := Count(rounds(8, "spring"), false, 1).Tables[0]
	if table.Paired != 8 || len(table.Pairs.All) != 3 {
		t.Fatalf("%d rounds, %d pairs", table.Paired, len(table.Pairs.All))
	}
	for _, p := range table.Pairs.All {
		first, second, d := table.Pairs.Names[p.First], table.Pairs.Names[p.Second], p.Difference
		if first != "owl" { // the other two had the same of every round
			if d.Value != 0 || p.P != 1 {
				t.Errorf("%s - %s: %+v", first, second, p)
			}
			continue
		}
		// In four of eight rounds owl won all three games and each other one of three.
		if math.Abs(d.Value-1.0/3) > 1e-9 || d.N != 8 || math.Abs(p.P-0.125) > 1e-9 || p.Corrected <= p.P {
			t.Errorf("%s - %s: %+v", first, second, p)
		}
	}
	without := Count(rounds(8, ""), false, 1).Tables[0]
	if without.Paired != 0 || len(without.Pairs.All) != 3 || without.Pairs.All[0].P == table.Pairs.All[0].P {
		t.Errorf("games that tell no rounds: %d, %+v", without.Paired, without.Pairs.All)
	}
	if met := table.Pairs.Met.Won[0]; met[1]+met[2] == 0 || table.Pairs.Triples != 1 {
		t.Errorf("%+v", table.Pairs)
	}
}

// A team that had other roles in the rounds is not compared by them.
func TestPairsOfUnlikeTeams(t *testing.T) {
	games := rounds(6, "spring")
	for _, g := range games {
		g.Setup[werewolf.Possessed]++
		g.Players = append(g.Players, chronicle.Player{Team: "guest", Name: "guest", Role: werewolf.Possessed, Seat: 4})
	}
	table := Count(games, false, 1).Tables[0]
	for _, p := range table.Pairs.All {
		guest := table.Pairs.Names[p.First] == "guest" || table.Pairs.Names[p.Second] == "guest"
		if guest != math.IsNaN(p.P) || guest != math.IsNaN(p.Corrected) {
			t.Errorf("%s - %s: %+v", table.Pairs.Names[p.First], table.Pairs.Names[p.Second], p)
		}
	}
	if last := table.Pairs.Clearest()[5]; !math.IsNaN(last.P) {
		t.Errorf("pairs without a test stand before others: %+v", last)
	}
}

func TestPairsAsCSV(t *testing.T) {
	var out bytes.Buffer
	if err := Count(rounds(8, "spring"), false, 1).WritePairs(&out); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(lines) != 4 {
		t.Fatalf("%v, %d lines", err, len(lines))
	}
	for _, line := range lines[1:3] {
		if line[1] != "owl" || line[3] != "33.33" || line[7] != "true" || line[8] != "0.125000" {
			t.Errorf("%q", line)
		}
	}
	if !strings.HasPrefix(lines[3][1]+lines[3][2], "'=elk") && !strings.HasSuffix(lines[3][1]+lines[3][2], "'=elk") {
		t.Errorf("%q begins a formula", lines[3])
	}
}

// Where nobody won, nobody is best.
func TestNobodyIsBestWithoutAWin(t *testing.T) {
	games := rounds(2, "")
	for _, g := range games {
		g.Winner = werewolf.WerewolfTeam
	}
	out := written(t, Count(games, false, 1).WriteLaTeX)
	if strings.Contains(out, `\textbf{0.00}`) || !strings.Contains(out, `\label{tab:wins-3-players`) {
		t.Error(out)
	}
}

// Of a league that may stop early there are no pairs, and what holds instead is said; of others nothing changes.
func TestStopped(t *testing.T) {
	r := Count(rounds(8, "spring"), false, 1)
	r.Stopped(map[string]string{"autumn": "nothing"})
	if len(r.Tables[0].Pairs.All) != 3 {
		t.Error("another league's rule takes pairs away")
	}
	r.Stopped(map[string]string{"spring": "owl - fox +1.0 [-3.0, +5.0]"})
	table := &r.Tables[0]
	if len(table.Pairs.All) != 0 || !strings.Contains(strings.Join(table.Warnings, "\n"), "owl - fox +1.0 [-3.0, +5.0]") {
		t.Errorf("%d pairs, %q", len(table.Pairs.All), table.Warnings)
	}
	var out bytes.Buffer
	if err := r.WriteJSON(&out); err != nil || strings.Contains(out.String(), `"pairs"`) {
		t.Errorf("%v, %.200s", err, out.String())
	}
}

// Names that differ in a suffix and sit in one game are told of where they are counted apart, and only then.
func TestApart(t *testing.T) {
	games := rounds(2, "")
	rename := func(from, to string) {
		for _, g := range games {
			for i := range g.Players {
				if p := &g.Players[i]; p.Team == from {
					p.Team = to
				}
			}
		}
	}
	told := func(merge bool) bool {
		return strings.Contains(strings.Join(Count(games, merge, 1).Warnings, "\n"), "counted apart, though they may be seats of one entry: owl-A, owl-B")
	}
	if told(false) {
		t.Error("teams without a suffix are told of")
	}
	rename("owl", "owl-A")
	rename("fox", "owl-B")
	if !told(false) || told(true) {
		t.Errorf("told: apart %v, merged %v", told(false), told(true))
	}
}

// Where a team has several seats on a side, these are one trial of the rate over both sides: a warning calls them sides, not games,
// of which there are fewer. In a role a game is one.
func TestWarningsNameTheirUnit(t *testing.T) {
	table := &Table{Setup: papers.Roles, Known: papers.Table, Roles: []werewolf.Role{werewolf.Villager}}
	for clusters, want := range map[int]string{0: "only 30 games", 20: "only 20 sides of games"} {
		r := &Row{Clusters: clusters}
		r.Cells[werewolf.Villager] = Cell{Games: 30, Wins: 12, Clusters: 15, Percent: 40}
		table.average(r)
		if !slices.Equal(r.Macro.Warnings, []string{want}) {
			t.Errorf("%d clusters: %q, not %q", clusters, r.Macro.Warnings, want)
		}
		r.Clean = stats.Clustered(5, 9, 6)
		got := table.rowJSON(r)
		if got := got.Roles["VILLAGER"].Warnings; !slices.Equal(got, []string{"only 15 games"}) {
			t.Errorf("of a role: %q", got)
		}
		if got := got.Clean.Warnings; !slices.Equal(got, []string{"only 6 sides of games"}) {
			t.Errorf("of both sides: %q", got)
		}
	}
	if got := stats.ComparePairs([][]float64{{1, 0, 1}, {0, 1, 0.5}}, nil, 1)[0].Difference.Warnings; !slices.Contains(got, "only 3 rounds") {
		t.Errorf("of a pair: %q", got)
	}
}
