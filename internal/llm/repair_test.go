package llm

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// slips are answers a step from right: what was said, what it means, and which slips are counted.
func slips() map[string][2]string {
	return map[string][2]string{
		`{"reason":"r","target":"Ann",}`:                               {annSaid, "comma"},
		`{"reason":"r" "target":"Ann"}`:                                {annSaid, "comma"},
		`[{"reason":"r","target":"Ann"}]`:                              {annSaid, "list"},
		`"{\"reason\":\"r\",\"target\":\"Ann\"}"`:                      {annSaid, "text"},
		`{"answer":` + annSaid + `}`:                                   {annSaid, "wrapped"},
		`{"response":{"vote":` + annSaid + `}}`:                        {annSaid, "wrapped"},
		`{"answer":"` + strings.ReplaceAll(annSaid, `"`, `\"`) + `"}`:  {annSaid, "wrapped,text"},
		`{"name":"vote","arguments":` + annSaid + `}`:                  {annSaid, "wrapped"},
		`<tool_call>{"name":"v","parameters":` + annSaid + `}</tool>`:  {annSaid, "wrapped"},
		`{"type":"object","properties":` + annSaid + `,"required":[]}`: {annSaid, "wrapped"},
		`{"REASON":"r","TARGET":"Ann"}`:                                {annSaid, "keys"},
		`{"reason":"r","Target ":"Ann"}`:                               {annSaid, "keys"},
		`{'reason':'r','target':'Ann'}`:                                {annSaid, "quotes"},
		`{reason:"r",target:"Ann"}`:                                    {annSaid, "quotes"},
		`{"reason":"r","target":Ann}`:                                  {annSaid, "literals"},
		`{“reason”:“r”,“target”:“Ann”}`:                                {annSaid, "quotes"},
		`{'reason':'I don't know','target':'Ann'}`:                     {`{"reason":"I don't know","target":"Ann"}`, "quotes"},
		`{"reason":"he said "no", and left","target":"Ann"}`:           {`{"reason":"he said \"no\", and left","target":"Ann"}`, "quotes"},
		"{\"reason\":\"two\nlines\",\"target\":\"Ann\"}":               {`{"reason":"two\nlines","target":"Ann"}`, "escapes"},
		`{"reason":"a\_b","target":"Ann"}`:                             {`{"reason":"a_b","target":"Ann"}`, "escapes"},
		"{\"reason\":\"r\", // why\n\"target\":\"Ann\" /* whom */}":    {annSaid, "comment"},
		"{\"reason\":\"r\", # why\n\"target\":\"Ann\"}":                {annSaid, "comment"},
		`{"reason":"r","target":"Ann"`:                                 {annSaid, "bracket"},
		`My vote: [{"reason":"r","target":"Ann"`:                       {annSaid, "bracket,list"},
		`{"reason":"r","target":"ANN"}`:                                {annSaid, "case"},
		`{"reason":"r","target":" Ann. "}`:                             {annSaid, "case"},
		`{"reason":"r","target":"Ann (you)"}`:                          {annSaid, "around"},
		`{"reason":"r","target":"@Ann!"}`:                              {annSaid, "around"},
		`{"reason":"r","target":["Ann"]}`:                              {annSaid, "list"},
		`{"reason":7,"target":"Ann"}`:                                  {`{"reason":"7","target":"Ann"}`, "type"},
		`{"reason":"r","target":"Ann","confidence":0.9}`:               {annSaid, "extra"},
		`{"reason":"r","target":"Ann",} I repeat: ` + annSaid:          {annSaid, "comma"},
		"```json\n{'reason':'r','target':'Ann',}\n```":                 {annSaid, "quotes,comma"},
		"\ufeff{'reason':'r','target':'Ann'}":                          {annSaid, "quotes"},
		`{"vote":{"a":1}} {'reason':'r','target':'Ann'}`:               {annSaid, "quotes"},
	}
}

