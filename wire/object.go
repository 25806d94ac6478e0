package wire

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// decoding collects the first error of a packet and the keys that nobody asked for.
type decoding struct {
	err     error
	unknown []string
}

// field is one key of an object with its raw value.
type field struct {
	key   string
	raw   []byte // nil once it has been taken
	index int    // in a list, where there are no keys
}

// object is a JSON object while it is read. Each key is taken out when asked for; done reports those left
// over. The zero object has no keys and reports no errors: it stands for an absent one.
type object struct {
	d      *decoding
	parent *object
	field          // where it stands in its parent
	fields []field // its own keys
}

// maxKeys limits the work of reading an object, because keys are searched one by one.
const maxKeys = 256

// read splits an object into its keys and refuses a key that comes twice.
func (o *object) read(raw []byte) {
	if raw[0] != '{' {
		o.complain(problem(raw, "an object"))
		return
	}
	o.fields = split(raw)
	if len(o.fields) > maxKeys {
		o.complain(fmt.Sprintf("has %d keys, at most %d are read", len(o.fields), maxKeys))
		o.fields = nil
	}
	for i := range o.fields {
		if o.find(o.fields[i].key) != &o.fields[i] {
			o.fail(o.fields[i].key, "is there twice")
		}
	}
}

// path returns where the object stands, "" for the packet itself.
func (o *object) path() string {
	switch {
	case o.parent == nil:
		return ""
	case o.key == "":
		return o.parent.path() + "[" + strconv.Itoa(o.index) + "]"
	default:
		return o.parent.at(o.key)
	}
}

// at is where the key stands.
func (o *object) at(key string) string {
	if path := o.path(); path != "" {
		return path + "." + key
	}
	return key
}

func (o *object) fail(key, problem string) {
	if o.d.err == nil {
		o.d.err = fmt.Errorf("%s: %s", o.at(key), problem)
	}
}

// complain reports a problem of the object itself.
func (o *object) complain(problem string) {
	if o.d.err == nil {
		path := o.path()
		if path == "" {
			path = "the packet"
		}
		o.d.err = fmt.Errorf("%s: %s", path, problem)
	}
}

func (o *object) find(key string) *field {
	for i := range o.fields {
		if o.fields[i].key == key {
			return &o.fields[i]
		}
	}
	return nil
}

// takeValue takes out the value of a key. It returns nil when the key is missing or null, which is an error if
// the key is required.
func (o *object) takeValue(key string, must bool) (raw []byte) {
	if f := o.find(key); f != nil {
		raw, f.raw = f.raw, nil
	}
	switch {
	case raw == nil && must:
		o.fail(key, "is missing")
	case isNull(raw) && must:
		o.fail(key, "is null")
	case !isNull(raw):
		return raw
	}
	return nil
}

func isNull(raw []byte) bool { return string(raw) == "null" }

// done records the keys that nobody asked for.
func (o *object) done() {
	for i := range o.fields {
		if o.fields[i].raw != nil {
			o.d.unknown = append(o.d.unknown, o.at(o.fields[i].key))
		}
	}
}

// object is the object at a key, nil when there is none.
func (o *object) object(key string, must bool) *object {
	raw := o.takeValue(key, must)
	if raw == nil {
		return nil
	}
	in := &object{d: o.d, parent: o, field: field{key: key}}
	in.read(raw)
	return in
}

// list returns the objects in the list at a key, none when it is null.
func (o *object) list(key string, must bool) []object {
	if f := o.find(key); f != nil && isNull(f.raw) {
		must = false
	}
	raw := o.takeValue(key, must)
	if raw == nil {
		return nil
	}
	if raw[0] != '[' {
		o.fail(key, problem(raw, "a list"))
		return nil
	}
	list := &object{d: o.d, parent: o, field: field{key: key}}
	items := split(raw)
	objects := make([]object, len(items))
	for i := range items {
		objects[i] = object{d: o.d, parent: list, field: field{index: i}}
		objects[i].read(items[i].raw)
	}
	return objects
}

func (o *object) number(key string, n *int) {
	if v := optional(o, key, wholeNumber, true); v != nil {
		*n = *v
	}
}

func (o *object) flag(key string, b *bool) {
	if v := optional(o, key, trueOrFalse, true); v != nil {
		*b = *v
	}
}

func (o *object) text(key string, s *string, must bool) {
	raw := o.takeValue(key, must)
	if raw == nil {
		return
	}
	var ok bool
	if *s, ok = textOf(raw); !ok {
		o.fail(key, problem(raw, "a text"))
	}
}

// word reads a text that must come from a fixed list.
func (o *object) word(key string, into encoding.TextUnmarshaler) {
	s := ""
	if o.text(key, &s, true); o.d.err != nil {
		return
	}
	if err := wordInto(s, into); err != nil {
		o.fail(key, err.Error())
	}
}

// wordInto parses a word from a fixed list; no list contains the empty word.
func wordInto(s string, into encoding.TextUnmarshaler) error {
	if s == "" {
		return errors.New("is empty")
	}
	return into.UnmarshalText([]byte(s))
}

// optional reads a value with the given function and returns nil when it is absent.
func optional[T any](o *object, key string, read func([]byte) (T, string), must bool) *T {
	raw := o.takeValue(key, must)
	if raw == nil {
		return nil
	}
	v, want := read(raw)
	if want != "" {
		o.fail(key, problem(raw, want))
	}
	return &v
}

// wholeNumber reads an integer; for anything else it returns what was wanted.
func wholeNumber(raw []byte) (int, string) {
	n, err := strconv.Atoi(string(raw))
	if err != nil {
		return 0, "a whole number"
	}
	return n, ""
}

// trueOrFalse reads a flag.
func trueOrFalse(raw []byte) (bool, string) {
	if s := string(raw); s != "true" && s != "false" {
		return false, "true or false"
	}
	return raw[0] == 't', ""
}

// problem describes a value that is not the wanted one.
func problem(raw []byte, want string) string {
	const most = 40
	got := string(raw)
	if len(got) > most {
		got = strings.ToValidUTF8(got[:most], "") + "..."
	}
	return fmt.Sprintf("want %s, got %#q", want, got)
}

// textOf returns the string that the raw value holds, if it is one.
func textOf(raw []byte) (s string, ok bool) {
	if raw[0] != '"' {
		return "", false
	}
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner), true
	}
	return s, json.Unmarshal(raw, &s) == nil
}

// split lists the keys and values of an object, or the values of a list, in order. The input must be valid
// JSON.
func split(raw []byte) []field {
	fields := make([]field, 0, 8)
	var f field
	depth, from := 0, 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			i = endOfText(raw, i)
		case '{', '[':
			if depth++; depth == 1 {
				from = i + 1
			}
		case ':':
			if depth == 1 {
				f.key, _ = textOf(bytes.TrimSpace(raw[from:i]))
				from = i + 1
			}
		case '}', ']':
			depth--
			fallthrough
		case ',':
			if depth > 1 || depth == 1 && raw[i] != ',' {
				continue
			}
			if f.raw = bytes.TrimSpace(raw[from:i]); len(f.raw) > 0 {
				fields = append(fields, f)
			}
			from = i + 1
		}
	}
	return fields
}

// endOfText returns the index of the quote that ends the string beginning at i.
func endOfText(raw []byte, i int) int {
	for i++; raw[i] != '"'; i++ {
		if raw[i] == '\\' {
			i++
		}
	}
	return i
}
