package canislupus

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/topic"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// byRule is the subject that rules raised in an answer, "" for none.
func byRule(x *moment) string {
	for _, note := range x.Notes["topic"] {
		if name, ok := strings.CutPrefix(note, "said by rule: "); ok {
			return name
		}
	}
	return ""
}

// By rules alone most subjects that are suggested are raised, so that the talk stands still less than without the module.
func TestTopicsKeepTheTalkMoving(t *testing.T) {
	measure := func(off ...string) (still float64, suggested, raised int, subjects map[string]bool) {
		talks := 0
		subjects = map[string]bool{}
		for seed := range bottest.Few(*long, uint64(14)) {
			playedGame{seed: seed, off: off}.play(t, func(x *moment) {
				if x.O.Request.Kind != werewolf.Talk {
					return
				}
				talks++
				if !x.Spoke() {
					still++
				}
				if x.Player.State().subject.Name != "" {
					suggested++
				}
				if name := byRule(x); name != "" {
					raised++
					subjects[name] = true
				}
			})
		}
		return still / float64(talks), suggested, raised, subjects
	}
	with, suggested, raised, subjects := measure()
	without, never, none, _ := measure("topic")
	t.Logf("nothing to say: %.3f with the module, %.3f without; of %d suggestions %d raised: %v", with, without, suggested, raised, subjects)
	if with > without*0.8 {
		t.Errorf("nothing is said to %.3f of the requests with the module, to %.3f without", with, without)
	}
	if 2*raised < suggested || suggested < bottest.Few(*long, 150) || len(subjects) < 15 {
		t.Errorf("of %d suggestions %d are raised: %v", suggested, raised, subjects)
	}
	if never+none > 0 {
		t.Errorf("without the module %d suggestions, %d raised", never, none)
	}
}

// A suggestion comes with the least probability of the design while the talk moves, and always while it stands still.
func TestTopicsComeMoreReadilyInAStandstill(t *testing.T) {
	type count struct{ asked, came float64 }
	var moves, stands count
	for seed := range bottest.Few(*long, uint64(16)) {
		playedGame{seed: seed}.play(t, func(x *moment) {
			if x.O.Request.Kind != werewolf.Talk {
				return
			}
			c := &moves
			switch topic.Stagnation(x.O, x.Player.Table().Self.Ledger()) {
			case 0:
			case 1:
				c = &stands
			default:
				return
			}
			if c.asked++; x.Player.State().subject.Name != "" {
				c.came++
			}
		})
	}
	if share := moves.came / moves.asked; moves.asked < bottest.Few(*long, 150.) || math.Abs(share-topic.Base) > 0.06 {
		t.Errorf("of %v requests while the talk moves %.3f have a subject, not about %v", moves.asked, share, topic.Base)
	}
	if stands.asked < 20 || stands.came != stands.asked {
		t.Errorf("of %v requests while the talk stands still %v have a subject", stands.asked, stands.came)
	}
}

// What rules raise means what it says: a question is put to somebody who lives and can answer, one in an utterance.
func TestSubjectsMeanWhatTheySay(t *testing.T) {
	book, err := wording.In("en")
	if err != nil {
		t.Fatal(err)
	}
	speaker := wording.NewSpeaker(book, "", wording.Seating{}, rand.New(rand.NewPCG(1, 1)))
	names := map[string]speech.Verb{}
	for _, s := range subjects("en") {
		for _, w := range ways() {
			if says := speaker.Means(w.kind, wording.Slots{T: 1, O: 2}); w.kind == s.Kind && len(says) > 0 {
				names[s.Name] = says[0].Verb
			}
		}
	}
	seen := map[string]bool{}
	for seed := range bottest.Few(*long, uint64(8)) {
		for _, players := range []int{5, 9} {
			if players == 9 && seed > 1 {
				continue
			}
			playedGame{players: players, seed: seed}.play(t, func(x *moment) {
				if !x.Spoke() {
					return
				}
				meant, _ := x.Player.Table().Self.Meant(x.Answer)
				questions := 0
				for q := range meant.Questions() {
					questions++
					if !x.O.Others().Has(q.Target) {
						t.Errorf("seed %d: asks %s: %q", seed, x.O.Name(q.Target), x.Answer)
					}
				}
				if questions > 1 {
					t.Errorf("seed %d: %d questions: %q", seed, questions, x.Answer)
				}
				name := byRule(x)
				if name == "" {
					return
				}
				heard := x.Says()
				if role := heard.Claimed(x.O.Seat); role != werewolf.Villager && role != meant.Claimed(x.O.Seat) && role != x.Player.Table().Self.Ledger().ClaimOf(x.O.Seat) || heard.Retracts(x.O.Seat) != meant.Retracts(x.O.Seat) {
					t.Errorf("seed %d: %q, said of %s, is heard as %v", seed, x.Answer, name, heard)
				}
				for a := range heard.Results(x.O.Seat) {
					if a.In = 0; !slices.Contains(meant, a) {
						t.Errorf("seed %d: %q, said of %s, is heard as %v", seed, x.Answer, name, a)
					}
				}
				if means := names[name]; means != speech.NoVerb {
					seen[name] = true
					if !slices.ContainsFunc(meant, func(a speech.Act) bool { return a.Verb == means }) {
						t.Errorf("seed %d: %q is said of %s, no %s", seed, x.Answer, name, means)
					}
				}
			})
		}
	}
	if 2*len(seen) < len(names) {
		t.Errorf("of %v only %v come up", names, seen)
	}
}

