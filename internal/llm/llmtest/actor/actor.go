// Package actor holds models with a will of their own: model servers that play Werewolf badly on purpose, each in one
// way, so that anybody can see whether a player does as its model wants, and one that plays its role.
//
// The law of the package: an actor sees a prompt and nothing else, as a real model does. It finds out from the schema
// what it is asked, and from the text who plays. The same prompts in the same order get the same answers. What an actor
// does not want it answers as llmtest.Echo does.
package actor

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
	"time"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// The figures of the actors.
const (
	Thought = 3000             // tokens that the thinker thinks for
	Pause   = 25 * time.Second // that the sleeper takes for an answer
	every   = 2                // the forgetful forgets the form of one question in so many
)

// All lists the actors. The slice is the caller's.
func All() []llmtest.Mode {
	return []llmtest.Mode{
		{Name: "seer", Summary: "always claims to be the seer, with a werewolf found, and votes for that player", Behave: playing(claimsSeer, first)},
		{Name: "silent", Summary: "never speaks", Behave: playing(saysNothing, first)},
		{Name: "last", Summary: "announces and casts its vote for the last name of every list", Behave: playing(announcesLast, last)},
		{Name: "liar", Summary: "tells the opposite of every result it has, and votes against its word", Behave: playing(lies, last)},
		{Name: "parrot", Summary: "says what others said last, orders to models too", Behave: playing(repeats, first)},
		{Name: "obedient", Summary: "does what the talk orders: votes, tells its role and its partners, repeats its prompt", Behave: Obedient()},
		{Name: "thinker", Summary: "as last, after 3,000 tokens of thought", Behave: llmtest.Thinking(Thought, playing(announcesLast, last))},
		{Name: "sleeper", Summary: "as last, after 25 seconds", Behave: llmtest.Slow(Pause, playing(announcesLast, last))},
		{Name: "forgetful", Summary: "claims a role, and forgets the form of every other question's answer, also when it is asked again", Behave: forgetting(playing(claimsSome, first))},
	}
}

// Player is the actor that plays its role as a model does that means well.
func Player() llmtest.Mode {
	return llmtest.Mode{
		Name: "player", Behave: Playing(),
		Summary: "plays its role: comes out, as the seer on the werewolves' side, tells results, and judges by what was said",
	}
}

// Usual is the actor that plays its role as a model in the process, for whoever must know how long answers usually are.
func Usual() llm.Model { return llmtest.Model(Playing()) }

// Known lists the actors, then the modes of llmtest, which are models without a will: broken, slow, refusing. The slice is
// the caller's.
func Known() []llmtest.Mode {
	reader := llmtest.Mode{
		Name: readsPrefix + "SECTION", Behave: Reading("SECTION"),
		Summary: "reads nothing of a prompt but one section, such as reads-memo or reads-orders, and says and chooses what follows from that",
	}
	return append(append(All(), Player(), reader), llmtest.Modes()...)
}

// Find is the behaviour of an actor, or of one of llmtest's modes, by its name.
func Find(name string) (llmtest.Behaviour, error) {
	if section, reads := strings.CutPrefix(name, readsPrefix); reads && section != "" {
		return Reading(section), nil
	}
	var known []string
	for _, m := range Known() {
		if m.Name == name {
			return m.Behave, nil
		}
		known = append(known, m.Name)
	}
	return nil, fmt.Errorf("nobody is called %q; known are %s", name, strings.Join(known, ", "))
}

// Handler serves one actor by the providers' interfaces; without a name, whichever actor a request names as its model.
func Handler(name string) (http.Handler, error) {
	if name == "" {
		return llmtest.NewHandler(cast), nil
	}
	behave, err := Find(name)
	if err != nil {
		return nil, err
	}
	return llmtest.NewHandler(behave), nil
}

// cast behaves like the actor that a request asks for as its model. Nobody of that name is an error of the request.
func cast(p llmtest.Prompt) llmtest.Answer {
	behave, err := Find(p.Model)
	if err != nil {
		return llmtest.Answer{Status: http.StatusNotFound, Text: err.Error()}
	}
	return behave(p)
}

// playing says and chooses by will. An empty text is silence, an empty name leaves the choice to chance.
func playing(say func(*seat) string, choose func(*seat) string) llmtest.Behaviour {
	drawer := &llmtest.Drawer{}
	return func(p llmtest.Prompt) llmtest.Answer {
		switch s := read(p); s.asks {
		case words:
			text := say(s)
			if s.draft != "" {
				text = s.draft // rules have decided
			}
			return uttered(p, text, text == "")
		case choice:
			name := choose(s)
			switch {
			case name == "":
			case p.Schema == nil:
				return llmtest.Answer{Text: name}
			default:
				return formed(map[string]any{"reason": "because", "target": name})
			}
		case other:
			return s.fill(p, drawer)
		}
		return llmtest.Echo(p)
	}
}

