package yharada

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bdi"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

var rosters = map[string][]string{
	"en": {"Ada", "Bela", "Cleo", "Dora", "Ezra", "Finn", "Gwen", "Hugo", "Ines", "Jack", "Kira", "Liam", "Mona"},
	"ja": {"アオイ", "ボタン", "チカ", "ダイキ", "エミ", "フウタ", "ギン", "ハルカ", "イブキ", "ジロウ", "カエデ", "リオ", "ミナト"},
}

// Profiles of very different people, in words that the rule for personalities knows.
const (
	quiet = "Personality: shy, quiet and reserved. A careful planner."
	loud  = "Personality: outgoing, cheerful, talkative and energetic."
)

// round is a game of the player with itself, and what its seats noted by topic.
type round struct {
	*bottest.Table
	names  []string
	notes  []map[string][]string // by seat - 1
	seated []*agent.Agent[state]
}

// play plays a game of which nothing may be wrong.
func play(t testing.TB, n int, seed uint64, c agent.Config, profile string) *round {
	t.Helper()
	if c.Lang == "" {
		c.Lang = "en"
	}
	c.Seed, c.Shared = seed, understood
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	r := &round{names: rosters[c.Lang][:n]}
	seats := bottest.Seats(r.names...)
	var players []bottest.Player
	for i := range seats {
		p, err := System.Player(c)
		if err != nil {
			t.Fatal(err)
		}
		seats[i].Profile = profile
		players, r.seated = append(players, p), append(r.seated, p)
		r.notes = append(r.notes, map[string][]string{})
	}
	if r.Table, err = bottest.Sit(rules, seats, seed, players); err != nil {
		t.Fatal(err)
	}
	r.Observe = func(o *werewolf.Observation, _ string) {
		for topic, text := range r.seated[o.Seat-1].Notes() {
			r.notes[o.Seat-1][topic] = append(r.notes[o.Seat-1][topic], text)
		}
	}
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

// every calls f with each note on a topic.
func (r *round) every(topic string, f func(seat werewolf.SeatID, text string)) {
	for i, notes := range r.notes {
		for _, text := range notes[topic] {
			f(werewolf.SeatID(i+1), text)
		}
	}
}

// The personality is in the notes as a file that can be read back, one for each player.
func TestMacroBelief(t *testing.T) {
	features := map[string]personality.Personality{}
	for name, profile := range map[string]string{"quiet": quiet, "loud": loud} {
		n := 0
		play(t, 5, 1, agent.Config{}, profile).every("macro-belief", func(_ werewolf.SeatID, text string) {
			n++
			var p personality.Personality
			if err := json.Unmarshal([]byte(text), &p); err != nil {
				t.Fatal(err)
			}
			features[name] = p
		})
		if n != 5 {
			t.Errorf("%d personality files of 5 players", n)
		}
	}
	q, l := features["quiet"], features["loud"]
	if q[personality.Introversion] <= l[personality.Introversion] || q[personality.Assertiveness] >= l[personality.Assertiveness] {
		t.Errorf("quiet %v, loud %v", q, l)
	}
	play(t, 5, 1, agent.Config{Off: []string{"macro-belief"}}, quiet).every("macro-belief", func(_ werewolf.SeatID, text string) {
		t.Errorf("without the module: %s", text)
	})
}

// Different people want different things in the same situations.
func TestMacroDesire(t *testing.T) {
	wants := func(profile string, off ...string) map[string]bool {
		seen := map[string]bool{}
		for seed := range uint64(3) {
			play(t, 5, seed, agent.Config{Off: off}, profile).every("macro-desire", func(_ werewolf.SeatID, text string) { seen[text] = true })
		}
		return seen
	}
	q, l := wants(quiet), wants(loud)
	for text := range q {
		if l[text] && !strings.Contains(text, "adaptability") {
			t.Errorf("both want %q", text)
		}
	}
	if off := wants(quiet, "macro-desire"); len(q) == 0 || len(l) == 0 || len(off) != 0 {
		t.Errorf("%d and %d desires, %d without the module", len(q), len(l), len(off))
	}
}

// Every utterance of others that was not silence has one record in each living player's notes.
func TestMicroBelief(t *testing.T) {
	r := play(t, 5, 2, agent.Config{}, "")
	n := 0
	r.every("micro-belief", func(seat werewolf.SeatID, text string) {
		for line := range strings.Lines(text) {
			var rec record
			if err := json.Unmarshal([]byte(line), &rec); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if rec.From == r.names[seat-1] || rec.Credibility <= 0 || rec.Credibility > 1 {
				t.Errorf("record %s", line)
			}
			n++
		}
	})
	if n < 20 {
		t.Errorf("%d records in a game", n)
	}
	for _, p := range r.seated {
		m := p.State()
		if len(m.beliefs.Records()) != m.noted {
			t.Errorf("%d records, %d noted", len(m.beliefs.Records()), m.noted)
		}
	}
	for _, m := range play(t, 5, 2, agent.Config{Off: []string{"micro-belief"}}, "").seated {
		m := m.State()
		if len(m.beliefs.Records()) > 0 {
			t.Error("records without the module")
		}
	}
}

// Suspicion is bent by credibility and liking as much as the personality trusts and likes, and by the votes of others as
// much as it follows them.
func TestBeliefBendsSuspicion(t *testing.T) {
	most := 0.0
	for _, m := range play(t, 5, 3, agent.Config{}, quiet).seated {
		x, m := m.Table(), m.State()
		o, bent, opinion := x.O, x.Self.Opinion().Score, talker.Rules{}.Weigh(x.Self)
		p := &m.self
		trust := (p[personality.SocialProof] + p[personality.Honesty] + p[personality.Consistency]) / 3
		like := (p[personality.Friendliness] + p[personality.EmotionalResonance] + p[personality.AttractiveExpression]) / 3
		for id := range o.Others().All() {
			b := m.beliefs.Of(id)
			want := 4 * (trust*(0.5-b.Credibility) + like*(0.5-b.Liking)) / (trust + like)
			for _, plan := range x.Heard.Plans() {
				if plan.Day == o.Day && plan.Target == id && plan.Seat != o.Seat {
					want += 0.3 * p[personality.SocialProof]
				}
			}
			got := float64(bent[id] - opinion.Score[id])
			if math.Abs(got-want) > 1e-4 {
				t.Errorf("%s: %v instead of %v", o.Name(id), got, want)
			}
			most = max(most, math.Abs(got))
		}
	}
	if most < 0.05 {
		t.Errorf("at most %v", most)
	}
}

// The outgoing call for votes and demand reasons of who attacks them; the quiet do neither as often.
func TestPersonalityActs(t *testing.T) {
	count := func(profile string, off ...string) (urges, whys int) {
		for seed := range bottest.Few(*long, uint64(15)) {
			r := play(t, 5, seed, agent.Config{Off: off}, profile)
			for _, l := range r.seated[0].Table().Heard.Lines() {
				switch {
				case l.Requests(speech.Vote):
					urges++
				case l.Frame.Verb == speech.Inquire && l.Frame.Topic == speech.WhyTopic:
					whys++
				}
			}
		}
		return urges, whys
	}
	loudUrges, loudWhys := count(loud)
	quietUrges, quietWhys := count(quiet)
	offUrges, offWhys := count(loud, "macro-desire")
	t.Logf("calls for votes and demands for reasons: outgoing %d, %d; quiet %d, %d; without desires %d, %d",
		loudUrges, loudWhys, quietUrges, quietWhys, offUrges, offWhys)
	if loudUrges <= 2*quietUrges || loudUrges <= 2*offUrges || loudWhys <= quietWhys || loudWhys <= offWhys {
		t.Error("the personality does not show")
	}
}

// A stage is none of the last two, and an utterance that asks is answered before others.
func TestMicroDesire(t *testing.T) {
	answers := 0
	for seed := range bottest.Few(*long, uint64(10)) {
		r := play(t, 5, seed, agent.Config{}, loud)
		last := map[werewolf.SeatID][]string{}
		r.every("micro-desire", func(seat werewolf.SeatID, text string) {
			var n struct{ Stage, Answer string }
			if err := json.Unmarshal([]byte(text), &n); err != nil {
				t.Fatal(err)
			}
			if used := last[seat]; slices.Contains(used[max(0, len(used)-2):], n.Stage) {
				t.Errorf("seed %d: stage %s after %v", seed, n.Stage, used)
			}
			last[seat] = append(last[seat], n.Stage)
			if n.Answer != "" {
				answers++
			}
		})
	}
	if answers < 50 {
		t.Errorf("%d utterances selected for an answer in 10 games", answers)
	}
	off := play(t, 5, 1, agent.Config{Off: []string{"micro-desire"}}, loud)
	if off.Transcript() == play(t, 5, 1, agent.Config{}, loud).Transcript() {
		t.Error("the aim moves nothing")
	}
}

// Intentions have at most 60 characters a part, and nothing else than they goes into the prompt for words.
func TestMicroIntention(t *testing.T) {
	n := 0
	play(t, 5, 1, agent.Config{}, loud).every("micro-intention", func(_ werewolf.SeatID, text string) {
		for line := range strings.Lines(text) {
			if len([]rune(strings.TrimSpace(line))) > bdi.MaxIntention {
				t.Errorf("%q is too long", line)
			}
		}
		n++
	})
	off := 0
	play(t, 5, 1, agent.Config{Off: []string{"micro-intention"}}, loud).every("micro-intention", func(werewolf.SeatID, string) { off++ })
	if n == 0 || off != 0 {
		t.Errorf("%d intentions, %d without the module", n, off)
	}
}

// What others said is nowhere in the prompt for words, which does not ask for an answer to it; the intention is there.
func TestTalkSeesNoTalk(t *testing.T) {
	words := 0
	behave := func(p llmtest.Prompt) llmtest.Answer {
		if text := p.Text(); strings.Contains(text, "One sentence in your own manner that carries out the plan") {
			words++
			if strings.Contains(text, "a secret that only the talk holds") || !strings.Contains(text, "assertiveness: ") {
				t.Errorf("the words are told:\n%s", text)
			}
			if strings.Contains(text, "Answer what was said to you") {
				t.Errorf("who sees no talk is asked to answer it:\n%s", text)
			}
		}
		return llmtest.Refusing(p)
	}
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	p, err := System.Player(agent.Config{Seed: 1, Lang: "en", Model: llmtest.Model(behave)})
	if err != nil {
		t.Fatal(err)
	}
	players := []bottest.Player{p}
	for range 4 {
		players = append(players, gossip{})
	}
	table, err := bottest.Sit(rules, bottest.Seats(rosters["en"][:5]...), 1, players)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Play(); err != nil || words == 0 {
		t.Errorf("%v, %d prompts for words", err, words)
	}
}

// As deployed in the contest (overview of AIWolfDial 2025, section 3.7) it has a personality, with which it judges what others say and which
// is in its prompts beside the talk; it wants and intends nothing.
func TestAsDeployed(t *testing.T) {
	deployed := map[string]float64{"deployed": 1}
	for seed, lang := range []string{"en", "ja"} {
		tasks := map[string]int{}
		for _, p := range withActor(t, "last", uint64(seed), quiet+" She "+secret+".", deployed) {
			tasks[p.Task]++
			text := p.Text()
			if p.Task != "word" && p.Task != "choose-target" {
				continue
			}
			for want, there := range map[string]bool{
				"introversion: ": true, "logical_consistency: ": true, "honesty: ": true, "empathy: ": true, secret: false, "stability: ": true,
				map[string]string{"en": "liking 0.", "ja": "好感度0."}[lang]: true, "<talk>": p.o.Day > 0,
				map[string]string{"en": "carries out the plan", "ja": "「組み立て」の順"}[lang]: false,
			} {
				if strings.Contains(text, want) != there && (want != "<talk>" || there) { // on day 0 somebody begins
					t.Errorf("%s: %q is in the prompt to %s: %v:\n%s", lang, want, p.Task, !there, text)
				}
			}
		}
		if tasks["word"] < 20 || tasks["choose-target"] < 2 || tasks["infer-personality"] != 5 || tasks["message-type"] == 0 || tasks["credibility"] == 0 ||
			tasks["macro-desire"]+tasks["policies"]+tasks["micro-desire"]+tasks["micro-intention"] > 0 {
			t.Errorf("%s: asked %v", lang, tasks)
		}
	}
}

// gossip says what must stay in the talk.
type gossip struct{}

func (gossip) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Kind.Chooses() {
		return o.Name(o.Request.Targets.First()), nil
	}
	return "Here is a secret that only the talk holds.", nil
}

