package story

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// perspectivesOf are all the perspectives that a game of so many may be seen with.
func perspectivesOf(players int) []Perspective {
	all := []Perspective{{All: true}, {}, {End: true}}
	for id := 1; id <= players; id++ {
		all = append(all, Perspective{Seat: werewolf.SeatID(id)}, Perspective{Seat: werewolf.SeatID(id), End: true})
	}
	return all
}

// A story is a function of the view: of a record in which everything hidden is gone or changed it is the same.
func TestStoryIsAFunctionOfTheView(t *testing.T) {
	for seed := range uint64(6) {
		rec := viewertest.Play(t, 13, seed, nil)
		for _, as := range perspectivesOf(13)[1:] {
			other := &gamelog.Record{Header: rec.Header, Entries: rec.View(as.Seat)}
			other.Header.Seed = 99
			other.Header.Draws = []werewolf.SeatID{1}
			other.Header.Seats = append([]werewolf.Seat(nil), rec.Header.Seats...)
			for i := range other.Header.Seats {
				s := &other.Header.Seats[i]
				s.Role, s.Client, s.Profile = werewolf.NoRole, "somebody else", "another profile"
				if as.Seat != 0 {
					s.Team = "another team"
				}
			}
			a, b := Of(rec, as), Of(other, as)
			a.last, b.last = nil, nil
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("seed %d, as %+v: the story depends on what they cannot see", seed, as)
			}
		}
	}
}

// What the as see is what the one filter of the rules lets through.
func TestEyesAreTheViewOfTheRules(t *testing.T) {
	rec := viewertest.Play(t, 5, 2, nil)
	for _, as := range perspectivesOf(5)[1:] {
		want := 0
		for _, e := range rec.Events() {
			if e.SeenBy(as.Seat) && (as.End || !reveals(&e)) {
				want++
			}
		}
		for _, e := range rec.Entries {
			if e.Input != nil && as.Seat != 0 && e.Input.Action.Seat == as.Seat {
				want++
			}
		}
		if s := Of(rec, as); s.Seen != want {
			t.Errorf("%+v see %d entries, want %d", as, s.Seen, want)
		}
	}
}

func TestEndIsHeldBack(t *testing.T) {
	rec := viewertest.Play(t, 5, 2, nil)
	s := Of(rec, Perspective{})
	if !s.Over || !s.Hidden || s.Winner != werewolf.NoTeam || s.End != werewolf.NotOver {
		t.Errorf("the village is told: %+v", s.Winner)
	}
	for _, p := range s.Players {
		if p.Role != werewolf.NoRole || p.Profile != "" {
			t.Errorf("the village knows of %s: %s %q", p.Name, p.Role, p.Profile)
		}
	}
	told := Of(rec, Perspective{End: true})
	if told.Hidden || told.Winner != rec.Result().Winner || told.Players[0].Role != rec.Header.Seats[0].Role || told.Players[0].RoleAt == 0 {
		t.Errorf("the end is not told: %+v", told.Players[0])
	}
}

// In pieces or at once, it is the same story, and what is new since an entry is enough to go on from there.
func TestStoryGrows(t *testing.T) {
	rec := viewertest.Play(t, 13, 3, nil)
	for _, as := range perspectivesOf(3) {
		whole, grown := Of(rec, as), New(&rec.Header, as)
		shown, seen := map[string]Item{}, 0
		var order []string
		for i := range rec.Entries {
			grown.Add(rec.Entries[i : i+1])
			if i%5 != 0 && i != len(rec.Entries)-1 {
				continue
			}
			for _, it := range grown.After(seen) {
				if _, old := shown[it.ID()]; !old {
					order = append(order, it.ID())
				}
				shown[it.ID()] = it
			}
			seen = grown.Seen
		}
		whole.last, grown.last = nil, nil
		if !reflect.DeepEqual(whole, grown) {
			t.Fatalf("%+v: the story that grew is another", as)
		}
		if len(order) != len(whole.Items) {
			t.Fatalf("%+v: %d items were shown, there are %d", as, len(order), len(whole.Items))
		}
		for i, it := range whole.Items {
			if order[i] != it.ID() || !reflect.DeepEqual(shown[order[i]], it) {
				t.Fatalf("%+v: item %d is %+v, was shown as %+v", as, i, it, shown[order[i]])
			}
		}
	}
}

