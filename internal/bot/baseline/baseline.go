package baseline

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	prompts *Prompts
	model   llm.Model // nil leaves everything to the rules
	lang    string    // of what is told beside the prompts
	window  int       // tokens of the conversation and an answer; 0 is unknown
	talker  *talker.Player
	scenes  scene.Builder

	said     []llm.Message // the conversation
	told     []string      // what was announced since the model was last asked
	talks    int           // utterances that the model was told of
	whispers int
	notes    []task.Call
	byModel  bool // the last answer is the model's
}

// New returns a player with the prompts.
func New(c agent.Config, p *Prompts) (*Player, error) {
	words, err := c.Words()
	if err != nil {
		return nil, err
	}
	return &Player{prompts: p, model: c.Model, lang: cmp.Or(c.Lang, "en"), window: c.Window, talker: talker.New(c.Seed, words, talker.Rules{}, nil)}, nil
}

// Answer answers a request. Announcements are told to the model and get the empty string.
func (p *Player) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	kind := o.Request.Kind
	p.byModel = false
	asked := p.talker.Listen(&o)
	draft := ""
	if asked {
		draft = p.talker.Act()
	}
	open := asked && o.Request.Open && draft == ""
	if p.model == nil || p.prompts.pages[kind] == nil || open {
		return draft, nil
	}
	answer := draft
	if asked {
		answer = p.converse(ctx, &o, draft)
	} else {
		p.tell(&o)
	}
	switch kind {
	case werewolf.Talk:
		p.talks = len(o.Talks)
	case werewolf.Whisper:
		p.whispers = len(o.Whispers)
	default: // nothing was sent of either
	}
	return answer, nil
}

// tell keeps what an announcement has for the model until it is asked something: a small model that is to answer announcements
// answers everything in the same way.
func (p *Player) tell(o *werewolf.Observation) {
	text, err := p.prompts.pages[o.Request.Kind].render(p.data(o))
	if err != nil {
		name := taskOf(o.Request.Kind)
		call := task.Call{Task: name, Prompt: p.prompts.hashes[name]}
		call.Failed(task.NoPrompt(err))
		p.notes = append(p.notes, call)
		return
	}
	p.told = append(p.told, text)
}

// converse sends the prompt of the request and returns the answer as the game allows it. What it does not allow is asked for once more,
// with the reason, and the conversation goes on with the last answer; the draft is what remains.
func (p *Player) converse(ctx context.Context, o *werewolf.Observation, draft string) string {
	name := taskOf(o.Request.Kind)
	call := task.Call{Task: name, Answers: strings.ToLower(o.Request.Kind.String()), Prompt: p.prompts.hashes[name], By: task.ByModel}
	defer func() { p.notes = append(p.notes, call) }()
	request, asked, err := p.fitted(o, llm.Request{
		Label:    llm.Label{Task: call.Task, Prompt: call.Prompt, Answers: call.Answers},
		Sampling: llm.Sampling{MaxTokens: task.Limit(MostTokens, p.window), Temperature: p.prompts.Temperature}, Window: p.window,
		Partial: !o.Request.Kind.Chooses(),
	})
	call.Messages = []llm.Message{asked}
	if err != nil {
		call.Failed(err)
		return draft
	}
	s := p.scenes.Next(o)
	said, last, err := p.ask(ctx, &call, request, func(answer string) (string, string, error) { return p.allowed(o, &s, answer, draft) })
	if last != "" {
		p.said, p.told = append(p.said, asked, llm.Message{Role: llm.Assistant, Text: last}), nil
	}
	if words, repaired, nothingNew := task.Repeated(&s, err); nothingNew && call.Again == err.Error() {
		said, call.Repaired, err = words, repaired, nil
	}
	if err != nil {
		call.Failed(err)
		return draft
	}
	p.byModel = true
	return said
}

// ask asks once, and once more where the answer is not allowed. It returns what is said and the last answer as the model wrote it, which is
// empty where the last question had none.
func (p *Player) ask(ctx context.Context, call *task.Call, r llm.Request, allowed func(string) (words, repaired string, err error)) (said, last string, err error) {
	for told := ""; ; {
		answer, err := p.model.Complete(ctx, r)
		if call.Answered(&answer); r.Partial {
			err = task.Broken(&answer, err)
		}
		if err != nil {
			return "", "", err // also where only a refused answer came: the conversation has no part of it
		}
		last = strings.TrimSpace(answer.Text)
		said, repaired, err := allowed(last)
		if err == nil {
			err = task.Aloud(told, said)
		}
		if call.Repaired = cmp.Or(repaired, answer.Repaired, call.Repaired); err == nil || told != "" {
			return said, last, err
		}
		told = task.Again(err, p.lang)
		r.Messages, r.Label.Again = slices.Clone(r.Messages), true
		question := &r.Messages[len(r.Messages)-1]
		if question.Text += "\n\n" + told; r.Window > 0 && llm.Over(r) > 0 {
			return "", last, err
		}
		call.Again, call.Refused, call.Messages = err.Error(), call.Answer, []llm.Message{*question}
	}
}

