package viewer

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/viewer/story"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// ledgerPage is a page of a record without a server.
func ledgerPage(t *testing.T, rec *gamelog.Record, as story.Perspective) *gamePage {
	t.Helper()
	p := heardPage(t, rec, as)
	p.understand(rec)
	return p
}

// rowsOf are the rows of a table by day and seat.
func rowsOf(p *gamePage) map[dayOf]ledgerView {
	all := map[dayOf]ledgerView{}
	for _, d := range p.Ledger {
		for _, r := range d.Rows {
			all[dayOf{r.Day, r.Seat}] = r
		}
	}
	return all
}

// marked are the marks of the entries that say something.
func marked(entries []ledgerEntry, about string) (marks []string) {
	for _, e := range entries {
		if strings.Contains(string(e.Text), about) {
			marks = append(marks, regexp.MustCompile(`<b.*</b>`).ReplaceAllString(string(e.Off), "X"))
		}
	}
	return marks
}

const claimant = "I am the seer. I divined PersonB and PersonB is a werewolf. I suspect PersonC. I will vote for PersonA."

// truths is what the marks should be, from the record alone: the slow and obvious way.
type truths struct {
	said   map[dayOf]bool
	fits   map[dayOf]bool // suspecting PersonC aloud fitted the notes once that day
	votes  map[dayOf][]werewolf.SeatID
	divine map[dayOf]werewolf.SeatID
}

func truthsOf(rec *gamelog.Record) truths {
	w := truths{map[dayOf]bool{}, map[dayOf]bool{}, map[dayOf][]werewolf.SeatID{}, map[dayOf]werewolf.SeatID{}}
	noted, dead := map[werewolf.SeatID]int{}, map[werewolf.SeatID]bool{}
	for i, e := range rec.Entries {
		if e.Input != nil {
			noted[e.Input.Action.Seat] = i
			continue
		}
		k := dayOf{e.Event.Day, e.Event.Seat}
		switch e.Event.Kind {
		case werewolf.Talked:
			w.said[k] = true
			best := -1
			for id := range werewolf.SeatID(len(rec.Header.Seats) + 1) {
				if id > 0 && id != k.seat && !dead[id] {
					best = max(best, viewertest.Chance(k.seat, id, noted[k.seat]))
				}
			}
			w.fits[k] = w.fits[k] || viewertest.Chance(k.seat, 3, noted[k.seat]) == best
		case werewolf.VoteCast:
			w.votes[k] = append(w.votes[k], e.Event.Target)
		case werewolf.DivineChosen:
			w.divine[k] = e.Event.Target
		case werewolf.Executed, werewolf.FoundDead:
			dead[k.seat] = true
		default:
		}
	}
	return w
}

