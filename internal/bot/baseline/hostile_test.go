package baseline

import (
	"flag"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/talker"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// doubled is a template that doubles a text forty times over.
func doubled(how string) string {
	return "{% set a = 'abcdefgh' %}" + strings.Repeat("{% set a = "+how+" %}", 40) + "{{ a }}"
}

// hostile are templates that want the memory, the time or the stack of the program, by what the error says of them.
var hostile = []struct{ name, text, want string }{
	{"extends itself", `{% extends "/prompt" %}`, "extends"},
	{"includes itself", `{% include "/prompt" %}`, "include"},
	{"imports itself", `{% import "/prompt" as p %}`, "import"},
	{"from itself", `{% from "/prompt" import p %}`, "from"},
	{"a file", `{% include "/etc/hostname" %}`, "include"},
	{"a block that calls itself", `{% block a %}{{ self.a() }}{% endblock %}`, "block"},
	{"a macro that calls itself", `{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}`, "deeper than 32"},
	{"two macros in turn", `{% macro f() %}{{ g() }}{% endmacro %}{% macro g() %}{{ f() }}{% endmacro %}{{ f() }}`, "deeper than 32"},
	{"a macro twice a call", `{% macro f(n) %}{% if n > 0 %}{{ f(n-1) }}{{ f(n-1) }}{% endif %}{% endmacro %}{{ f(30) }}`, "too much"},
	{"a macro in its own default", `{% macro f(x=f()) %}{{ x }}{% endmacro %}{{ f() }}`, ""},
	{"a recursive loop", `{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}`, "recursive"},
	{"call", `{% macro f() %}{{ caller() }}{% endmacro %}{% call f() %}a{% endcall %}`, "call"},
	{"a range without end", `{% for i in range(10**8) %}{% endfor %}`, ""},
	{"a long range", `{% for i in range(100000000) %}{% endfor %}`, "range"},
	{"a range to the largest number", `{% for i in range(0, 9223372036854775807, 9223372036854775806) %}{% endfor %}`, ""},
	{"a long list", `{{ range(1000000000)|list }}`, "range"},
	{"loops in loops", strings.Repeat(`{% for i in range(1000) %}`, 5) + strings.Repeat(`{% endfor %}`, 5), "too much"},
	{"loops that print", `{% for i in range(10000) %}{% for i in range(10000) %}aaaaaaaaaaaaaaaa{% endfor %}{% endfor %}`, ""},
	{"loops into a variable", `{% set x %}{% for i in range(10000) %}{% for i in range(10000) %}aaaaaaaaa{% endfor %}{% endfor %}{% endset %}`, "too much"},
	{"raw text in loops", `{% set x %}{% for i in range(9999) %}{% raw %}` + strings.Repeat("a", 60000) + `{% endraw %}{% endfor %}{% endset %}`, "too much"},
	{"a text times a number", `{{ 'a' * 1000000000 }}`, "too much"},
	{"a text times a huge number", `{{ 'aaaaaaaa' * 9223372036854775807 }}`, "too much"},
	{"a text times a negative one", `{{ 'a' * -5 }}`, ""},
	{"doubled by ~", doubled("a ~ a"), ""},
	{"doubled by +", doubled("a + a"), ""},
	{"doubled by *", doubled("a * 2"), ""},
	{"doubled by join", doubled("[a, a]|join"), ""},
	{"doubled by a format", doubled("'{}{}'.format(a, a)"), ""},
	{"doubled by replace", doubled("a|replace('a', 'aa')"), ""},
	{"grown by replace", `{% set a = 'a' * 100000 %}{{ a|replace('a', a) }}`, ""},
	{"grown by the method", `{% set a = 'a' * 100000 %}{{ a.replace('a', a, -1) }}`, ""},
	{"grown by join", `{% set a = 'a' * 1000000 %}{{ range(9999)|join(a) }}`, ""},
	{"grown by the method join", `{% set a = 'a' * 1000000 %}{{ a.join(a) }}`, ""},
	{"grown by map", `{% set a = 'a' * 1000000 %}{{ range(9999)|map('default', a)|map('upper')|list|length }}`, ""},
	{"a list of lists", "{% set a = ['x', 'x'] %}" + strings.Repeat("{% set a = [a, a] %}", 40) + "{{ a }}", ""},
	{"a table of tables", "{% set a = {'x': 1} %}" + strings.Repeat("{% set a = {'l': a, 'r': a} %}", 40) + "{{ a|tojson }}", ""},
	{"a list added to itself", "{% set a = [1] %}" + strings.Repeat("{% set a = a + a %}", 40) + "{{ a|length }}", ""},
	{"a namespace in itself", `{% set n = namespace() %}{% set n.n = n %}{{ n }}`, "itself"},
	{"two namespaces in each other", `{% set n = namespace() %}{% set o = namespace(n=n) %}{% set n.o = o %}{{ n|tojson }}`, "itself"},
	{"a list in itself", `{% set a = [1] %}{% set b = a.append(a) %}{% set c = a.append(a) %}{{ a }}`, ""},
	{"a table in itself", `{% set a = {'x': 1} %}{% do a.update({'y': a}) %}{% do a.update({'y': a}) %}{{ a }}`, ""},
	{"wide", `{{ 'a'|center(1000000000) }}`, "number"},
	{"widely indented", `{{ ('\n' * 100000)|indent(1000, blank=true) }}`, "too much"},
	{"indented by a text", `{{ ('\n' * 100000)|indent('a' * 100000, blank=true) }}`, "too much"},
	{"wide JSON", `{{ [1, [2, [3]]]|tojson(indent=100000000) }}`, "number"},
	{"a method that is wide", `{{ 'a'.center(1000000000) }}`, ""},
	{"padded", `{{ 'a'.zfill(1000000000) }}`, ""},
	{"tabs", `{{ ('\t' * 100000).expandtabs(100000) }}`, ""},
	{"formatted", `{{ '{:>1000000000}'.format('a') }}`, ""},
	{"formatted by a filter", `{{ '%1000000d'|format(1) }}`, "format"},
	{"in portions", `{{ [1]|batch(1000000000, 'a')|list }}`, "number"},
	{"in slices", `{{ [1]|slice(1000000000)|list }}`, "number"},
	{"random words", `{{ lipsum(n=100000000) }}`, ""},
	{"a huge power", `{{ 9 ** 9 ** 9 ** 9 }}`, ""},
	{"a number of many digits", `{{ ('9' * 1000000)|int * 2 }}`, "digits"},
	{"divided by nothing", `{{ 1 % 0 }}{{ 1 // 0 }}`, ""},
	{"many brackets", "{{ " + strings.Repeat("(", 100000) + "1" + strings.Repeat(")", 100000) + " }}", "divide it"},
	{"brackets not closed", "{{ " + strings.Repeat("[", 100000), "divide it"},
	{"many signs", "{{ " + strings.Repeat("- ", 100000) + "1 }}", "divide it"},
	{"many nots", "{{ " + strings.Repeat("not ", 60000) + "1 }}", "divide it"},
	{"many terms", "{{ 1" + strings.Repeat(" ~ 1", 60000) + " }}", "divide it"},
	{"tags in tags", strings.Repeat("{% if 1 %}", 10000) + strings.Repeat("{% endif %}", 10000), "nested deeper"},
	{"tags not closed", strings.Repeat("{% if 1 %}", 20000), "nested deeper"},
	{"too long", strings.Repeat("a", 1<<20), "at most"},
	{"a comparison in loops", "{% set a = 'a' * 1000000 %}{% set b = a ~ '' %}{% for i in range(9999) %}{% for j in range(9999) %}{% if a == b %}{% endif %}{% endfor %}{% endfor %}", "too much"},
	{"a search in loops", "{% set a = range(9999)|list %}{% for i in range(9999) %}{% if 'x' in a %}{% endif %}{% endfor %}", "too much"},
	{"sorted in loops", "{% set a = range(9999)|list %}{% for i in range(9999) %}{% set b = a|sort %}{% endfor %}", "too much"},
	{"sliced in loops", "{% set a = 'a' * 1000000 %}{% for i in range(9999) %}{% set b = a[::-1] %}{% endfor %}", "too much"},
	{"another attribute", `{{ x.y.z }}`, ""},
	{"a wrong mark", `{{ '%s' % x }}`, ""},
	{"a tag without its end", `{% if`, ""},
}

var long = flag.Bool("long", false, "let templates of ill will use up the whole budget; else an eighth of it")

// TestHostile: a template of ill will ends soon, in little memory, with an error or with a short text.
func TestHostile(t *testing.T) {
	rest := budget
	if !*long {
		rest /= 8 // what goes on for ever runs out of it all the same
	}
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			text, err := "", error(nil)
			p, err := compile(tt.text)
			if err == nil {
				text, err = fill(p.text, map[string]any{"x": 1}, &meter{rest: rest})
			}
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 3<<29 {
				t.Errorf("%d MB were used", used>>20)
			}
			if len(text) > longest || tt.want != "" && err == nil {
				t.Errorf("no error, %d bytes", len(text))
			}
			if err != nil && (!strings.Contains(err.Error(), tt.want) || len(err.Error()) > 600) {
				t.Errorf("%s; want it to say %q", err, tt.want)
			}
		})
	}
}