// allowed is an answer as the game allows it, and what was repaired in it.
func (p *Player) allowed(o *werewolf.Observation, s *scene.Scene, answer, draft string) (text, repaired string, err error) {
	switch {
	case answer == "":
		return "", "", task.ErrSilent
	case o.Request.Kind.Chooses():
		text, err = chosen(o, answer)
		return text, "", err
	}
	if text, repaired, err = task.Allowed(s, answer); err == nil {
		err = agent.KeepsSecrets(o, p.talker.Pretence().Role, draft, text)
	}
	return text, repaired, err
}

// fitted adds the conversation to a request, with what is asked now at its end. Where the window is too small, the exchanges
// behind the first, which says who the player is, are forgotten, so many that a quarter of the window is free again; then the
// first of what was said since the last one.
func (p *Player) fitted(o *werewolf.Observation, r llm.Request) (_ llm.Request, asked llm.Message, _ error) {
	const exchange, part = 2, 4
	for free := 0; ; free = p.window / part {
		text, err := p.prompts.pages[o.Request.Kind].render(p.data(o))
		if err != nil {
			return r, asked, task.NoPrompt(err)
		}
		text = strings.Join(append(slices.Clone(p.told), text), "\n\n")
		asked = llm.Message{Role: llm.User, Text: text, Kept: len(text)}
		r.Messages = append(p.said[:len(p.said):len(p.said)], asked)
		within := r
		within.Window = max(1, r.Window-free)
		switch {
		case r.Window == 0 || llm.Over(within) == 0:
			return r, asked, nil
		case len(p.said) > exchange:
			p.said = slices.Delete(slices.Clone(p.said), exchange, 2*exchange)
		case llm.Over(r) == 0:
			return r, asked, nil
		case !p.pass(o):
			return r, asked, task.ErrWindow
		}
	}
}

// pass takes the first half of what the model was not told of as told. It reports false where it was told of everything.
func (p *Player) pass(o *werewolf.Observation) bool {
	talks, whispers := len(o.Talks)-p.talks, len(o.Whispers)-p.whispers
	if talks <= 0 && whispers <= 0 {
		return false
	}
	p.talks, p.whispers = p.talks+(max(0, talks)+1)/2, p.whispers+(max(0, whispers)+1)/2
	return true
}

// MostTokens limits the length of an answer.
const MostTokens = 300

// taskOf is the name under which calls for a request stand in records.
func taskOf(kind werewolf.RequestKind) string { return "baseline-" + strings.ToLower(kind.String()) }

// data is what a prompt may use, by the names of the organisers' agent.
func (p *Player) data(o *werewolf.Observation) map[string]any {
	role := o.Rules.Table.Name(o.Role())
	return map[string]any{
		"info": infoOf(o), "setting": settingOf(o.Rules), "role": word{role, role},
		"talk_history": talksOf(o, o.Talks), "whisper_history": talksOf(o, o.Whispers),
		"sent_talk_count": min(p.talks, len(o.Talks)), "sent_whisper_count": min(p.whispers, len(o.Whispers)),
	}
}

// chosen is the legal name in an answer: the answer itself, or the only one that occurs in it.
func chosen(o *werewolf.Observation, answer string) (string, error) {
	if o.Request.Targets.Has(o.SeatOf(answer)) {
		return answer, nil
	}
	switch found := task.Named(o.NamesOf(o.Request.Targets), answer); len(found) {
	case 0:
		return "", task.ErrNoName
	case 1:
		return found[0], nil
	}
	return "", task.ErrSeveral
}

// Notes yields the calls since the last call of Notes, each with only the last message of the conversation, and why rules gave the last
// answer where they did.
func (p *Player) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		notes := p.notes
		p.notes = nil
		for i := range notes {
			text, err := json.Marshal(&notes[i])
			if err == nil && !yield("model", string(text)) {
				return
			}
		}
		if !p.byModel {
			p.talker.Notes()(yield)
		}
	}
}

// Design describes what the player is made of.
func Design() agent.Design {
	return agent.Design{
		Name: "baseline", Paper: "the organisers' agent template for language models (AIWolfDial 2024, 2025)",
		Modules: []agent.Box{
			{
				Name: "prompt", Silent: true, Fixed: true, Frame: agent.Own, Does: "fills the Jinja2 template of the request", Reads: "configuration file, game information, new utterances",
				Writes: "one message", Source: "the organisers' configuration",
			},
			{
				Name: "model", Silent: true, Fixed: true, Frame: agent.Own, Does: "continues the one conversation of the game", Reads: "all messages so far", Writes: "an answer", Tasks: "baseline-REQUEST",
			},
			{Name: "legality", Silent: true, Fixed: true, Frame: agent.Own, Does: "lets through what the game allows; else the rules answer", Reads: "answer", Writes: "utterance or name"},
		},
	}
}