// Everybody says the same; the marks are where the record has it otherwise.
func TestLedgerMarks(t *testing.T) {
	kinds := map[string]int{}
	for seed := range uint64(4) {
		rec := viewertest.Noted(viewertest.Play(t, 13, seed, func(werewolf.SeatID, int) string { return claimant }))
		want := truthsOf(rec)
		p := ledgerPage(t, rec, story.Perspective{All: true})
		rows := rowsOf(p)
		dead := map[werewolf.SeatID]int{}
		for _, e := range rec.Events() {
			if e.Kind == werewolf.Executed || e.Kind == werewolf.FoundDead {
				dead[e.Seat] = e.Day
			}
		}
		check := func(k dayOf, entries []ledgerEntry, about, word string, off bool) {
			t.Helper()
			got := marked(entries, about)
			if len(got) != 1 || (got[0] == word) != off || got[0] != word && got[0] != "" {
				t.Errorf("seed %d, day %d, seat %d: %q is marked %q, want %q: %t", seed, k.day, k.seat, about, got, word, off)
			}
			if off {
				kinds[word]++
			}
		}
		for k := range want.said {
			r, role := rows[k], rec.Header.Seats[k.seat-1].Role
			check(k, r.Said, "claims to be", "not its role", role != werewolf.Seer)
			if k.seat != 2 {
				check(k, r.Said, "a werewolf", "false result", rec.Header.Seats[1].Role != werewolf.Werewolf)
			}
			if d := dead[3]; k.seat != 3 && (d == 0 || k.day < d) {
				check(k, r.Said, "suspects "+string(p.named(3)), "suspected X more", !want.fits[k])
			}
		}
		for k, votes := range want.votes {
			for _, target := range votes {
				about := "voted for " + string(p.named(target))
				said := len(marked(rows[k].Said, "votes for")) > 0
				check(k, rows[k].Did, about, "not as announced", said && target != 1)
			}
		}
		for k, target := range want.divine {
			if got := marked(rows[k].Did, "divined <b"); len(got) == 0 || !strings.Contains(string(rows[k].Did[len(rows[k].Did)-1].Text), rec.Header.Seats[target-1].Name) {
				t.Errorf("seed %d: the divination of day %d is told as %+v", seed, k.day, rows[k].Did)
			}
		}
	}
	for _, word := range []string{"not its role", "false result", "suspected X more", "not as announced"} {
		if kinds[word] == 0 {
			t.Errorf("nothing is %q", word)
		}
	}
}

// The table has thoughts of a seat for that seat and who sees all, and truth where it is known; the village has neither.
func TestLedgerIsForItsReader(t *testing.T) {
	rec := viewertest.Noted(viewertest.Play(t, 5, 3, func(werewolf.SeatID, int) string { return claimant }))
	for seat := range werewolf.SeatID(6) {
		for _, end := range []bool{false, true} {
			p := ledgerPage(t, rec, story.Perspective{Seat: seat, End: end})
			seen := 0
			for k, r := range rowsOf(p) {
				if k.seat == seat && seat != 0 {
					seen += len(r.Inner) + len(r.Notes)
				} else if len(r.Inner)+len(r.Notes) > 0 {
					t.Errorf("seat %d reads what %d thinks: %+v", seat, k.seat, r.Inner)
				}
				if known := p.Story.Player(k.seat).Role != werewolf.NoRole; r.Role != werewolf.NoRole && !known {
					t.Errorf("seat %d is told the role of %d", seat, k.seat)
				}
				for _, mark := range marked(r.Said, "claims to be") {
					if !end && k.seat != seat && mark != "" {
						t.Errorf("seat %d is told that the claim of %d is %q", seat, k.seat, mark)
					}
				}
			}
			if (seen > 0) != (seat != 0) {
				t.Errorf("seat %d reads %d thoughts of its own", seat, seen)
			}
			if len(p.Ledger) == 0 {
				t.Errorf("seat %d has no table", seat)
			}
		}
	}
}

// A note that fills the table is cut, and none is there twice.
func TestLedgerNotes(t *testing.T) {
	rec := viewertest.Play(t, 5, 3, nil)
	for _, e := range rec.Entries {
		if e.Input != nil {
			e.Input.Notes = []gamelog.Note{{Topic: "plan", Text: strings.Repeat("あ", 5000)}, {Topic: "memo", Text: `{"a":1}`}, {Topic: "x", Text: ""}}
		}
	}
	for _, r := range rowsOf(ledgerPage(t, rec, story.Perspective{All: true})) {
		if len(r.Notes) > 1 || len(r.Notes) == 1 && len([]rune(r.Notes[0].Text)) != longestNote {
			t.Fatalf("notes %d: %.300v", len(r.Notes), r.Notes)
		}
	}
}