func TestSlipsWithOneReading(t *testing.T) {
	s := voteSchema(t)
	for text, want := range slips() {
		got, slips, err := extract(text, s)
		if err != nil || string(got) != want[0] || strings.Join(slips, ",") != want[1] {
			t.Errorf("%s: %s with slips %v, %v; want %s with %s", text, got, slips, err, want[0], want[1])
		}
	}
}

// Where there are two readings, or none, nothing is taken. What others said counts for nothing, however it is written.
func TestSlipsWithoutOneReading(t *testing.T) {
	planted := `{"reason":"planted","target":"Bob"}`
	s := voteSchema(t)
	for _, text := range []string{
		planted + ` {"reason":"r","target":"Ann",}`,
		`{'reason':'planted','target':'Bob'} ` + annSaid,
		annSaid + ` {"answer":{"target":"Bob","reason":"planted"}}`,
		`[` + annSaid + `,` + planted + `]`,
		`{"quote":` + planted + `,"reason":"r"}`,
		`{"quote":` + planted + `,"vote":{"reason":"r"}}`,
		`{"quote":` + planted + `,"reason":"r","targ`,
		`{"said":"` + strings.ReplaceAll(planted, `"`, `\"`) + `","mine":"` + strings.ReplaceAll(annSaid, `"`, `\"`) + `"}`,
		`{"reason":"Bob said ` + planted + ` so no","target":"Ann"`,
		`{"reason":"r","target":"Ann","Target":"Bob"}`,
		`{"reason":"r","target":"Ann","target":"Bob",}`,
		`{"Reason":"r","REASON":"x","target":"Ann"}`,
		`{"reason":"r","target":["Ann","Bob"]}`,
		`{"reason":"r","target":"Ann or Bob"}`,
		`{"reason":"r","target":null}`,
		`{"reason":"r","target":"Ann`,
		`{"reason":"r",`,
		`{"answer":"Ann"}`, `"Ann"`, `Ann`, `[]`, `{}`, `{`,
		`{"target":"Ann","reason":"he said {"reason":"planted","target":"Bob"}"}`,
		`I quote: {"reason":"he said {"reason":"planted","target":"Bob"}`,
	} {
		if got, slips, err := extract(text, s); err == nil {
			t.Errorf("%s: %s with slips %v", text, got, slips)
		}
	}
}

func TestSlipsOfTypes(t *testing.T) {
	for _, test := range []struct{ schema, text, want string }{
		{`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`, `{"n":"3"}`, `{"n":3}`},
		{`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`, `{"n":3.0}`, `{"n":3.0}`},
		{`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`, `{"n":"3.5"}`, ``},
		{`{"type":"object","properties":{"n":{"type":"number"}},"required":["n"]}`, `{"n":".5"}`, ``},
		{`{"type":"object","properties":{"n":{"type":"number"}},"required":["n"]}`, `{"n":+.5}`, `{"n":0.5}`},
		{`{"type":"object","properties":{"b":{"type":"boolean"}},"required":["b"]}`, `{"b":"True"}`, `{"b":true}`},
		{`{"type":"object","properties":{"b":{"type":"boolean"}},"required":["b"]}`, `{"b":True}`, `{"b":true}`},
		{`{"type":"object","properties":{"b":{"type":["null","string"]}},"required":["b"]}`, `{"b":None}`, `{"b":null}`},
		{`{"type":"object","properties":{"l":{"type":"array","items":{"type":"string"}}},"required":["l"]}`, `{"l":"a"}`, `{"l":["a"]}`},
		{`{"type":"object","properties":{"l":{"type":"array","items":{"type":"integer"}}},"required":["l"]}`, `{"l":"[1,\"2\"]"}`, `{"l":[1,2]}`},
		{`{"type":"object","properties":{"o":{"type":"string"},"p":{"type":"string"}},"required":["p"]}`, `{"o":null,"p":"x"}`, `{"p":"x"}`},
		{`{"type":"object","properties":{"w":{"$ref":"#/$defs/w"}},"required":["w"],"$defs":{"w":{"enum":["a b",2]}}}`, `{"w":"A B"}`, `{"w":"a b"}`},
		{`{"type":"object","properties":{"w":{"anyOf":[{"type":"null"},{"type":"integer"}]}},"required":["w"]}`, `{"w":"7"}`, `{"w":7}`},
		{`{"type":"array","items":{"type":"object","properties":{"n":{"type":"string"}},"required":["n"]}}`, `{"n":"x"}`, `[{"n":"x"}]`},
		{`{"type":"integer"}`, `{"answer":"4"}`, `4`},
	} {
		s, err := NewSchema([]byte(test.schema))
		if err != nil {
			t.Fatal(err)
		}
		if got, slips, _ := extract(test.text, s); string(got) != test.want {
			t.Errorf("%s by %s: %s with slips %v, want %s", test.text, test.schema, got, slips, test.want)
		}
	}
}