// FuzzRender: whatever a template is, reading and filling it ends, without a panic and within its budget.
func FuzzRender(f *testing.F) {
	for _, tt := range hostile {
		if len(tt.text) < 400 {
			f.Add(tt.text)
		}
	}
	f.Add("{% for t in talks[1:] -%}{{ t.agent }}: {{ t.text|upper }}{%- endfor %}{% if x == 1 and not y %}{{ x + 1 }}{% endif %}")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 400 {
			return
		}
		m := meter{rest: 1 << 18}
		got, err := fill(text, map[string]any{"x": 1, "talks": []talk{{Agent: "Ben", Text: "hello"}, {Agent: "Cid", Text: "hi"}}}, &m)
		if err == nil && (len(got) > 1<<18 || m.rest < 0) {
			t.Errorf("%d bytes, budget left %d", len(got), m.rest)
		}
	})
}

// TestPlaysOn: with prompts that cannot be filled the player says and chooses what its rules say, and notes why.
func TestPlaysOn(t *testing.T) {
	bad := `{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}`
	prompts, err := readConfig("f.yml", fmt.Appendf(nil, "prompt:\n  talk: %q\n  vote: %q\n  divine: %q\n  attack: %q\n", bad, bad, bad, bad))
	if err != nil {
		t.Fatal(err)
	}
	r, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ada", "Bela", "Cleo", "Dora", "Ezra"}
	players, kept := make([]bottest.Player, len(names)), make([]*Player, len(names))
	for i := range players {
		kept[i], err = New(agent.Config{Seed: 3, Lang: "en", Model: llmtest.Model(llmtest.Say("never asked"))}, prompts)
		if err != nil {
			t.Fatal(err)
		}
		players[i] = kept[i]
	}
	table, err := bottest.Sit(r, bottest.Seats(names...), 11, players)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Play(); err != nil || len(table.Illegal) > 0 {
		t.Fatalf("%v, illegal: %v", err, table.Illegal)
	}
	for i, p := range kept {
		notes := 0
		for topic, note := range p.Notes() {
			if topic == talker.TopicRules {
				continue // they play on
			}
			if notes++; !strings.Contains(note, "deeper than 32") {
				t.Errorf("seat %d notes %s", i+1, note)
			}
		}
		if notes == 0 {
			t.Errorf("seat %d notes nothing", i+1)
		}
	}
}