// It plays 9 and 13 too, in both languages.
func TestLargerGames(t *testing.T) {
	for seed := range uint64(6) {
		lang := []string{"en", "ja"}[seed%2]
		play(t, 9, seed, agent.Config{Lang: lang}, "")
		play(t, 13, seed, agent.Config{Lang: lang}, "")
	}
}

// Models of every bad mode leave the game whole.
func TestBadModels(t *testing.T) {
	for _, mode := range llmtest.Modes() {
		if !*long && mode.Name != "malformed" {
			continue // bot.TestBadModels samples the modes for all players; here it is asked what this one notes
		}
		if mode.Name == "slow" || mode.Name == "limited" {
			continue // the test of all players has a clock for them
		}
		behaviour, err := llmtest.Find(mode.Name)
		if err != nil {
			t.Fatal(err)
		}
		for i, lang := range []string{"en", "ja"} {
			r := play(t, 5, uint64(i), agent.Config{Lang: lang, Model: llmtest.Model(behaviour)}, quiet)
			calls, ruled := 0, 0
			r.every("model", func(_ werewolf.SeatID, text string) {
				calls++
				var c struct{ By, Why string }
				if err := json.Unmarshal([]byte(text), &c); err != nil || c.By == string(task.ByRule) && c.Why == "" {
					t.Errorf("%s: %v", text, err)
				}
				if c.By == string(task.ByRule) {
					ruled++
				}
			})
			if calls == 0 || ruled == 0 && mode.Name != "echo" && mode.Name != "injected" {
				t.Errorf("%s: %d calls, %d answered by rules", mode.Name, calls, ruled)
			}
		}
	}
}