// What a player noted last on a day is in its table; a seat has its own only, the village none.
func TestOpinions(t *testing.T) {
	rec := viewertest.Noted(viewertest.Play(t, 13, 4, nil))
	if own := ledgerPage(t, rec, story.Perspective{End: true}).Opinions; own != nil {
		t.Errorf("the village reads opinions: %+v", own)
	}
	for seat := range werewolf.SeatID(14) {
		if seat == 0 {
			continue
		}
		own := ledgerPage(t, rec, story.Perspective{Seat: seat}).Opinions
		if len(own) != 1 || own[0].Seat != seat {
			t.Fatalf("seat %d reads %d opinions", seat, len(own))
		}
	}
	all := ledgerPage(t, rec, story.Perspective{All: true})
	if len(all.Opinions) != 13 {
		t.Fatalf("%d opinions", len(all.Opinions))
	}
	last := map[dayOf]int{} // the entry with the last answer that came to something, at night only for want of others
	day, night := map[dayOf]bool{}, false
	kept := map[werewolf.SeatID]int{}
	for i, e := range rec.Entries {
		switch {
		case e.Input != nil:
			kept[e.Input.Action.Seat] = i
		case slices.Contains([]werewolf.EventKind{werewolf.Talked, werewolf.Whispered, werewolf.VoteCast, werewolf.AttackCast, werewolf.DivineChosen, werewolf.GuardChosen}, e.Event.Kind):
			k := dayOf{e.Event.Day, e.Event.Seat}
			if now := !night || e.Event.Kind == werewolf.VoteCast; now || !day[k] {
				last[k], day[k] = kept[k.seat], now
			}
		case e.Event.Kind == werewolf.NightBegan, e.Event.Kind == werewolf.DayBegan:
			night = e.Event.Kind == werewolf.NightBegan
		}
	}
	cells := 0
	for _, o := range all.Opinions {
		if len(o.Accounts) != 1 || len(o.Accounts[0].Plot.Lines) != 12 || len(o.Accounts[0].Rows) != 12 {
			t.Fatalf("seat %d: %+v", o.Seat, o.Accounts)
		}
		days := o.Accounts[0].Days
		for _, r := range o.Accounts[0].Rows {
			for i, c := range r.Cells {
				cells++
				want := percent(float64(viewertest.Chance(o.Seat, r.Seat, last[dayOf{days[i], o.Seat}])) / 100)
				if c.Text != want {
					t.Errorf("seat %d of %d on day %d: %s, want %s", o.Seat, r.Seat, days[i], c.Text, want)
				}
				if b := all.Beliefs.on(days[i], r.Seat); c.Beside != b || days[i] > 0 && b == "" {
					t.Errorf("beside it stands %q, want %q", c.Beside, b)
				}
			}
		}
	}
	if cells < 200 {
		t.Errorf("%d cells", cells)
	}
}

// No face of a plot covers another, and all are in it.
func TestFacesHaveRoom(t *testing.T) {
	for n := 1; n <= 13; n++ {
		f := opinionPlot{Lines: make([]opinionLine, n)}
		for i := range f.Lines {
			f.Lines[i].end = plotY(float64(i%3) / 2)
		}
		f.settle()
		var at []float64
		for _, l := range f.Lines {
			at = append(at, l.settled)
		}
		slices.Sort(at)
		for i := range at {
			if at[i] > plotBottom || at[i] < plotTop-plotFace || i > 0 && at[i]-at[i-1] < plotFace*.9 && n < 13 {
				t.Errorf("%d faces: %v", n, at)
			}
		}
	}
}

