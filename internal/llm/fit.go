package llm

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Slips of a value that is JSON and not of the schema, as they are counted.
const (
	slipKeys    = "keys"    // written otherwise: in another case, with '-' for '_'
	slipExtra   = "extra"   // members that nobody asked for
	slipType    = "type"    // a number as a text, a text as a number
	slipCase    = "case"    // of a word that is one of a list
	slipAround  = "around"  // other words beside the one that is of a list
	slipSingle  = "single"  // one value where a list is asked for
	slipList    = "list"    // a list of one where a value is asked for
	slipText    = "text"    // JSON within a text
	slipNull    = "null"    // for what may be left out
	slipWrapped = "wrapped" // under a name of its own, as the arguments of a call, as the properties of the schema
)

// fitting puts a value into the form that a schema asks for, where it has one reading in that form. It changes nothing that is right.
type fitting struct {
	root   any
	slips  []string
	broken bool // there are several readings, or none
}

func (f *fitting) slip(kind string) {
	if !slices.Contains(f.slips, kind) {
		f.slips = append(f.slips, kind)
	}
}

// fitted is the value as the schema asks for it, with the slips that it had. It is nil where the value has no such reading.
func (s *Schema) fitted(value any) (json.RawMessage, []string) {
	f := fitting{root: s.tree}
	text := encoded(f.fit(s.tree, value, 0))
	if f.broken || s.Check(text) != nil {
		return nil, nil
	}
	return text, f.slips
}

func (f *fitting) fit(part, value any, depth int) any {
	form, is := f.form(part, value, depth)
	if !is || depth > mostNested {
		return value
	}
	if listed := choices(form); len(listed) > 0 {
		return f.choice(listed, value)
	}
	kinds := kindsOf(form)
	if len(kinds) == 0 || wanted(kinds, typeOf(value)) {
		return f.inside(form, value, depth)
	}
	if list, is := value.([]any); is && len(list) == 1 {
		f.slip(slipList)
		return f.fit(form, list[0], depth+1)
	}
	if text, is := value.(string); is && wanted(kinds, "object", "array") && strings.ContainsAny(text, "{[") {
		if inner, length, _, _, err := parse(strings.TrimSpace(text)); err == nil && length == len(strings.TrimSpace(text)) {
			f.slip(slipText)
			return f.fit(form, inner, depth+1)
		}
	}
	if wanted(kinds, "array") && value != nil {
		f.slip(slipSingle)
		return f.inside(form, []any{value}, depth)
	}
	return f.scalar(kinds, value)
}

// form is the part of the schema that a value is to be valid by, without references and, where only one can be meant, alternatives.
func (f *fitting) form(part, value any, depth int) (map[string]any, bool) {
	form, is := part.(map[string]any)
	for range mostNested {
		reference, refers := form["$ref"].(string)
		if !refers {
			break
		}
		form, is = f.at(reference).(map[string]any)
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		alternatives, some := form[name].([]any)
		if !some || depth > mostNested {
			continue
		}
		var fits, others []map[string]any
		for _, a := range alternatives {
			inner, _ := f.form(a, value, depth+1)
			if kinds := kindsOf(inner); wanted(kinds, typeOf(value)) {
				fits = append(fits, inner)
			} else if !slices.Equal(kinds, []string{"null"}) {
				others = append(others, inner)
			}
		}
		if len(fits) == 0 {
			fits = others
		}
		if len(fits) != 1 {
			return nil, false
		}
		return fits[0], true
	}
	return form, is
}

// at is the part of the schema that a reference names, nil if there is none.
func (f *fitting) at(reference string) any {
	part := f.root
	for name := range strings.SplitSeq(strings.TrimPrefix(strings.TrimPrefix(reference, "#"), "/"), "/") {
		if name != "" {
			inner, _ := part.(map[string]any)
			part = inner[name]
		}
	}
	return part
}

// inside fits what is in a value of the right kind.
func (f *fitting) inside(form map[string]any, value any, depth int) any {
	switch v := value.(type) {
	case object:
		return f.members(form, v, depth)
	case []any:
		for i := range v {
			v[i] = f.fit(form["items"], v[i], depth+1)
		}
		return v
	case json.Number:
		if whole, is := strings.CutSuffix(string(v), ".0"); is && wanted(kindsOf(form), "integer") && !wanted(kindsOf(form), "number") {
			f.slip(slipType)
			return json.Number(whole)
		}
	}
	return value
}

// members fits the members of an object to the properties.
func (f *fitting) members(form map[string]any, o object, depth int) any {
	properties, _ := form["properties"].(map[string]any)
	required, _ := form["required"].([]any)
	made, given := object{}, map[string]bool{}
	for _, m := range o {
		name := f.called(properties, o, m.name)
		part, known := properties[name]
		if !known && form["additionalProperties"] == false {
			f.broken = f.broken || len(namesakes(properties, m.name)) > 0
			f.slip(slipExtra)
			continue
		}
		if !known {
			part = form["additionalProperties"]
		}
		if given[name] {
			f.broken = true
		}
		given[name] = true
		if known && m.value == nil && !slices.Contains(required, any(name)) {
			if inner, is := f.form(part, nil, depth); is && len(kindsOf(inner)) > 0 && !wanted(kindsOf(inner), "null") {
				f.slip(slipNull)
				continue
			}
		}
		made = append(made, member{name, f.fit(part, m.value, depth+1)})
	}
	f.broken = f.broken || len(made) == 0 && len(o) > 0
	return made
}

