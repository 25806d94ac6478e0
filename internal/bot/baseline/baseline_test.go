package baseline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// TestRender compares with what the organisers' agent, run in Python, gives for the same values.
func TestRender(t *testing.T) {
	profile := "shy"
	i := &info{
		Day: 1, Agent: "Ann", Profile: &profile,
		DivineResult: &judge{Day: 0, Agent: "Ann", Target: "Ben", Result: word{"HUMAN", "HUMAN"}},
		VoteList:     &[]vote{{0, "Ann", "Cid"}, {0, "Ben", "Ann"}},
		StatusMap:    map[string]string{"Ann": "ALIVE", "Ben": "ALIVE", "Cid": "DEAD"},
	}
	talks := []talk{{Agent: "Ben", Text: "hello"}, {Agent: "Cid", Text: "hi"}}
	tests := []struct{ template, want string }{
		{"{{ role.value }} {{ role }}", "SEER SEER"},
		{"{% if info.profile is not none -%}\n  it: {{ info.profile }}\n{%- endif %}", "it: shy"},
		{"{% if info.medium_result is not none %}no{% else %}none{% endif %}", "none"},
		{"{{ info.divine_result }}", "Judge(day=0, agent='Ann', target='Ben', result=<Species.HUMAN: 'HUMAN'>)"},
		{"{{ info.vote_list }}", "[Vote(day=0, agent='Ann', target='Cid'), Vote(day=0, agent='Ben', target='Ann')]"},
		{"{% if info.attack_vote_list is not none %}no{% endif %}.", "."},
		{"{% for w in talk_history[sent_talk_count:] -%}\n{{ w.agent }}: {{ w.text }}\n{% endfor %}", "Cid: hi"},
		{"{% for k, v in info.status_map.items() -%}\n{%- if v == 'ALIVE' -%}\n{{ k }}\n{% endif -%}\n{%- endfor %}", "Ann\nBen"},
	}
	for _, tt := range tests {
		p, err := compile(tt.template)
		if err != nil {
			t.Errorf("%s: %v", tt.template, err)
			continue
		}
		got, err := p.render(map[string]any{"info": i, "role": word{"SEER", "SEER"}, "talk_history": talks, "sent_talk_count": 1})
		if err != nil || got != tt.want {
			t.Errorf("%s:\n%q, %v\nwant %q", tt.template, got, err, tt.want)
		}
	}
}

