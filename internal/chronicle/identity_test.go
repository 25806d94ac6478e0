package chronicle

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/contestlog"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// The record of a game, every kind of contest log of it and its feed are one game, in whatever order they come and whatever
// else a record knows. The same events by other players are another game.
func TestFilesOfOneGame(t *testing.T) {
	for seed := range uint64(6) {
		rec := viewertest.Play(t, []int{5, 13}[seed%2], seed, func(s werewolf.SeatID, n int) string { return "a, b\tand c " + string(rune('a'+n%26)) })
		rec.Header.Seats[1].Name = "Anna, the second"
		rec.Header.Seats[2].Client = ""
		rec.Header.Seats[3].Team, rec.Header.Seats[3].Client = "Team 9", "fox12"
		want, err := OfRecord(rec)
		if err != nil {
			t.Fatal(err)
		}
		timed := *rec
		timed.Header.Rules.Talk.Mode = werewolf.Anytime // whose logs always had times
		for name, write := range map[string]func(*bytes.Buffer) error{
			"february": func(b *bytes.Buffer) error { return contestlog.Write(b, rec, contestlog.February) },
			"timed":    func(b *bytes.Buffer) error { return contestlog.Write(b, &timed, contestlog.February) },
			"newest":   func(b *bytes.Buffer) error { return contestlog.Write(b, rec, contestlog.Newest) },
			"feed":     func(b *bytes.Buffer) error { return contestlog.WriteRealtime(b, rec, contestlog.Newest) },
			"old feed": func(b *bytes.Buffer) error { return contestlog.WriteRealtime(b, rec, contestlog.February) },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			got, err := Read(b.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			for _, order := range [][]*Game{{got, want}, {want, got}} {
				var seen Seen
				seen.Add(&order[0].Summary)
				if how, _ := seen.Add(&order[1].Summary); how != Repeated || got.Likeness() != want.Likeness() {
					t.Errorf("seed %d, %s: another game than the record", seed, name)
				}
				other := Game{Summary: order[0].Summary, Lines: order[0].Lines}
				other.Players = slices.Clone(other.Players)
				other.Players[0].Client, other.Players[0].Affiliation = "others", "others"
				other.identify()
				if how, _ := seen.Add(&other.Summary); how != New {
					t.Errorf("seed %d, %s: players of another team are the same", seed, name)
				}
			}
			for i := range got.Players {
				g, w := got.Players[i], want.Players[i]
				if g.Role != w.Role || g.Said != w.Said || g.Passed != w.Passed || g.Order != w.Order || g.Died != w.Died || g.Cause != w.Cause {
					t.Errorf("seed %d, %s: seat %d is %+v, the record says %+v", seed, name, i+1, g, w)
				}
			}
			if got.Days != want.Days || got.Over != want.Over || got.Winner != want.Winner || got.Setup != want.Setup {
				t.Errorf("seed %d, %s: %+v, the record says %+v", seed, name, got.Summary, want.Summary)
			}
		}
	}
}

const (
	english  = table + "0,talk,0,0,1,Good morning.\n0,talk,1,0,2,Over\n1,vote,1,2\n1,execute,2,WEREWOLF\n2,result,2,0,VILLAGER\n"
	japanese = table + "0,talk,0,0,1,おはようございます。\n0,talk,1,0,2,Over\n1,vote,1,2\n1,execute,2,WEREWOLF\n2,result,2,0,VILLAGER\n"
)

func TestSeen(t *testing.T) {
	for name, c := range map[string]struct {
		logs []string
		want []Again
	}{
		"a copy":                  {[]string{english, english}, []Again{New, Repeated}},
		"line ends":               {[]string{english, strings.ReplaceAll(english, "\n", "\r\n")}, []Again{New, Repeated}},
		"a translation":           {[]string{english, japanese, english, japanese}, []Again{New, Translated, Repeated, Repeated}},
		"names in both languages": {[]string{english, strings.ReplaceAll(japanese, "Anna", "アンナ")}, []Again{New, Translated}},
		"other words":             {[]string{english, strings.Replace(english, "morning", "day", 1)}, []Again{New, New}},
		"two in one language":     {[]string{english, japanese, strings.Replace(japanese, "おは", "おっは", 1)}, []Again{New, Translated, New}},
		"another vote":            {[]string{english, strings.Replace(japanese, "vote,1,2", "vote,1,3", 1)}, []Again{New, New}},
		"another speaker":         {[]string{english, strings.Replace(japanese, "talk,0,0,1", "talk,0,0,3", 1)}, []Again{New, New}},
		"another role":            {[]string{english, strings.ReplaceAll(japanese, "VILLAGER,ALIVE", "MEDIUM,ALIVE")}, []Again{New, New}},
		"another team":            {[]string{english, strings.ReplaceAll(japanese, "ALIVE,a,", "ALIVE,x,")}, []Again{New, New}},
		"another winner":          {[]string{english, strings.Replace(japanese, "2,0,VILLAGER", "2,0,WEREWOLF", 1)}, []Again{New, New}},
		"nobody speaks":           {[]string{table + "1,vote,1,2\n", table + "1,vote,1,2\n1,vote,2,0\n"[:11]}, []Again{New, Repeated}},
	} {
		var seen Seen
		for i, text := range c.logs {
			g, err := Read([]byte(text))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if how, of := seen.Add(&g.Summary); how != c.want[i] || how != New && of != i%2 && of != 0 {
				t.Errorf("%s: file %d is %d of %d, want %d", name, i, how, of, c.want[i])
			}
		}
	}
	var seen Seen
	if a, _ := seen.Add(&Summary{}); a != New {
		t.Error("a game that is not known is like another")
	}
	if b, _ := seen.Add(&Summary{}); b != New {
		t.Error("two games that are not known are one")
	}
}

// Two games played here are two, in whatever languages: one seed can give the same deeds. A game whose language is not
// known is no translation.
func TestWhatIsNoTranslation(t *testing.T) {
	for name, c := range map[string]struct {
		change func(first, second *Summary)
		want   Again
	}{
		"a translation":          {func(_, _ *Summary) {}, Translated},
		"one of them is a log":   {func(first, _ *Summary) { first.Recorded = true }, Translated},
		"both played here":       {func(first, second *Summary) { first.Recorded, second.Recorded = true, true }, New},
		"the first's language":   {func(first, _ *Summary) { first.Lang = "" }, New},
		"the second's language":  {func(_, second *Summary) { second.Lang = "" }, New},
		"both in one language":   {func(first, second *Summary) { first.Lang = second.Lang }, New},
		"the second is the same": {func(first, second *Summary) { second.Identity = first.Identity }, Repeated},
	} {
		var two [2]*Game
		for i, text := range []string{english, japanese} {
			var err error
			if two[i], err = Read([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		c.change(&two[0].Summary, &two[1].Summary)
		var seen Seen
		seen.Add(&two[0].Summary)
		if how, _ := seen.Add(&two[1].Summary); how != c.want {
			t.Errorf("%s: %d, want %d", name, how, c.want)
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	var seen Seen
	a, b := &Summary{ID: "X", Identity: Identity{Sum: [32]byte{1}}}, &Summary{ID: "X", Identity: Identity{Sum: [32]byte{2}}}
	if x, y := seen.Name(a), seen.Name(b); x != "X" || y != "X-02000000" {
		t.Errorf("%s and %s", x, y)
	}
}

// Reading a game understands nothing; who asks what an utterance says has all of the game understood, once.
func TestUnderstandingIsLazy(t *testing.T) {
	g, err := Read([]byte(table + "0,talk,0,0,1,I am the seer.\n0,talk,1,0,2,Anna is a liar.\n"))
	if err != nil {
		t.Fatal(err)
	}
	if g.utterances != nil {
		t.Fatal("understood before anybody asked")
	}
	first := g.Lines[3].Says()
	if first.Claimed(1) != werewolf.Seer || len(g.utterances) != 2 || &g.Lines[3].Says()[0] != &first[0] {
		t.Errorf("%+v, %d understood", first, len(g.utterances))
	}
	if g.Lines[0].Says() != nil || g.Lines[0].Worded() {
		t.Error("a status line says something")
	}
}
