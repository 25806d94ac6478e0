package trial_test

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chances"
	"wolfden/internal/match"
	"wolfden/internal/position"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech/understand"
	"wolfden/internal/trial"
	"wolfden/werewolf"
)

// confessor plays like another, but that as a werewolf it says so.
type confessor struct{ match.Player }

func (c confessor) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	text, err := c.Player.Answer(ctx, o)
	if o.Request.Kind == werewolf.Talk && o.Role() == werewolf.Werewolf && len(o.Talks) > 0 && text != werewolf.OverText {
		text = "I am the werewolf."
	}
	return text, err
}

// plainJury lets plain players play on.
func plainJury() *trial.Jury {
	shared := understand.NewShared()
	return &trial.Jury{Games: 8, Seed: 1, Players: func(*gamelog.Record) (chances.Player, error) {
		return func(_ werewolf.SeatID, seed uint64) (match.Player, error) {
			return bot.New("plain", bot.Config{Seed: seed, Shared: shared})
		}, nil
	}}
}

// TestAPlantedHabit: a werewolf that says that it is one has a habit, which costs more than any other, and certainly something. Habits
// cost a game as often as they are done what each costs.
func TestAPlantedHabit(t *testing.T) {
	number := 20
	if testing.Short() { // enough for goroutines to meet
		number = 5
	}
	games, _ := playAs(t, t.TempDir(), "plain", 5, number, func(p match.Player) match.Player { return confessor{p} })
	jury, steps := plainJury(), 0
	made := jury.Players
	jury.Players = func(rec *gamelog.Record) (chances.Player, error) { steps++; return made(rec) }
	habits, err := jury.Habits(t.Context(), games, 2)
	if testing.Short() && err == nil && steps > 0 {
		return
	}
	if err != nil || len(habits) == 0 || steps == 0 {
		t.Fatalf("%d habits in %d steps, %v", len(habits), steps, err)
	}
	h := &habits[0]
	if h.Kind != "claims-WEREWOLF" || h.Side != werewolf.WerewolfTeam || h.Each.Low <= 0 || h.Games > 6 || h.Times < h.Games {
		t.Errorf("it is %s on the side of %s, %d times in %d games, and costs %v", h.Kind, h.Side, h.Times, h.Games, h.Each)
	}
	kinds := map[string]int{}
	for _, h := range habits {
		kinds[h.Kind]++
		if got, want := h.Cost.Value, h.Each.Value*float64(h.Times)/float64(len(games)); h.Cost.Value <= 0 || math.Abs(got-want) > 1e-9 || kinds[h.Kind] > 2 {
			t.Errorf("%s costs %v, want %v; told %d times of two sides", h.Kind, got, want, kinds[h.Kind])
		}
		if h.Each.N != len(h.Seen) || !slices.IsSortedFunc(h.Seen, func(a, b trial.Sight) int { return cmp.Compare(b.Cost, a.Cost) }) {
			t.Errorf("%s: %v over %d places, which are not the dearest first", h.Kind, h.Each, len(h.Seen))
		}
		for _, s := range h.Seen {
			if s.Side != h.Side || (h.Kind == trial.VoteAstray) != strings.HasSuffix(s.Moment, ":vote") {
				t.Errorf("%s at %s of %s", h.Kind, s.Moment, s.ID)
			}
		}
	}
	for _, s := range h.Seen {
		rec, err := gamelog.ReadFile(s.File)
		if err != nil {
			t.Fatal(err)
		}
		said := chances.Utterances(rec)
		at := slices.IndexFunc(said, func(p chances.Place) bool { return p.Moment == s.Moment })
		if at < 0 || said[at].Event.Text != "I am the werewolf." || said[at].Event.Seat != s.Seat {
			t.Errorf("%s at %s: nothing such was said", s.File, s.Moment)
		}
	}
}

// TestHabitsAreStopped: what is stopped says so.
func TestHabitsAreStopped(t *testing.T) {
	games, _ := play(t, t.TempDir(), "random", 5)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := plainJury().Habits(ctx, games, 3); err == nil {
		t.Error("stopped, it says nothing of it")
	}
}

// misfit plays like another, but does in every role what a habit is called after, and has as a villager one fault or another.
type misfit struct{ match.Player }

