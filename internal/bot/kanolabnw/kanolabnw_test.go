package kanolabnw

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/inducement"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

var games = flag.Int("games", 10, "five-player games in which attempts are counted; a fifth of that with 13")

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

var rosters = map[string][]string{
	"en": {"Ada", "Bela", "Cleo", "Dora", "Ezra", "Finn", "Gwen", "Hugo", "Ines", "Jack", "Kira", "Liam", "Mona"},
	"ja": {"アオイ", "ボタン", "チカ", "ダイキ", "エミ", "フウタ", "ギン", "ハルカ", "イブキ", "ジロウ", "カエデ", "リオ", "ミナト"},
}

// round is a game of the player with itself, and what its seats noted by topic.
type round struct {
	*bottest.Table
	rules   werewolf.Rules
	names   []string
	players []*agent.Agent[state]
	notes   []map[string][]string // by seat - 1
}

// sit begins a game; watch, where there is one, sees every answer.
func sit(t testing.TB, n int, seed uint64, c agent.Config, watch func(*round, *werewolf.Observation)) *round {
	t.Helper()
	if c.Lang == "" {
		c.Lang = "en"
	}
	c.Seed, c.Shared = seed, understood
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	r := &round{rules: rules, names: rosters[c.Lang][:n]}
	var players []bottest.Player
	for range n {
		p, err := System.Player(c)
		if err != nil {
			t.Fatal(err)
		}
		r.players, players = append(r.players, p), append(players, p)
		r.notes = append(r.notes, map[string][]string{})
	}
	if r.Table, err = bottest.Sit(rules, bottest.Seats(r.names...), seed, players); err != nil {
		t.Fatal(err)
	}
	r.Observe = func(o *werewolf.Observation, _ string) {
		for topic, text := range r.players[o.Seat-1].Notes() {
			r.notes[o.Seat-1][topic] = append(r.notes[o.Seat-1][topic], text)
		}
		if watch != nil {
			watch(r, o)
		}
	}
	return r
}

// played are the games by rules alone that several tests look at when they are over, by players, seed and language.
var played = map[string]*round{}

// over is a game by rules alone when it is over.
func over(t testing.TB, n int, seed uint64, lang string) *round {
	t.Helper()
	key := fmt.Sprint(n, seed, lang)
	if played[key] == nil {
		played[key] = play(t, n, seed, agent.Config{Lang: lang}, nil)
	}
	return played[key]
}

// play plays a game of which nothing may be wrong.
func play(t testing.TB, n int, seed uint64, c agent.Config, watch func(*round, *werewolf.Observation)) *round {
	t.Helper()
	r := sit(t, n, seed, c, watch)
	if err := r.Play(); err != nil || len(r.Illegal) > 0 {
		t.Fatalf("%d players, seed %d: %v, illegal: %v", n, seed, err, r.Illegal)
	}
	for _, e := range r.Game.Log() {
		if e.Cut {
			t.Errorf("%d players, seed %d: cut to %q", n, seed, e.Text)
		}
	}
	return r
}

// try is one attempt to induce votes, as told by notes or by the log.
type try struct {
	seat werewolf.SeatID
	role werewolf.Role
	day  int
	whom werewolf.SeatID
}

// noted are the attempts by the notes.
func (r *round) noted(t testing.TB) (list []try) {
	t.Helper()
	for i, notes := range r.notes {
		for _, text := range notes["inducement"] {
			h := hint(t, text)
			if !h.Asserts {
				t.Errorf("%q asks nobody to vote", h.Text)
			}
			seat := werewolf.SeatID(i + 1)
			list = append(list, try{seat, r.role(seat), h.Day, werewolf.SeatID(slices.Index(r.names, h.Target) + 1)})
		}
	}
	return list
}

// hint reads the note of an attempt.
func hint(t testing.TB, text string) (h inducement.Hint) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &h); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return h
}

func (r *round) role(seat werewolf.SeatID) werewolf.Role {
	for _, e := range r.Game.Log() {
		if e.Kind == werewolf.Dealt && e.Seat == seat {
			return e.Role
		}
	}
	return werewolf.NoRole
}

// logged are the attempts by the log alone: who of the three roles asks everybody to vote for somebody, with its last words of a day
// or those before them, where somebody asked it something after the attempt.
func (r *round) logged() (list []try) {
	listener := understand.New(understand.Table{Names: r.names, Roles: r.rules.Roles, Specs: r.rules.Table, Shared: understood})
	said := map[werewolf.SeatID][]werewolf.Utterance{}
	for _, e := range r.Game.Log() {
		switch e.Kind {
		case werewolf.Talked:
			if !e.Skip && !e.Over {
				said[e.Seat] = append(said[e.Seat], werewolf.Utterance{Day: e.Day, Seat: e.Seat, Text: e.Text})
			}
		case werewolf.NightBegan:
			for i := range r.names {
				words := said[werewolf.SeatID(i+1)]
				for _, u := range slices.Backward(words[max(0, len(words)-2):]) {
					role := r.role(u.Seat)
					if target := listener.Hear(u, false).Requested(speech.Vote); target != 0 && induces(werewolf.StandardRoles().Spec(role)) {
						list = append(list, try{u.Seat, role, u.Day, target})
						break
					}
				}
			}
			clear(said)
		default: // does not matter
		}
	}
	return list
}