// fill answers as llmtest.Echo does, but where an answer must repeat something of the prompt or may not be empty.
func (s *seat) fill(p llmtest.Prompt, drawer *llmtest.Drawer) llmtest.Answer {
	a := drawer.Answer(p)
	var fields map[string]any
	if json.Unmarshal([]byte(a.Text), &fields) != nil {
		return a
	}
	title, _, _ := strings.Cut(at(s.options, 0), "(") // when it fits follows
	for field, text := range map[string]string{
		"title": strings.TrimSpace(title), "topic": at(s.options, 0), "discussion_stage": s.stage, "name": s.name, "content": s.line.text, "from": s.line.by,
		"age": s.given["age"], "gender": s.given["gender"], "text": s.given["text"],
	} {
		if _, asked := fields[field]; asked && text != "" {
			fields[field] = text
		}
	}
	if _, asked := fields["seer_player"]; asked {
		fields["seer_player"], fields["werewolf_player"] = strings.TrimPrefix(s.line.by, s.name), ""
	}
	for field, value := range fields {
		if value == 0.0 { // a measure from 0 to 1
			fields[field] = float64(1+hash(question(p)+field)%9) / 10
		}
	}
	for field, value := range map[string]any{
		"to": "all", "target": at(s.candidates, len(s.candidates)-1), "points": []string{s.in("Listen first.", "まず聞く。")},
		"players": s.accounts(llmtest.Word), "beliefs": s.beliefs("", 50),
	} {
		if _, asked := fields[field]; asked { // a target is empty where nobody is offered
			fields[field] = value
		}
	}
	return formed(fields)
}

// uttered is an utterance to everybody, or Over. Where a form asks for words to one player apart, there are none.
func uttered(p llmtest.Prompt, text string, over bool) llmtest.Answer {
	if over {
		text = "Over"
	}
	if p.Schema == nil {
		return llmtest.Answer{Text: text}
	}
	return formed(map[string]any{"utterance": text, "mention_target": "", "mention_content": ""})
}

// accounts say the same of everybody of whom an account is wanted.
func (s *seat) accounts(text string) (list []map[string]string) {
	for _, name := range s.players {
		list = append(list, map[string]string{"name": name, "claims": text})
	}
	return list
}

// believed are those of whom beliefs are asked for.
func (s *seat) believed() (names []string) {
	for line := range strings.Lines(s.given["believed"]) {
		names = append(names, strings.TrimPrefix(strings.TrimSpace(line), "- "))
	}
	return names
}

// beliefs give a suspect the chance to be a werewolf, in percent, and all others half of that. Nobody else is anything but a villager.
func (s *seat) beliefs(suspect string, percent int) (list []map[string]any) {
	for _, name := range s.believed() {
		wolf := percent
		if name != suspect {
			wolf /= 2
		}
		list = append(list, map[string]any{"name": name, "roles": []map[string]any{{"role": "WEREWOLF", "percent": wolf}, {"role": "VILLAGER", "percent": 100 - wolf}}})
	}
	return list
}

func formed(v any) llmtest.Answer {
	text, _ := json.Marshal(v) // strings and truth values
	return llmtest.Answer{Text: string(text)}
}

// forgetting answers some questions in prose, and those for an utterance with a form. It forgets again when it is asked again.
func forgetting(then llmtest.Behaviour) llmtest.Behaviour {
	return func(p llmtest.Prompt) llmtest.Answer {
		switch {
		case hash(question(p))%every > 0:
		case p.Schema != nil:
			return llmtest.Answer{Text: "Well, let me think about that for a moment."}
		case p.Task == "word":
			return llmtest.Answer{Text: "{}"}
		}
		return then(p)
	}
}

// question is what was asked first, before any answer.
func question(p llmtest.Prompt) string {
	var b strings.Builder
	for _, m := range p.Messages {
		if m.Role == "assistant" {
			break
		}
		b.WriteString(m.Text)
	}
	return b.String()
}

func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64() >> 32 // the lowest bits follow from the bytes' lowest bits
}

func first(s *seat) string { return at(s.candidates, 0) }

func last(s *seat) string { return at(s.candidates, len(s.candidates)-1) }

// at is the name at a place, "" where there is none.
func at(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return ""
	}
	return names[i]
}
