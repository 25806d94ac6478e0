package task_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bdi"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/camelliadragons"
	"wolfden/internal/bot/kanolabnw"
	"wolfden/internal/bot/memo"
	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/random"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/sunamelli"
	"wolfden/internal/bot/superil"
	"wolfden/internal/bot/task"
	"wolfden/internal/bot/topic"
	"wolfden/internal/bot/uecil"
	"wolfden/werewolf"
)

// TestMain lends the tests of the package, which cannot import the players, the tasks of all of them.
func TestMain(m *testing.M) {
	b, err := (*bot.Prompts)(nil).Tasks()
	if err != nil {
		panic(err)
	}
	task.Lend(b.All())
	os.Exit(m.Run())
}

// moment is when a seat was asked something: what the log held then.
type moment struct {
	request werewolf.Request
	events  int
}

// game plays random players and notes what each seat is asked, when.
func game(t *testing.T, seed uint64) (werewolf.Rules, []werewolf.Event, map[werewolf.SeatID][]moment) {
	t.Helper()
	r, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ada", "Bela", "Cleo", "Dora", "Ezra", "Finn", "Gwen", "Hugo", "Ines", "Jack", "Kim", "Lea", "Mia"}
	players := make([]bottest.Player, len(names))
	for i := range players {
		players[i] = random.New(seed+uint64(i), "en")
	}
	table, err := bottest.Sit(r, bottest.Seats(names...), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[werewolf.SeatID][]moment{}
	table.Observe = func(o *werewolf.Observation, _ string) {
		if k := o.Request.Kind; k.Speaks() || k.Chooses() {
			asked[o.Seat] = append(asked[o.Seat], moment{o.Request, len(table.Game.Log())})
		}
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	return r, table.Game.Log(), asked
}

// otherwise is the log with everything changed that the seat may not see: who has which role, what others whisper, whom
// they divine, guard and want to attack, how they vote where that is secret.
func otherwise(log []werewolf.Event, seat werewolf.SeatID, players int) []werewolf.Event {
	out := slices.Clone(log)
	turn := func(id werewolf.SeatID) werewolf.SeatID {
		if id == 0 {
			return 0
		}
		return id%werewolf.SeatID(players) + 1
	}
	for i := range out {
		e := &out[i]
		if e.SeenBy(seat) {
			continue
		}
		e.Seat, e.Target, e.Text = turn(e.Seat), turn(e.Target), "otherwise "+e.Text
		e.Role = werewolf.Role((int(e.Role) + 1) % 7)
		if e.Species != werewolf.NoSpecies {
			e.Species = werewolf.Wolf + werewolf.Human - e.Species
		}
		for b := range e.Votes {
			e.Votes = slices.Clone(e.Votes)
			e.Votes[b].Target = turn(e.Votes[b].Target)
		}
	}
	return out
}

// inputs are those of all tasks, of nothing but a scene.
func inputs(s scene.Scene) map[string]any {
	lines := s.Talks[max(0, len(s.Talks)-8):]
	var last scene.Line
	var records []task.Record
	for _, l := range lines {
		last = l
		records = append(records, task.Record{Message: task.Message{Content: l.Text, Type: task.Null, From: l.Speaker, To: task.All}})
	}
	var candidates []task.Candidate
	for _, name := range s.Candidates {
		candidates = append(candidates, task.Candidate{Name: name})
	}
	options := []task.Option{{Title: "wait"}, {Title: "lead"}}
	return map[string]any{
		"summarise":         task.SummariseIn{Scene: s, New: lines, Max: 200},
		"situation":         superil.SituationIn{Scene: s, Candidates: candidates},
		"extract-claims":    task.ExtractClaimsIn{Scene: s, Lines: lines},
		"infer-personality": personality.InferPersonalityIn{Name: s.Me, Profile: s.Profile},
		"choose-strategy":   uecil.ChooseStrategyIn{Scene: s, Options: options},
		"choose-target":     task.ChooseTargetIn{Scene: s, Candidates: candidates},
		"derive-strategy":   sunamelli.DeriveStrategyIn{Scene: s, Ideas: options},
		"reason":            uecil.ReasonIn{Scene: s},
		"summarise-day":     task.SummariseDayIn{Scene: s, New: lines, Players: s.Living(), Max: 100},
		"play-memo":         memo.PlayMemoIn{Scene: s},
		"macro-plan":        camelliadragons.MacroPlanIn{Scene: s},
		"macro-desire":      bdi.MacroDesireIn{Scene: s, Situation: options[0]},
		"policies":          bdi.PoliciesIn{Scene: s},
		"message-type":      task.MessageTypeIn{Scene: s, Line: last},
		"credibility":       bdi.CredibilityIn{Scene: s, Line: last},
		"micro-desire":      bdi.MicroDesireIn{Scene: s, Records: records, Stages: bdi.Stages()},
		"micro-intention":   bdi.MicroIntentionIn{Scene: s},
		"pick-topic":        topic.PickTopicIn{Scene: s, Topics: []string{"votes"}},
		"expand-character":  task.ExpandCharacterIn{Name: s.Me, Profile: s.Profile},
		"word-mention":      task.WordIn{Scene: s, Draft: "Good morning."},
		"fake-divination":   kanolabnw.FakeDivinationIn{Scene: s, Candidates: s.Living()},
		"word":              task.WordIn{Scene: s, Draft: "Good morning."},
		"believe":           task.BelieveIn{Scene: s, Names: s.Living()},
	}
}

// prompts are those of all tasks in both languages at every moment.
func prompts(t *testing.T, r *werewolf.Rules, log []werewolf.Event, seat werewolf.SeatID, asked []moment) map[string][]string {
	t.Helper()
	b, err := (*bot.Prompts)(nil).Tasks()
	if err != nil {
		t.Fatal(err)
	}
	watcher, scenes, seen := werewolf.NewWatcher(r, seat), &scene.Builder{}, 0
	out := map[string][]string{}
	for _, m := range asked {
		for ; seen < m.events; seen++ {
			watcher.See(&log[seen], 0)
		}
		o := watcher.Observation(m.request)
		in := inputs(scenes.Next(&o))
		for _, s := range b.All() {
			text, err := json.Marshal(in[s.Name()])
			if err != nil || in[s.Name()] == nil {
				t.Fatalf("no input for %s: %v", s.Name(), err)
			}
			for _, lang := range []string{"en", "ja"} {
				messages, err := s.Prompt(lang, text)
				if err != nil {
					t.Fatal(err)
				}
				out[s.Name()] = append(out[s.Name()], messages[0].Text+"\n"+messages[1].Text)
			}
		}
	}
	return out
}

// TestIndistinguishableWorlds: what a seat may not see changes no prompt; shown to it, it would.
func TestIndistinguishableWorlds(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	noticed := map[string]bool{}
	for seed := range uint64(3) {
		r, log, asked := game(t, seed)
		for k := range werewolf.SeatID(4) {
			seat := 1 + (k*3+werewolf.SeatID(seed))%13
			moments := asked[seat]
			moments = []moment{moments[len(moments)/2], moments[len(moments)-1]}
			one, other := prompts(t, &r, log, seat, moments), prompts(t, &r, otherwise(log, seat, 13), seat, moments)
			leaky := slices.Clone(log)
			for i := range leaky {
				leaky[i].Audience = werewolf.Everybody
			}
			leaked := prompts(t, &r, leaky, seat, moments)
			for name := range one {
				for i := range one[name] {
					if one[name][i] != other[name][i] {
						t.Fatalf("seed %d: seat %d can tell by %s:\n%s\n%s", seed, seat, name, one[name][i], other[name][i])
					}
				}
				if strings.Join(one[name], "") != strings.Join(leaked[name], "") {
					noticed[name] = true
				}
			}
		}
	}
	for _, name := range []string{"situation", "choose-target", "word", "micro-desire"} {
		if !noticed[name] {
			t.Errorf("%s does not notice even what is shown", name)
		}
	}
}