func TestRead(t *testing.T) {
	tests := []struct{ text, want string }{
		{"prompt:\n  talk: a\n  vote: b\nllm: {type: google}\ngoogle: {model: m}\nagent: {num: 5}", ""},
		{"prompt:\n  talk: a\n  vote: b\n  shout: c", "prompt.shout"},
		{"prompt:\n  talk: a\n  vote: b\n  devine: c", "prompt.devine is no request; did you mean divine?"},
		{"# x\nprompt:\n  talk: |-\n    a\n    {{ info.dya }}\n  vote: b", "line 5: there is no variable dya; did you mean day?"},
		{"prompt:\n  talk: '{{ infos.day }}'\n  vote: b", "line 2: there is no variable infos; did you mean info?"},
		{"prompt:\n  talk: '{% for t in talk_history[1:] %}{{ t.txt }}{% endfor %}'\n  vote: b", "variable txt; did you mean text?"},
		{"prompt:\n  talk: '{% if roles[info.agent] == 1 %}{% endif %}'\n  vote: b", "variable roles; did you mean role?"},
		{"prompt:\n  talk: '{{ x }}{% if x is defined %}{{ x }}{% endif %}'\n  vote: b", "variable x"},
		{"llm: {type: google}\ngoogle: {model: m}\nprompt:\n  talk: '{% if x is defined %}{{ x }}{% endif %}{{ y|d(1) }}{% macro f(a, b=2) %}{{ a }}{{ b }}{% endmacro %}{{ f(1) }}'\n  vote: '{% set n = namespace(i=0) %}{% for k, v in info.status_map.items() %}{% set n.i = n.i + 1 %}{{ loop.index }}{% endfor %}'", ""},
		{"prompt:\n  talk: a", "prompt.vote is missing"},
		{"prompt:\n  talk: \"{% if\"\n  vote: b", "prompt.talk"},
		{"prompt:\n  talk: a\n  vote: b\nllm: {type: openai}\nopenai: {model: m, temperature: 3}", "openai.temperature is 3"},
		{"prompt: [1", "configuration"},
		{"", "prompt.talk is missing"},
	}
	for _, tt := range tests {
		p, err := readConfig("f.yml", []byte(tt.text))
		switch {
		case tt.want == "" && (err != nil || p.Model != "gemini:m"):
			t.Errorf("%q: %v", tt.text, err)
		case tt.want != "" && (!errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%q: %v, want %q", tt.text, err, tt.want)
		}
	}
}

// A player asks at the temperature of the section that its file chooses, and at none where it names none.
func TestTemperatureIsTheFiles(t *testing.T) {
	for text, want := range map[string]string{
		"llm: {type: openai}\nopenai: {model: m, temperature: 0.7}\ngoogle: {model: n, temperature: 0.2}\n": "0.7",
		"llm: {type: google}\nopenai: {model: m, temperature: 0.7}\ngoogle: {model: n, temperature: 0}\n":   "0",
		"llm: {type: ollama}\nopenai: {model: m, temperature: 0.7}\nollama: {model: o}\n":                   "none",
	} {
		prompts, err := readConfig("f.yml", []byte(text+"prompt:\n  talk: a\n  vote: b\n"))
		if err != nil {
			t.Fatal(err)
		}
		k := &keeper{Model: llmtest.Model(llmtest.Say("hello"))}
		r, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		players := make([]bottest.Player, 5)
		for i := range players {
			if players[i], err = New(agent.Config{Lang: "en", Model: k}, prompts); err != nil {
				t.Fatal(err)
			}
		}
		table, err := bottest.Sit(r, bottest.Seats("Ada", "Bela", "Cleo", "Dora", "Ezra"), 11, players)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Play(); err != nil || len(k.asked) == 0 {
			t.Fatal(err, len(k.asked))
		}
		got := "none"
		if heat := k.asked[0].Sampling.Temperature; heat != nil {
			got = fmt.Sprint(*heat)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// keeper remembers what it was asked.
type keeper struct {
	llm.Model
	asked []llm.Request
}

func (k *keeper) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	k.asked = append(k.asked, r)
	return k.Model.Complete(ctx, r)
}

// TestConversation: one conversation that grows by what is asked and what was answered.
func TestConversation(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		prompts, err := Own(lang)
		if err != nil {
			t.Fatal(err)
		}
		r, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{"Ada", "Bela", "Cleo", "Dora", "Ezra"}
		k := &keeper{Model: llmtest.Model(llmtest.Say("I listen to everybody before I decide"))}
		players := make([]bottest.Player, len(names))
		for i := range players {
			c := agent.Config{Seed: 3, Lang: lang}
			if i == 0 {
				c.Model = k
			}
			p, err := New(c, prompts)
			if err != nil {
				t.Fatal(err)
			}
			players[i] = p
		}
		table, err := bottest.Sit(r, bottest.Seats(names...), 11, players)
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		table.Observe = func(o *werewolf.Observation, text string) {
			if o.Seat == 1 && o.Request.Kind == werewolf.Talk && !strings.Contains(said, text) {
				said += text + "\n"
			}
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
		if len(table.Illegal) > 0 {
			t.Errorf("%s: illegal: %v", lang, table.Illegal)
		}
		if !strings.Contains(said, "I listen to everybody") {
			t.Errorf("%s: the model is not heard: %q", lang, said)
		}
		k.asked = slices.DeleteFunc(k.asked, func(r llm.Request) bool {
			last := r.Messages[len(r.Messages)-1].Text
			return strings.Contains(last, "cannot be used") || strings.Contains(last, "使えません")
		})
		for i := 1; i < len(k.asked); i++ {
			before, now := k.asked[i-1].Messages, k.asked[i].Messages
			if len(now) != len(before)+2 || !slices.Equal(now[:len(before)], before) || now[len(now)-2].Role != llm.Assistant {
				t.Fatalf("%s: request %d does not continue the conversation", lang, i)
			}
		}
	}
}

func TestChosen(t *testing.T) {
	o := werewolf.Observation{Names: []string{"Ada", "Bela", "Cleo", "Cleona"}, Request: werewolf.Request{Targets: werewolf.SetOf(2, 3, 4)}}
	for answer, want := range map[string]string{
		"Bela": "Bela", "I choose Cleo.": "Cleo", "Bela or Cleo": "", "Ada": "", "nobody": "", "I choose Cleona.": "Cleona", "Cleona or Cleo": "",
	} {
		if got, err := chosen(&o, answer); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, want %q: %v", answer, got, want, err)
		}
	}
}

// TestAskedAgain: what the game does not allow is asked for once more with the reason in the player's language. The question stays as it
// was for the conversation, and the call tells of both answers.
func TestAskedAgain(t *testing.T) {
	answers := []string{"Bela: hm", "I am Ada. Over"}
	k := &keeper{Model: llmtest.Model(func(llmtest.Prompt) llmtest.Answer {
		text := answers[0]
		answers = answers[1:]
		return llmtest.Answer{Text: text}
	})}
	p, call := &Player{model: k, lang: "ja"}, task.Call{}
	s := scene.Scene{Me: "Ada", Players: []scene.Person{{Name: "Ada", Alive: true}, {Name: "Bela", Alive: true}}}
	question := []llm.Message{{Role: llm.User, Text: "Speak."}}
	said, last, err := p.ask(t.Context(), &call, llm.Request{Messages: question}, func(answer string) (string, string, error) { return task.Allowed(&s, answer) })
	if err != nil || said != "I am Ada." || last != "I am Ada. Over" || call.Repaired != "silence" {
		t.Errorf("%q is said of %q, repaired %q: %v", said, last, call.Repaired, err)
	}
	again := k.asked[1].Messages
	if k.asked[0].Label.Again || !k.asked[1].Label.Again {
		t.Errorf("the first request is labelled %+v, the second %+v", k.asked[0].Label, k.asked[1].Label)
	}
	if len(again) != 1 || !strings.HasPrefix(again[0].Text, "Speak.\n\n") || !strings.Contains(again[0].Text, "使えません") || !strings.Contains(again[0].Text, "Bela") || question[0].Text != "Speak." {
		t.Errorf("asked again so: %+v after %+v", again, question)
	}
	for lang, echo := range map[string]string{"en": "Your answer cannot be used: your utterance begins as if Bela spoke; speak as yourself", "ja": "その回答は使えません（Bela の発言として書かれています。自分の言葉で話し、誰かに呼びかけるなら"} {
		answers = []string{"Bela: hm", echo}
		p.lang = lang
		if said, _, err := p.ask(t.Context(), &task.Call{}, llm.Request{Messages: question}, func(answer string) (string, string, error) { return task.Allowed(&s, answer) }); err == nil {
			t.Errorf("%q is said, as the model was told", said)
		}
	}
	if call.Refused != "Bela: hm" || call.Answer != "I am Ada. Over" || !strings.Contains(call.Again, "as if Bela spoke") || call.Messages[0].Text != again[0].Text {
		t.Errorf("%+v", call)
	}
}

// breaking is a model whose answers break off at the limit of tokens.
type breaking struct {
	llm.Model
	text string
}

func (b breaking) Complete(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{Text: b.text, Finish: llm.Truncated}, llm.ErrTruncated
}

// TestWholeSentencesAreSaid of an answer that breaks off, and a choice that does is none.
func TestWholeSentencesAreSaid(t *testing.T) {
	s := scene.Scene{Me: "Ada", Players: []scene.Person{{Name: "Ada", Alive: true}}}
	for text, want := range map[string]string{"I am Ada. And I": "I am Ada.", "I am": ""} {
		for _, partial := range []bool{true, false} {
			p, call := &Player{model: breaking{text: text}, lang: "en"}, task.Call{}
			said, last, err := p.ask(t.Context(), &call, llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "Speak."}}, Partial: partial},
				func(answer string) (string, string, error) { return task.Allowed(&s, answer) })
			if holds := partial && want != ""; holds != (err == nil) || holds && (said != want || last != want || call.Answer != text || call.Repaired != "shortened") {
				t.Errorf("%q: %q is said of %q, %+v: %v", text, said, last, call, err)
			}
		}
	}
}
