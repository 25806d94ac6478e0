package bot_test

import (
	"regexp"
	"slices"
	"sync"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
	"wolfden/werewolf"
)

// asksFor are the words in which a prompt asks for a choice, in both languages.
var asksFor = map[werewolf.RequestKind]*regexp.Regexp{
	werewolf.Vote:   regexp.MustCompile(`You are asked to vote|人に投票する場面`),
	werewolf.Divine: regexp.MustCompile(`You are asked to divine|誰かを占う場面`),
	werewolf.Attack: regexp.MustCompile(`You are asked to attack|誰かを襲撃する場面`),
}

var candidates = regexp.MustCompile(`(?s)<candidates>\n(.*)\n</candidates>`)

// barred are those whom the rules and what the player certainly knows keep out of a choice.
func barred(o *werewolf.Observation, kind werewolf.RequestKind) (out werewolf.SeatSet) {
	for _, f := range o.Divined {
		if kind == werewolf.Divine || kind == werewolf.Vote && f.Species == werewolf.Human {
			out = out.With(f.Target)
		}
	}
	if kind == werewolf.Attack {
		out |= o.Allies()
	}
	return out
}

// TestChoicesAreAmongWhomKnowledgeLeaves: whatever the system, a model that chooses is offered others that live, in the order of
// the seats; a seer no vote against whom it has found human and nobody to divine twice, a werewolf none of its own to attack.
func TestChoicesAreAmongWhomKnowledgeLeaves(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games of each system")
	}
	firstName, err := actor.Find("seer")
	if err != nil {
		t.Fatal(err)
	}
	lastName, err := actor.Find("last")
	if err != nil {
		t.Fatal(err)
	}
	behave := func(p llmtest.Prompt) llmtest.Answer { // whoever was divined is not the next to die
		if p.Task == "choose-target" && asksFor[werewolf.Divine].MatchString(p.Text()) {
			return firstName(p)
		}
		return lastName(p)
	}
	for _, kind := range deciding() {
		if kind == "baseline" { // whose prompts are the user's
			continue
		}
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			least := 1
			if *long {
				least = 2
			}
			told, narrowed := 0, map[werewolf.RequestKind]int{}
			enough := func() bool {
				return told >= 20 && narrowed[werewolf.Vote] >= least && narrowed[werewolf.Divine] >= least
			}
			for _, size := range []struct{ players, games int }{{5, 8}, {9, 1}} {
				for seed := uint64(0); seed < uint64(size.games) && (*long || !enough()); seed++ {
					if bot.Fits(kind, size.players) == nil {
						offers(t, kind, size.players, seed, behave, func() bool { return enough() && !*long }, func(o *werewolf.Observation, asked werewolf.RequestKind, offered werewolf.SeatSet) {
							told++
							out, legal := barred(o, asked), o.Living.Without(o.Seat)
							if out&legal != 0 && legal&^out != 0 {
								narrowed[asked]++
								legal &^= out
							}
							if offered == 0 || offered&^legal != 0 {
								t.Errorf("seed %d, day %d: the %s of %d is offered %v of %v", seed, o.Day, asked, o.Seat, offered, legal)
							}
						})
					}
				}
			}
			if !enough() {
				t.Errorf("%d choices; knowledge narrows %v", told, narrowed)
			}
			t.Logf("%d choices; knowledge narrows %v", told, narrowed)
		})
	}
}

// offers plays a game until it is enough, and tells of each choice that a model is asked for who is offered.
func offers(t *testing.T, kind string, n int, seed uint64, behave llmtest.Behaviour, enough func() bool, tell func(o *werewolf.Observation, asked werewolf.RequestKind, offered werewolf.SeatSet)) {
	t.Helper()
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	lang := []string{"en", "ja"}[seed%2]
	var mu sync.Mutex
	var prompts []string
	m := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		mu.Lock()
		defer mu.Unlock()
		if p.Task == "choose-target" {
			prompts = append(prompts, p.Text())
		}
		return behave(p)
	})
	players := make([]bottest.Player, n)
	for i := range players {
		if players[i], err = bot.New(kind, bot.Config{Seed: seed + uint64(i), Lang: lang, Model: m, Shared: understood}); err != nil {
			t.Fatal(err)
		}
	}
	table, err := bottest.Sit(rules, bottest.Seats(rosters[lang][:n]...), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	table.Enough = enough
	table.Observe = func(o *werewolf.Observation, _ string) {
		mu.Lock()
		defer mu.Unlock()
		for _, text := range prompts {
			var seats []werewolf.SeatID
			var offered werewolf.SeatSet
			for _, name := range regexp.MustCompile(`(?m)^- (\S+)`).FindAllStringSubmatch(candidates.FindString(text), -1) {
				seats, offered = append(seats, o.SeatOf(name[1])), offered.With(o.SeatOf(name[1]))
			}
			if !slices.IsSorted(seats) {
				t.Errorf("seed %d: %v are not in the order of the seats", seed, seats)
			}
			for asked, form := range asksFor {
				if form.MatchString(text) {
					tell(o, asked, offered)
				}
			}
		}
		prompts = nil
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
}
