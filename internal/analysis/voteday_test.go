package analysis

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// The game of TestWholeGameInTwoLanguages, counted by hand from the text of the log.
func TestVoteDays(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		g := Analyze(listen(t, logFile(t, lang+".log")))
		want := []VoteDay{
			{Day: 1, Seat: 1, Target: 2, Others: 4, Margin: 1, Votes: 1, Village: 1, Won: 1, Pushers: 3, Ballot: 2, Free: 3, Joined: 1},
			{Day: 1, Seat: 2, Target: 1, Executed: true, Others: 4, Votes: 2, Village: 1, Won: 1, Pushers: 2, Ballot: 1, Free: 3, Joined: 2},
			{Day: 1, Seat: 3, Target: 1, Executed: true, Others: 4, Votes: 2, Village: 1, Won: 1, Pushers: 2, Ballot: 1, Free: 3, Joined: 2},
			{Day: 1, Seat: 4, Target: 2, Asserted: true, Others: 4, Margin: 1, Votes: 1, Village: 1, Pushers: 3, Ballot: 2, Free: 3, Joined: 1},
			{Day: 1, Seat: 5, Target: 2, Others: 4, Margin: 1, Votes: 2, Village: 2, Pushers: 3, Ballot: 1, Free: 3, Joined: 2},
			{Day: 2, Seat: 2, Target: 4, Executed: true, Others: 2, Votes: 1, Pushers: 2, Ballot: 4, Free: 1, Joined: 1},
			{Day: 2, Seat: 3, Target: 4, Asserted: true, Executed: true, Others: 2, Votes: 1, Pushers: 2, Ballot: 4, Free: 1, Joined: 1},
			{Day: 2, Seat: 4, Others: 2, Ballot: 2, Free: 1},
		}
		for i := range want {
			want[i].Game = g
		}
		got := g.VoteDays()
		if len(got) != len(want) {
			t.Fatalf("%s: %d lines", lang, len(got))
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: seat %d, day %d:\n%+v, want\n%+v", lang, want[i].Seat, want[i].Day, got[i], want[i])
			}
		}
	}
}

// slowJoined counts the ballots that joined a player's straight from the text of the log, and those that could have.
func slowJoined(log string, day, seat string) (free, joined int) {
	ballot := map[string]string{}
	for line := range strings.Lines(log) {
		f := strings.Split(strings.TrimSpace(line), ",")
		if len(f) == 4 && f[0] == day && f[1] == "vote" {
			if _, again := ballot[f[2]]; !again {
				ballot[f[2]] = f[3]
			}
		}
	}
	for who, whom := range ballot {
		if who != seat && who != ballot[seat] {
			free++
			if whom == ballot[seat] {
				joined++
			}
		}
	}
	return free, joined
}

func TestFollowedBallotsAgainstTheLog(t *testing.T) {
	for _, name := range []string{"en.log", "ja.log", "pack.log"} {
		log := logFile(t, name)
		days := Analyze(listen(t, log)).VoteDays()
		if len(days) == 0 {
			t.Errorf("%s has no day with a vote", name)
		}
		for _, v := range days {
			free, joined := slowJoined(log, string(rune('0'+v.Day)), string(rune('0'+int(v.Seat))))
			if v.Ballot != 0 && (v.Free != free || v.Joined != joined) {
				t.Errorf("%s: seat %d, day %d: %d of %d, want %d of %d", name, v.Seat, v.Day, v.Joined, v.Free, joined, free)
			}
		}
	}
}

// Attempts are those of the counts, kind by kind.
func TestVoteDaysAreThoseOfTheCounts(t *testing.T) {
	for _, name := range []string{"en.log", "ja.log", "pack.log"} {
		g := Analyze(listen(t, logFile(t, name)))
		counted := make([]figures, len(g.Players))
		for _, v := range g.VoteDays() {
			of := &counted[v.Seat-1]
			switch {
			case v.Target == 0:
				continue
			case v.Asserted:
				of[asks]++
				if v.Executed {
					of[asksExecuted]++
				}
			default:
				of[hints]++
				if v.Executed {
					of[hintsExecuted]++
				}
			}
		}
		for i := range counted {
			for _, c := range []Count{asks, asksExecuted, hints, hintsExecuted} {
				if counted[i][c] != g.figures[i][c] {
					t.Errorf("%s: %s of seat %d is %v, the days have %v", name, c, i+1, g.figures[i][c], counted[i][c])
				}
			}
		}
	}
}