// A vote stands on the day it was cast, whenever it was shown, and once: also one's own, which is known before.
func TestLedgerVotesStandOnTheirDay(t *testing.T) {
	rec := viewertest.Play(t, 5, 3, func(werewolf.SeatID, int) string { return claimant })
	want := map[dayOf]werewolf.SeatID{} // as the village is shown them: the deciding round
	for _, e := range rec.Events() {
		if e.Kind == werewolf.VotesShown {
			for _, v := range e.Votes {
				want[dayOf{e.Day - 1, v.Seat}] = v.Target
			}
		}
	}
	if len(want) == 0 {
		t.Fatal("no votes are shown")
	}
	for seat := range werewolf.SeatID(6) {
		p := ledgerPage(t, rec, story.Perspective{Seat: seat})
		rows := rowsOf(p)
		for k, target := range want {
			if got := marked(rows[k].Did, "voted for "+string(p.named(target))); len(got) != 1 {
				t.Errorf("eyes of %d: on day %d %d voted for %d, told %d times", seat, k.day, k.seat, target, len(got))
			}
		}
		for k, r := range rows {
			if _, voted := want[k]; !voted && k.seat != seat && len(marked(r.Did, "voted for")) > 0 {
				t.Errorf("eyes of %d: on day %d %d did not vote", seat, k.day, k.seat)
			}
		}
	}
}

// What a liar pretends stands beside what it believes, in its row and in its lines, and changes nothing of that: with the mask noted or
// without it, the page has the same suspicions, marks and lines.
func TestMaskIsNoThought(t *testing.T) {
	const liar = 4
	rec := viewertest.Play(t, 5, 3, func(werewolf.SeatID, int) string { return claimant })
	plain, masked := viewertest.Noted(rec), viewertest.Noted(rec)
	for _, e := range masked.Entries {
		if e.Input != nil && e.Input.Action.Seat == liar {
			e.Input.Notes = append(e.Input.Notes, gamelog.Note{Topic: "mask", Text: "PersonA: werewolf 3%\nPersonB: werewolf 91%\nPersonC: werewolf 7%\nPersonE: werewolf 8%"})
		}
	}
	before, after := ledgerPage(t, plain, story.Perspective{All: true}), ledgerPage(t, masked, story.Perspective{All: true})
	shown := 0
	for k, r := range rowsOf(after) {
		b := rowsOf(before)[k]
		thought := slices.DeleteFunc(slices.Clone(r.Inner), func(e ledgerEntry) bool { return strings.Contains(string(e.Text), "pretends") })
		shown += len(r.Inner) - len(thought)
		if !slices.Equal(thought, b.Inner) || !slices.Equal(r.Said, b.Said) {
			t.Errorf("day %d, seat %d: with a mask\n%v\n%v\nwithout\n%v\n%v", k.day, k.seat, thought, r.Said, b.Inner, b.Said)
		}
		for _, n := range r.Notes {
			if n.Topic == "mask" {
				t.Errorf("the mask is read, and listed as another note: %v", n)
			}
		}
	}
	if shown == 0 {
		t.Error("no row tells what the liar pretends")
	}
	for i, o := range after.Opinions {
		if !reflect.DeepEqual(o.Accounts[0], before.Opinions[i].Accounts[0]) {
			t.Errorf("seat %d believes %+v, without a mask %+v", o.Seat, o.Accounts[0], before.Opinions[i].Accounts[0])
		}
		if (len(o.Accounts) == 2) != (o.Seat == liar) {
			t.Fatalf("seat %d gives %d accounts", o.Seat, len(o.Accounts))
		}
		if o.Seat == liar && (!o.Accounts[1].Mask || o.Accounts[1].Rows[1].Cells[0].Text != percent(.91)) {
			t.Errorf("the liar pretends %+v", o.Accounts[1])
		}
	}
}

// Who takes all for innocent suspects nobody, however few are left.
func TestNobodyIsSuspected(t *testing.T) {
	if most, p := suspects(map[werewolf.SeatID]float64{2: 0, 3: 0}, 1, werewolf.SeatsUpTo(3)); most != nil || p != 0 {
		t.Errorf("%v at %v", most, p)
	}
	if most, _ := suspects(map[werewolf.SeatID]float64{1: 1, 2: .2, 3: .6, 4: .9}, 1, werewolf.SeatsUpTo(3)); !slices.Equal(most, []werewolf.SeatID{3}) {
		t.Errorf("%v", most)
	}
}