// called is the property that a name stands for, or the name itself.
func (f *fitting) called(properties map[string]any, o object, name string) string {
	if _, exact := properties[name]; exact {
		return name
	}
	found := namesakes(properties, name)
	if len(found) != 1 || slices.ContainsFunc(o, func(m member) bool { return m.name == found[0] }) {
		return name
	}
	f.slip(slipKeys)
	return found[0]
}

// namesakes are the properties that a name may stand for.
func namesakes(properties map[string]any, name string) (found []string) {
	for property := range properties {
		if folded(property) == folded(name) {
			found = append(found, property)
		}
	}
	return found
}

// folded is a word without case, and without what stands between its parts.
func folded(word string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(strings.ToLower(strings.TrimSpace(word)))
}

// nearest is a value that is valid by the schema, with words that are near to one that the request lists as that.
func (s *Schema) nearest(value json.RawMessage) (json.RawMessage, []string) {
	if s.near == nil {
		return value, nil
	}
	tree, _, _, _, err := parse(string(value))
	if err != nil {
		return value, nil
	}
	f := fitting{root: s.near}
	if text := encoded(f.fit(s.near, tree, 0)); len(f.slips) > 0 && s.Check(text) == nil {
		return text, f.slips
	}
	return value, nil
}

// around are the listed words that stand in a text with not much beside them, as in "Ann (you)". A word within a longer one that
// stands there, too, is none. Of lists that may be left empty the empty word is meant by a word for nobody.
func around(listed []any, text string) (found []any) {
	const most = 24 // characters beside the word
	var words []string
	for _, l := range listed {
		if word, is := l.(string); is && word != "" && strings.Contains(text, word) && len([]rune(text)) <= len([]rune(word))+most {
			words = append(words, word)
		}
	}
	for _, word := range words {
		if !slices.ContainsFunc(words, func(other string) bool { return other != word && strings.Contains(other, word) }) {
			found = append(found, word)
		}
	}
	nobody := []string{"nobody", "none", "no one", "null", "n/a", "nothing", "empty", "なし", "いない", "特になし"}
	if len(found) == 0 && slices.Contains(listed, any("")) && slices.Contains(nobody, strings.ToLower(strings.Trim(text, " .-。"))) {
		return []any{""}
	}
	return found
}

// choice is the one of the listed values that is meant.
func (f *fitting) choice(listed []any, value any) any {
	if list, is := value.([]any); is && len(list) == 1 {
		f.slip(slipList)
		value = list[0]
	}
	var found []any
	for _, l := range listed {
		said, is := l.(string)
		text, texts := value.(string)
		switch {
		case is && texts && said == text:
			return value
		case is && texts && strings.EqualFold(strings.Trim(text, " \t\r\n\"'`.*"), said):
			found = append(found, l)
		case !(is && texts) && fmt.Sprint(l) == fmt.Sprint(value):
			found = append(found, l)
		}
	}
	slip := slipCase
	if text, texts := value.(string); texts && len(found) == 0 {
		found, slip = around(listed, text), slipAround
	}
	if len(found) != 1 {
		return value
	}
	if number, is := found[0].(float64); is {
		found[0] = json.Number(strconv.FormatFloat(number, 'f', -1, 64))
	}
	if found[0] != value {
		f.slip(slip)
	}
	return found[0]
}

// scalar is a text, a number or a truth as another of them.
func (f *fitting) scalar(kinds []string, value any) any {
	var made any
	switch v := value.(type) {
	case string:
		text := strings.TrimSpace(v)
		var read any
		if err := json.Unmarshal([]byte(strings.ToLower(text)), &read); err != nil {
			return value
		}
		switch r := read.(type) {
		case float64:
			if made = json.Number(text); !wanted(kinds, "number") && (!wanted(kinds, "integer") || r != float64(int64(r))) {
				return value
			}
			made = f.inside(map[string]any{"type": kinds[0]}, made, 0)
		case bool:
			if made = r; !wanted(kinds, "boolean") {
				return value
			}
		default:
			return value
		}
	case json.Number:
		if made = v.String(); !wanted(kinds, "string") {
			return value
		}
	case bool:
		if made = strconv.FormatBool(v); !wanted(kinds, "string") {
			return value
		}
	default:
		return value
	}
	f.slip(slipType)
	return made
}

// choices are the values that a part of a schema lists.
func choices(form map[string]any) []any {
	if one, is := form["const"]; is {
		return []any{one}
	}
	listed, _ := form["enum"].([]any)
	return listed
}

// kindsOf are the types that a part of a schema allows; none where it does not say.
func kindsOf(form map[string]any) []string {
	switch t := form["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var kinds []string
		for _, kind := range t {
			kinds = append(kinds, fmt.Sprint(kind))
		}
		return kinds
	}
	return nil
}

// typeOf is what a value is, in the words of schemas.
func typeOf(value any) string {
	switch v := value.(type) {
	case object:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		if n, err := v.Float64(); err == nil && n == float64(int64(n)) {
			return "integer"
		}
		return "number"
	}
	return "null"
}

// wanted reports whether one of the kinds is allowed. A whole number is a number, too.
func wanted(allowed []string, kinds ...string) bool {
	return slices.ContainsFunc(kinds, func(k string) bool {
		return slices.Contains(allowed, k) || k == "integer" && slices.Contains(allowed, "number")
	})
}