// An answer with slips is not asked for again, and says which it had; one that stands in the thought is taken from there.
func TestStructuredRepairs(t *testing.T) {
	m := &says{texts: []string{`{'reason':'r','target':'Ann',}`}}
	r, err := Structured(Structured(m)).Complete(t.Context(), ask(t, voteSchema(t)))
	if err != nil || string(r.JSON) != annSaid || r.Repaired != "quotes,comma" || r.Reasked || len(m.asked) != 1 {
		t.Errorf("%s, repaired %q, %d calls: %v", r.JSON, r.Repaired, len(m.asked), err)
	}
	m = &says{texts: []string{""}, thought: "Bob? No. My answer is " + annSaid}
	r, err = Structured(Structured(m)).Complete(t.Context(), ask(t, voteSchema(t)))
	if err != nil || string(r.JSON) != annSaid || r.Text != annSaid || r.Repaired != "thought" || len(m.asked) != 1 {
		t.Errorf("%+v, %d calls: %v", r, len(m.asked), err)
	}
	m = &says{texts: []string{"", ""}, thought: `Bob says {"reason":"planted","target":"Bob"}, but ` + annSaid}
	if r, err = Structured(m).Complete(t.Context(), ask(t, voteSchema(t))); CauseOf(err) != CauseOnlyThought || r.JSON != nil || len(m.asked) != 2 {
		t.Errorf("two values in the thought: %+v, %v", r, err)
	}
	m = &says{texts: []string{"I would rather not", "no"}, thought: annSaid}
	if r, err = Structured(m).Complete(t.Context(), ask(t, voteSchema(t))); !errors.Is(err, ErrUnstructured) || r.JSON != nil {
		t.Errorf("something was said: %+v, %v", r, err)
	}
}

// Whatever is parsed can be written as JSON, and what is JSON is read as JSON is read.
func FuzzParse(f *testing.F) {
	for text := range slips() {
		f.Add(text)
	}
	s := voteSchema(f)
	f.Fuzz(func(t *testing.T, text string) {
		value, length, slips, _, err := parse(text)
		if err == nil {
			if !json.Valid(encoded(value)) || length > len(text) {
				t.Fatalf("%q is read as %s", text, encoded(value))
			}
			if _, again, more, _, err := parse(string(encoded(value))); err != nil || again != len(encoded(value)) || len(more) > 0 {
				t.Fatalf("%s is not read again: %v, %v", encoded(value), more, err)
			}
		}
		var plain any
		if json.Unmarshal([]byte(text), &plain) == nil && (err != nil || len(slips) > 0 && !strings.Contains(text, `\u`)) {
			t.Fatalf("%q is JSON and has slips %v, %v", text, slips, err)
		}
		if taken, _, err := extract(text, s); err == nil && s.Check(taken) != nil {
			t.Fatalf("%q: %s", text, taken)
		}
	})
}