// TestOffered: what prompts are written with works as Jinja2 has it.
func TestOffered(t *testing.T) {
	tests := []struct{ template, want string }{
		{"{% set n = namespace(c=0) %}{% for i in range(4) %}{% set n.c = n.c + i %}{% endfor %}{{ n.c }}", "6"},
		{"{% set a = [] %}{% do a.append(1) %}{% do a.append('b') %}{{ a|join('-') }}", "1-b"},
		{"{% macro f(n) %}{% if n > 0 %}{{ n }}{{ f(n-1) }}{% endif %}{% endmacro %}{{ f(5) }}", "54321"},
		{"{% set a = 1 if x else 2 %}{{ a }}{% set b %}<{{ a }}>{% endset %}{{ b }}", "1<1>"},
		{"{{ 2 * 3 }} {{ 'ab' * 2 }} {{ 1.5 * 2 }} {{ 2 ** 3 }}", "6 abab 3.0 8.0"},
		{"{{ talks|length }} {{ talks|selectattr('agent', 'eq', 'Ben')|map(attribute='text')|join(', ') }}", "2 hello"},
		{"{{ nothing|default('none') }} {{ nothing is defined }} {{ 'Ben' in names and 'Zoe' not in names }}", "none False True"},
		{"{% for t in talks if t.agent == 'Cid' %}{{ loop.index }}{{ t.text|upper }}{% else %}none{% endfor %}", "1HI"},
		{"{{ names[1:] }} {{ names[0].lower() }} {{ 'a,b'.split(',')|last }}", "['Cid'] ben b"},
		{"{% for i in range(5, 0, -2) %}{{ i }}{% if i == 3 %}{% break %}{% endif %}{% endfor %}", "53"},
		{"{% raw %}{{ x }}{% endraw %}{# nothing #}{{ {'a': 1}.get('b', 7) }}{{ {'a': 1}|tojson }}", "{{ x }}7{\"a\":1}"},
	}
	for _, tt := range tests {
		p, err := compile(tt.template)
		if err != nil {
			t.Errorf("%s: %v", tt.template, err)
			continue
		}
		got, err := p.render(map[string]any{
			"x": 1, "names": []string{"Ben", "Cid"}, "talks": []talk{{Agent: "Ben", Text: "hello"}, {Agent: "Cid", Text: "hi"}},
		})
		if err != nil || got != tt.want {
			t.Errorf("%s:\n%q, %v\nwant %q", tt.template, got, err, tt.want)
		}
	}
}
