package settings

import (
	"errors"
	"reflect"
	"testing"
)

type shout string

func (s *shout) UnmarshalText(text []byte) error {
	if len(text) > 3 {
		return errors.New("too loud; write three letters")
	}
	*s = shout(text) + "!"
	return nil
}

// Base is exported, as what is embedded and read has to be.
type Base struct {
	Name string `yaml:"name,omitempty"`
}

type inner struct {
	Base
	Part *float64 `yaml:"part"`
}

type outer struct {
	Count   int            `yaml:"count"`
	Inner   inner          `yaml:"inner"`
	Far     *inner         `yaml:"far"`
	Each    []*inner       `yaml:"each"`
	Words   []string       `yaml:"words"`
	Numbers map[string]int `yaml:"numbers"`
	Extra   map[string]any `yaml:"extra"`
	Cry     shout          `yaml:"cry"`
	Ours    int
}

func readOuter(text string) (outer, error) {
	o := outer{Count: 7, Inner: inner{Base: Base{"kept"}}}
	r, root := Read("f", []byte(text))
	r.Walk("", root, Fields(&o), nil)
	return o, r.Err("")
}

func TestFields(t *testing.T) {
	o, err := readOuter("inner: {part: 0.5}\nfar: {name: 007}\neach: [{name: a}, null]\nwords: [b, 'c']\nnumbers: {x: 1, y: }\n" +
		"extra: {a: 1, b: [true, '2', null], c: {d: 1.5}}\ncry: hey\n")
	if err != nil {
		t.Fatal(err)
	}
	want := outer{
		Count: 7, Inner: inner{Base{"kept"}, new(0.5)}, Far: &inner{Base: Base{"007"}}, Each: []*inner{{Base: Base{"a"}}, nil}, Words: []string{"b", "c"},
		Numbers: map[string]int{"x": 1, "y": 0}, Extra: map[string]any{"a": uint64(1), "b": []any{true, "2", nil}, "c": map[string]any{"d": 1.5}}, Cry: "hey!",
	}
	if !reflect.DeepEqual(o, want) {
		t.Errorf("%+v\nwant\n%+v", o, want)
	}
	if o, err = readOuter("far: null\nnumbers: null\nwords:\n"); err != nil || o.Far != nil || o.Numbers != nil || o.Words != nil {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestFaultsOfFields(t *testing.T) {
	for text, want := range map[string]string{
		"ours: 1":             "f:1: ours: unknown key ours, known here: count, inner, far, each, words, numbers, extra, cry",
		"inner:\n  prat: 1":   "f:2: inner.prat: unknown key prat, did you mean part?",
		"inner: {numbers: 1}": "f:1: inner.numbers: unknown key numbers, did you mean numbers?",
		"part: 1":             "f:1: part: unknown key part, did you mean inner.part or far.part or each[].part?",
		"count: '3'":          `f:1: count: "3" is text, being quoted; write a whole number, without quotes`,
		"count: 3.5":          `f:1: count: "3.5" is not whole or out of range; write a whole number`,
		"far: {part: .inf}":   `f:1: far.part: ".inf" is not a number; write a number`,
		"far: 3":              "f:1: far: a single value, but keys belong below it: name, part",
		"each: {name: a}":     "f:1: each: a group of keys does not fit; write a list, on lines that begin with -, of which each is a group of keys",
		"each:\n  - a\n":      "f:2: each[0]: a single value, but keys belong below it: name, part",
		"numbers: [1]":        "f:1: numbers: a list does not fit; write a group of keys",
		"numbers: {x: y}":     `f:1: numbers.x: "y" is not a number; write a whole number`,
		"cry: loud":           "f:1: cry: too loud; write three letters",
		"cry: [a]":            "f:1: cry: a list does not fit; write a single value",
		"extra: {<<: 1}":      "f:1: << takes a group of keys, such as *name of one that is marked &name",
	} {
		if _, err := readOuter(text); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}