func TestVotesStandTogether(t *testing.T) {
	rec := viewertest.Play(t, 5, 1, nil)
	all, village := Of(rec, Perspective{All: true}), Of(rec, Perspective{})
	votes := func(s *Story) (n int, days []int) {
		for _, it := range s.Items {
			if it.Kind == Votes {
				n += len(it.Ballots)
				days = append(days, it.VotedOn)
			}
		}
		return n, days
	}
	cast, shown := 0, 0
	for _, e := range rec.Events() {
		switch e.Kind {
		case werewolf.VoteCast:
			cast++
		case werewolf.VotesShown:
			shown += len(e.Votes)
		default:
		}
	}
	if n, _ := votes(all); n != cast || cast == 0 {
		t.Errorf("%d votes in the story of all, %d were cast", n, cast)
	}
	n, days := votes(village)
	if n != shown || shown == 0 {
		t.Errorf("%d votes in the story of the village, %d were shown", n, shown)
	}
	if days[0] != 1 {
		t.Errorf("the first votes are of day %d", days[0])
	}
}

// News of the night stand under the day they are told on.
func TestDawnComesBeforeItsNews(t *testing.T) {
	for seed := range uint64(10) {
		for _, as := range []Perspective{{All: true}, {}} {
			day, headings := -1, map[int]bool{}
			for _, it := range Of(viewertest.Play(t, 5, seed, nil), as).Items {
				switch it.Kind {
				case Dawn:
					if day++; it.Day != day || headings[day] {
						t.Fatalf("day %d comes after day %d", it.Day, day-1)
					}
					headings[day] = true
				case Dead:
					if it.Day != day || day == 0 {
						t.Errorf("found dead on day %d, it is day %d", it.Day, day)
					}
				default:
				}
			}
		}
	}
}

func TestPieces(t *testing.T) {
	s := New(&gamelog.Header{Seats: []werewolf.Seat{{Name: "Mio"}, {Name: "ミナ"}, {Name: "ミナト"}, {Name: "Mio Two"}, {Name: ""}}}, Perspective{})
	for text, want := range map[string]string{
		"Mio, hello":           "[1 Mio][, hello]",
		"@Mio @ミナト":            "[1 @Mio][ ][3 @ミナト]",
		"Mionce said aMio":     "[Mionce said aMio]",
		"Mioさんとミナさん":           "[1 Mio][さんと][2 ミナ][さん]",
		"ミナトを疑う":               "[3 ミナト][を疑う]",
		"ミナトリウム":               "[ミナトリウム]",
		"Mio Two or Mio":       "[4 Mio Two][ or ][1 Mio]",
		"mail@Mio":             "[mail][1 @Mio]",
		"":                     "",
		"<b>Mio</b>\u202e\x00": "[<b>][1 Mio][</b>\ufffd␀]",
		"@@Mio":                "[@][1 @Mio]",
	} {
		var got strings.Builder
		joined := ""
		for _, p := range s.pieces(text) {
			joined += p.Text
			if p.Seat != 0 {
				fmt.Fprintf(&got, "[%d %s]", p.Seat, p.Text)
			} else {
				fmt.Fprintf(&got, "[%s]", p.Text)
			}
			if p.Seat != 0 && p.At != strings.HasPrefix(p.Text, "@") {
				t.Errorf("%q: %+v", text, p)
			}
		}
		if got.String() != want || joined != Show(text) {
			t.Errorf("%q is %s, want %s", text, got.String(), want)
		}
	}
}

