package viewer

import (
	"bytes"
	"fmt"
	"math"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// reckoned is a curve whose chances are told from those of all others.
func reckoned(rec *gamelog.Record, eyes int) chances.Curve {
	c := chances.Curve{Asks: chances.Asks{By: fmt.Sprintf("player%d", eyes), Games: 100 + eyes, Seed: 1}}
	if eyes >= 0 {
		c.Eyes = &eyes
	}
	now := 0
	for i := range rec.Entries {
		e := rec.Entries[i].Event
		if e == nil || e.Kind != werewolf.DayBegan && e.Kind != werewolf.NightBegan {
			continue
		}
		now++
		at := chances.Point{Moment: fmt.Sprintf("d%d", e.Day), Entries: i + 1, Day: e.Day, Games: c.Games, Sketch: .9 - .1*float64(eyes)}
		if e.Kind == werewolf.NightBegan {
			at.Moment += ":night"
		}
		v := .2345 + .1*float64(eyes) + .001*float64(now)
		at.Village = chances.Interval{Value: v, Low: v - .1, High: v + .1}
		at.Werewolves = chances.Interval{Value: 1 - v, Low: .9 - v, High: 1.1 - v}
		at.Seats = slices.Repeat([]chances.Interval{at.Village}, len(rec.Header.Seats))
		c.Points = append(c.Points, at)
	}
	return c
}

// judged are moves of a game: its first utterance helps the village, and its first vote is a mistake.
func judged(rec *gamelog.Record) *chances.Judged {
	j := &chances.Judged{By: "judging", Games: 77, Seed: 1}
	for i := range rec.Entries {
		in := rec.Entries[i].Input
		if in == nil {
			continue
		}
		m := chances.Move{Kind: in.Action.Request, Seat: in.Action.Seat}
		switch {
		case in.Action.Request == werewolf.Talk && len(j.Moves) == 0:
			m.Moment, m.Text, m.Village = "d0:1", in.Action.Text, chances.Interval{Value: .31, Low: .2, High: .42}
		case in.Action.Request == werewolf.Vote && in.Action.Target != 0 && len(j.Moves) == 1:
			m.Moment, m.Target, m.Village = "d1:vote", in.Action.Target, chances.Interval{Value: -.26, Low: -.36, High: -.16}
			m.Own, m.Lost = &chances.Interval{Value: -.25, Low: -.4, High: -.1}, &chances.Interval{Value: .19, Low: .1, High: .3}
		default:
			continue
		}
		j.Moves = append(j.Moves, m)
	}
	return j
}

// keep puts what was reckoned beside a game's file.
func keep(t testing.TB, path string, rec *gamelog.Record, moves *chances.Judged, eyes ...int) {
	t.Helper()
	data := viewertest.Bytes(t, rec)
	k, err := chances.Load(path, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range eyes {
		k.Curves = append(k.Curves, reckoned(rec, e))
	}
	if err := k.Save(path); err != nil {
		t.Fatal(err)
	}
	if moves == nil {
		return
	}
	m, err := chances.LoadMoves(path, data)
	if err != nil {
		t.Fatal(err)
	}
	m.Judged = append(m.Judged, *moves)
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
}

const trueRoles = -1 // in place of eyes

// What is kept of true roles and of other eyes is not in a page, whatever way one asks for it: the page is, to the byte, the one
// where only the reader's own curve is kept.
func TestChancesAreForTheirReader(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine")
	}
	rec := viewertest.Play(t, 5, 1, nil)
	serve := func(moves *chances.Judged, eyes ...int) string {
		dir := t.TempDir()
		keep(t, viewertest.Save(t, dir, rec), rec, moves, eyes...)
		return site(t, Options{Dirs: []string{dir}}).URL + "/games/" + rec.Header.ID
	}
	every := serve(judged(rec), trueRoles, 0, 1, 2, 3, 4, 5)
	asked := map[string][]int{"?as=village": {0}, "?as=village&end=1": {trueRoles, 0}, "?as=all": {trueRoles, 0}, "/file": {trueRoles, 0}, "": {trueRoles, 0}}
	for seat := 1; seat <= 5; seat++ {
		asked[fmt.Sprintf("?as=%d", seat)] = []int{seat}
		asked[fmt.Sprintf("?as=%d&end=1", seat)] = []int{seat}
	}
	for path, eyes := range asked {
		moves := judged(rec)
		if !slices.Contains(eyes, trueRoles) {
			moves = nil
		}
		body := page(t, every+path)
		if own := page(t, serve(moves, eyes...)+path); own != body {
			t.Errorf("%s tells more than is kept for its reader", path)
		}
		for e := trueRoles; e <= 5; e++ {
			if has := strings.Contains(body, fmt.Sprintf("player%d", e)); has != slices.Contains(eyes, e) {
				t.Errorf("%s has the curve of %d: %v", path, e, has)
			}
		}
		if has := strings.Contains(body, "judging"); has != (moves != nil) {
			t.Errorf("%s tells where the game turned: %v", path, has)
		}
	}
	for _, path := range []string{"/events?as=all", "/events?as=village", "/record", "/calls/1?as=all", "/file?as=2"} {
		_, body, _ := get(t, every+path)
		if strings.Contains(body, "player1") || strings.Contains(body, "player2") {
			t.Errorf("%s tells of chances by a seat's eyes", path)
		}
	}
}

// Of others' players the page tells what games of such players bear out, and who may be judged; of wolfden's own what was played on.
func TestChancesOfOthers(t *testing.T) {
	t.Parallel()
	rec := viewertest.Play(t, 5, 1, nil)
	moves := judged(rec)
	moves.Unjudged = true
	page := func(foreign bool) string {
		own := *rec
		if !foreign {
			own.Header.Provenance = &gamelog.Provenance{Players: slices.Repeat([]gamelog.Entrant{{Player: "plain"}}, 5)}
		}
		var out bytes.Buffer
		kept := archive.Kept{Curves: []chances.Curve{reckoned(rec, trueRoles)}}
		if foreign {
			kept.Moves = moves
		}
		if err := WriteFile(&out, &own, kept, story.Perspective{All: true}, "en"); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	m, err := chances.OnForeign(nil)
	if err != nil {
		t.Fatal(err)
	}
	curve := reckoned(rec, trueRoles)
	cell := func(i chances.Interval) string {
		return fmt.Sprintf("<td class=\"n\">%s %s", percent(i.Value), interval(i))
	}
	for text, of := range map[string]bool{ // whether it stands there of others' players, or of wolfden's
		cell(curve.Points[0].Village): false, cell(m.Tell(curve.By, curve.Points[0]).Village): true,
		"little is known of their chances": true, fmt.Sprintf("Over %d games of such players", m.Games): true, "nobody is said to have made a mistake": true,
		"As far as games of such players": true,
	} {
		for _, foreign := range []bool{true, false} {
			if strings.Contains(page(foreign), text) != (of == foreign) {
				t.Errorf("foreign %v: %q stands there: %v", foreign, text, of != foreign)
			}
		}
	}
}

// One file by itself holds what its reader may see, and no more.
func TestChancesInAFile(t *testing.T) {
	rec := viewertest.Play(t, 5, 1, nil)
	kept := archive.Kept{Moves: judged(rec)}
	for e := trueRoles; e <= 5; e++ {
		kept.Curves = append(kept.Curves, reckoned(rec, e))
	}
	for as, eyes := range map[story.Perspective][]int{
		{All: true}: {trueRoles, 0}, {End: true}: {trueRoles, 0}, {}: {0}, {Seat: 2, End: true}: {2}, {Seat: 2}: {2},
	} {
		var b bytes.Buffer
		if err := WriteFile(&b, rec, kept, as, "en"); err != nil {
			t.Fatal(err)
		}
		for e := trueRoles; e <= 5; e++ {
			if has := strings.Contains(b.String(), fmt.Sprintf("player%d", e)); has != slices.Contains(eyes, e) {
				t.Errorf("%+v has the curve of %d: %v", as, e, has)
			}
		}
		if has := strings.Contains(b.String(), "judging"); has != (eyes[0] == trueRoles) {
			t.Errorf("%+v is told where the game turned: %v", as, has)
		}
	}
}

// A game that goes on shows no chances, not even to who sees everything: they were reckoned for another file.
func TestNoChancesWhileAGameGoesOn(t *testing.T) {
	rec := unfinished(viewertest.Play(t, 5, 1, nil))
	dir := t.TempDir()
	keep(t, viewertest.Save(t, dir, rec), rec, judged(rec), trueRoles, 0)
	srv := site(t, Options{Dirs: []string{dir}, Commands: true, MayKnow: func(*http.Request) bool { return true }})
	for _, as := range []string{"all", "village", "1"} {
		if body := page(t, srv.URL+"/games/"+rec.Header.ID+"?as="+as); strings.Contains(body, `id="chances"`) {
			t.Errorf("as=%s shows chances", as)
		}
	}
}

// Where nothing is kept, who can run the commands is told them; what was reckoned of another file is nothing.
func TestCommandsForChances(t *testing.T) {
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 1, nil)
	path := viewertest.Save(t, dir, rec)
	keep(t, path, viewertest.Play(t, 5, 2, nil), nil, trueRoles)
	game := "/games/" + rec.Header.ID
	local, public := site(t, Options{Dirs: []string{dir}, Commands: true}).URL+game, site(t, Options{Dirs: []string{dir}}).URL+game
	for as, want := range map[string]string{
		"all": "<code>wolfden moves " + rec.Header.ID + ".jsonl</code>", "village": ".jsonl --as 0</code>", "3": ".jsonl --as 3</code>",
	} {
		if body := page(t, local+"?as="+as); !strings.Contains(body, want) || strings.Contains(body, dir) {
			t.Errorf("as=%s does not say %s, or where the file is", as, want)
		}
		if strings.Contains(page(t, public+"?as="+as), "wolfden chances") {
			t.Errorf("as=%s names commands that nobody there can run", as)
		}
	}
	keep(t, path, rec, judged(rec))
	if body := page(t, local+"?as=all"); !strings.Contains(body, "wolfden chances") || strings.Contains(body, "wolfden moves") {
		t.Error("with moves alone the page does not ask for chances alone")
	}
	if err := os.WriteFile(chances.Beside(path), []byte("{torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	if body := page(t, local+"/file") + page(t, local); strings.Contains(body, "player-1") {
		t.Error("a torn file shows something")
	}
}

// Turning points lead to what was said and voted, with what it was worth; a vote that the village was not shown is left out.
func TestTurns(t *testing.T) {
	rec := viewertest.Play(t, 5, 1, nil)
	dir := t.TempDir()
	moves := judged(rec)
	moves.Moves = append(moves.Moves, chances.Move{Moment: "d0:1", Kind: werewolf.Talk, Seat: moves.Moves[0].Seat + 1, Village: chances.Interval{Value: .9, Low: .8, High: 1}})
	keep(t, viewertest.Save(t, dir, rec), rec, moves, trueRoles)
	srv := site(t, Options{Dirs: []string{dir}})
	body := strings.ReplaceAll(page(t, srv.URL+"/games/"+rec.Header.ID+"?as=all"), "&#43;", "+")
	for _, want := range []string{"+31 points", "(+20 to +42)", "−26 points", "a mistake: −19 points", `<li class="village">`, `<li class="wolf">`, "judging played the game on 77 times", "Moves with an interval without 0: 2 of 2; by chance alone there would be about 0."} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if n := strings.Count(body, `class="turn `); n != 2 {
		t.Errorf("%d marks stand on the curve, want 2: who did not speak there did not turn the game", n)
	}
	other := t.TempDir()
	keep(t, viewertest.Save(t, other, rec), rec, moves, 0)
	body = page(t, site(t, Options{Dirs: []string{other}}).URL+"/games/"+rec.Header.ID+"?as=all")
	if !strings.Contains(body, `class="dot view"`) || !strings.Contains(body, `<ol class="turns">`) || strings.Contains(body, `class="turn `) {
		t.Error("turning points, which are found by true roles, have marks on the village's curve, or are not listed")
	}
	if strings.Contains(page(t, srv.URL+"/games/"+rec.Header.ID+"?as=all&lang=ja"), "points") {
		t.Error("the Japanese page speaks English")
	}
	dark := &gamelog.Record{Header: rec.Header}
	for _, e := range rec.Entries {
		if e.Event == nil || e.Event.Kind != werewolf.VotesShown {
			dark.Entries = append(dark.Entries, e)
		}
	}
	for as, want := range map[story.Perspective]bool{{All: true}: true, {End: true}: false} {
		p := &gamePage{Story: story.Of(dark, as)}
		if shown := p.itemOf(&moves.Moves[1]) >= 0; shown != want {
			t.Errorf("%+v is shown a vote that nobody is told: %v", as, shown)
		}
	}
}

// The places on a curve.
func TestChanceCurve(t *testing.T) {
	var c chanceCurve
	c.add(1, 4, &chances.Point{Shares: chances.Shares{Village: chances.Interval{Value: .25, Low: 0, High: .5}}, Sketch: .75})
	c.add(2, 4, &chances.Point{Shares: chances.Shares{Village: chances.Interval{Value: .75, Low: .5, High: 1}}, Sketch: .5})
	c.end(werewolf.WerewolfTeam)
	for what, got := range map[string]string{
		"M25.00 75.00L50.00 25.00L100.00 100.00":            c.Line(),
		"M25.00 50.00L50.00 0.00L50.00 50.00L25.00 100.00Z": c.Band(),
		"M25.00 25.00L50.00 50.00":                          c.Sketch(),
		"0 1":                                               fmt.Sprint(c.Dots[0].At, c.Dots[1].At),
	} {
		if got != what {
			t.Errorf("drawn is %s, want %s", got, what)
		}
	}
	for x, want := range map[float64]float64{0: 75, 25: 75, 37.5: 50, 50: 25, 75: 62.5, 100: 100} {
		if got := height(c.line(), x); math.Abs(got-want) > 1e-9 {
			t.Errorf("at %g the line is %g down, want %g", x, got, want)
		}
	}
	level := chanceCurve{Kind: kindView}
	level.add(0, 4, &chances.Point{Shares: chances.Shares{Village: chances.Interval{Value: .9}}})
	c.Kind = kindRoles
	for _, curves := range [][]chanceCurve{{c}, {c, level}, {level, c}} {
		if x, y := markOn(curves, 3, 4); x != "75.00%" || y != "62.50%" {
			t.Errorf("of %d curves the mark is at %s, %s", len(curves), x, y)
		}
	}
	if x, y := markOn([]chanceCurve{level}, 3, 4); x != "" || y != "" {
		t.Errorf("without the curve by true roles there is a mark at %s, %s", x, y)
	}
	zero, one := 0, 1
	few := chances.Curve{Asks: chances.Asks{Games: 900}, Points: []chances.Point{{Games: 900}}}
	many := chances.Curve{Asks: chances.Asks{Games: 7}, Points: []chances.Point{{Games: 7}, {Games: 5}, {Games: 7}, {Games: 7}}} // is not finished
	more := chances.Curve{Asks: chances.Asks{Games: 6}, Points: []chances.Point{{Games: 6}, {Games: 6}, {Games: 6}, {Games: 6}}}
	eyed := chances.Curve{Asks: chances.Asks{Games: 5000, Eyes: &one}, Points: make([]chances.Point, 9)}
	if got := longest([]chances.Curve{few, many, more, eyed}, nil); got == nil || got.Games != 6 {
		t.Errorf("the longest is %+v", got)
	}
	if longest([]chances.Curve{few, eyed, {Asks: chances.Asks{Eyes: &zero}}}, &zero) != nil {
		t.Error("a curve without a point, or by other eyes, is the village's")
	}
}

// The names of days do not run into each other, nor off the figure: on a phone each takes up to a sixth of it.
func TestNamesOfDaysHaveRoom(t *testing.T) {
	const all, phone, desk = 296, 16, 9
	p := &gamePage{Story: &story.Story{Items: make([]story.Item, all)}}
	for day, at := range []int{0, 54, 123, 181, 228, 270, 294} { // of a game of thirteen
		p.Story.Items[at] = story.Item{Kind: story.Dawn, Day: day}
	}
	days := p.chanceDays()
	for _, size := range []struct {
		wide  float64
		shown func(chanceDay) bool
	}{{phone, func(d chanceDay) bool { return d.Narrow }}, {desk, func(d chanceDay) bool { return d.Named }}} {
		end, named := 0.0, 0
		for _, d := range days {
			from, err := strconv.ParseFloat(strings.TrimSuffix(d.X, "%"), 64)
			if err != nil {
				t.Fatal(err)
			}
			if d.Last {
				from -= size.wide
			}
			if !size.shown(d) {
				continue
			}
			if from < end || from+size.wide > 100 {
				t.Errorf("where a name takes %g %%, that of day %d stands at %.1f, one before it ends at %.1f", size.wide, d.Day, from, end)
			}
			end, named = from+size.wide, named+1
		}
		if named < 5 {
			t.Errorf("where a name takes %g %%, %d of %d days have one", size.wide, named, len(days))
		}
	}
}