// executed reports whether the target of an attempt was executed on its day.
func (r *round) executed(a *try) bool {
	return slices.ContainsFunc(r.Game.Log(), func(e werewolf.Event) bool {
		return e.Kind == werewolf.Executed && e.Day == a.day && e.Seat == a.whom
	})
}

// tally counts attempts and how many of their targets were executed.
type tally struct{ made, hit int }

// Attempts can be counted from the notes, and from the log to the same number.
func TestAttemptsAreCounted(t *testing.T) {
	for _, size := range []struct{ players, games int }{{5, *games}, {13, *games / 5}} {
		count, first := map[werewolf.Role]tally{}, map[werewolf.Role]tally{}
		all, only := tally{}, 0
		for seed := range uint64(size.games) {
			r := over(t, size.players, seed, []string{"en", "ja"}[seed%2])
			noted, logged := r.noted(t), r.logged()
			for _, a := range noted {
				if !slices.Contains(logged, a) {
					t.Errorf("%d players, seed %d: %+v stands in the notes and not in the log", size.players, seed, a)
				}
				n := tally{made: 1}
				if r.executed(&a) {
					n.hit = 1
				}
				all.add(n)
				add(count, a.role, n)
				if a.day == 1 {
					add(first, a.role, n)
				}
			}
			for _, a := range logged {
				if !slices.Contains(noted, a) {
					only++
				}
			}
		}
		for _, role := range []werewolf.Role{werewolf.Seer, werewolf.Possessed, werewolf.Werewolf} {
			t.Logf("%d players, %s: %d attempts, %d targets executed; on day 1: %d and %d",
				size.players, role, count[role].made, count[role].hit, first[role].made, first[role].hit)
			if count[role].made == 0 {
				t.Errorf("%d players: no %s makes any attempt", size.players, role)
			}
		}
		t.Logf("%d games of %d: %d attempts, %d targets executed; %d other calls in last words", size.games, size.players, all.made, all.hit, only)
		if only*10 > all.made {
			t.Errorf("%d players: %d calls in last words are no attempts, beside %d that are", size.players, only, all.made)
		}
	}
}

func (n *tally) add(more tally) { n.made, n.hit = n.made+more.made, n.hit+more.hit }

func add(to map[werewolf.Role]tally, role werewolf.Role, more tally) {
	n := to[role]
	n.add(more)
	to[role] = n
}

// Whoever asks for a vote votes so; without the module nobody asks.
func TestInducement(t *testing.T) {
	for seed := range bottest.Few(*long, uint64(10)) {
		r := over(t, 5, seed, "en")
		for _, a := range r.noted(t) {
			if votes := r.notes[a.seat-1]["vote"]; !slices.Contains(votes, "As I asked everybody to: "+r.names[a.whom-1]) {
				t.Errorf("seed %d: %+v gives other reasons: %q", seed, a, votes)
			}
			for _, e := range r.Game.Log() {
				if e.Kind == werewolf.VoteCast && e.Day == a.day && e.Seat == a.seat && e.Target != a.whom {
					t.Errorf("seed %d: %+v votes %d", seed, a, e.Target)
				}
			}
		}
		if off := play(t, 5, seed, agent.Config{Off: []string{"inducement"}}, nil); len(off.noted(t)) > 0 {
			t.Error("attempts without the module")
		}
	}
}