func FuzzPieces(f *testing.F) {
	f.Add("@Mio and ミナト\xff\u202e", "Mio")
	f.Add("aaa", "a")
	f.Add("@", "@")
	f.Fuzz(func(t *testing.T, text, name string) {
		s := New(&gamelog.Header{Seats: []werewolf.Seat{{Name: name}, {Name: "ミナト"}}}, Perspective{})
		joined := ""
		for _, p := range s.pieces(text) {
			if p.Text == "" {
				t.Fatal("an empty piece")
			}
			joined += p.Text
		}
		if joined != Show(text) {
			t.Fatalf("%q became %q", Show(text), joined)
		}
		if Show(joined) != joined {
			t.Fatalf("%q is shown as %q", joined, Show(joined))
		}
	})
}

// Records need not come from the rules: whatever is in one, there is a story.
func TestStrangeRecords(t *testing.T) {
	rec := viewertest.Play(t, 5, 1, nil)
	for _, seat := range []werewolf.SeatID{-3, 6, 60, 127} {
		for kind := werewolf.Seated; kind <= werewolf.GameOver; kind++ {
			e := werewolf.Event{Kind: kind, Seat: seat, Target: seat, Day: 1, Audience: werewolf.Everybody, Votes: []werewolf.Ballot{{Seat: seat, Target: seat}, {Seat: 1, Target: seat}}}
			in := gamelog.Input{Action: werewolf.Action{Seat: seat}, Fault: gamelog.Late}
			Of(&gamelog.Record{Header: rec.Header, Entries: []gamelog.Entry{{Event: &e}, {Input: &in}}}, Perspective{All: true})
			e.Seat, e.Target = 1, 2
			Of(&gamelog.Record{Header: rec.Header, Entries: []gamelog.Entry{{Event: &e}}}, Perspective{})
		}
	}
}

// The number of a public moment is the same for all eyes, and tells of nothing that is not public.
func TestPublicMoments(t *testing.T) {
	rec := viewertest.Play(t, 13, 4, nil)
	all := Of(rec, Perspective{All: true})
	at := map[string]int{}
	for _, it := range all.Items {
		if it.Kind == Talk {
			at[it.Text()+strconv.Itoa(it.Day)+"."+strconv.Itoa(it.Idx)] = it.Public
		}
	}
	for seat := range werewolf.SeatID(14) {
		last := 0
		for _, it := range Of(rec, Perspective{Seat: seat}).Items {
			if want := at[it.Text()+strconv.Itoa(it.Day)+"."+strconv.Itoa(it.Idx)]; it.Kind == Talk && it.Public != want {
				t.Errorf("seat %d: %q is number %d, want %d", seat, it.Text(), it.Public, want)
			}
			if it.Public < last || seat == 0 && it.Public != it.N {
				t.Errorf("seat %d: number %d of %+v after %d", seat, it.Public, it, last)
			}
			last = it.Public
		}
	}
}

// A moment as whatif takes it is where the story tells of it.
func TestMomentsAreFound(t *testing.T) {
	all := Of(viewertest.Play(t, 5, 1, nil), Perspective{All: true})
	nth := map[int]int{}
	for _, it := range all.Items {
		moment := ""
		switch it.Kind {
		case Talk:
			nth[it.Day]++
			moment = fmt.Sprintf("d%d:%d", it.Day, nth[it.Day])
		case Votes:
			moment = fmt.Sprintf("d%d:vote", it.VotedOn)
		case Dawn:
			moment = fmt.Sprintf("d%d", it.Day)
		default:
			continue
		}
		if got := all.At(moment); got != it.ID() && it.Turn == 0 {
			t.Errorf("%s is at %q, not %s", moment, got, it.ID())
		}
	}
	if got := all.At("d1:999") + all.At("d99") + all.At(""); got != "" || nth[1] == 0 {
		t.Errorf("found at %q", got)
	}
}
