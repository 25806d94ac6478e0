package task

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm/llmtest"
)

func example(t *testing.T, name string) json.RawMessage {
	t.Helper()
	s, _ := book(t).Find(name)
	text, err := s.Example()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// promptOf is both messages, a line between.
func promptOf(t *testing.T, s Spec, lang string, in json.RawMessage) string {
	t.Helper()
	m, err := s.Prompt(lang, in)
	if err != nil {
		t.Fatalf("%s in %s: %v", s.Name(), lang, err)
	}
	if len(m) != 2 || m[0].Text == "" || m[1].Text == "" {
		t.Fatalf("%s in %s: an empty prompt", s.Name(), lang)
	}
	return m[0].Text + "\n\n" + m[1].Text
}

// TestPromptsRender fills every template with all of its input, with as little as can be, and with both kinds of draft.
func TestPromptsRender(t *testing.T) {
	for _, s := range book(t).All() {
		full := example(t, s.Name())
		for _, lang := range languages() {
			text := promptOf(t, s, lang, full)
			least := promptOf(t, s, lang, json.RawMessage(`{}`))
			if len(least) >= len(text) {
				t.Errorf("%s in %s: the input is not shown", s.Name(), lang)
			}
			if strings.Contains(text, "<no value>") || strings.Contains(text, "%!") || strings.Contains(text, "\n\n\n") {
				t.Errorf("%s in %s: a fault of the template:\n%s", s.Name(), lang, text)
			}
			if !fence.MatchString(text) {
				t.Errorf("%s in %s: nothing is fenced", s.Name(), lang)
			}
			if s.Hash(lang) == "" || s.Hash("en") == s.Hash("ja") {
				t.Errorf("%s: versions %q and %q", s.Name(), s.Hash("en"), s.Hash("ja"))
			}
		}
		if a := s.About(); a.Summary == "" || a.Source == "" || a.Tokens <= 0 || a.Name != s.Name() {
			t.Errorf("%s is not described: %+v", s.Name(), a)
		}
	}
}

// TestKeptDraftsComeAlone: a prompt that only rewords needs neither the talk nor thoughts.
func TestKeptDraftsComeAlone(t *testing.T) {
	s, _ := book(t).Find("word")
	in := with(t, example(t, "word"), map[string]any{"keep": true})
	for _, lang := range languages() {
		if text := promptOf(t, s, lang, in); strings.Contains(text, "<talk>") || strings.Contains(text, "<memo>") {
			t.Errorf("%s: too much:\n%s", lang, text)
		}
	}
}

// TestGuidedDraftsComeWithTheTalk: whoever finds reasons for a draft sees what was said and what the reasons are for, and of the draft none.
func TestGuidedDraftsComeWithTheTalk(t *testing.T) {
	s, _ := book(t).Find("word")
	only := map[string]string{"en": "give only the reason", "ja": "理由だけを言います"}
	for _, decided := range []string{"I ask for votes.", ""} {
		in := with(t, example(t, "word"), map[string]any{"keep": true, "guided": true, "draft": "I ask for votes. It rained.", "decided": decided})
		for _, lang := range languages() {
			text := promptOf(t, s, lang, in)
			for part, want := range map[string]bool{
				"<talk>": true, "<strategy>": true, "<draft>\nI ask for votes.\n</draft>": decided != "", only[lang]: decided == "", "It rained.": false,
			} {
				if strings.Contains(text, part) != want {
					t.Errorf("%s, decided %q: %q stands there: %v:\n%s", lang, decided, part, !want, text)
				}
			}
		}
	}
}

// TestWhatIsDueIsSaid: where something must be said the prompt offers no silence, and silence is no answer.
func TestWhatIsDueIsSaid(t *testing.T) {
	offers := map[string]string{"en": "nothing more to say today", "ja": "言うことがなければ"}
	for _, name := range []string{"word", "word-mention"} {
		s, _ := book(t).Find(name)
		in := example(t, name)
		for _, lang := range languages() {
			if text := promptOf(t, s, lang, with(t, in, map[string]any{"due": true})); strings.Contains(text, offers[lang]) || strings.Contains(text, "Skip") {
				t.Errorf("%s in %s: silence is offered:\n%s", name, lang, text)
			}
			if text := promptOf(t, s, lang, in); !strings.Contains(text, offers[lang]) {
				t.Errorf("%s in %s: silence is never offered:\n%s", name, lang, text)
			} else if rest := text[strings.LastIndex(text, "Over"):]; name == "word" && !strings.Contains(rest, "\n") {
				t.Errorf("%s in %s: silence is offered last, and small models do what stands last:\n%s", name, lang, text)
			}
		}
	}
	for _, silence := range []Wording{{Utterance: "(Over)"}, {Utterance: "Over"}, {Utterance: "Skip."}} {
		said, due := Addressed{Utterance: silence.Utterance}, silence
		mendAddressed(&WordIn{Due: true}, &said)
		mendWording(&WordIn{Due: true}, &due)
		if checkWording(&WordIn{Due: true}, &due) == nil || checkAddressed(&WordIn{Due: true}, &said) == nil {
			t.Errorf("%+v is taken where something is due", silence)
		}
		mendWording(&WordIn{}, &silence)
		if err := checkWording(&WordIn{}, &silence); err != nil {
			t.Errorf("%+v is refused: %v", silence, err)
		}
	}
}

// with is the input with some properties set.
func with(t *testing.T, in json.RawMessage, set map[string]any) json.RawMessage {
	t.Helper()
	tree := map[string]any{}
	if err := json.Unmarshal(in, &tree); err != nil {
		t.Fatal(err)
	}
	for k, v := range set {
		tree[k] = v
	}
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// messagesOf is how many messages a model has for a call: a form that is asked for again is shown it.
func messagesOf(s Spec, c *Call) int {
	if c.Again != "" && s.Schema() != nil {
		return 4
	}
	return 2
}

// TestEveryModeIsAnswered: whatever the model does, there is an answer by the schema, and it is known whose.
func TestEveryModeIsAnswered(t *testing.T) {
	b := book(t)
	synctest.Test(t, func(t *testing.T) {
		for _, mode := range llmtest.Modes() {
			for _, s := range b.All() {
				for _, lang := range languages() {
					d := NewDesk(b, lang, llmtest.Model(mode.Behave))
					out, call, err := s.Try(t.Context(), d, example(t, s.Name()))
					if err != nil {
						t.Fatalf("%s, %s: %v", mode.Name, s.Name(), err)
					}
					if s.Schema() == nil { // the answer is text
						if !strings.Contains(string(out), `"utterance"`) {
							t.Errorf("%s, %s: %s", mode.Name, s.Name(), out)
						}
					} else if err := s.Schema().Check(out); err != nil {
						t.Errorf("%s, %s: %s: %v", mode.Name, s.Name(), out, err)
					}
					if (call.By == ByRule) != (call.Why != "") || len(call.Messages) != messagesOf(s, &call) || call.Prompt != s.Hash(lang) {
						t.Errorf("%s, %s: by %q because %q", mode.Name, s.Name(), call.By, call.Why)
					}
					if call.Again != "" && len(call.Messages) == 4 && strings.Contains(call.Messages[3].Text, s.Name()+":") {
						t.Errorf("%s, %s: a model is told what its task is called: %s", mode.Name, s.Name(), call.Messages[3].Text)
					}
					broken := []string{"failing", "malformed", "truncated", "refusing", "dropping", "mistyped", "nothing"}
					halved := mode.Name == "malformed" && s.Schema() == nil // a shorter text
					if slices.Contains(broken, mode.Name) && !halved && call.By != ByRule {
						t.Errorf("%s, %s: answered by %s", mode.Name, s.Name(), call.By)
					}
				}
			}
		}
	})
}

// TestRulesNeedOnlyTheirInput: the same input has the same answer, also one that says nothing.
func TestRulesNeedOnlyTheirInput(t *testing.T) {
	b := book(t)
	for _, s := range b.All() {
		for _, in := range []json.RawMessage{example(t, s.Name()), json.RawMessage(`{}`)} {
			first, call, err := s.Try(t.Context(), NewDesk(b, "en", nil), in)
			again, _, _ := s.Try(t.Context(), NewDesk(b, "ja", nil), in)
			if err != nil || string(first) != string(again) || call.By != ByRule {
				t.Errorf("%s: %s, then %s: %v", s.Name(), first, again, err)
			}
		}
	}
}

// Of a prompt that shows the talk, what is said to be kept stands at the beginning of the next one too, but for the
// fence around today's talk, and nothing of what differs is in it.
func TestWhatIsKeptOfAPrompt(t *testing.T) {
	s := aScene()
	for i := range 30 {
		s.Talks = append(s.Talks, scene.Line{Day: s.Day, Idx: i, Speaker: s.Players[1].Name, Text: "I have nothing to say, " + strings.Repeat("again and ", i) + "again."})
	}
	for _, name := range []string{"word", "choose-target", "situation"} {
		task, _ := book(t).Find(name)
		for _, lang := range languages() {
			ask := func(talks int, turn int) (system, user string, kept int) {
				s := s
				s.Talks, s.Turn = s.Talks[:talks], turn
				in, err := json.Marshal(map[string]any{"scene": s})
				if err != nil {
					t.Fatal(err)
				}
				m, err := task.Prompt(lang, in)
				if err != nil {
					t.Fatal(err)
				}
				if m[0].Kept != len(m[0].Text) || strings.Contains(m[0].Text+m[1].Text, storyEnd) {
					t.Errorf("%s in %s: %d bytes of the instructions are kept, of %d", name, lang, m[0].Kept, len(m[0].Text))
				}
				return m[0].Text, m[1].Text, m[1].Kept
			}
			instructions, before, kept := ask(20, 1)
			same, after, _ := ask(30, 2)
			lines := strings.SplitAfter(before[:kept], "\n")
			stays := strings.Join(lines[:max(0, len(lines)-3)], "")
			if instructions != same || len(lines) < 20 || !strings.HasPrefix(after, stays) || strings.Contains(before[kept:], s.Talks[5].Text) {
				t.Errorf("%s in %s: %d lines are kept of\n%s\nand the next is\n%s", name, lang, len(lines), before, after)
			}
		}
	}
}

// TestSeatsOfATableBeginAlike: two seats that saw the same have the same instructions, and the same text up to the end of the story, whoever
// they are and whatever only they know. Two tasks have the order of a paper: word-mention names the player in its instructions, and
// summarise shows the old summary first.
func TestSeatsOfATableBeginAlike(t *testing.T) {
	ordered, alike := []string{"word-mention", "summarise"}, 0
	for _, s := range book(t).All() {
		full := example(t, s.Name())
		if slices.Contains(ordered, s.Name()) || !strings.Contains(string(full), `"setup"`) {
			continue
		}
		for _, lang := range languages() {
			ask := func(of func(*scene.Scene)) (instructions, story string) {
				tree := map[string]json.RawMessage{}
				var seen scene.Scene
				if err := errors.Join(json.Unmarshal(full, &tree), json.Unmarshal(tree["scene"], &seen)); err != nil {
					t.Fatal(err)
				}
				of(&seen)
				m, err := s.Prompt(lang, with(t, full, map[string]any{"scene": seen}))
				if err != nil {
					t.Fatal(err)
				}
				return m[0].Text, m[1].Text[:m[1].Kept]
			}
			instructions, story := ask(func(*scene.Scene) {})
			others, same := ask(func(seen *scene.Scene) {
				seen.Me, seen.Role, seen.Team, seen.Allies, seen.Profile, seen.Character = "Bela", "WEREWOLF", "WEREWOLF", []string{"Dora"}, "shy", "bold"
				seen.Advice, seen.Part, seen.Results = "lie", []string{"You bite."}, nil
				seen.Whispers = []scene.Line{{Day: 0, Speaker: "Dora", Text: "Ada first."}}
			})
			if instructions != others || story != same {
				t.Errorf("%s in %s: another seat has\n%s\n%s\nand not\n%s\n%s", s.Name(), lang, others, same, instructions, story)
			}
			if story != "" {
				alike++
			}
		}
	}
	if alike < 20 {
		t.Errorf("%d prompts show the story", alike)
	}
}