// Allies learn of each claim of seer or medium once, with the words; what they hear is no claim of the speaker and no
// call to attack.
func TestWhisperSharesRoles(t *testing.T) {
	shares, quoted := 0, 0
	for seed := range bottest.Few(*long, uint64(4)) {
		lang := []string{"en", "ja"}[seed%2]
		told := map[string]int{}
		r := over(t, 13, seed, lang)
		for _, notes := range r.notes {
			for _, text := range notes["whisper"] {
				told[text]++
				if shares++; strings.ContainsAny(text, "\"「") {
					quoted++
				}
				var u werewolf.Utterance
				for _, e := range r.Game.Log() {
					if e.Kind == werewolf.Whispered && strings.HasSuffix(e.Text, text) {
						u = werewolf.Utterance{Day: e.Day, Seat: e.Seat, Text: text}
					}
				}
				if u.Seat == 0 {
					t.Fatalf("%q is noted and not whispered", text)
				}
				for _, a := range understand.New(understand.Table{Names: r.names, Roles: r.rules.Roles, Specs: r.rules.Table, Shared: understood}).Hear(u, true) {
					if a.Verb == speech.ComingOut || a.Verb == speech.Attack || a.Tells() {
						t.Errorf("%q is heard as %s", text, a)
					}
				}
			}
		}
		for text, n := range told {
			if n > 1 {
				t.Errorf("seed %d: %q is told %d times", seed, text, n)
			}
		}
		off := play(t, 13, seed, agent.Config{Lang: lang, Off: []string{"whisper"}}, nil)
		for _, notes := range off.notes {
			if len(notes["whisper"]) > 0 {
				t.Error("roles are shared without the module")
			}
		}
	}
	if t.Logf("%d enemies shared, %d with their words", shares, quoted); shares < bottest.Few(*long, 4) || quoted*10 < shares*9 {
		t.Errorf("%d enemies shared, %d with their words", shares, quoted)
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"I am the seer.": "I am the seer.",
		"I, the \"seer\",\n say @Bela is 「human」 😀": "I the seer say Bela is human",
		strings.Repeat("long ", 30):                 strings.TrimSpace(strings.Repeat("long ", 12)),
		"\u202eabc\x1b[2J":                          "abc [2J",
		"":                                          "",
	} {
		if got := quote(text, 60); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}

// The possessed names whom it takes for what, goes for the former and clears the latter.
func TestFakeDivination(t *testing.T) {
	guesses, against, cleared := 0, 0, 0
	told := map[*agent.Agent[state]]int{}
	for seed := range uint64(40) {
		r := play(t, 5, seed, agent.Config{}, func(r *round, o *werewolf.Observation) {
			if o.Role() != werewolf.Possessed || o.Request.Kind != werewolf.Talk {
				return
			}
			p := r.players[o.Seat-1]
			results := p.Table().Self.Results()
			if fresh := results[told[p]:]; o.Day == 1 && len(fresh) == 1 && p.State().guess.Seer != 0 && p.State().guess.Werewolf == 0 &&
				(fresh[0].Target != p.State().guess.Seer || fresh[0].Species != werewolf.Wolf) {
				t.Errorf("seed %d: finds %d %s, not %d a werewolf", seed, fresh[0].Target, fresh[0].Species, p.State().guess.Seer)
			}
			told[p] = len(results)
			for _, f := range results {
				if f.Species == werewolf.Wolf && f.Target == p.State().guess.Seer {
					against++
				}
				if f.Species == werewolf.Human && f.Target == p.State().guess.Werewolf {
					cleared++
				}
			}
		})
		for i, notes := range r.notes {
			n := len(notes["fake-divination"])
			guesses += n
			if n > 0 && r.role(werewolf.SeatID(i+1)) != werewolf.Possessed {
				t.Errorf("seed %d: %s invents", seed, r.role(werewolf.SeatID(i+1)))
			}
		}
	}
	if t.Logf("%d guesses, results %d times against the seer, %d times for the werewolf", guesses, against, cleared); guesses == 0 || against == 0 || cleared == 0 {
		t.Error("the possessed does not use what it guesses")
	}
}

// Models of every bad mode leave the game whole.
func TestBadModels(t *testing.T) {
	for _, mode := range llmtest.Modes() {
		if !*long && mode.Name != "malformed" {
			continue // bot.TestBadModels samples the modes for all players; here it is asked what this one notes
		}
		if mode.Name == "slow" {
			continue // the test of all players has a clock for it
		}
		behaviour, err := llmtest.Find(mode.Name)
		if err != nil {
			t.Fatal(err)
		}
		for i, lang := range []string{"en", "ja"} {
			r := play(t, 5, uint64(i), agent.Config{Lang: lang, Model: llmtest.Model(behaviour)}, nil)
			calls := 0
			for _, notes := range r.notes {
				calls += len(notes["model"])
			}
			if calls == 0 {
				t.Errorf("%s: no call is noted", mode.Name)
			}
			r.noted(t) // an attempt asks for the vote whatever the model makes of it
		}
	}
}

// The werewolf knows that everybody else is human, and must not act on it: it goes on suspecting somebody.
func TestAWerewolfConcludesFromWhatAllKnow(t *testing.T) {
	asked, sure := 0, 0
	for seed := range uint64(6) {
		play(t, 5, seed, agent.Config{}, func(r *round, o *werewolf.Observation) {
			if o.Role() != werewolf.Werewolf || !o.Request.Kind.Speaks() {
				return
			}
			asked++
			opinion, cleared := r.players[o.Seat-1].Table().Self.Opinion(), 0
			for id := range o.Others().All() {
				if opinion.Score[id] < -r.players[o.Seat-1].State().certain/2 {
					cleared++
				}
			}
			if cleared == o.Others().Len() {
				sure++
			}
		})
	}
	if t.Logf("%d of %d times it takes all others for human", sure, asked); asked == 0 || sure > asked/10 {
		t.Errorf("%d of %d times it takes all others for human", sure, asked)
	}
}