func subjects(lang string) (list []topic.Subject) {
	for p := topic.Greeting; p <= topic.Closing; p++ {
		list = append(list, topic.Subjects(lang, p)...)
	}
	return list
}

// Every way of the rules is that of a subject in the table.
func TestWaysAreOfSubjects(t *testing.T) {
	for _, w := range ways() {
		if !slices.ContainsFunc(subjects("en"), func(s topic.Subject) bool { return s.Kind == w.kind }) {
			t.Errorf("no subject is raised by %q", w.kind)
		}
	}
}

// No subject goes before a result that nobody has heard, an accusation that must be answered, or the vote.
func TestTopicsWait(t *testing.T) {
	news, last := 0, 0
	for seed := range uint64(16) {
		if !*long && news >= 4 && last >= 5 {
			break // enough has been seen
		}
		playedGame{seed: seed}.play(t, func(x *moment) {
			o, p := x.O, x.Player.Table().Self
			if x.Player.State().subject.Kind == "" || o.Day == 0 || o.Request.Kind != werewolf.Talk {
				return
			}
			meant, _ := p.Meant(x.Answer)
			if o.Role() == werewolf.Seer && p.Ledger().Words(o.Seat, o.Day) == 0 && o.Divined[len(o.Divined)-1].Day == o.Day-1 {
				if news++; !slices.ContainsFunc(meant, speech.Act.Tells) || byRule(x) != "" {
					t.Errorf("seed %d: the seer begins day %d with %q", seed, o.Day, x.Answer)
				}
			}
			if o.Request.Left.Count == 0 && p.Plan() == 0 {
				if last++; meant.Announced(speech.Vote) == 0 {
					t.Errorf("seed %d: ends day %d with %q and no vote announced", seed, o.Day, x.Answer)
				}
			}
		})
	}
	if news < 4 || last < 5 {
		t.Errorf("%d results and %d last words met a subject", news, last)
	}
}

// A model chooses among the subjects of the phase, none twice in a row, and the wording is told the one it chose.
func TestTopicIsInThePrompt(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		for _, off := range [][]string{nil, {"topic"}} {
			told, asked := 0, 0
			last := map[werewolf.SeatID]string{}
			playedGame{seed: 3, lang: lang, off: off, behave: pickLast(lang)}.play(t, func(x *moment) {
				m := x.Player.State()
				for _, text := range x.Of("pick-topic") {
					asked++
					list := listed(lang, text)
					if want := list[len(list)-1].Name; m.subject.Name != want || want == last[x.O.Seat] {
						t.Errorf("%s: %s is talked about, not %s; before it was %s", lang, m.subject.Name, want, last[x.O.Seat])
					}
					last[x.O.Seat] = m.subject.Name
				}
				for _, text := range x.Of("word") {
					has := m.subject.Text != "" && strings.Contains(text, m.subject.Text)
					if has != (len(x.Of("pick-topic")) > 0) {
						t.Errorf("%s, off %v: the subject %q is in the prompt: %v", lang, off, m.subject.Text, has)
					}
					if has {
						told++
					}
				}
			})
			if on := off == nil; (told > 10) != on || (asked > 10) != on {
				t.Errorf("%s, off %v: %d subjects chosen, %d told", lang, off, asked, told)
			}
		}
	}
}

// listed are the subjects that a prompt offers, in its order.
func listed(lang, prompt string) (list []topic.Subject) {
	for line := range strings.Lines(prompt) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
		at := slices.IndexFunc(subjects(lang), func(s topic.Subject) bool { return s.Text == text })
		if ok && at >= 0 {
			list = append(list, subjects(lang)[at])
		}
	}
	return list
}

// pickLast is a model that chooses the last subject offered.
func pickLast(lang string) llmtest.Behaviour {
	return func(p llmtest.Prompt) llmtest.Answer {
		if p.Task != "pick-topic" {
			return bottest.Mute(p)
		}
		list := listed(lang, p.Text())
		return llmtest.Answer{Text: `{"topic": "` + list[len(list)-1].Text + `", "why": "test"}`}
	}
}