func (m misfit) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	text, err := m.Player.Answer(ctx, o)
	var claimed, known, want werewolf.SeatSet
	listener := understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	listener.Follow(&o, nil)
	for id := range o.Request.Targets.All() {
		if listener.Ledger().ClaimOf(id) == werewolf.Seer {
			claimed = claimed.With(id)
		}
	}
	for _, f := range o.Divined {
		known = known.With(f.Target)
	}
	village := o.Team() == werewolf.VillagerTeam
	switch kind := o.Request.Kind; {
	case kind == werewolf.Talk && village && o.Power() != werewolf.NoPower && o.Request.Turn == 0:
		return "Good morning.", err
	case kind == werewolf.Talk && (village || o.Day%2 == 0):
		return werewolf.OverText, err
	case kind == werewolf.Vote && o.Role() == werewolf.Villager && o.Day == 1:
		faults := []error{nil, context.DeadlineExceeded, match.ErrAway, match.ErrUnparsable, errors.New("no memory")}
		return "nobody", faults[len(o.Talks)%len(faults)]
	case kind == werewolf.Vote && !village:
		want = o.Allies()
	case kind == werewolf.Divine:
		want = known
	case kind == werewolf.Attack && (o.Day > 1 || o.Seat == 2):
		beliefs, err := belief.Standard()
		if err != nil {
			return "", err
		}
		reasoner := reason.NewReasoner(beliefs)
		reasoner.See(&o, listener.Ledger())
		want = want.With(o.Request.Targets.Most(reasoner.Mine().Now().Traitor))
	case kind.Chooses():
		want = o.Request.Targets &^ claimed
	}
	if want &= o.Request.Targets; want != 0 {
		text = o.Name(want.First())
	}
	return text, err
}

// TestHabitsShow: whatever the misfit does is seen where its records have it, with its moment, and nothing else is.
func TestHabitsShow(t *testing.T) {
	games, _ := playAs(t, t.TempDir(), "plain", 9, 36, func(p match.Player) match.Player { return misfit{p} })
	want := map[string]func(rec *gamelog.Record, g *trial.Game, entries int) bool{}
	does := func(side werewolf.Team, kind werewolf.RequestKind, target func(rec *gamelog.Record, entries int, id werewolf.SeatID) bool) func(*gamelog.Record, *trial.Game, int) bool {
		return func(rec *gamelog.Record, g *trial.Game, entries int) bool {
			a, known := chances.Recorded(rec, entries, g.Seat, kind)
			return known && g.Side == side && !a.Missing && (target == nil || target(rec, entries, a.Target))
		}
	}
	told := func(rec *gamelog.Record, entries int, id werewolf.SeatID) bool {
		return slices.ContainsFunc(rec.Entries[:entries], func(e gamelog.Entry) bool {
			return e.Event != nil && e.Event.Kind == werewolf.SeerTold && e.Event.Target == id
		})
	}
	stranger := func(rec *gamelog.Record, entries int, id werewolf.SeatID) bool { return !told(rec, entries, id) }
	foe := func(rec *gamelog.Record, _ int, id werewolf.SeatID) bool {
		return rec.Header.Rules.Table.Team(rec.Header.Seats[id-1].Role) == werewolf.WerewolfTeam
	}
	want[trial.VoteAstray] = does(werewolf.VillagerTeam, werewolf.Vote, nil)
	want["votes-own"] = does(werewolf.WerewolfTeam, werewolf.Vote, nil)
	want["divines-known"] = does(werewolf.VillagerTeam, werewolf.Divine, told)
	want["divines-less"] = does(werewolf.VillagerTeam, werewolf.Divine, stranger)
	want["guards-less"] = does(werewolf.VillagerTeam, werewolf.Guard, nil)
	want["attacks-own"] = does(werewolf.WerewolfTeam, werewolf.Attack, foe)
	want["attacks-less"] = does(werewolf.WerewolfTeam, werewolf.Attack, nil)
	said := func(word string, power bool) func(*gamelog.Record, *trial.Game, int) bool {
		return func(rec *gamelog.Record, g *trial.Game, entries int) bool {
			a, known := chances.Recorded(rec, entries, g.Seat, werewolf.Talk)
			return known && a.Text == word && (!power || g.Role == werewolf.Seer || g.Role == werewolf.Medium)
		}
	}
	want[trial.Silent], want[trial.Hides] = said(werewolf.OverText, false), said("Good morning.", true)
	for f := gamelog.Late; f <= gamelog.Crashed; f++ {
		want["fault-"+f.String()] = func(rec *gamelog.Record, g *trial.Game, entries int) bool {
			a, known := chances.Recorded(rec, entries, g.Seat, werewolf.Vote)
			return known && g.Role == werewolf.Villager && g.Faults[f] > 0 && (a.Missing || f == gamelog.Illegal)
		}
	}
	seen, all := map[string]int{}, map[gamelog.Fault]int{}
	for i := range games {
		g := &games[i]
		rec, err := gamelog.ReadFile(g.File)
		if err != nil {
			t.Fatal(err)
		}
		for f, n := range g.Faults {
			all[f] += n
		}
		for kind, sights := range trial.Shown(g) {
			for _, s := range sights {
				entries, err := position.Find(rec, s.Moment)
				if holds := want[kind]; err != nil || holds != nil && !holds(rec, g, entries) {
					t.Errorf("%s of %s shows at %s of %s: %v", kind, rec.Header.Rules.Table.Name(g.Role), s.Moment, g.File, err)
				}
				seen[kind]++
			}
		}
	}
	for kind := range want {
		if seen[kind] == 0 {
			t.Errorf("%s does not show", kind)
		}
	}
	for f, n := range all {
		if seen["fault-"+f.String()] != n {
			t.Errorf("%d answers %s, %d seen", n, f, seen["fault-"+f.String()])
		}
	}
}