// Nobody has fewer votes than none: the interval of a mean of few of them ends at 0.
func TestMeansOfDaysAreNotBelowZero(t *testing.T) {
	days := Analyze(listen(t, logFile(t, "en.log"))).VoteDays()
	of := days[slices.IndexFunc(days, func(v VoteDay) bool { return v.Target != 0 })]
	all := []VoteDay(nil)
	for n := range 3 {
		one := of
		one.Game, one.Votes = &Game{Game: of.Game.Game}, 6*(n/2) // in one of three games
		all = append(all, one)
	}
	for _, g := range dayGroups(all) {
		if e := g.Means["votes"]; e.Value != 2 || e.Low != 0 || e.High <= 2 {
			t.Errorf("%s: %v", g.Role, e)
		}
	}
}

func TestDayGroups(t *testing.T) {
	days := Analyze(listen(t, logFile(t, "en.log"))).VoteDays()
	groups := map[string]*DayGroup{}
	for _, g := range dayGroups(days) {
		groups[g.Role+" "+g.day()+" "+g.Kind] = g
	}
	for name, want := range map[string]DayGroup{
		"POSSESSED 1 both":       {Seats: 1, Attempts: 1, Executed: 1, Chance: 0.25, Votes: 2, Village: 1, Won: 1, Pushers: 2, Free: 3, Joined: 2},
		"POSSESSED all asserted": {Seats: 1, Attempts: 1, Executed: 1, Chance: 0.5, Votes: 1, Pushers: 2, Free: 1, Joined: 1},
		"VILLAGER all both":      {Seats: 3, Attempts: 2, Chance: 0.5, Margin: 2, Votes: 3, Village: 3, Pushers: 6, Free: 7, Joined: 3},
		"SEER 1 evoked":          {Seats: 1, Attempts: 1, Chance: 0.25, Margin: 1, Votes: 1, Village: 1, Won: 1, Pushers: 3, Free: 3, Joined: 1},
	} {
		g := groups[name]
		if g == nil {
			t.Errorf("no group %s", name)
			continue
		}
		got := *g
		if got.Setup != "5" {
			t.Errorf("%s: of %q", name, got.Setup)
		}
		got.Players, got.Setup, got.Role, got.Day, got.Kind, got.parts, got.others = 0, "", "", 0, "", grouping[*Game, dayPart]{}, false
		if got.Success.Value != float64(want.Executed)/float64(want.Attempts) || got.Following.N != want.Free {
			t.Errorf("%s: %v, %v", name, got.Success, got.Following)
		}
		for mean, sum := range map[string]int{"votes": want.Votes, "village_votes": want.Village, "village_votes_won": want.Won, "pushers": want.Pushers} {
			if e := got.Means[mean]; e.Value != float64(sum)/float64(want.Attempts) || e.N != 1 {
				t.Errorf("%s: %s of an attempt are %v", name, mean, e)
			}
		}
		if failed := want.Attempts - want.Executed; failed > 0 && got.Means["margin"].Value != float64(want.Margin)/float64(failed) {
			t.Errorf("%s: those that failed were short by %v", name, got.Means["margin"])
		}
		got.Success, got.Following, got.Means = stats.Estimate{}, stats.Estimate{}, nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// The paper's figures stand beside the player whose attempts it counts, and beside no other.
func TestPaperOfDays(t *testing.T) {
	for _, tt := range []struct {
		by       string
		recorded bool
		want     string
	}{
		{"kanolab-nw:certain=2,assert=0", true, "11 of 15"}, {"kanolab-nw:assert=0", true, "11 of 15"}, {"kanolab-nw", true, ""}, {"kanolab-nw:assert=1", true, ""},
		{"kanolab-nw", false, ""}, {"kanolab-nw:assert=0", false, ""}, // a log does not say how its team played
		{"kanolab2", false, ""}, {"plain", true, ""},
	} {
		g := Analyze(listen(t, logFile(t, "en.log")))
		g.Recorded = tt.recorded
		for i := range g.Players {
			g.Players[i].Affiliation = tt.by
		}
		for _, d := range dayGroups(g.VoteDays()) {
			want := ""
			if d.Role == "POSSESSED" && d.Day == 1 && d.Kind == anyKind {
				want = tt.want
			}
			if d.paper() != want {
				t.Errorf("%s: beside %s, day %d, %s stands %q, not %q", tt.by, d.Role, d.Day, d.Kind, d.paper(), want)
			}
		}
		others := Analyze(listen(t, logFile(t, "en.log")))
		if got := dayGroups(append(g.VoteDays(), others.VoteDays()...)); slices.ContainsFunc(got, func(d *DayGroup) bool { return d.paper() != "" }) {
			t.Errorf("%s: a figure stands beside others too", tt.by)
		}
	}
}

// Intervals rest on games as much as what happens in one hangs together: two shares of one value, of which one is the same in
// every game and the other all or nothing, differ in how much they are worth.
func TestDayIntervals(t *testing.T) {
	even, uneven := &DayGroup{}, &DayGroup{}
	for n := range 12 {
		g := &Game{Game: &chronicle.Game{Summary: chronicle.Summary{Players: make([]chronicle.Player, 5)}}}
		for seat := range 4 {
			v := VoteDay{Game: g, Target: 1, Others: 4, Free: 4, Joined: 2, Executed: seat%2 == 0}
			even.add(&v)
			v.Executed, v.Joined = n%2 == 0, 4*(n%2)
			uneven.add(&v)
		}
	}
	for name, of := range map[string]func(*DayGroup) stats.Rate{"success": (*DayGroup).success, "following": (*DayGroup).following} {
		a, b := of(even), of(uneven)
		if a.Share() != 0.5 || b.Share() != 0.5 || a.High-a.Low > 0.6*(b.High-b.Low) {
			t.Errorf("%s: %v where games are alike, %v where they are not", name, a, b)
		}
		if of(uneven) != b {
			t.Errorf("%s is not the same twice", name)
		}
	}
}

func TestWriteDays(t *testing.T) {
	var text, table, object bytes.Buffer
	played := listen(t, logFile(t, "en.log"))
	played.Recorded, played.Players[2].Affiliation = true, "kanolab-nw:assert=0,off=inducement" // so that its words tell
	if err := DayTable(Analyze(played).VoteDays()).WriteText(&text, []string{"few"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"5 POSSESSED 1 both 1 1 1 100.00 [20.65, 100.00] 25.00 11 of 15", "note: few", "BALLOTS OF OTHERS"} {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	days := hostile(t)[0].VoteDays()
	if err := DayTable(days).WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(lines) != len(days)+1 || lines[1][5] != "'=cmd()" || lines[6][8] != "Dora" || lines[6][10] != evoked || lines[8][8] != "" {
		t.Errorf("%v, %q", err, lines)
	}
	if err := DayTable(days).WriteJSON(&object, nil); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Groups []DayGroup
		Days   []map[string]string
	}
	if err := json.Unmarshal(object.Bytes(), &back); err != nil || len(back.Days) != len(days) || back.Days[0]["team"] != "=cmd()" || len(back.Groups) == 0 {
		t.Errorf("%v: %s", err, object.String())
	}
}

// An execution without ballots, as a log may tell it, is a day with a vote on which nobody voted.
func TestVoteDaysWithoutBallots(t *testing.T) {
	g := Analyze(listen(t, strings.ReplaceAll(logFile(t, "en.log"), "1,vote,", "1,attackVote,")))
	for _, v := range g.VoteDays() {
		if v.Day == 1 && (v.Ballot != 0 || v.Free+v.Joined+v.Votes != 0) {
			t.Errorf("%+v", v)
		}
	}
	if v := g.VoteDays()[1]; v.Target != 1 || !v.Executed {
		t.Errorf("an attempt before such an execution: %+v", v)
	}
}

// Players of a kind that notes its attempts have made those that were noted, and no others; whether the vote was asked for is read in the
// utterance all the same.
func TestNotedAttempts(t *testing.T) {
	played := listen(t, logFile(t, "en.log"))
	for _, seat := range []int{3, 4, 5} {
		played.Players[seat-1].Affiliation = "inducer"
	}
	note := func(seat werewolf.SeatID, line, text string) {
		at := slices.IndexFunc(played.Lines, func(l chronicle.Line) bool { return l.Seat == seat && l.Text == line })
		played.Notes = append(played.Notes, chronicle.Note{Note: gamelog.Note{Topic: "inducement", Text: text}, Seat: seat, Day: played.Lines[at].Day, Line: at})
	}
	note(3, "I will vote for Anna.", `{"target": "Ben", "ground": "rival-seer", "asserts": true}`)
	note(4, "Please vote for Ben.", `{"target": "Ben", "ground": "found-wolf", "asserts": false}`)
	played.Notes[1].Line -= 2                                              // as where all speak at once
	note(4, "Anna is dead.", `{"target": "Anna", "ground": "any-living"}`) // who is dead
	note(5, "I am a villager.", `{"target": "Egon", "ground": "both"}`)    // itself, and no ground
	played.Recorded = true
	g := Analyze(played)
	days := g.VoteDays()
	for i, want := range map[int]VoteDay{
		1: {Seat: 2, Target: 1, Executed: true, Votes: 2, Village: 1, Won: 1, Pushers: 1, Ballot: 1, Free: 3, Joined: 2},
		2: {Seat: 3, Target: 2, Ground: "rival-seer", Margin: 1, Votes: 2, Village: 2, Won: 1, Pushers: 3, Ballot: 1, Free: 3, Joined: 2},
		3: {Seat: 4, Target: 2, Asserted: true, Ground: "found-wolf", Margin: 1, Votes: 1, Village: 1, Pushers: 3, Ballot: 2, Free: 3, Joined: 1},
		4: {Seat: 5, Ballot: 1, Free: 3, Joined: 2},
	} {
		if want.Game, want.Day, want.Others = g, 1, 4; days[i] != want {
			t.Errorf("seat %d:\n%+v, want\n%+v", want.Seat, days[i], want)
		}
	}
	groups := map[string]int{}
	for _, d := range dayGroups(days[2:3]) {
		groups[d.Kind+" "+d.day()] = d.Attempts
	}
	if len(groups) != 5 || groups["rival-seer all"] != 1 || groups["evoked 1"] != 1 {
		t.Errorf("groups %v", groups)
	}
	for _, v := range days[5:] {
		if v.Seat != 2 && v.Target != 0 {
			t.Errorf("an attempt on day 2: %+v", v)
		}
	}
	quiet := listen(t, logFile(t, "en.log"))
	quiet.Recorded, quiet.Players[2].Affiliation, quiet.Players[3].Affiliation = true, "kanolab-nw:assert=0", "kanolab-nw:off=inducement"
	if days := Analyze(quiet).VoteDays(); days[2].Target != 0 || days[3].Target != 2 {
		t.Errorf("a player that notes attempts and noted none: %+v; one without the module: %+v", days[2], days[3])
	}
	if ours, all := g.figures[3][asks], g.figures[2][asks]+g.figures[4][asks]; ours != 1 || all != 0 || g.figures[2][hints] != 1 {
		t.Errorf("asked %v and %v, hinted %v", ours, all, g.figures[2][hints])
	}
}

// Two players are compared on the deals that both played, role by role.
func TestDayDifferences(t *testing.T) {
	side := func(by string, executed func(deal int) bool) (days []VoteDay) {
		for deal := range 4 {
			played := listen(t, logFile(t, "en.log"))
			for i := range played.Players {
				played.Players[i].Affiliation = by
			}
			for _, v := range Analyze(played).VoteDays() {
				v.Deal, v.Executed = deal, executed(deal)
				days = append(days, v)
			}
		}
		return days
	}
	one, other := side("one", func(deal int) bool { return deal%2 == 0 }), side("other", func(int) bool { return false })
	own, others := Attempts(one), Attempts(other)
	if d := own.More(others); own.Attempts != others.Attempts || 2*own.Executed != own.Attempts || own.Success.Value != 0.5 || others.Executed != 0 || d.Value != 0.5 || d.N != 4 {
		t.Errorf("of all roles: %d and %d of %d attempts, %v", own.Executed, others.Executed, own.Attempts, d)
	}
	table := CompareDays("one", "other", one, other)
	got := map[string]DayDifference{}
	for _, d := range table.differences.([]DayDifference) {
		got[d.Role] = d
	}
	seer, possessed := got["SEER"], got["POSSESSED"] // one day with a vote, and two
	if len(got) != 4 || seer.Attempts != [2]int{4, 4} || seer.Executed != [2]int{2, 0} || possessed.Attempts != [2]int{8, 8} || possessed.Executed != [2]int{4, 0} {
		t.Errorf("%+v", got)
	}
	if seer.Difference.Value != 0.5 || !(seer.Difference.Low < 0.5 && seer.Difference.High > 0.5) {
		t.Errorf("%+v", seer)
	}
	var text bytes.Buffer
	if err := table.WriteText(&text, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ONE\n\nATTEMPTS", "\nOTHER\n\nATTEMPTS", "ON THE SAME DEALS"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if row := "5 SEER 4 2 4 0 +50.00 ["; !strings.Contains(strings.Join(strings.Fields(text.String()), " "), row) {
		t.Errorf("no row %q in\n%s", row, text.String())
	}
}