// TestOwnFaultsAreHabits: what a program says that it has answered in place of something is a fault of its own, not a choice.
func TestOwnFaultsAreHabits(t *testing.T) {
	games, _ := playAs(t, t.TempDir(), "random", 5, 5, func(p match.Player) match.Player { return standIn{p} })
	noted, seen := 0, 0
	for i := range games {
		noted += games[i].Faults[gamelog.Illegal]
		shown := trial.Shown(&games[i])
		seen += len(shown["fault-illegal"])
		for _, c := range trial.Choices() {
			if n := len(shown[c.Kind]) + len(shown[trial.Silent]); n > 0 {
				t.Errorf("%s or silence shows %d times", c.Kind, n)
			}
		}
	}
	if noted == 0 || seen != noted {
		t.Errorf("%d answers were noted to be illegal, %d seen", noted, seen)
	}
}

// standIn notes of every answer that it stands in the place of one that was illegal.
type standIn struct{ match.Player }

func (standIn) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) { yield("fault-illegal", "nobody is called so") }
}

// TestWeakPrograms: a program with one weakness has three habits, the dearest first, each with games to look at; what it lacks costs it
// something.
func TestWeakPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("the work is that of TestAPlantedHabit")
	}
	for lacks, as := range map[string]func(match.Player) match.Player{
		"":           func(p match.Player) match.Player { return p },
		trial.Silent: func(p match.Player) match.Player { return silent{p} },
		"fault-late": func(p match.Player) match.Player { return &late{Player: p} },
	} {
		games, _ := playAs(t, t.TempDir(), "random", 5, 15, as)
		habits, err := plainJury().Habits(t.Context(), games, 3)
		if err != nil || len(habits) != 3 {
			t.Fatalf("%q: %d habits, %v", lacks, len(habits), err)
		}
		for i, h := range habits {
			if i > 0 && h.Cost.Value > habits[i-1].Cost.Value || len(h.Seen) == 0 || h.Roles == 0 {
				t.Errorf("%q: %s costs %v, seen at %d places", lacks, h.Kind, h.Cost, len(h.Seen))
			}
		}
		if lacks != "" && !slices.ContainsFunc(habits, func(h trial.Habit) bool { return h.Kind == lacks && h.Cost.Value > 0 }) {
			t.Errorf("%s seems to cost nothing: %+v", lacks, habits)
		}
	}
}

// silent says nothing.
type silent struct{ match.Player }

func (s silent) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Kind == werewolf.Talk {
		return werewolf.OverText, nil
	}
	return s.Player.Answer(ctx, o)
}

// late is late with every other answer.
type late struct {
	match.Player

	asked int
}

func (l *late) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if l.asked++; l.asked%2 == 0 {
		return "", context.DeadlineExceeded
	}
	return l.Player.Answer(ctx, o)
}
